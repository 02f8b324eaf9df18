/** The workbench: one track in the making, what is in the hand, and where one looks. */

import {
  begun,
  changed,
  draftOf,
  EMPTY,
  flipped,
  moved,
  put,
  redone,
  rotated,
  tileAt,
  undone,
  without,
  type Draft,
  type History,
  type Layout,
  type Tile,
  type Tiles,
} from "./draft";
import { numberOf, otherSide, START, type Box, type Face } from "./faces";
import { same, type Hex } from "./hexes";
import { bestRotation, fits, followRoad, otherWay } from "./road";
import type { TrackInfo } from "./shelf";
import { troublesOf } from "./troubles";

/** A face in the hand; `rotation` is null until it is turned by hand, `from` is where it lay. */
export interface Hand {
  tile: string;
  rotation: number | null;
  from: Hex | null;
}

/** What the browser remembers of a bench. */
export interface Memory {
  name: string;
  draft: Draft;
  kept: TrackInfo | null;
}

const MIDDLE: Hex = { q: 0, r: 0 };

export class Bench {
  history = $state.raw<History<Draft>>(begun(EMPTY));
  name = $state("");
  /** The track on the server this one was opened from or saved as. */
  kept = $state.raw<TrackInfo | null>(null);
  hand = $state.raw<Hand | null>(null);
  cursor = $state.raw<Hex>(MIDDLE);
  /** Where the mouse points while something is in the hand. */
  aim = $state.raw<Hex | null>(null);
  /** Grows with every track that is taken over as a whole, so that all of it is brought into sight. */
  opened = $state(0);
  /** Which side of the tiles the tray shows. */
  side = $state<"a" | "b">("a");

  tiles = $derived(this.history.now.tiles);
  road = $derived.by(() => followRoad(this.box.kind, this.tiles, this.box.faces));
  troubles = $derived.by(() => troublesOf(this.history.now, this.road, this.box));
  selected = $derived(this.hand ? undefined : tileAt(this.tiles, this.cursor));

  constructor(readonly box: Box) {
    this.settle();
  }

  /** Where what is in the hand would be laid now. */
  get target(): Hex {
    return this.aim ?? this.cursor;
  }

  get memory(): Memory {
    return {
      name: this.name,
      draft: this.history.now,
      kept: this.kept ? { ...this.kept, layout: null } : null,
    };
  }

  recall(memory: Memory): void {
    this.history = begun(memory.draft);
    this.name = memory.name;
    this.kept = memory.kept;
    this.settle();
  }

  face(tile: string): Face | undefined {
    return this.box.faces.get(tile);
  }

  /** How many tiles of a number are still in the box. */
  left(number: string): number {
    const used = this.tiles.filter((tile) => numberOf(tile.tile) === number).length;
    return (this.box.copies.get(number) ?? 0) - used;
  }

  /** The place of a tile in driving order, from 1; 0 if the road does not reach it. */
  orderOf(place: Hex): number {
    return this.road.chain.findIndex((tile) => same(tile, place)) + 1;
  }

  /** Everything on the table but what is being moved. */
  private get lying(): Tiles {
    return this.hand?.from ? without(this.tiles, this.hand.from) : this.tiles;
  }

  private scores(face: Face, place: Hex, tiles: Tiles): number[] {
    return fits(face, place, tiles, this.box.faces, followRoad(this.box.kind, tiles, this.box.faces).gap);
  }

  /** How the face in the hand would lie on a place; null if it cannot be laid there. */
  ghost(place: Hex): Tile | null {
    const hand = this.hand;
    const face = hand && this.face(hand.tile);
    if (!hand || !face || tileAt(this.lying, place)) return null;
    const rotation = hand.rotation ?? bestRotation(this.scores(face, place, this.lying));
    return { tile: hand.tile, q: place.q, r: place.r, rotation };
  }

  private change(draft: Partial<Draft>): void {
    this.history = changed(this.history, { ...this.history.now, ...draft });
    this.matchLanes();
  }

  /** Take a face from the tray; it hovers where the road goes on. */
  take(tile: string): void {
    this.hand = { tile, rotation: null, from: null };
    const gap = this.road.gap;
    if (gap?.kind === "open") this.cursor = gap.place;
    else if (!this.tiles.length) this.cursor = MIDDLE;
    else if (tileAt(this.tiles, this.cursor)) this.cursor = this.freePlace();
  }

  private freePlace(): Hex {
    const right = Math.max(...this.tiles.map((tile) => tile.q));
    const last = this.tiles.find((tile) => tile.q === right)!;
    return { q: right + 1, r: last.r };
  }

  /** Take up the tile under the cursor to lay it somewhere else. */
  lift(): void {
    const tile = this.selected;
    if (tile) this.hand = { tile: tile.tile, rotation: tile.rotation, from: { q: tile.q, r: tile.r } };
  }

  drop(): void {
    if (this.hand?.from) this.cursor = this.hand.from;
    this.hand = null;
    this.aim = null;
  }

  /** Lay what is in the hand; returns what was laid. The next one of its kind comes to hand if there is one. */
  lay(place: Hex): Tile | null {
    const ghost = this.ghost(place);
    const hand = this.hand;
    if (!ghost || !hand) return null;
    this.cursor = place;
    this.aim = null;
    if (hand.from) {
      this.change({ tiles: moved(this.tiles, hand.from, place, ghost.rotation) });
      this.hand = null;
      return ghost;
    }
    this.change({ tiles: put(this.tiles, ghost) });
    const gap = this.road.gap;
    this.hand = null;
    if (gap?.kind === "open" && this.left(numberOf(ghost.tile)) > 0) {
      this.hand = { tile: ghost.tile, rotation: null, from: null };
      this.cursor = gap.place;
    }
    return ghost;
  }

  /** The tray shows the side whose lanes go on where the road ends, or where it begins. */
  private matchLanes(): void {
    const { gap, chain } = this.road;
    const lanes = gap?.lanes ?? (chain[0] && this.face(chain[0].tile)?.lanes[1]);
    if (this.box.kind === "circuit" && lanes) this.side = lanes === 2 ? "b" : "a";
  }

  /** Turn the tile in the hand or under the cursor by sixths, clockwise. */
  turn(sixths: number): void {
    this.turnTo((rotation) => (rotation + sixths + 6) % 6);
  }

  /** Lay a bend the other way round: the next rotation that joins the roads. */
  bend(): void {
    this.turnTo((rotation, face, scores) => otherWay(face, scores, rotation));
  }

  private turnTo(next: (rotation: number, face: Face, scores: number[]) => number): void {
    const lying = this.hand ? this.ghost(this.target) : this.selected;
    const face = lying && this.face(lying.tile);
    if (!lying || !face) return;
    const others = this.hand ? this.lying : without(this.tiles, lying);
    const rotation = next(lying.rotation, face, this.scores(face, lying, others));
    if (this.hand) this.hand = { ...this.hand, rotation };
    else this.change({ tiles: rotated(this.tiles, lying, rotation) });
  }

  /** Turn over the tile in the hand or under the cursor. */
  flip(): void {
    const tile = this.hand?.tile ?? this.selected?.tile;
    if (!tile || !this.face(otherSide(tile))) return;
    if (this.hand) this.hand = { ...this.hand, tile: otherSide(tile), rotation: null };
    else this.change({ tiles: flipped(this.tiles, this.cursor) });
  }

  /** Put back into the box what is in the hand or under the cursor. */
  remove(): Tile | null {
    const from = this.hand?.from ?? (this.hand ? null : this.cursor);
    const tile = from && tileAt(this.tiles, from);
    this.hand = null;
    if (tile) this.change({ tiles: without(this.tiles, tile) });
    return tile ?? null;
  }

  set assistance(on: boolean) {
    this.change({ assistance: on });
  }

  get assistance(): boolean {
    return this.history.now.assistance;
  }

  undo(): void {
    this.hand = null;
    this.history = undone(this.history);
    this.matchLanes();
  }

  redo(): void {
    this.hand = null;
    this.history = redone(this.history);
    this.matchLanes();
  }

  /** Clear the table; one step back brings everything back. */
  clear(): void {
    if (this.tiles.length) this.change(EMPTY);
    this.name = "";
    this.kept = null;
    this.settle();
  }

  /** Take over a whole track. */
  open(layout: Layout, name: string, kept: TrackInfo | null = null): void {
    this.change(draftOf(layout));
    this.name = name;
    this.kept = kept;
    this.settle();
  }

  private settle(): void {
    this.opened++;
    this.hand = null;
    this.aim = null;
    const gap = this.road.gap;
    this.cursor = gap?.kind === "open" ? gap.place : (this.road.chain[0] ?? this.tiles[0] ?? MIDDLE);
    this.side = "a";
    this.matchLanes();
    if (!this.tiles.length) this.take(`${START[this.box.kind]}a`);
  }

  /** The track in the server's terms: the road in driving order, then what lies beside it. */
  layout(author: string): Layout {
    const { chain, loose } = this.road;
    const beside = (chain.length ? loose : this.tiles).map((tile) => ({ ...tile, reverse: false }));
    const tiles = [...chain, ...beside].map(({ tile, q, r, rotation, reverse }) => ({
      tile,
      q,
      r,
      rotation,
      reverse,
    }));
    const common = { id: slug(this.name), name: this.name.trim(), author, tiles };
    return this.box.kind === "stage"
      ? { kind: "stage", ...common, assistance: this.assistance }
      : { kind: "circuit", ...common };
  }
}

/** A short id from a name, as files of other programs get one. */
export function slug(name: string): string {
  return (
    name
      .toLowerCase()
      .match(/[\p{L}\p{N}_]+/gu)
      ?.join("-") ?? "workshop"
  );
}
