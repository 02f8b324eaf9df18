/** The drawn track: cells with their places, one board for a circuit, one for every stage of a rally. */

import { api } from "../../lib/api";

export interface Cell {
  id: number;
  name: string;
  tile: number;
  x: number;
  y: number;
  heading: number;
  path: string;
  /** Half a slide row: it lies over the lanes. */
  half: boolean;
}

export interface Board {
  view_box: [number, number, number, number];
  svg: string;
  cells: Cell[];
  /** The faces of its tiles, by number. */
  tiles: string[];
}

/** The board of a stage; circuits have only one. Null if the game was set up on a track without a drawing. */
export function boardOf(drawing: unknown, stage: number): Board | null {
  if (!drawing || typeof drawing !== "object") return null;
  if ("stages" in drawing) return (drawing.stages as Board[])[stage] ?? null;
  return "cells" in drawing ? (drawing as Board) : null;
}

/** The board of a race that nobody drives: of a circuit, or of the first stage. */
export async function boardFor(game: string, options: Record<string, unknown>): Promise<Board | null> {
  return boardOf(await api.post(`/api/games/${game}/board`, { options }), 0);
}

export interface Place {
  x: number;
  y: number;
  turn: number;
}

/** How far beside the middle of the road a car off the track stands. */
const BESIDE = 62;

/** A place beside a cell, to the left or right of somebody who drives through it. */
export function beside(cell: Cell, side: "left" | "right", far = BESIDE): Place {
  const across = ((cell.heading + (side === "right" ? 90 : -90)) * Math.PI) / 180;
  return { x: cell.x + Math.cos(across) * far, y: cell.y + Math.sin(across) * far, turn: cell.heading };
}

/** The angle closest to `from` that points the same way as `to`, so that nothing spins the long way round. */
export function nearestTurn(from: number, to: number): number {
  return from + ((((to - from) % 360) + 540) % 360) - 180;
}

/** Cells from the driver's left to right, nearer ones first where they lie in one line. */
export function leftToRight(from: Cell, cells: Cell[]): Cell[] {
  const angle = (from.heading * Math.PI) / 180;
  const ahead = (cell: Cell) => (cell.x - from.x) * Math.cos(angle) + (cell.y - from.y) * Math.sin(angle);
  const right = (cell: Cell) => -(cell.x - from.x) * Math.sin(angle) + (cell.y - from.y) * Math.cos(angle);
  return [...cells].sort((a, b) => Math.round((right(a) - right(b)) / 4) || ahead(a) - ahead(b));
}

/** Cells as they are drawn: what lies over others comes after them. */
export function stacked(cells: Cell[]): Cell[] {
  return [...cells].sort((a, b) => Number(a.half) - Number(b.half));
}

/** Signs of the road: they stay readable above whatever is laid on it. */
const SIGN = /<g class="(?:limit|on-line|jump)[^"]*">.*?<\/g>/gs;

/** The signs of a board as a drawing of their own, and the cells that have one in their middle. */
export interface Signs {
  svg: string;
  cells: ReadonlySet<number>;
}

const SIGN_PLACE = /<text[^>]* x="([-\d.]+)" y="([-\d.]+)"/;
/** How far a sign in the middle of a cell may be from it. */
const MIDDLE = 12;

export function signsOf({ svg, view_box, cells }: Pick<Board, "svg" | "view_box" | "cells">): Signs {
  const signs = svg.match(SIGN) ?? [];
  const places = signs.flatMap((sign) => {
    const found = SIGN_PLACE.exec(sign);
    return found ? [{ x: Number(found[1]), y: Number(found[2]) - 5 }] : [];
  });
  const box = /class="(paddock-track[^"]*)"/.exec(svg)?.[1] ?? "paddock-track";
  const [, , width, height] = view_box;
  const frame = `viewBox="${view_box.join(" ")}" width="${width}" height="${height}"`;
  const under = cells.filter(({ x, y }) => places.some((at) => Math.hypot(at.x - x, at.y - y) < MIDDLE));
  return {
    svg: `<svg class="${box}" ${frame}>${signs.join("")}</svg>`,
    cells: new Set(under.map(({ id }) => id)),
  };
}

/** How far before a sign in the middle of a cell other things stand. */
export const ASIDE = 20;

/** A place so far along a cell from its middle. */
export function shifted(cell: Cell, by: number): { x: number; y: number } {
  const angle = (cell.heading * Math.PI) / 180;
  return { x: cell.x + Math.cos(angle) * by, y: cell.y + Math.sin(angle) * by };
}

/** Chances and dice stand in the middle of a cell, or at its near end if a sign is in the middle. */
export function clearOf(signs: Signs, cell: Cell): { x: number; y: number } {
  return shifted(cell, signs.cells.has(cell.id) ? -ASIDE : 0);
}

export type Direction = "ahead" | "back" | "left" | "right";

const BEARING: Record<Direction, number> = { ahead: 0, right: 90, back: 180, left: -90 };
/** How far aside a cell may lie that is still ahead, or beside: half-rows lie askew between the lanes. */
const ASKEW: Record<Direction, number> = { ahead: 2, right: 4, back: 2, left: 4 };

/** The next of some cells as a driver on one cell sees them: ahead, back, or beside. */
export function toward(from: Place, cells: Cell[], to: Direction): Cell | null {
  const angle = ((from.turn + BEARING[to]) * Math.PI) / 180;
  let best: Cell | null = null;
  let least = Infinity;
  for (const cell of cells) {
    const [dx, dy] = [cell.x - from.x, cell.y - from.y];
    const along = dx * Math.cos(angle) + dy * Math.sin(angle);
    const across = Math.abs(dy * Math.cos(angle) - dx * Math.sin(angle));
    const far = along + 1.5 * across;
    if (along < 3 || across > ASKEW[to] * along || far >= least) continue;
    best = cell;
    least = far;
  }
  return best;
}

/** The neighbour in a ring of choices; from nowhere, the first or the last. */
export function cycled<T>(ring: T[], now: T | null, by: 1 | -1): T | null {
  if (!ring.length) return null;
  const at = now === null ? -1 : ring.indexOf(now);
  if (at < 0) return ring[by > 0 ? 0 : ring.length - 1]!;
  return ring[(at + by + ring.length) % ring.length]!;
}

/** The cell whose middle is nearest to a point, if one is within reach. */
export function nearest(cells: Cell[], x: number, y: number, reach: number): Cell | null {
  let best: Cell | null = null;
  let least = reach;
  for (const cell of cells) {
    const far = Math.hypot(cell.x - x, cell.y - y);
    if (far <= least) {
      best = cell;
      least = far;
    }
  }
  return best;
}
