import type { TableInfo } from "../generated/wire";
import { t } from "./words.svelte";

export type Pace = TableInfo["pace"];

/** How fast a table plays, in words. */
export function paceInWords(pace: Pace): string {
  switch (pace.kind) {
    case "live":
      return t("pace.live", { minutes: Math.round(pace.bank / 60), increment: pace.increment });
    case "days":
      return t("pace.days", { days: pace.days });
    default:
      return t("pace.none");
  }
}
