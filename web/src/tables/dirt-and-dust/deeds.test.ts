import { describe, expect, it } from "vitest";
import type { DieAnswer, View } from "../../generated/dirt-and-dust";
import { deedsOn, gainsAt, lanesAt } from "./deeds";

const can = { effect: 0, available: true, mandatory: false, rule: "", why_not: null, spaces: ["T3", "T5"] };
const answer: DieAnswer = {
  answer: "die-answer",
  uses: [
    { slot: 2, wrenches: 0, card: "2S", covered: false, effects: [can], ghost_pairs: [] },
    { slot: 3, wrenches: 1, card: "", covered: false, effects: [], ghost_pairs: [] },
    {
      slot: 4,
      wrenches: 2,
      card: "3S",
      covered: false,
      effects: [
        { ...can, spaces: [] },
        { ...can, effect: 1, available: false, spaces: [] },
      ],
      ghost_pairs: [],
    },
    { slot: 5, wrenches: 3, card: "1S", covered: true, effects: [], ghost_pairs: [] },
  ],
};
const gain = (what: string, n: number) => ({ do: [{ op: "gain", what, n, per: null, max: null }] });
const view = {
  boards: [{ slots: [null, { card: "2S" }, null, { card: "3S" }, { card: "1S" }, null] }],
  cards: { "3S": { effects: [gain("wrench", 1), gain("popularity", 2)] } },
} as unknown as View;
const die = { kind: "die", die: "player", value: 2 } as const;

describe("what is put down on a slot", () => {
  it("resolves the card below the die", () => {
    expect(deedsOn(view, 0, die, 2, answer)).toEqual([{ action: "resolve", slot: 2, die: "player" }]);
  });
  it("turns the die first where it has to", () => {
    expect(deedsOn(view, 0, die, 4, answer)).toEqual([
      { action: "change-die", die: "player", value: 2, to: 4 },
      { action: "resolve", slot: 4, die: "player" },
    ]);
    expect(deedsOn(view, 0, die, 3, answer)).toHaveLength(1);
    expect(deedsOn(view, 0, die, 5, answer).map(({ action }) => action)).toEqual(["change-die"]);
  });
  it("does nothing where the die cannot go, or before the game has answered", () => {
    expect(deedsOn(view, 0, die, 6, answer)).toEqual([]);
    expect(deedsOn(view, 0, die, 2, null)).toEqual([]);
  });
  it("plays a card of the hand into an empty slot only", () => {
    const card = { kind: "hand", card: "4S", index: 0 } as const;
    expect(deedsOn(view, 0, card, 1, null)).toEqual([{ action: "play", card: "4S", slot: 1 }]);
    expect(deedsOn(view, 0, card, 2, null)).toEqual([]);
  });
  it("tells what would be gained, the way there counted in, and where the car could go", () => {
    expect(gainsAt(view, answer, 4)).toEqual({ wrench: -1 });
    expect(gainsAt(view, null, 4)).toEqual({});
    expect(lanesAt(answer, 2)).toEqual(["T3", "T5"]);
    expect(lanesAt(answer, 4)).toEqual([]);
    expect(lanesAt(answer, null)).toEqual(["T3", "T5"]);
  });
});
