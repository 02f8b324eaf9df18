/** A track in the making: tiles on the table in no order, and the steps back and forth. */

import type { Circuit, Stage } from "../generated/wire";
import { otherSide } from "./faces";
import { same, type Hex } from "./hexes";

/** A tile face on the table, turned clockwise by `rotation` sixths. */
export interface Tile extends Hex {
  tile: string;
  rotation: number;
}

/** A circuit or a stage, as the server keeps it. */
export type Layout = Circuit | Stage;

export type Tiles = readonly Tile[];

/** What can be undone: the tiles, and whether a service park follows the stage. */
export interface Draft {
  tiles: Tiles;
  assistance: boolean;
}

export const EMPTY: Draft = { tiles: [], assistance: false };

export function tileAt(tiles: Tiles, place: Hex): Tile | undefined {
  return tiles.find((tile) => same(tile, place));
}

/** Put a tile on the table; what lay there goes back into the box. */
export function put(tiles: Tiles, tile: Tile): Tiles {
  return [...without(tiles, tile), tile];
}

export function without(tiles: Tiles, place: Hex): Tiles {
  return tiles.filter((tile) => !same(tile, place));
}

/** Take a tile from one place and put it, turned as asked, on another. */
export function moved(tiles: Tiles, from: Hex, to: Hex, rotation?: number): Tiles {
  const tile = tileAt(tiles, from);
  if (!tile) return tiles;
  return put(without(tiles, from), { ...tile, q: to.q, r: to.r, rotation: rotation ?? tile.rotation });
}

export function rotated(tiles: Tiles, place: Hex, rotation: number): Tiles {
  return tiles.map((tile) => (same(tile, place) ? { ...tile, rotation } : tile));
}

export function flipped(tiles: Tiles, place: Hex): Tiles {
  return tiles.map((tile) => (same(tile, place) ? { ...tile, tile: otherSide(tile.tile) } : tile));
}

/** The tiles of a layout as they lie on the table. */
export function draftOf(layout: Layout): Draft {
  const tiles = layout.tiles.reduce<Tiles>(
    (laid, { tile, q, r, rotation }) => put(laid, { tile, q, r, rotation }),
    [],
  );
  return { tiles, assistance: layout.kind === "stage" && layout.assistance };
}

/** Steps back and forth through states that never change. */
export interface History<T> {
  past: readonly T[];
  now: T;
  future: readonly T[];
}

const LONGEST = 200;

export function begun<T>(now: T): History<T> {
  return { past: [], now, future: [] };
}

export function changed<T>(history: History<T>, now: T): History<T> {
  return { past: [...history.past, history.now].slice(-LONGEST), now, future: [] };
}

export function undone<T>(history: History<T>): History<T> {
  const before = history.past.at(-1);
  if (before === undefined) return history;
  return { past: history.past.slice(0, -1), now: before, future: [history.now, ...history.future] };
}

export function redone<T>(history: History<T>): History<T> {
  const [next, ...rest] = history.future;
  if (next === undefined) return history;
  return { past: [...history.past, history.now], now: next, future: rest };
}
