/** Turns in one line each, in the notation of the games: `3 4 5c (4)`. */

import type { AnyEvent } from "./types";

export interface TurnLine {
  seat: number;
  round: number;
  stage: number;
  text: string;
}

/** The turns that are over, oldest first. */
export function turnLines(events: readonly { event: AnyEvent }[]): TurnLine[] {
  const lines: TurnLine[] = [];
  let [round, stage] = [0, 0];
  for (const { event } of events) {
    if (event.event === "stage-began") stage = event.stage;
    else if (event.event === "round-began") round = event.round;
    else if (event.event === "turn-told") lines.push({ seat: event.seat, round, stage, text: event.line });
  }
  return lines;
}
