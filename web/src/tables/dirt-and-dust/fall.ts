/** What a falling Stage card brought everyone. */

import type { Event, View } from "../../generated/dirt-and-dust";
import { spaceOf } from "./track";

export interface Ticket {
  seat: number;
  navigators: number;
  space: string;
  zone: "grey" | "red" | "yellow";
  value: number;
  pays: "popularity" | "speed";
  points: number;
  /** What it is counted in, before and after. */
  before: number;
  after: number;
}

export interface Fall {
  card: number;
  tickets: Ticket[];
  /** What the Ghost got at the same time. */
  ghost: { speed: number; popularity: number } | null;
}

/** The fall told by some news, seen from the view before it; null if no card fell. */
export function fallOf(events: readonly Event[], before: View, after: View): Fall | null {
  const fell = events.find((event) => event.event === "card-fell");
  if (!fell) return null;
  const ghost = events.find((event) => event.event === "ghost-scored") ?? null;
  const tickets = after.boards
    .filter((board) => !board.out)
    .flatMap(({ seat, space: id }) => {
      const space = spaceOf(after.track, id);
      const old = before.boards[seat];
      if (!space || !old) return [];
      const scored = events.find((event) => event.event === "scored" && event.seat === seat);
      const navigators = scored?.event === "scored" ? scored.navigators : 0;
      const points = scored?.event === "scored" ? scored.points : 0;
      const { pays, value, zone } = space;
      const now = after.boards[seat]![pays];
      return [{ seat, navigators, space: id, zone, value, pays, points, before: now - points, after: now }];
    });
  return {
    card: fell.card,
    tickets,
    ghost: ghost && { speed: ghost.speed, popularity: ghost.popularity },
  };
}

/** The table while the card falls: everybody stands where they drove, the road is still the old one. */
export function falling(before: View, after: View): View {
  return {
    ...before,
    phase: "roll",
    waiting: [],
    boards: before.boards.map((board) => {
      const now = after.boards[board.seat] ?? board;
      return { ...board, space: now.space, out: now.out, finished: true, as_before: false };
    }),
  };
}
