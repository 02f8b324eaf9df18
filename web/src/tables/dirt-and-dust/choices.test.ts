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
