import { expect, it } from "vitest";
import { rows, told, worstTurn, type Report } from "./analysis";

const turn = (turn: number, decisions: number, dice = 0) => ({ turn, decisions, dice, so_far: 0, to_go: 0 });
const choice = (turn: number, loss: number, mark: Report["choices"][number]["mark"]) => ({
  step: turn,
  turn,
  told: "a",
  best: "b",
  loss,
  mark,
  to_go: 0,
  so_far: 0,
});

it("names the turn that cost most, if any cost something", () => {
  expect(worstTurn({ turns: [turn(1, 2), turn(2, 9), turn(3, 0)] })?.turn).toBe(2);
  expect(worstTurn({ turns: [turn(1, 0.2)] })).toBeNull();
  expect(worstTurn({ turns: [] })).toBeNull();
});

it("gives every turn the mark of its costliest decision", () => {
  const found = rows({
    turns: [turn(1, 4, -3), turn(2, 0)],
    choices: [choice(1, 0, "best"), choice(1, 4, "mistake"), choice(2, 0, "best")],
  });
  expect(found).toEqual([
    { turn: 1, given: 4, dice: -3, mark: "mistake", better: "b" },
    { turn: 2, given: 0, dice: 0, mark: "best", better: null },
  ]);
});

it("tells whole seconds, tenths below ten", () => {
  expect([told(13.4), told(4.26), told(-12.6), told(-0.01)]).toEqual(["13", "4.3", "−13", "0"]);
});
