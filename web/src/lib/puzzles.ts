/** Puzzles in words. */

import type { PuzzleAnswer, PuzzleBrief } from "../generated/wire";
import { amount } from "./analysis";
import { percent, say, t } from "./words.svelte";
import { settings } from "./settings.svelte";

/** A day as people write it; days are those of the server's clock, so the browser's own zone is left out. */
export function dayOf(day: string): string {
  const form = { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" } as const;
  return new Intl.DateTimeFormat(settings.language, form).format(new Date(`${day}T00:00:00Z`));
}

/** What has become of a puzzle. */
export function stateOf({ mine }: Pick<PuzzleBrief, "mine">): "open" | "solved" | "missed" {
  return mine === null ? "open" : mine ? "solved" : "missed";
}

/** How many have tried it, and how many were right. */
export function shareOf({ answered, solved }: Pick<PuzzleBrief, "answered" | "solved">): string {
  return t("puzzle.people", { answered, share: percent(answered ? solved / answered : 0) });
}

/** What a plan came to. */
export function verdictOf({ right, loss, unit, fault }: PuzzleAnswer): string {
  if (right && loss === 0) return t("puzzle.right");
  if (right) return t("puzzle.as-good", { n: amount(loss, unit) });
  const why = fault ? say({ id: `analysis.fault.${fault}`, params: {} }) : "";
  return t("puzzle.wrong", { n: amount(loss, unit), fault: why });
}
