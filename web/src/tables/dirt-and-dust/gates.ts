/** Where gates stand along the road: the nearest in the middle, the others left and right into the distance. */

export interface Stand {
  /** Parts of the scene's width and height. */
  x: number;
  y: number;
  scale: number;
}

const STANDS: readonly Stand[] = [
  { x: 0.5, y: 0.47, scale: 1 },
  { x: 0.738, y: 0.53, scale: 0.96 },
  { x: 0.262, y: 0.53, scale: 0.96 },
  { x: 0.67, y: 0.31, scale: 0.86 },
  { x: 0.33, y: 0.31, scale: 0.86 },
  { x: 0.505, y: 0.255, scale: 0.78 },
];

/** On a narrow screen they stand in rows along its edges, the nearest in front. */
const NARROW: readonly Stand[] = [
  { x: 0.5, y: 0.5, scale: 1 },
  { x: 1, y: 0.28, scale: 0.86 },
  { x: 0, y: 0.28, scale: 0.86 },
  { x: 1, y: 0.1, scale: 0.76 },
  { x: 0, y: 0.1, scale: 0.76 },
  { x: 0.5, y: 0.1, scale: 0.7 },
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
