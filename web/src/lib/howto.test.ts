import { expect, test } from "vitest";
import type { Block } from "../generated/wire";
import { headed, listed, sections } from "./howto";

function block(kind: Block["kind"], text: string, level = 0, figure = ""): Block {
  return { kind, text, level, figure, id: "", head: [], rows: [], mark: "" };
}

const PAGE = [
  block("heading", "Pig", 1),
  block("text", "**Goal** Be first."),
  block("heading", "A turn", 2),
  block("heading", "Roll", 3),
  block("text", "Roll a die.", 0, "die"),
  block("text", "As often as you dare. (PIG-TURN-1)"),
  block("heading", "Easily missed", 2),
  block("item", "**A 1 loses the pot.** All of it. (PIG-TURN-3)"),
  block("item", "**Die**: six sides (or more)", 0, "die"),
  block("item", "nothing bold"),
];

test("a page is taken apart at its headings", () => {
  const { before, parts } = sections(PAGE);
  expect(before.map(({ text }) => text)).toEqual(["**Goal** Be first."]);
  expect(parts.map(({ title }) => title)).toEqual(["A turn", "Easily missed"]);
  expect(headed(parts[0]!)).toEqual([
    { title: "Roll", text: "Roll a die. As often as you dare.", figure: "die", rule: "PIG-TURN-1" },
  ]);
  expect(headed(parts[1]!)).toEqual([]);
  expect(listed(parts[1]!)).toEqual([
    { title: "A 1 loses the pot.", text: "All of it.", figure: "", rule: "PIG-TURN-3" },
    { title: "Die", text: "six sides (or more)", figure: "die", rule: "" },
    { title: "", text: "nothing bold", figure: "", rule: "" },
  ]);
});
