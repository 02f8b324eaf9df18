/** The table in words, for people who listen to it. */

import { t } from "../lib/words.svelte";
import type { Bench } from "./bench.svelte";
import { tileAt, type Tile } from "./draft";
import type { Face, Shape } from "./faces";
import { columnAndRow, same, turned, type Hex } from "./hexes";

const SHAPE_WORDS = {
  start: "workshop.shape.start",
  finish: "workshop.shape.finish",
  straight: "workshop.shape.straight",
  winding: "workshop.shape.winding",
  bend: "workshop.shape.bend",
  hairpin: "workshop.shape.hairpin",
  lanes: "workshop.shape.lanes",
} as const;

const SIDE_WORDS = [
  "workshop.edge.0",
  "workshop.edge.1",
  "workshop.edge.2",
  "workshop.edge.3",
  "workshop.edge.4",
  "workshop.edge.5",
] as const;

export function shapeName(shape: Shape): string {
  return t(SHAPE_WORDS[shape]);
}

/** A face with all that tells it from others. */
export function faceInWords(face: Face): string {
  const [entry, exit] = face.lanes;
  const lanes =
    entry === exit
      ? t("workshop.lanes", { n: entry })
      : t("workshop.lanes-change", { from: entry, to: exit });
  const features = [
    face.jumps ? t("workshop.has.jump") : "",
    face.water ? t("workshop.has.water") : "",
    face.shortcuts ? t("workshop.has.shortcut") : "",
  ];
  return [
    `${face.id}: ${shapeName(face.shape)}`,
    lanes,
    t(`workshop.danger.${face.danger}`).toLocaleLowerCase(),
    ...features,
  ]
    .filter(Boolean)
    .join(", ");
}

function sidesInWords(tile: Tile, face: Face): string {
  const [one, other] = [turned(face.entry, tile.rotation), turned(face.exit, tile.rotation)];
  return t("workshop.joins", { one: t(SIDE_WORDS[one]!), other: t(SIDE_WORDS[other]!) });
}

export function placeInWords(place: Hex): string {
  return t("workshop.place", columnAndRow(place));
}

/** What is under the cursor, and what is in the hand. */
export function cursorInWords(bench: Bench): string {
  const { cursor } = bench;
  const place = placeInWords(cursor);
  const tile = tileAt(bench.tiles, cursor);
  const face = tile && bench.face(tile.tile);
  const ghost = bench.ghost(cursor);
  const said = [place];
  if (tile) {
    const order = bench.orderOf(cursor);
    said.push(order ? t("workshop.nth", { n: order }) : t("workshop.loose"));
    said.push(face ? `${faceInWords(face)}, ${sidesInWords(tile, face)}` : tile.tile);
  } else if (bench.road.gap?.kind === "open" && same(bench.road.gap.place, cursor))
    said.push(t("workshop.goes-on"));
  else said.push(t("workshop.nothing"));
  const held = ghost && bench.face(ghost.tile);
  if (ghost && held) said.push(t("workshop.held", { tile: ghost.tile, joins: sidesInWords(ghost, held) }));
  return said.join("; ");
}
