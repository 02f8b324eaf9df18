/** What the workshop knows of the tile faces of a box, as the server tells it. */

import type { BoxFace_DirtFace, BoxFace_GtFace } from "../generated/wire";

export type Kind = "circuit" | "stage";
export type Danger = "yellow" | "orange" | "red";
export type Shape = "start" | "finish" | "straight" | "bend" | "hairpin" | "winding" | "lanes";

/** A face of one box or the other; which fields it has depends on the box. */
export type BoxFace = BoxFace_GtFace | BoxFace_DirtFace;
export type FaceData = BoxFace["face"];

export interface Face {
  id: string;
  number: string;
  side: "a" | "b";
  copies: number;
  entry: number;
  exit: number;
  /** Lanes at the entry and at the exit edge. */
  lanes: [number, number];
  danger: Danger;
  shape: Shape;
  /** Printed to be driven from its exit to its entry. */
  backwards: boolean;
  jumps: number;
  water: number;
  shortcuts: number;
  /** Land and road as SVG, without cells. */
  drawing: string;
}

export interface Box {
  kind: Kind;
  faces: ReadonlyMap<string, Face>;
  /** Numbers of the tiles in the order of the box. */
  numbers: readonly string[];
  copies: ReadonlyMap<string, number>;
  /** The stylesheet and symbols all drawings share. */
  style: string;
  symbols: string;
  /** The service park, which lies behind the finish and is never part of the road. */
  service: { entry: number; drawing: string } | null;
}

export const START: Record<Kind, string> = { circuit: "102", stage: "202" };
export const FINISH = "203";
export const BOX_OF: Record<Kind, "gt" | "dirt"> = { circuit: "gt", stage: "dirt" };
export const SHAPES: readonly Shape[] = [
  "start",
  "finish",
  "straight",
  "winding",
  "bend",
  "hairpin",
  "lanes",
];

/** Take over a box as the server tells it. */
export function openBox(kind: Kind, told: readonly BoxFace[]): Box {
  const road = told.filter((face) => face.face.exit !== null);
  const faces = new Map(road.map((face) => [face.id, readFace(face)]));
  const service = told.find((face) => face.face.exit === null);
  return {
    kind,
    faces,
    numbers: [...new Set(road.map((face) => face.number))],
    copies: new Map(road.map((face) => [face.number, face.copies])),
    style: cut(told[0]?.svg ?? "", "<style>", "</style>"),
    symbols: cut(told[0]?.svg ?? "", "<defs>", "</defs>"),
    service: service ? { entry: service.face.entry, drawing: drawingOf(service.svg) } : null,
  };
}

function readFace({ id, number, copies, svg, face }: BoxFace): Face {
  const sections = ("sections" in face && face.sections) || [];
  const rows = sections.filter((part) => part.kind === "row");
  const [entry, exit] = [sections[0], sections.at(-1)].map((end) => (end?.kind === "row" ? end.lanes : 2));
  return {
    id,
    number,
    side: id.endsWith("b") ? "b" : "a",
    copies,
    entry: face.entry,
    exit: face.exit!,
    lanes: "lanes" in face ? [face.lanes.entry, face.lanes.exit] : [entry!, exit!],
    danger: face.danger ?? "yellow",
    shape: shapeOf(number, face),
    backwards: "printed_direction" in face && face.printed_direction === "exit_to_entry",
    jumps: rows.filter((row) => row.jump != null).length,
    water: rows.filter((row) => row.water).length,
    shortcuts: ("shortcuts" in face && face.shortcuts?.length) || 0,
    drawing: drawingOf(svg),
  };
}

function shapeOf(number: string, face: FaceData): Shape {
  if (number === START.circuit || number === START.stage) return "start";
  if (number === FINISH) return "finish";
  if ("lanes" in face && face.lanes.entry !== face.lanes.exit) return "lanes";
  const away = Math.abs(face.exit! - face.entry);
  const bend = 3 - Math.min(away, 6 - away);
  if (bend) return bend === 1 ? "bend" : "hairpin";
  return !face.turn || face.turn === "none" ? "straight" : "winding";
}

/** The other side of a tile. */
export function otherSide(id: string): string {
  return id.slice(0, -1) + (id.endsWith("a") ? "b" : "a");
}

/** The number both sides of a tile share. */
export function numberOf(id: string): string {
  return id.slice(0, -1);
}

function cut(text: string, opening: string, closing: string): string {
  const from = text.indexOf(opening);
  const to = text.indexOf(closing, from);
  return from < 0 || to < 0 ? "" : text.slice(from + opening.length, to);
}

/** Land and tile of a whole drawing; its cells are of no use here. */
function drawingOf(svg: string): string {
  const from = svg.indexOf('<g class="land">');
  const cells = svg.indexOf('<g class="cells">');
  return svg.slice(from, cells < 0 ? svg.lastIndexOf("</svg>") : cells);
}
