/** How a race went, as lines to be drawn: places, zones or points by round, or seconds against an even pace. */

import type { Curve, Result } from "../generated/wire";

export interface Point {
  x: number;
  y: number;
}

export interface Trace {
  seat: number;
  points: Point[];
  /** Where its marks lie. */
  marks: (Point & { kind: Curve["marks"][number]["kind"] })[];
}

export interface Drawing {
  lines: Trace[];
  /** How many rounds there are. */
  rounds: number;
  /** The values of the horizontal lines, from top to bottom. */
  levels: number[];
  /** The value at the top and at the bottom. */
  range: [number, number];
}

/** Steps of an axis that people read easily. */
const SECONDS = [5, 10, 15, 30, 60, 120, 300, 600, 1200, 3600];
const NUMBERS = [1, 2, 5, 10, 20, 50, 100];

/** The lines of a race in their own units: x in rounds, y as the curve says, seconds behind the even pace. */
export function drawn(curve: Curve, result: Result): Drawing {
  const values = curve.unit === "seconds" ? againstPace(curve, result) : curve.lines;
  const rounds = Math.max(1, ...values.map((line) => line.length - 1));
  const all = values.flat().filter((value) => value !== null);
  const lines = values.map((line, seat): Trace => {
    const points = line.flatMap((y, x) => (y === null ? [] : [{ x, y }]));
    const marks = curve.marks
      .filter((mark) => mark.seat === seat)
      .flatMap(({ at, kind }) => {
        const y = line[at] ?? line[at - 1];
        return y === null || y === undefined ? [] : [{ x: at, y, kind }];
      });
    return { seat, points, marks };
  });
  if (curve.unit === "place") {
    const last = values.length;
    return {
      lines,
      rounds,
      levels: Array.from({ length: last }, (_, n) => n + 1),
      range: [1, Math.max(2, last)],
    };
  }
  const steps = curve.unit === "seconds" ? SECONDS : NUMBERS;
  const levels = between(Math.min(0, ...all), Math.max(0, ...all), steps);
  // Many seconds are bad and lie low, many zones and points are good and lie high.
  if (curve.unit !== "seconds") levels.reverse();
  return { lines, rounds, levels, range: [levels[0]!, levels.at(-1)!] };
}

/** Seconds behind (more than 0) or ahead of where the winner would be, had each of its rounds taken as long. */
function againstPace({ lines }: Curve, { places }: Result): (number | null)[][] {
  const best = lines[Math.max(0, places.indexOf(1))]!.filter((value) => value !== null);
  const pace = (best.at(-1)! - best[0]!) / Math.max(1, best.length - 1);
  return lines.map((line) =>
    line.map((value, round) => (value === null ? null : value - best[0]! - pace * round)),
  );
}

/** Round values around a range, a handful of them. */
function between(least: number, most: number, steps: readonly number[]): number[] {
  const step = steps.find((one) => (most - least) / one <= 5) ?? steps.at(-1)!;
  const first = Math.floor(least / step) * step;
  const count = Math.max(1, Math.ceil((most - first) / step));
  return Array.from({ length: count + 1 }, (_, n) => first + n * step);
}

/** A smooth way through some points that never overshoots them. */
export function smooth(points: Point[]): string {
  return points
    .map(({ x, y }, at) => {
      const before = points[at - 1];
      if (!before) return `M${round(x)} ${round(y)}`;
      const middle = (before.x + x) / 2;
      return `C${round(middle)} ${round(before.y)} ${round(middle)} ${round(y)} ${round(x)} ${round(y)}`;
    })
    .join("");
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
