/** A drive alone: how much of the road lies behind it, about, and its time so far. */

import { boardOf } from "./board";
import type { Types } from "./types";

/** What a car drives over a tile, and where on its tile it starts, about. */
const [TILE, START] = [100, 50];

/** The share of the road driven, about, and the seconds so far; null at a race of several or without a drawing. */
export function progressOf(view: Types["View"], board: unknown): { done: number; score: number } | null {
  const car = view.cars[0];
  const tiles = boardOf(board, 0)?.tiles.length ?? 0;
  if (!car || view.cars.length > 1 || !tiles) return null;
  const far = view.game === "rallyman-gt" ? tiles * view.options.laps : tiles - 1;
  const done = Math.min(1, Math.max(0, (car.front - START) / (far * TILE)));
  if (view.game === "rallyman-gt") return view.sheet ? { done, score: view.sheet.result_seconds } : null;
  return { done, score: view.cars[0]!.stage_seconds };
}
