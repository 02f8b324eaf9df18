/** Finding rules on their page. */

import type { Block } from "../generated/wire";

export type Mark = Block["mark"];

/** All that can be read in a block. */
function textOf({ id, text, head, rows }: Block): string {
  return [id, text, ...head, ...rows.flat()].join(" ").toLowerCase();
}

/**
 * The blocks in which all the wanted words stand, of one origin if one is asked for, each under the
 * headings of its section; everything if nothing is wanted.
 */
export function foundIn(blocks: readonly Block[], wanted: string, mark: Mark = ""): Block[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (!words.length && !mark) return [...blocks];
  const found: Block[] = [];
  let above: Block[] = [];
  for (const block of blocks) {
    if (block.kind === "heading") {
      above = [...above.filter(({ level }) => level < block.level), block];
      continue;
    }
    if (mark && block.mark !== mark) continue;
    const text = textOf(block);
    if (!words.every((word) => text.includes(word))) continue;
    found.push(...above.filter((heading) => !found.includes(heading)), block);
  }
  return found;
}

/** Where a rule is told on a page; ids within a page may stand without what they all begin with. */
export function onPage(page: { blocks: readonly Block[] }): (rule: string) => string | null {
  const ids = page.blocks.flatMap(({ kind, id }) => (kind === "rule" ? id : []));
  const known = new Set(ids);
  const prefix = ids[0]?.split("-", 1)[0] ?? "";
  return (rule) => [rule, `${prefix}-${rule}`].find((id) => known.has(id)) ?? null;
}
