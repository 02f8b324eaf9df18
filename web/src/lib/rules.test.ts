import { describe, expect, it } from "vitest";
import type { Block } from "../generated/wire";
import { foundIn, onPage } from "./rules";

function block(kind: Block["kind"], text: string, more: Partial<Block> = {}): Block {
  return { kind, text, id: "", level: 0, head: [], rows: [], mark: "", figure: "", ...more };
}

const PAGE = [
  block("heading", "Dice", { level: 2, id: "dice" }),
  block("rule", "Each die is used once.", { id: "X-DICE-1" }),
  block("heading", "Decisions", { level: 3, id: "decisions" }),
  block("rule", "A brake die is a die.", { id: "X-DICE-D1", mark: "ruling" }),
  block("heading", "End", { level: 2, id: "end" }),
  block("table", "", { head: ["place", "points"], rows: [["first", "3"]] }),
];

describe("finding rules", () => {
  it("shows everything when nothing is wanted", () => {
    expect(foundIn(PAGE, " ")).toEqual(PAGE);
  });
  it("finds all the words, in any order, with the headings above", () => {
    expect(foundIn(PAGE, "DIE brake").map(({ text }) => text)).toEqual([
      "Dice",
      "Decisions",
      "A brake die is a die.",
    ]);
  });
  it("finds ids and what stands in tables", () => {
    expect(foundIn(PAGE, "x-dice-1").at(-1)!.id).toBe("X-DICE-1");
    expect(foundIn(PAGE, "first").map(({ kind }) => kind)).toEqual(["heading", "table"]);
    expect(foundIn(PAGE, "nothing of the kind")).toEqual([]);
  });
  it("shows rulings alone", () => {
    expect(foundIn(PAGE, "", "ruling").map(({ id }) => id)).toEqual(["dice", "decisions", "X-DICE-D1"]);
  });
  it("knows rules by their whole and by their short names", () => {
    const told = onPage({ blocks: PAGE });
    expect([told("X-DICE-1"), told("DICE-D1"), told("SHA-256")]).toEqual(["X-DICE-1", "X-DICE-D1", null]);
  });
});
