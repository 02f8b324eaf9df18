/** What Rallyman brings to the end of a race: the cars of the podium, a picture of the road, the next track. */

import type { TableInfo } from "../../generated/wire";
import { api } from "../../lib/api";
import { readyTitle } from "../../workshop/shelf";
import type { EndingParts, NextTrack } from "../manifest";
import { boardOf } from "./board";
import { raceOf } from "./model";
import SideCar from "./SideCar.svelte";
import type { Types } from "./types";

/** What both games call their ready tracks: the option that names one, and their kind. */
const READY = {
  "rallyman-gt": { option: "track", kind: "circuit" },
  "rallyman-dirt": { option: "rally", kind: "rally" },
} as const;

/** The ready track after the one that was driven; the first one after a track of one's own. */
async function next({ game, options }: TableInfo): Promise<NextTrack | null> {
  const { option, kind } = READY[game as keyof typeof READY];
  const all = (await api.get("/api/tracks/ready")).filter((track) => track.kind === kind);
  const here = all.findIndex((track) => track.id === options[option]);
  const track = all[(here + 1) % all.length];
  if (!track || all.length < 2) return null;
  const own = game === "rallyman-dirt" ? { layouts: [], stages: [], carried: [] } : {};
  return { title: readyTitle(track), options: { ...options, ...own, [option]: track.id } };
}

/** What the track that was driven is called; one of one's own by the name it was given. */
async function title({ game, options, challenge }: TableInfo): Promise<string> {
  const { option, kind } = READY[game as keyof typeof READY];
  const own = options[option] ?? null;
  if (challenge) return "";
  if (typeof own === "object") return String((own as { name?: string } | null)?.name ?? "");
  const all = (await api.get("/api/tracks/ready")).filter((track) => track.kind === kind);
  const found = all.find((track) => track.id === own);
  return found ? readyTitle(found) : "";
}

/** A car from above, drawn pointing right. */
const CAR = "M-20-7.500Q-21-10-17-10L4-9.500Q15-9 20-5 22 0 20 5 15 9 4 9.500L-17 10Q-21 10-20 7.500z";
const COLOURS = ["#c62828", "#1557b0", "#8f6a00", "#1f7a3a", "#7a2fa0", "#3c4650"];

/** The road as it lies on the table, with the cars on it. */
function picture(
  board: unknown,
  view: unknown,
): { svg: string; box: [number, number, number, number] } | null {
  const race = raceOf(view as Types["View"]);
  const drawing = boardOf(board, race.stage);
  if (!drawing) return null;
  const cars = race.cars.flatMap(({ seat, cell, status }) => {
    const at = drawing.cells.find((one) => one.id === cell);
    if (!at || status === "retired") return [];
    const paint = `fill="${COLOURS[seat % 6]}" stroke="#fff" stroke-width="1.5"`;
    const number = `<circle r="8" fill="#fff"/><text y="4" text-anchor="middle" font-family="sans-serif" font-size="11" font-weight="800">${seat + 1}</text>`;
    return [
      `<g transform="translate(${at.x} ${at.y})"><path d="${CAR}" ${paint} transform="rotate(${at.heading})"/>${number}</g>`,
    ];
  });
  return { svg: drawing.svg.replace(/<\/svg>\s*$/, `${cars.join("")}</svg>`), box: drawing.view_box };
}

export default { Vehicle: SideCar, title, next, picture } satisfies EndingParts;
