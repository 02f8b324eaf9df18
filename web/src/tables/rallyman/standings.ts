/** The rally after its last stage: places, gaps, and what the stage brought or cost. */

import type { DirtView } from "./model";

export interface Standing {
  seat: number;
  rank: number;
  /** Places won in the rally by the last stage; below 0: lost. */
  gained: number;
  total: string;
  /** Seconds behind the leader. */
  gap: number;
  /** The stage: time, place in it, seconds lost to its winner. */
  time: string;
  place: number;
  lost: number;
}

type Sheet = Pick<DirtView, "sheet">;

/** Where the rally stands after the last stage that is over; null before the first. */
export function standings({ sheet }: Sheet): { stage: number; lines: Standing[] } | null {
  const last = sheet.findLastIndex((stage) => stage.lines.length);
  if (last < 0) return null;
  const { lines, number } = sheet[last]!;
  const before = sheet[last - 1]?.lines;
  const [leader, fastest] = [
    Math.min(...lines.map((line) => line.total)),
    Math.min(...lines.map((line) => line.seconds)),
  ];
  return {
    stage: number,
    lines: lines
      .map((line, seat) => ({
        seat,
        rank: line.rank,
        gained: before?.[seat] ? before[seat].rank - line.rank : 0,
        total: line.total_time,
        gap: line.total - leader,
        time: line.time,
        place: line.place,
        lost: line.seconds - fastest,
      }))
      .sort((a, b) => a.rank - b.rank || a.seat - b.seat),
  };
}

/** Whether the rally stands between two stages for a driver: nothing of the next one has been driven yet. */
export function betweenStages(view: Pick<DirtView, "phase" | "stage" | "round" | "cars" | "you">): boolean {
  if (view.phase === "over") return false;
  if (view.phase === "service" || view.phase === "clocks") return true;
  if (!view.stage) return false;
  const own = view.you === null ? null : view.cars[view.you];
  return view.round <= 1 || own?.status === "waiting" || own?.status === "line";
}
