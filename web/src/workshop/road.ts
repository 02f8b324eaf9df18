/**
 * Following the road: tiles that only lie on the table become a road in driving order, as
 * paddock/tracks/formats/order.py does it. A circuit begins on its grid, which faces one way; a stage
 * begins on its start tile and is driven towards whichever side leads on to the finish.
 */

import type { Placement } from "../generated/wire";
import type { Tile, Tiles } from "./draft";
import { FINISH, numberOf, START, type Face, type Kind } from "./faces";
import { keyOf, neighbour, opposite, same, turned, type Hex } from "./hexes";

/** Where the road stops although it should go on. */
export interface Gap {
  /** `open`: no tile lies there; `blank`: the tile there has no road on that side; `home`: a stage came back to its start. */
  kind: "open" | "blank" | "home";
  from: Placement;
  place: Hex;
  direction: number;
  lanes: number;
}

export interface Road {
  /** In driving order; empty without exactly one start tile. */
  chain: readonly Placement[];
  /** Tiles the road does not reach. */
  loose: readonly Tile[];
  /** Null when the circuit is closed or the stage has come to its finish. */
  gap: Gap | null;
  starts: readonly Tile[];
}

type Faces = ReadonlyMap<string, Face>;

/** The edge by which the road leaves a driven tile, as a direction on the table, with its lanes. */
export function wayOut(tile: Placement, face: Face): { direction: number; lanes: number } {
  const edge = tile.reverse ? face.entry : face.exit;
  return { direction: turned(edge, tile.rotation), lanes: face.lanes[tile.reverse ? 0 : 1] };
}

/** The edge by which the road enters a driven tile. */
export function wayIn(tile: Placement, face: Face): { direction: number; lanes: number } {
  const edge = tile.reverse ? face.exit : face.entry;
  return { direction: turned(edge, tile.rotation), lanes: face.lanes[tile.reverse ? 1 : 0] };
}

/** The lanes of a lying tile's road at one of its sides; 0 where there is none. */
export function lanesAt(tile: Tile, face: Face, direction: number): number {
  const edge = turned(direction, -tile.rotation);
  return edge === face.entry ? face.lanes[0] : edge === face.exit ? face.lanes[1] : 0;
}

/** The road these tiles form from the start tile on, as far as it goes. */
export function followRoad(kind: Kind, tiles: Tiles, faces: Faces): Road {
  const table = new Map(tiles.filter((tile) => faces.has(tile.tile)).map((tile) => [keyOf(tile), tile]));
  const starts = [...table.values()].filter((tile) => numberOf(tile.tile) === START[kind]);
  const start = starts[0];
  if (!start) return { chain: [], loose: [], gap: null, starts };
  const { backwards } = faces.get(start.tile)!;
  const ways = (kind === "circuit" ? [false] : [backwards, !backwards]).map((reverse) =>
    follow(kind, start, reverse, table, faces),
  );
  const best = ways.reduce((one, other) => (better(other, one) ? other : one));
  const driven = new Set(best.chain.map(keyOf));
  return { ...best, loose: tiles.filter((tile) => !driven.has(keyOf(tile))), starts };
}

type Way = Pick<Road, "chain" | "gap">;

function better(one: Way, other: Way): boolean {
  if (!one.gap !== !other.gap) return !one.gap;
  return one.chain.length > other.chain.length;
}

function follow(
  kind: Kind,
  start: Tile,
  reverse: boolean,
  table: ReadonlyMap<string, Tile>,
  faces: Faces,
): Way {
  const chain: Placement[] = [];
  let here: Placement = { ...start, reverse };
  for (;;) {
    chain.push(here);
    if (kind === "stage" && numberOf(here.tile) === FINISH) return { chain, gap: null };
    const { direction, lanes } = wayOut(here, faces.get(here.tile)!);
    const place = neighbour(here, direction);
    const ahead = table.get(keyOf(place));
    const gap = { from: here, place, direction, lanes };
    if (!ahead) return { chain, gap: { kind: "open", ...gap } };
    const face = faces.get(ahead.tile)!;
    const back = turned(opposite(direction), -ahead.rotation);
    if (back !== face.entry && back !== face.exit) return { chain, gap: { kind: "blank", ...gap } };
    if (same(ahead, start)) return { chain, gap: kind === "circuit" ? null : { kind: "home", ...gap } };
    here = { ...ahead, reverse: back === face.exit };
  }
}

/** Tiles in pieces: those joined by their roads lie together. */
export function piecesOf(tiles: Tiles, faces: Faces): Tile[][] {
  const left = new Map(tiles.map((tile) => [keyOf(tile), tile]));
  const pieces: Tile[][] = [];
  for (const first of tiles) {
    if (!left.delete(keyOf(first))) continue;
    const piece = [first];
    for (const tile of piece) {
      for (const beside of joinedTo(tile, left, faces)) {
        left.delete(keyOf(beside));
        piece.push(beside);
      }
    }
    pieces.push(piece);
  }
  return pieces;
}

function joinedTo(tile: Tile, table: ReadonlyMap<string, Tile>, faces: Faces): Tile[] {
  const face = faces.get(tile.tile);
  if (!face) return [];
  return [face.entry, face.exit].flatMap((edge) => {
    const direction = turned(edge, tile.rotation);
    const beside = table.get(keyOf(neighbour(tile, direction)));
    const besideFace = beside && faces.get(beside.tile);
    return besideFace && lanesAt(beside, besideFace, opposite(direction)) ? [beside] : [];
  });
}

/** How well a face fits on a place, by rotation: joined roads count for it, blank sides against it. */
export function fits(face: Face, place: Hex, tiles: Tiles, faces: Faces, gap: Gap | null): number[] {
  const table = new Map(tiles.map((tile) => [keyOf(tile), tile]));
  return Array.from({ length: 6 }, (_, rotation) => {
    const lying = { tile: face.id, ...place, rotation };
    let score = 0;
    for (let direction = 0; direction < 6; direction++) {
      const beside = table.get(keyOf(neighbour(place, direction)));
      const besideFace = beside && faces.get(beside.tile);
      if (!besideFace) continue;
      const [mine, theirs] = [
        lanesAt(lying, face, direction),
        lanesAt(beside, besideFace, opposite(direction)),
      ];
      if (!mine && !theirs) continue;
      const onTheRoad = gap && keyOf(gap.from) === keyOf(beside) && gap.direction === opposite(direction);
      if (!mine || !theirs) score -= onTheRoad ? 20 : 4;
      else
        score +=
          (onTheRoad ? 20 : 10) +
          (mine === theirs ? 5 : 0) +
          (onTheRoad && asPrinted(lying, face, direction) ? 1 : 0);
    }
    return score;
  });
}

/** Of two ways to lay a tile, the one in which its print is driven is the more natural. */
function asPrinted(lying: Tile, face: Face, direction: number): boolean {
  return turned(face.backwards ? face.exit : face.entry, lying.rotation) === direction;
}

/** The rotation that fits best; where several do, the first one clockwise from `from`. */
export function bestRotation(scores: readonly number[], from = 0): number {
  const top = Math.max(...scores);
  for (let i = 0; i < 6; i++) if (scores[(from + i) % 6] === top) return (from + i) % 6;
  return from;
}

/** The next rotation that joins the roads as well as any does: lays a bend the other way round. */
export function otherWay(face: Face, scores: readonly number[], rotation: number): number {
  const joined = Math.max(...scores) - 2;
  const now = sidesOf(face, rotation);
  const fitting = [1, 2, 3, 4, 5].map((i) => (rotation + i) % 6).filter((turn) => scores[turn]! >= joined);
  return fitting.find((turn) => sidesOf(face, turn) !== now) ?? fitting[0] ?? (rotation + 1) % 6;
}

function sidesOf(face: Face, rotation: number): string {
  return [turned(face.entry, rotation), turned(face.exit, rotation)].sort().join();
}
