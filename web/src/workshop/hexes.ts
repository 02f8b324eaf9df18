/** The hex grid, the twin of paddock/tracks/hexes.py: axial places, directions clockwise from the top, flat-top hexes. */

export interface Hex {
  q: number;
  r: number;
}

/** Where edge 0 (top), 1 (upper right), … 5 (upper left) of an unturned tile leads. */
const DIRECTIONS: readonly Hex[] = [
  { q: 0, r: 1 },
  { q: 1, r: 0 },
  { q: 1, r: -1 },
  { q: 0, r: -1 },
  { q: -1, r: 0 },
  { q: -1, r: 1 },
];

/** Distance from the middle of a hex to its edges in drawing units, as in the server's drawings. */
export const APOTHEM = 100;
/** Length of a hex side in drawing units. */
export const SIDE = (2 * APOTHEM) / Math.sqrt(3);

export function same(a: Hex, b: Hex): boolean {
  return a.q === b.q && a.r === b.r;
}

/** A place as a key for maps. */
export function keyOf(place: Hex): string {
  return `${place.q},${place.r}`;
}

/** The direction an edge faces after turning its tile `rotation` sixths clockwise. */
export function turned(edge: number, rotation: number): number {
  return (((edge + rotation) % 6) + 6) % 6;
}

/** The direction that leads back. */
export function opposite(direction: number): number {
  return (direction + 3) % 6;
}

/** The place next to `place` in a direction. */
export function neighbour(place: Hex, direction: number): Hex {
  const step = DIRECTIONS[turned(direction, 0)]!;
  return { q: place.q + step.q, r: place.r + step.r };
}

/** The direction from a place to a neighbour; null if they do not touch. */
export function directionTo(place: Hex, other: Hex): number | null {
  const found = DIRECTIONS.findIndex((step) => same(other, { q: place.q + step.q, r: place.r + step.r }));
  return found < 0 ? null : found;
}

/** The middle of a hex on paper: x to the right, y down. */
export function centre(place: Hex, side = SIDE): { x: number; y: number } {
  return { x: 1.5 * side * place.q, y: -Math.sqrt(3) * side * (place.r + place.q / 2) };
}

/** The hex under a point on paper. */
export function hexAt(x: number, y: number, side = SIDE): Hex {
  const q = x / (1.5 * side);
  const r = -y / (Math.sqrt(3) * side) - q / 2;
  let [roundQ, roundR] = [Math.round(q), Math.round(r)];
  const third = -q - r;
  const roundThird = Math.round(third);
  const [offQ, offR, offThird] = [Math.abs(roundQ - q), Math.abs(roundR - r), Math.abs(roundThird - third)];
  if (offQ > offR && offQ > offThird) roundQ = -roundR - roundThird;
  else if (offR > offThird) roundR = -roundQ - roundThird;
  return { q: roundQ + 0, r: roundR + 0 };
}

/** The middle of an edge, seen from the middle of its hex. */
export function edgeMiddle(direction: number): { x: number; y: number } {
  const angle = (Math.PI / 3) * direction;
  return { x: APOTHEM * Math.sin(angle), y: -APOTHEM * Math.cos(angle) };
}

/** Where an arrow key leads; sideways steps zigzag so that one stays on a row. */
export function stepBy(key: string, place: Hex): Hex | null {
  const even = place.q % 2 === 0;
  switch (key) {
    case "ArrowUp":
      return neighbour(place, 0);
    case "ArrowDown":
      return neighbour(place, 3);
    case "ArrowRight":
      return neighbour(place, even ? 2 : 1);
    case "ArrowLeft":
      return neighbour(place, even ? 4 : 5);
    default:
      return null;
  }
}

/** Column and row as people count them on a table: columns to the right, rows upwards. */
export function columnAndRow(place: Hex): { column: number; row: number } {
  return { column: place.q, row: place.r + Math.floor(place.q / 2) };
}

/** The outline of a hex round (0, 0), drawn a little smaller or larger. */
export function outline(side = SIDE): string {
  const corners = Array.from({ length: 6 }, (_, i) => {
    const angle = (Math.PI / 3) * i;
    return `${(side * Math.cos(angle)).toFixed(1)} ${(side * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${corners.join("L")}Z`;
}
