/** What to ask the game about a thing that was picked up. */

import type { Question } from "../../generated/dirt-and-dust";
import type { Picked } from "./desk.svelte";

export function questionAbout(picked: Picked): Question {
  switch (picked.kind) {
    case "die":
      return { question: "about-die", die: picked.die, value: picked.value };
    case "road":
      return { question: "about-stage-card", card: picked.no };
    default:
      return { question: "about-card", card: picked.card };
  }
}
