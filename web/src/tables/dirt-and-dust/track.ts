/** The Position Track as bricks: the top row lies half a brick to the right of the bottom row. */

import type { Space } from "../../generated/dirt-and-dust";

export interface Brick extends Space {
  row: "top" | "bottom";
  /** The first of the two half columns it covers, from 1. */
  column: number;
}

/** All spaces with their place in a grid of half columns. */
export function bricks(track: readonly [readonly Space[], readonly Space[]]): Brick[] {
  const [top, bottom] = track;
  return [
    ...top.map((space, index) => ({ ...space, row: "top" as const, column: 2 + index * 2 })),
    ...bottom.map((space, index) => ({ ...space, row: "bottom" as const, column: 1 + index * 2 })),
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
