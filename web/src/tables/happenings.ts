/** Events gathered into lines one can read: what belongs together stands together. */

import type { Told } from "../generated/wire";

export interface Happening {
  /** Whom the line is about; null for what concerns everyone. */
  seat: number | null;
  told: Told[];
}

interface SomeEvent {
  event: string;
  seat?: number;
}

/** The consequences of one decision, and like events of one seat, become one line. */
export function gathered(told: readonly Told[]): Happening[] {
  const lines: Happening[] = [];
  for (const each of told) {
    const { event, seat = null } = each.event as SomeEvent;
    const line = lines.at(-1);
    const before = line?.told.at(-1);
    const alike = before && (before.step === each.step || (before.event as SomeEvent).event === event);
    if (line && alike && line.seat === seat) line.told.push(each);
    else lines.push({ seat, told: [each] });
  }
  return lines;
}

/** Hears each piece of news once, and notices when the game has gone back. */
export class Ear {
  private heard: readonly Told[] | null = null;
  private step = 0;

  /** What is new at a step; `back` when the game stood further before. */
  hear(news: readonly Told[], step: number): { fresh: readonly Told[]; back: boolean } {
    const fresh = news === this.heard ? [] : news;
    const back = step < this.step;
    this.heard = news;
    this.step = step;
    return { fresh, back };
  }
}
