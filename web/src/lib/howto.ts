/** How a game is played: the page its Markdown makes, taken apart for the screen. */

import type { Block } from "../generated/wire";

/** A heading of the second level and all that stands under it. */
export interface Section {
  title: string;
  blocks: Block[];
}

/** What stands before the first section, and the sections. */
export function sections(blocks: readonly Block[]): { before: Block[]; parts: Section[] } {
  const before: Block[] = [];
  const parts: Section[] = [];
  for (const block of blocks) {
    const part = parts.at(-1);
    if (block.kind === "heading" && block.level <= 2) {
      if (block.level === 2) parts.push({ title: block.text, blocks: [] });
    } else (part?.blocks ?? before).push(block);
  }
  return { before, parts };
}

/** A heading of the third level, the text under it, and its picture. */
export interface Told {
  title: string;
  text: string;
  figure: string;
  /** The rule that says so. */
  rule: string;
}

/** Headings, each with what stands under it. */
export function headed({ blocks }: Section): Told[] {
  const found: Told[] = [];
  for (const block of blocks) {
    if (block.kind === "heading") found.push({ title: block.text, text: "", figure: "", rule: "" });
    const last = found.at(-1);
    if (!last || block.kind === "heading") continue;
    const { text, rule } = ruled(block.text);
    last.text = [last.text, text].filter(Boolean).join(" ");
    last.figure ||= block.figure;
    last.rule ||= rule;
  }
  return found;
}

/** List items, each with the bold words it begins with as its title. */
export function listed({ blocks }: Section): Told[] {
  return blocks
    .filter(({ kind }) => kind === "item")
    .map((block) => {
      const [, title = "", rest = ""] = /^\*\*(.+?)\*\*:?\s*(.*)$/s.exec(block.text) ?? ["", "", block.text];
      return { title, figure: block.figure, ...ruled(rest) };
    });
}

/** A text and the rule it names at its end, in brackets. */
function ruled(text: string): { text: string; rule: string } {
  const [, rest = text, rule = ""] = /^(.*?)\s*\(([A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+)\)$/s.exec(text) ?? [];
  return { text: rest, rule };
}
