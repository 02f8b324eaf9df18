/** What the report of a game says, in short. */

import type { AnalysisState, DriverReport, RatedDecision, Report } from "../generated/wire";
import { api } from "./api";
import { clock, number, percent, t } from "./words.svelte";

export type { AnalysisState, DriverReport, RatedDecision, Report };
export type Mark = RatedDecision["mark"];
type Unit = Report["unit"];

/** Marks that are errors, the mildest first. */
export const ERRORS: readonly Mark[] = ["inaccuracy", "mistake", "blunder"];
/** The signs chess players know. */
export const SIGNS: Record<Mark, string> = {
  best: "✓",
  good: "✓",
  inaccuracy: "?!",
  mistake: "?",
  blunder: "??",
};
/** What is too little to be told of, by unit. */
const LITTLE: Record<Unit, number> = { seconds: 0.5, chance: 0.01, points: 0.3 };

/** The turn in which decisions cost most; null where they cost next to nothing. */
export function worstTurn(
  { turns }: Pick<DriverReport, "turns">,
  unit: Unit,
): { turn: number; loss: number } | null {
  const [worst] = turns
    .map(({ turn, decisions }) => ({ turn, loss: Math.abs(decisions) }))
    .sort((a, b) => b.loss - a.loss);
  return worst && worst.loss >= LITTLE[unit] ? worst : null;
}

export interface Row {
  turn: number;
  /** The step of its costliest decision. */
  step: number;
  given: number;
  chance: number;
  value: number;
  mark: Mark;
  worst: RatedDecision;
}

/** Turns with the mark of their costliest decision. */
export function rows({ turns, choices }: Pick<DriverReport, "turns" | "choices">): Row[] {
  return turns.flatMap(({ turn, decisions, dice, rivals, drift, value }) => {
    const worst = choices.filter((one) => one.turn === turn).sort((a, b) => b.loss - a.loss)[0];
    if (!worst) return [];
    const chance = dice + rivals + drift;
    return [{ turn, step: worst.step, given: Math.abs(decisions), chance, value, mark: worst.mark, worst }];
  });
}

/** The errors of a driver in the order they were made. */
export function errors({ choices }: Pick<DriverReport, "choices">): RatedDecision[] {
  return choices.filter((one) => ERRORS.includes(one.mark));
}

/** The error that comes next after a step, or the one before it; round the end to the other one. */
export function nextError(all: readonly RatedDecision[], step: number, by: 1 | -1): RatedDecision | null {
  const found = by > 0 ? all.find((one) => one.step > step) : all.findLast((one) => one.step < step);
  return found ?? (by > 0 ? all[0] : all.at(-1)) ?? null;
}

/** Digits after the point: tenths below ten. */
function short(value: number, style?: "percent"): string {
  const digits = Math.abs(value) < 9.95 ? 1 : 0;
  const size = Math.abs(style ? value / 100 : value);
  const text = number(size, { style, maximumFractionDigits: digits });
  return value < 0 && Number(value.toFixed(digits)) !== 0 ? `−${text}` : text;
}

/** A difference as it is told: seconds, points of win chance, points; a true minus. */
export function amount(value: number, unit: Unit): string {
  if (unit === "chance") return short(100 * value, "percent");
  return t(unit === "seconds" ? "analysis.in-seconds" : "analysis.in-points", { n: short(value) });
}

/** What can be expected, as it is told: a time, a chance, points. */
export function expected(value: number, unit: Unit): string {
  if (unit === "chance") return percent(Math.min(1, Math.max(0, value)));
  return unit === "seconds" ? clock(value) : short(value);
}

/** Whether a change was good for the driver. */
export function gave(value: number, { lowest }: Pick<Report, "lowest">): boolean {
  return lowest ? value < 0 : value > 0;
}

/** The report of a finished game; `begin`: let the server compute it. */
export function analysisOf(
  table: string,
  begin: boolean,
  cards: Report["cards"] = "own",
): Promise<AnalysisState> {
  return api.post(`/api/tables/${table as string}/analysis`, { begin, cards });
}
