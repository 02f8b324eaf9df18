/** The keys of the table: numbers take dice, arrows aim, Enter puts down, Escape puts back, M and R open sheets. */

import type { Carry } from "./carry.svelte";
import { diceAbove } from "./choices";
import type { Desk } from "./desk.svelte";

/** What a key does; `focus` brings the panel of actions to attention. */
export function press(event: KeyboardEvent, desk: Desk, carry: Carry, focus: () => void): void {
  const target = event.target as Element;
  if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, textarea, select, dialog"))
    return;
  const { picked } = desk;
  const free = !target.closest("button, a, summary") || target.matches('.pick[aria-pressed="true"]');
  if (event.key === "Escape") escape(desk, carry);
  else if (event.key === "Enter" && picked?.kind === "die" && free && desk.aim !== null) {
    event.preventDefault();
    desk.putOn(desk.aim);
  } else if (picked?.kind === "die" && (event.key === "ArrowLeft" || event.key === "ArrowRight")) {
    event.preventDefault();
    aim(desk, event.key === "ArrowLeft" ? -1 : 1);
  } else if (event.key.toLowerCase() === "m") desk.open("market");
  else if (event.key.toLowerCase() === "r") desk.open("rivals");
  else if (pickByValue(desk, Number(event.key))) focus();
}

function escape(desk: Desk, carry: Carry): void {
  if (!desk.director.idle) desk.director.hurry();
  else if (carry.what) carry.drop();
  else if (desk.sheet) desk.sheet = null;
  else if (desk.picked) desk.take(null);
}

/** The next slot to the left or right that the die in hand can be brought to. */
function aim(desk: Desk, step: number): void {
  const slots = (desk.dieAnswer?.uses ?? []).map((use) => use.slot).sort((a, b) => a - b);
  const at = slots.indexOf(desk.aim ?? 0);
  desk.aim = slots[at + step] ?? desk.aim;
}

/** The die of that value; pressed again, the next one. */
function pickByValue(desk: Desk, value: number): boolean {
  const dice = diceAbove(desk.mine, value);
  if (!dice.length || !desk.asked) return false;
  const held = dice.findIndex((die) => desk.holds({ kind: "die", die: die.kind, value: die.value }));
  const die = dice[(held + 1) % dice.length]!;
  desk.take({ kind: "die", die: die.kind, value: die.value });
  return true;
}
