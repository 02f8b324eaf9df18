import { expect, it } from "vitest";
import { errors, gave, nextError, rows, worstTurn, type Mark, type RatedDecision } from "./analysis";

const turn = (turn: number, decisions: number, dice = 0) => ({
  turn,
  step: turn,
  decisions,
  dice,
  rivals: 0,
  drift: 0,
  value: 0,
});
const choice = (turn: number, loss: number, mark: Mark): RatedDecision => ({
  step: turn,
  turn,
  told: "a",
  best: "b",
  action: null,
  better: null,
  loss,
  mark,
  worth: 0,
  risk: null,
  better_risk: null,
  fault: "",
});

it("names the turn that cost most, if any cost something", () => {
  expect(worstTurn({ turns: [turn(1, 2), turn(2, 9), turn(3, 0)] }, "seconds")?.turn).toBe(2);
  expect(worstTurn({ turns: [turn(1, -0.2), turn(2, -0.1)] }, "chance")).toEqual({ turn: 1, loss: 0.2 });
  expect(worstTurn({ turns: [turn(1, 0.2)] }, "seconds")).toBeNull();
  expect(worstTurn({ turns: [] }, "points")).toBeNull();
});

it("gives every turn the mark of its costliest decision", () => {
  const found = rows({
    turns: [turn(1, 4, -3), turn(2, 0)],
    choices: [choice(1, 0, "best"), choice(1, 4, "mistake"), choice(2, 0, "best")],
  });
  expect(found.map(({ turn, given, chance, mark }) => ({ turn, given, chance, mark }))).toEqual([
    { turn: 1, given: 4, chance: -3, mark: "mistake" },
    { turn: 2, given: 0, chance: 0, mark: "best" },
  ]);
});

it("goes from error to error and round the end", () => {
  const all = errors({
    choices: [choice(1, 0, "best"), choice(3, 4, "mistake"), choice(5, 0, "good"), choice(7, 9, "blunder")],
  });
  expect(all.map((one) => one.step)).toEqual([3, 7]);
  expect(nextError(all, 0, 1)?.step).toBe(3);
  expect(nextError(all, 3, 1)?.step).toBe(7);
  expect(nextError(all, 7, 1)?.step).toBe(3);
  expect(nextError(all, 3, -1)?.step).toBe(7);
  expect(nextError([], 3, 1)).toBeNull();
});

it("knows what is good for a driver", () => {
  expect(gave(-3, { lowest: true })).toBe(true);
  expect(gave(-3, { lowest: false })).toBe(false);
});
