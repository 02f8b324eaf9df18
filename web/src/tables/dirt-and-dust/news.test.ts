import { expect, it } from "vitest";
import type { Board } from "../../generated/dirt-and-dust";
import type { Told } from "../../generated/wire";
import { change, riskRolls, storyAfter, worthTelling } from "./news";

const told = (event: Record<string, unknown>) =>
  ({ step: 1, by: null, event, told: { id: "", params: {} } }) as unknown as Told;

it("finds the Risk dice of one seat among the news", () => {
  const news = [
    told({ event: "risk-rolled", seat: 0, hits: 3, popularity: 1 }),
    told({ event: "risk-rolled", seat: 1, hits: 2, popularity: 0 }),
    told({ event: "damaged", seat: 0, hits: 3, damage: 3 }),
  ];
  expect(riskRolls(news, 0)).toEqual([{ hits: 3, popularity: 1 }]);
  expect(riskRolls([], 0)).toEqual([]);
});

it("keeps the story of this round and of the one before", () => {
  const round = (n: number) => told({ event: "round-began", round: n });
  const finished = told({ event: "finished", seat: 0 });
  let story = storyAfter([], [finished, round(1), finished]);
  expect(story).toHaveLength(3);
  story = storyAfter(story, [finished, round(2)]);
  expect(story).toHaveLength(4);
  expect(story[0]).toEqual(round(1));
  story = storyAfter(story, [finished, round(3), finished]);
  expect(story).toEqual([round(2), finished, round(3), finished]);
});

it("leaves out of the story what lies on the boards anyway", () => {
  expect([told({ event: "rolled", seat: 0 }), told({ event: "played", seat: 0 })].map(worthTelling)).toEqual([
    false,
    true,
  ]);
});

it("tells how a board changed, but not across another driver's board", () => {
  const board = (speed: number, driver: string) => ({ speed, driver }) as Board;
  expect(change(board(3, "HJ"), board(8, "HJ"), "speed")).toBe(5);
  expect(change(board(3, "HJ"), board(8, "SF"), "speed")).toBe(0);
  expect(change(undefined, board(8, "SF"), "speed")).toBe(0);
});
