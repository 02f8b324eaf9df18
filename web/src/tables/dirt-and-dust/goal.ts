/** What the card about to fall asks for, and what it would bring now. */

import type { Board, View } from "../../generated/dirt-and-dust";
import { spaceOf } from "./track";

export interface RoundGoal {
  /** The card that falls at the end of the round. */
  no: number;
  /** How many Navigators this board has on it. */
  navigators: number;
  /** What one Navigator on it costs. */
  price: number;
  /** What the car's space pays for each of them. */
  value: number;
  pays: "popularity" | "speed";
  /** What the card would bring now. */
  points: number;
}

/** The goal of the round for a board; null before the first and after the last round. */
export function goalOf(view: View, board: Board): RoundGoal | null {
  const card = view.road[0];
  const space = spaceOf(view.track, board.space);
  if (!card || !space || !view.round || view.phase === "over") return null;
  const navigators = card.navigators[board.seat] ?? 0;
  return {
    no: card.no,
    navigators,
    price: view.own?.navigator_prices[card.no] ?? card.cost,
    value: space.value,
    pays: space.pays,
    points: navigators * space.value,
  };
}
