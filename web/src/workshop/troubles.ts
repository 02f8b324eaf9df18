/** What is still wrong with a draft, in words, each with the place to look at. The server has the last word. */

import type { Message } from "../lib/words.svelte";
import type { Draft, Tile } from "./draft";
import { FINISH, numberOf, START, type Box } from "./faces";
import { directionTo, type Hex } from "./hexes";
import { piecesOf, wayIn, wayOut, type Gap, type Road } from "./road";

export interface Trouble {
  message: Message;
  place: Hex | null;
}

function trouble(reason: string, place: Hex | null, params: Message["params"] = {}): Trouble {
  return { message: { id: `workshop.problem.${reason}`, params }, place };
}

/** Everything wrong with a draft, the start first, then along the road, then what lies beside it. */
export function troublesOf(draft: Draft, road: Road, box: Box): Trouble[] {
  if (!draft.tiles.length) return [trouble("empty", null, { start: START[box.kind] })];
  return [
    ...ends(draft, road, box),
    ...lanes(road, box),
    ...gaps(road.gap, road, box),
    ...copies(draft, box),
    ...strays(draft, road, box),
  ];
}

function ends(draft: Draft, road: Road, box: Box): Trouble[] {
  const found: Trouble[] = [];
  if (!road.starts.length) found.push(trouble("no-start", null, { start: START[box.kind] }));
  const finish = draft.tiles.some((tile) => numberOf(tile.tile) === FINISH);
  if (box.kind === "stage" && !finish) found.push(trouble("no-finish", null, { finish: FINISH }));
  return found;
}

function lanes({ chain, gap }: Road, { kind, faces }: Box): Trouble[] {
  const closed = kind === "circuit" && !gap;
  return chain.flatMap((tile, index) => {
    const next = chain[index + 1] ?? (closed ? chain[0] : undefined);
    if (!next) return [];
    const [leaving, entering] = [
      wayOut(tile, faces.get(tile.tile)!).lanes,
      wayIn(next, faces.get(next.tile)!).lanes,
    ];
    if (leaving === entering) return [];
    const params = {
      number: index + 1,
      tile: tile.tile,
      lanes: leaving,
      next: next.tile,
      nextNumber: chain.indexOf(next) + 1,
      nextLanes: entering,
    };
    return [trouble("lanes", next, params)];
  });
}

function gaps(gap: Gap | null, { chain }: Road, { kind }: Box): Trouble[] {
  if (!gap) return [];
  const params = { number: chain.length, tile: gap.from.tile };
  if (gap.kind === "open") return [trouble(`open-${kind}`, gap.place, params)];
  return [trouble(gap.kind, gap.kind === "blank" ? gap.place : gap.from, params)];
}

function copies(draft: Draft, box: Box): Trouble[] {
  const used = new Map<string, number>();
  return draft.tiles.flatMap((tile) => {
    const number = numberOf(tile.tile);
    const most = box.copies.get(number);
    const count = (used.get(number) ?? 0) + 1;
    used.set(number, count);
    return most === undefined || count <= most
      ? []
      : [trouble("copies", tile, { tile: tile.tile, number, copies: most })];
  });
}

function strays(draft: Draft, road: Road, box: Box): Trouble[] {
  const unknown = draft.tiles.filter((tile) => !box.faces.has(tile.tile));
  const loose = road.loose.filter((tile) => box.faces.has(tile.tile));
  const starts = loose.filter((tile) => numberOf(tile.tile) === START[box.kind]);
  return [
    ...unknown.map((tile) => trouble("unknown", tile, { tile: tile.tile })),
    ...starts.map((tile) => trouble("second-start", tile, { tile: tile.tile })),
    ...piecesOf(loose, box.faces).map((piece) => astray(piece, road.gap)),
  ];
}

/** A piece that lies beside the road is pointed to where it is nearest to the road's end. */
function astray(piece: Tile[], gap: Gap | null): Trouble {
  const nearest = (gap && piece.find((tile) => directionTo(gap.place, tile) !== null)) ?? piece[0]!;
  return trouble("loose", nearest, { n: piece.length, tiles: piece.map((tile) => tile.tile).join(", ") });
}
