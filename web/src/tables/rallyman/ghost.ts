/** The ghost of a challenge: somebody's time spread evenly along the road, so that it tells nothing of the dice. */

import type { ChallengeInfo, Entry, Underway } from "../../generated/wire";
import type { Board, Place } from "./board";

/** Whose time to beat: the entry one place above one's own; the last one listed for who is not on the board. */
export function rivalOf({ board }: ChallengeInfo, person: string | null): Entry | null {
  const own = board.findIndex((entry) => entry.person === person);
  if (own > 0) return board[own - 1]!;
  return own === 0 ? board[0]! : (board.at(-1) ?? null);
}

/** Where a drive stood when it had taken so long: on its true line, between two turns on the way. */
export function linePlace(board: Board, line: readonly Underway[], seconds: number): Place | null {
  const next = line.findIndex(({ score }) => score > seconds);
  const last = next < 0 ? line.at(-1) : line[Math.max(0, next - 1)];
  const on = (point: Underway | undefined) => board.cells.find(({ id }) => id === point?.cell);
  const [from, to] = [on(last), on(line[next])];
  if (!from || !last) return to ? { x: to.x, y: to.y, turn: to.heading } : null;
  if (!to || next < 1) return { x: from.x, y: from.y, turn: from.heading };
  const part = (seconds - last.score) / Math.max(1, line[next]!.score - last.score);
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, turn: from.heading };
}

/** The middle of a tile and the way it leads. */
function middleOf(board: Board, tile: number): Place | null {
  const own = board.cells.filter((cell) => cell.tile === tile && !cell.half);
  if (!own.length) return null;
  const [x, y] = [own, own].map((cells, axis) =>
    cells.reduce((sum, cell) => sum + (axis ? cell.y : cell.x) / cells.length, 0),
  );
  const [dx, dy] = own.reduce(
    ([across, down], { heading }) => {
      const angle = (heading * Math.PI) / 180;
      return [across + Math.cos(angle), down + Math.sin(angle)] as [number, number];
    },
    [0, 0] as [number, number],
  );
  return { x: x!, y: y!, turn: (Math.atan2(dy, dx) * 180) / Math.PI };
}

/** Where the ghost is after a share of its time, on a road of so many laps; null for a board without tiles. */
export function ghostPlace(board: Board, share: number, laps: number): Place | null {
  const tiles = board.tiles.length;
  if (!tiles) return null;
  const round = laps > 0;
  const far = Math.min(1, Math.max(0, share)) * (round ? tiles * laps : tiles - 1);
  const [first, part] = [Math.floor(far), far - Math.floor(far)];
  const at = (tile: number) => middleOf(board, round ? tile % tiles : Math.min(tile, tiles - 1));
  const [from, to] = [at(first), at(first + 1)];
  if (!from || !to) return from ?? to;
  return { x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part, turn: from.turn };
}
