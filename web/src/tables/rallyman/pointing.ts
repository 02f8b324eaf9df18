/** Which cell a finger or the mouse means. */

import { nearest, type Cell } from "./board";
import type { Point } from "../../lib/camera";

/** How far beside a cell that can be chosen a finger may come down, in pixels. */
const FINGER = 24;
/** How far from the middle of any cell one may point, in units of the board. */
const ANY = 20;

/** The cell drawn at a point of the screen. */
export function drawnAt(x: number, y: number): number | null {
  const under = document.elementFromPoint(x, y)?.closest<SVGElement>("[data-cell]");
  return under ? Number(under.dataset.cell) : null;
}

/** The cell meant: one that can be chosen if it is near, else the one under the finger. */
export function meant(under: Cell | null, at: Point, zoom: number, open: Cell[], all: Cell[]): Cell | null {
  if (under && open.includes(under)) return under;
  return nearest(open, at.x, at.y, FINGER / zoom) ?? under ?? nearest(all, at.x, at.y, ANY);
}
