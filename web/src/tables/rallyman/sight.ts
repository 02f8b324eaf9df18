/** What of the track is worth seeing now: the eye frames it. */

import type { Point } from "../../lib/camera";
import type { Board, Cell, Place } from "./board";
import type { Path } from "./Cells.svelte";
import type { Sight } from "./eye.svelte";
import type { AnyLaying } from "./laying.svelte";

export interface Watched {
  board: Board;
  cells: Map<number, Cell>;
  /** Whether the road comes back to its start. */
  round: boolean;
  /** Where the car stands that the eye follows. */
  car: Place | null;
  /** Further places that must be seen. */
  marks: Point[];
  laying: AnyLaying | null;
  path: Path;
  choices: number[];
}

/** How many tiles behind the lit cells are looked at. */
const TILES_AHEAD = [0, 1, 2];

/** What the eye should see, and what follows it along the road. */
export function sightOf({ board, cells, round, car, marks, laying, path, choices }: Watched): Sight {
  const at = (ids: number[]) => ids.flatMap((id) => cells.get(id) ?? []);
  const here = car ? [car] : [];
  if (!laying)
    return {
      plan: null,
      points: [...here, ...marks, ...at([...path.ahead.slice(0, 2), ...choices])],
      ahead: path.ahead.slice(2).map((id) => at([id])),
    };
  const laid = laying.draft.steps.slice(-2).map((step) => step.cell);
  const lit = laying.lit.map((one) => one.cell);
  const from = laid.length > 1 ? [] : here;
  return {
    plan: laying,
    points: [...from, ...marks, ...at([...laid, ...lit, ...choices])],
    ahead: tilesAhead(board, round, cells.get(lit.at(-1) ?? -1)?.tile ?? -1),
  };
}

function tilesAhead(board: Board, round: boolean, last: number): Cell[][] {
  if (last < 0) return [];
  const tiles = Math.max(...board.cells.map((cell) => cell.tile)) + 1;
  return TILES_AHEAD.map((more) => {
    const tile = round ? (last + more) % tiles : last + more;
    return board.cells.filter((cell) => cell.tile === tile);
  });
}
