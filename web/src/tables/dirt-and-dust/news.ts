/** What events mean for the drawing and for the story of the round. */

import type { Board, Event, RiskFace } from "../../generated/dirt-and-dust";
import type { Told } from "../../generated/wire";
import type { Resource } from "./symbols";

/** The Risk dice a seat has just rolled. */
export function riskRolls(news: readonly Told[], seat: number): RiskFace[] {
  return news
    .map((told) => told.event as Event)
    .flatMap((event) =>
      event.event === "risk-rolled" && event.seat === seat
        ? [{ hits: event.hits, popularity: event.popularity }]
        : [],
    );
}

const begins = (told: Told) => (told.event as Event).event === "round-began";

/** The story of this round and the one before it, after some more news. */
export function storyAfter(story: readonly Told[], news: readonly Told[]): Told[] {
  const whole = [...story, ...news];
  const rounds = whole.flatMap((told, index) => (begins(told) ? [index] : []));
  return whole.slice(rounds.at(-2) ?? 0);
}

/** Dice lie on the boards and draws go into the hand: the story can do without them. */
const SEEN: ReadonlySet<Event["event"]> = new Set(["rolled", "drew"]);

/** Whether an event belongs into the story. */
export function worthTelling(told: Told): boolean {
  return !SEEN.has((told.event as Event).event);
}

/** How much more or less a board has of something than it had before. */
export function change(before: Board | undefined, board: Board, what: Resource): number {
  return before && before.driver === board.driver ? board[what] - before[what] : 0;
}
