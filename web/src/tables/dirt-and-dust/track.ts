/** The Position Track as bricks: each top space lies across the two bottom spaces it touches. */

import type { Space } from "../../generated/dirt-and-dust";

export interface Brick extends Space {
  row: "top" | "bottom";
  /** The first of the half columns it covers, from 1, and how many it covers. */
  column: number;
  span: number;
}

/** All spaces with their place in a grid of half columns. */
export function bricks(track: readonly [readonly Space[], readonly Space[]]): Brick[] {
  const [top, bottom] = track;
  const pairs = bottom.length === 2 * top.length;
  return [
    ...top.map((space, index) => ({
      ...space,
      row: "top" as const,
      column: pairs ? 1 + index * 4 : 2 + index * 2,
      span: pairs ? 4 : 2,
    })),
    ...bottom.map((space, index) => ({ ...space, row: "bottom" as const, column: 1 + index * 2, span: 2 })),
  ];
}

/** Whether a car on this space is accelerating. */
export function accelerating(space: string): boolean {
  return space.startsWith("T");
}

/** A space by its id. */
export function spaceOf(track: readonly [readonly Space[], readonly Space[]], id: string): Space | undefined {
  return [...track[0], ...track[1]].find((space) => space.id === id);
}
