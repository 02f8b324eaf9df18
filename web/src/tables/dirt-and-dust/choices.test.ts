import { describe, expect, it } from "vitest";
import type { Action, Board } from "../../generated/dirt-and-dust";
import { Choices, diceAbove, diceSpent, kindsAbove, listed, same, sizeOf, stepsBetween } from "./choices";

const board = {
  dice: [
    { kind: "player", value: 3, used: false },
    { kind: "boost", value: 3, used: false },
    { kind: "player", value: 3, used: true },
    { kind: "popularity", value: 0, used: false },
  ],
} as unknown as Board;

describe("choices", () => {
  const choices = new Choices([
    { action: "resolve", slot: 3, die: "boost" },
    { action: "steer", to: "B4" },
    { action: "finish" },
  ]);

  it("compares decisions whatever the order of their fields", () => {
    expect(same({ die: "boost", slot: 3, action: "resolve" } as Action, choices.all![0]!)).toBe(true);
    expect(choices.allows({ action: "resolve", slot: 3, die: "player" })).toBe(false);
  });

  it("leaves it to the server when there are too many to list", () => {
    expect(new Choices(null).allows({ action: "finish" })).toBe(true);
    expect(new Choices(null).of("finish")).toEqual([]);
  });

  it("finds where the car may be sent", () => {
    expect([...choices.spaces.keys()]).toEqual(["B4"]);
    expect(choices.answers).toEqual([]);
    expect(new Choices([{ action: "go", to: "T3" }]).answers).toHaveLength(1);
  });
});

describe("answers that name cards in slots", () => {
  const swap = { action: "exchange", first: 2, second: 5 } as const;
  const pick = { action: "pick", slot: 3 } as const;

  it("take one card at once, and two cards in either order", () => {
    expect(new Choices([pick]).slotAnswer(3, null)).toEqual(pick);
    expect(new Choices([swap]).slotAnswer(2, null)).toBeUndefined();
    expect(new Choices([swap]).slotAnswer(5, 2)).toEqual(swap);
    expect(new Choices([swap]).slotAnswer(2, 5)).toEqual(swap);
  });

  it("leave out slots that do not matter", () => {
    expect([2, 3, 5].map((slot) => new Choices([swap]).asksFor(slot))).toEqual([true, false, true]);
    expect(new Choices([pick]).asksFor(3)).toBe(true);
  });
});

describe("dice of a board", () => {
  it("lie above the slot of their value until they are used", () => {
    expect(diceAbove(board, 3)).toHaveLength(2);
    expect(kindsAbove(board, 3)).toEqual(["player", "boost"]);
    expect(diceSpent(board)).toHaveLength(2);
  });
});

describe("piles", () => {
  it("are listed with their numbers", () => {
    const pile = { "1S": 2, "2S": 1, "3S": 0 };
    expect(listed(pile, (card) => card)).toBe("1S × 2, 2S");
    expect(sizeOf(pile)).toBe(3);
  });
});

it("counts the spaces between two of a row", () => {
  expect(stepsBetween("B2", "B5")).toBe(3);
});
