/** Six hulls to tell ships apart by shape; each is the right half, nose up, mirrored for the left. */

type Half = readonly (readonly [number, number])[];

const HALVES: readonly Half[] = [
  [
    [0, -23],
    [4, -10],
    [6, 2],
    [14, 13],
    [8, 12],
    [6, 16],
    [0, 16],
  ],
  [
    [0, -7],
    [3, -6],
    [6, -21],
    [11, -4],
    [10, 12],
    [6, 16],
    [0, 16],
  ],
  [
    [0, -21],
    [4, -11],
    [17, 12],
    [9, 11],
    [6, 16],
    [0, 16],
  ],
  [
    [0, -22],
    [8, -5],
    [15, 5],
    [8, 9],
    [6, 16],
    [0, 16],
  ],
  [
    [0, -21],
    [4, -21],
    [9, -9],
    [9, 3],
    [14, 10],
    [9, 14],
    [6, 16],
    [0, 16],
  ],
  [
    [0, -19],
    [6, -13],
    [17, -3],
    [12, 4],
    [9, 13],
    [5, 16],
    [0, 16],
  ],
];

const path = (points: Half) => `M${points.map(([x, y]) => `${x} ${y}`).join("L")}z`;

/** The outline of a seat's ship. */
export function hull(seat: number): string {
  const half = HALVES[seat % HALVES.length]!;
  const mirrored = half
    .map(([x, y]) => [-x, y] as const)
    .reverse()
    .slice(1, -1);
  return path([...half, ...mirrored]);
}

/** One half of a seat's ship: its shadow side, or what breaks off. */
export function hullHalf(seat: number, side: -1 | 1): string {
  return path(HALVES[seat % HALVES.length]!.map(([x, y]) => [side * x, y] as const));
}
