/** The layouts open to a driver after a failed flat out, and the one being looked at. */

import { notes } from "../../lib/notes.svelte";
import type { LayoutChoice } from "./dice";
import type { Ask } from "./planner.svelte";

export class Relayer {
  choices = $state.raw<LayoutChoice[] | null>(null);
  chosen = $state.raw<LayoutChoice | null>(null);

  constructor(ask: Ask) {
    ask<{ layouts: LayoutChoice[] }>({ question: "layouts" })
      .then(({ layouts }) => {
        this.choices = layouts;
        this.chosen = layouts[0] ?? null;
      })
      .catch((why: unknown) => notes.refused(why));
  }

  get cells(): number[] {
    return [...new Set(this.choices?.map((choice) => choice.cell) ?? [])];
  }

  /** Look at the next layout that loses control on a cell. */
  tap(cell: number): void {
    const there = this.choices?.filter((choice) => choice.cell === cell) ?? [];
    const at = this.chosen ? there.indexOf(this.chosen) : -1;
    if (there.length) this.chosen = there[(at + 1) % there.length]!;
  }
}
