/** What a report of a drive says, in short. */

import type { AnalysisState, Report } from "../generated/wire";
import { api } from "./api";
import { number } from "./words.svelte";

export type { AnalysisState, Report };

/** The turn in which decisions cost most; null where they cost next to nothing. */
export function worstTurn({ turns }: Pick<Report, "turns">): { turn: number; decisions: number } | null {
  const worst = [...turns].sort((a, b) => b.decisions - a.decisions)[0];
  return worst && worst.decisions >= 0.5 ? worst : null;
}

export interface Row {
  turn: number;
  given: number;
  dice: number;
  mark: Report["choices"][number]["mark"];
  /** The better decision, where there was one. */
  better: string | null;
}

/** Turns with the mark of their costliest decision. */
export function rows({ turns, choices }: Pick<Report, "turns" | "choices">): Row[] {
  return turns.flatMap(({ turn, decisions, dice }) => {
    const worst = choices.filter((one) => one.turn === turn).sort((a, b) => b.loss - a.loss)[0];
    if (!worst) return [];
    const better = worst.mark === "best" ? null : worst.best;
    return [{ turn, given: decisions, dice, mark: worst.mark, better }];
  });
}

/** Seconds as they are told: whole ones, tenths below ten; a true minus. */
export function told(seconds: number): string {
  const digits = Math.abs(seconds) < 9.95 ? 1 : 0;
  const text = number(Math.abs(seconds), { maximumFractionDigits: digits });
  return seconds < 0 && Number(seconds.toFixed(digits)) !== 0 ? `−${text}` : text;
}

/** The report of a finished drive; `begin`: let the server compute it. */
export function analysisOf(table: string, begin: boolean): Promise<AnalysisState> {
  return api.post(`/api/tables/${table as string}/analysis`, { begin });
}
