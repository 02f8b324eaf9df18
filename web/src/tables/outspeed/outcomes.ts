/** What came of a route, in words. */

import type { Outcome, Reveal } from "../../generated/outspeed";
import { t } from "../../lib/words.svelte";

export function outcomeInWords(outcome: Outcome, names: (seat: number) => string): string {
  const said = [
    `${names(outcome.seat)}:`,
    outcome.route ? `${t(`os.route.${outcome.route}`)}.` : `${t("os.last.none")}.`,
  ];
  if (outcome.lost) said.push(`${t("os.last.lost")}.`);
  else {
    if (outcome.cost) said.push(t("os.cost", { amount: outcome.cost }));
    for (const kind of ["zones", "fuel", "bonus"] as const) {
      if (outcome.gain[kind]) said.push(t(`os.reward.${kind}`, { amount: outcome.gain[kind] }));
    }
  }
  return said.join(" ");
}

/** All routes of a turn in one breath, for people who listen to the screen. */
export function revealInWords(reveal: Reveal, names: (seat: number) => string): string {
  return [
    `${t("os.last", { turn: reveal.turn })}.`,
    ...reveal.outcomes.map((outcome) => outcomeInWords(outcome, names)),
  ].join(" ");
}
