/** The three lanes before the pilot: from the cockpit they run up to the gates of the tile. */

import { COLOURS, type Colour } from "./terms";

export interface Fork {
  width: number;
  height: number;
}

interface Place {
  x: number;
  y: number;
  size: number;
}

const middle = (fork: Fork, colour: Colour) => (fork.width * (2 * COLOURS.indexOf(colour) + 1)) / 6;
const bend = (fork: Fork, colour: Colour, far: number) => {
  const side = COLOURS.indexOf(colour) - 1;
  const foot = fork.width / 2 + side * Math.min(fork.width * 0.09, 70);
  const ease = far * far * (3 - 2 * far);
  return foot + (middle(fork, colour) - foot) * ease;
};
/** Half the breadth of a lane; near the pilot it is narrow, because all three start from one place. */
const half = (fork: Fork, far: number) => {
  const gate = Math.min(fork.width / 6 - 10, 125);
  const foot = Math.min(fork.width * 0.045, 35);
  const ease = far * far * (3 - 2 * far);
  return foot + (gate - foot) * ease;
};

/** A point of a lane: `far` 0 is before the pilot, 1 at the gate; `side` -1 and 1 are its edges. */
export function laneAt(fork: Fork, colour: Colour, far: number, side = 0): { x: number; y: number } {
  return { x: bend(fork, colour, far) + side * half(fork, far), y: fork.height * (1 - far) };
}

const STEPS = 28;

function edgePoints(fork: Fork, colour: Colour, side: number): string[] {
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const { x, y } = laneAt(fork, colour, step / STEPS, side);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
}

/** The area of a lane. */
export function laneArea(fork: Fork, colour: Colour): string {
  return `M${[...edgePoints(fork, colour, -1), ...edgePoints(fork, colour, 1).reverse()].join("L")}z`;
}

/** One edge of a lane. */
export function laneEdge(fork: Fork, colour: Colour, side: -1 | 1): string {
  return `M${edgePoints(fork, colour, side).join("L")}`;
}

/** A chevron on a lane, pointing to the gate. */
export function chevron(fork: Fork, colour: Colour, far: number): string {
  const [left, tip, right] = [
    laneAt(fork, colour, far, -0.5),
    laneAt(fork, colour, far + 0.055, 0),
    laneAt(fork, colour, far, 0.5),
  ];
  return `M${left.x} ${left.y}L${tip.x} ${tip.y}L${right.x} ${right.y}`;
}

/** Where so many ships fly on a lane, so far along: one row up to three, then two. */
export function formation(fork: Fork, colour: Colour, ships: number, front = 0.7): Place[] {
  const rows = ships > 3 ? 2 : 1;
  const columns = Math.ceil(ships / rows);
  const breadth = 2 * half(fork, front) * 0.86;
  const size = Math.min(78, fork.height * (rows > 1 ? 0.24 : 0.3), breadth / Math.max(1.3, columns));
  return Array.from({ length: ships }, (_, index) => {
    const row = Math.floor(index / columns);
    const inRow = row === rows - 1 ? ships - row * columns : columns;
    const column = index - row * columns;
    const far = rows > 1 ? front + 0.12 - row * 0.27 : front;
    const { x, y } = laneAt(fork, colour, far);
    return { x: x + (column - (inRow - 1) / 2) * (breadth / columns), y, size };
  });
}
