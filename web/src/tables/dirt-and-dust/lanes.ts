/** The Position Track as it lies on the road: bricks in perspective, in parts of the field they are drawn on. */

import type { Space } from "../../generated/dirt-and-dust";
import { bricks, type Brick } from "./track";

export interface Lane extends Brick {
  /** The box around it: parts of the field's width and height. */
  left: number;
  top: number;
  width: number;
  height: number;
  /** Its corners within the box, clockwise from the top left, as a CSS polygon. */
  shape: string;
  /** Where a car stands, and how large it looks there. */
  x: number;
  y: number;
  scale: number;
}

/** How wide the road is at its far end; 1 is as wide as at the near end. */
export type Depth = number;

const GAP = 0.006;
const ROWS = { top: [0, 0.47], bottom: [0.5, 1] } as const;

/** All spaces with their place on the road. */
export function lanes(track: readonly [readonly Space[], readonly Space[]], far: Depth): Lane[] {
  const across = 2 * track[1].length;
  const wide = (y: number) => far + (1 - far) * y;
  const at = (column: number, y: number) => 0.5 + (column / across - 0.5) * wide(y);
  return bricks(track).map((brick) => {
    const [above, below] = ROWS[brick.row];
    const from = brick.column - 1;
    const to = from + brick.span;
    const corners = [
      [at(from, above), above, 1],
      [at(to, above), above, -1],
      [at(to, below), below, -1],
      [at(from, below), below, 1],
    ] as const;
    const left = Math.min(...corners.map(([x]) => x));
    const right = Math.max(...corners.map(([x]) => x));
    const width = right - left;
    const height = below - above;
    const part = ([x, y, inwards]: readonly [number, number, number]) =>
      `${percent((x + (inwards * GAP) / 2 - left) / width)} ${percent((y - above) / height)}`;
    const middle = (above + below) / 2;
    return {
      ...brick,
      left,
      top: above,
      width,
      height,
      shape: `polygon(${corners.map(part).join(", ")})`,
      x: at((from + to) / 2, middle),
      y: middle,
      scale: wide(middle),
    };
  });
}

function percent(part: number): string {
  return `${(part * 100).toFixed(2)}%`;
}
