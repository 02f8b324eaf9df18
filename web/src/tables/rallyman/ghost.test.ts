import { expect, it } from "vitest";
import type { ChallengeInfo } from "../../generated/wire";
import type { Board } from "./board";
import { ghostPlace, linePlace, rivalOf } from "./ghost";

const cell = (tile: number, x: number) => ({
  id: tile,
  name: "",
  tile,
  x,
  y: 0,
  heading: 0,
  path: "",
  half: false,
});
const board: Board = {
  view_box: [0, 0, 300, 100],
  svg: "",
  cells: [cell(0, 0), cell(1, 100), cell(2, 200)],
  tiles: ["a", "b", "c"],
};

it("goes along the middle of the road at an even pace", () => {
  expect(ghostPlace(board, 0, 0)).toMatchObject({ x: 0 });
  expect(ghostPlace(board, 0.25, 0)).toMatchObject({ x: 50, turn: 0 });
  expect(ghostPlace(board, 2, 0)).toMatchObject({ x: 200 });
});

it("goes round a circuit as often as there are laps", () => {
  expect(ghostPlace(board, 0.5, 2)).toMatchObject({ x: 0 });
  expect(ghostPlace({ ...board, tiles: [] }, 0.5, 2)).toBeNull();
});

it("follows the true line of a drive turn by turn", () => {
  const line = [
    { done: 0, score: 0, cell: 0 },
    { done: 0.5, score: 60, cell: 1 },
    { done: 1, score: 80, cell: 2 },
  ];
  expect(linePlace(board, line, 0)).toMatchObject({ x: 0 });
  expect(linePlace(board, line, 30)).toMatchObject({ x: 50 });
  expect(linePlace(board, line, 70)).toMatchObject({ x: 150 });
  expect(linePlace(board, line, 500)).toMatchObject({ x: 200 });
  expect(linePlace(board, [], 5)).toBeNull();
});

it("is the one just ahead", () => {
  const info = { board: ["mara", "ada", "bo"].map((person) => ({ person })) } as unknown as ChallengeInfo;
  expect(rivalOf(info, "ada")?.person).toBe("mara");
  expect(rivalOf(info, "mara")?.person).toBe("mara");
  expect(rivalOf(info, "zoe")?.person).toBe("bo");
  expect(rivalOf({ board: [] } as unknown as ChallengeInfo, "zoe")).toBeNull();
});
