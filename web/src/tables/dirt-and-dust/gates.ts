/** Where gates stand along the road: the nearest in the middle, the others left and right into the distance. */

export interface Stand {
  /** Parts of the scene's width and height. */
  x: number;
  y: number;
  scale: number;
}

const STANDS: readonly Stand[] = [
  { x: 0.5, y: 0.43, scale: 1 },
  { x: 0.85, y: 0.38, scale: 0.88 },
  { x: 0.14, y: 0.38, scale: 0.86 },
  { x: 0.72, y: 0.13, scale: 0.76 },
  { x: 0.28, y: 0.13, scale: 0.74 },
  { x: 0.5, y: 0.08, scale: 0.66 },
];

/** On a narrow screen they stand in rows, the nearest in front. */
const NARROW: readonly Stand[] = [
  { x: 0.5, y: 0.5, scale: 0.92 },
  { x: 0.8, y: 0.27, scale: 0.8 },
  { x: 0.2, y: 0.27, scale: 0.8 },
  { x: 0.84, y: 0.09, scale: 0.7 },
  { x: 0.5, y: 0.09, scale: 0.7 },
  { x: 0.16, y: 0.09, scale: 0.7 },
];

/** The stand of a gate, counted from the nearest; whatever lies further away shares the horizon. */
export function gateAt(index: number, gates: number, narrow: boolean): Stand {
  const stands = narrow ? NARROW : STANDS;
  const stand = stands[index];
  if (stand) return stand;
  const beyond = index - stands.length;
  const room = Math.max(1, gates - stands.length);
  return { x: 0.36 + (0.28 * (beyond + 0.5)) / room, y: 0.03, scale: 0.5 };
}
