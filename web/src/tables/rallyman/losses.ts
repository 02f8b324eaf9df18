/** What losing control costs, in words. */

import { number, percent, t } from "../../lib/words.svelte";
import type { Loss } from "./types";

export function lossText(loss: Loss): string {
  if (loss.marker !== undefined) return t("rally.loss", { marker: loss.marker, n: loss.tokens });
  return t("rally.loss-mean", {
    seconds: number(loss.seconds ?? 0, { maximumFractionDigits: 0 }),
    tokens: number(loss.tokens, { maximumFractionDigits: 1 }),
    crash: percent(loss.crash ?? 0),
  });
}
