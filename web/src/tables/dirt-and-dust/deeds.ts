/** What putting a thing that is in hand down on a slot comes to. */

import type { Action, DieAnswer, View } from "../../generated/dirt-and-dust";
import type { Picked } from "./desk.svelte";

/** The decisions, one after the other, that bring a die or a card to a slot; none if it cannot be put there. */
export function deedsOn(
  view: View,
  seat: number,
  picked: Picked,
  slot: number,
  answer: DieAnswer | null,
): Action[] {
  if (picked.kind === "hand")
    return view.boards[seat]?.slots[slot - 1] ? [] : [{ action: "play", card: picked.card, slot }];
  if (picked.kind !== "die") return [];
  const use = answer?.uses.find((each) => each.slot === slot);
  if (!use) return [];
  const { die, value } = picked;
  const turned: Action[] = use.wrenches ? [{ action: "change-die", die, value, to: slot }] : [];
  const resolved: Action[] = use.card && !use.covered ? [{ action: "resolve", slot, die }] : [];
  return [...turned, ...resolved];
}

/** What the effects that hold now would bring at a slot: resources by name. */
export function gainsAt(
  view: View,
  answer: DieAnswer | null,
  slot: number | null,
): Partial<Record<string, number>> {
  const use = answer?.uses.find((each) => each.slot === slot);
  const gains: Partial<Record<string, number>> = {};
  if (!use) return gains;
  if (use.wrenches) gains.wrench = -use.wrenches;
  const effects = view.cards[use.card]?.effects ?? [];
  for (const preview of use.effects) {
    if (!preview.available) continue;
    for (const op of effects[preview.effect]?.do ?? [])
      if (op.op === "gain" && !op.per) gains[op.what] = (gains[op.what] ?? 0) + op.n;
  }
  return gains;
}

/** The lanes a die could bring the car to: at one slot, or anywhere. */
export function lanesAt(answer: DieAnswer | null, slot: number | null): string[] {
  const uses = (answer?.uses ?? []).filter((use) => slot === null || use.slot === slot);
  return [...new Set(uses.flatMap((use) => use.effects.flatMap((effect) => effect.spaces)))];
}
