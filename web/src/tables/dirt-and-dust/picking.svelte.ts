/** The thing in hand: what the game says about it, and putting it down when it is no longer there. */

import type { Desk } from "./desk.svelte";
import { questionAbout } from "./questions";

/** To be called while the table is set up. */
export function followPicked(desk: Desk): void {
  $effect(() => {
    void desk.step;
    if (isGone(desk) || desk.doing || !desk.director.idle) desk.take(null);
  });

  $effect(() => {
    void desk.step;
    const { picked, play } = desk;
    desk.answer = null;
    desk.target = null;
    if (!picked || !play || !desk.asked || desk.view.phase !== "driving" || desk.doing) return;
    let stale = false;
    play
      .explore(questionAbout(picked))
      .then((found) => {
        if (stale) return;
        desk.answer = found;
        if (found.answer === "stage-answer") desk.target = found.space;
      })
      .catch(() => undefined);
    return () => (stale = true);
  });
}

function isGone({ picked, mine, view }: Desk): boolean {
  switch (picked?.kind) {
    case "die":
      return !mine.dice.some((die) => !die.used && die.kind === picked.die && die.value === picked.value);
    case "hand":
      return view.own?.hand[picked.index] !== picked.card;
    case "slot":
      return mine.slots[picked.slot - 1]?.card !== picked.card;
    case "road":
      return !view.road.some((card) => card.no === picked.no);
    default:
      return false;
  }
}
