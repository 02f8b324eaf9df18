/** The words on a button that answers what an effect asks. */

import type { Action } from "../../generated/dirt-and-dust";
import type { Desk } from "./desk.svelte";
import { t } from "../../lib/words.svelte";

export function answerWords(desk: Desk, action: Action): string {
  const inSlot = (slot: number) => desk.cardName(desk.mine.slots[slot - 1]?.card ?? "");
  switch (action.action) {
    case "go":
      return desk.spaceName(action.to);
    case "turn-die":
      return t("dd.answer.turn-die", { die: t(`dd.die.${action.die}`), value: action.value, to: action.to });
    case "pick":
      return t("dd.answer.pick", { slot: action.slot, card: inSlot(action.slot) });
    case "exchange": {
      const { first, second } = action;
      return t("dd.answer.exchange", { first, second, one: inSlot(first), other: inSlot(second) });
    }
    case "replay":
      return t("dd.answer.replay", { card: desk.cardName(action.card), slot: action.slot });
    case "take":
      return desk.cardName(action.card);
    default:
      return action.action;
  }
}
