/** Lays the dice of a failed flat out again: by hand, or as Paddock proposes. */

import { t } from "../../lib/words.svelte";
import { pickOf, stepText, type Picked } from "./dice";
import type { Ask, LaidStep, LayoutChoice, LeadingDie, NextLaid, RelayAnswer, Step } from "./types";
import * as drafts from "./draft";
import { Laying, type Lit, type Preview } from "./laying.svelte";

export class Relayer extends Laying<NextLaid, RelayAnswer> {
  /** One layout for every place and gear in which control can be lost, the mildest first. */
  choices = $state.raw<LayoutChoice[]>([]);

  constructor(
    ask: Ask,
    home: number | null,
    readonly rolled: LaidStep[],
    told?: (last: NextLaid, count: number) => void,
  ) {
    super(ask, home, told);
    void this.set(drafts.EMPTY);
    void this.choose();
  }

  /** Ask for the choices, unless they are known. */
  private async choose(): Promise<void> {
    if (this.choices.length) return;
    try {
      const { layouts } = await this.once("layouts", () => this.ask({ question: "layouts" }));
      this.choices = layouts;
    } catch (why) {
      this.complain(why);
    }
  }

  /** The proposal that lies on the road now, if it is one. */
  get proposed(): LayoutChoice | null {
    const now = drafts.keyOf(this.draft.steps);
    return this.choices.find((choice) => drafts.keyOf(choice.steps) === now) ?? null;
  }

  /** Lay what Paddock proposes: first the mildest end, then the next one. */
  async proposeNext(): Promise<void> {
    await this.choose();
    const at = this.proposed ? this.choices.indexOf(this.proposed) : -1;
    const next = this.choices[(at + 1) % this.choices.length];
    if (next) await this.take(next);
  }

  take(choice: LayoutChoice): Promise<void> {
    return this.set(drafts.propose(this.draft, choice.steps, choice.steps.length));
  }

  protected override named(die: LeadingDie): Picked {
    return pickOf(this.rolled.find((step) => step.die === die) ?? { die, cell: 0, faces: "-" });
  }

  protected follow(steps: readonly Step[]): Promise<RelayAnswer> {
    return this.ask({ question: "relay-steps", steps: steps as LaidStep[] });
  }

  preview(): Preview | null {
    return null;
  }

  protected mark(_: number, steps: NextLaid[]): Pick<Lit, "shade" | "sign" | "label"> {
    const { limit } = this.answer!;
    const lost = steps.every((one) => one.loss);
    const hazards = Math.min(...steps.map((one) => one.hazards));
    const dice = steps.map((one) => `${stepText(one.step)}: ${one.loss ? "✕" : `${one.hazards}/${limit}`}`);
    return {
      shade: lost ? "certain" : "free",
      sign: lost ? "✕" : `${hazards}/${limit}`,
      label: t("rally.lit-again", {
        cell: steps[0]!.name,
        dice: [...new Set(dice)].join(", "),
        lost: String(lost),
      }),
    };
  }

  /** Without a die in the hand: the gentlest die that leads there, or a whole layout that ends there. */
  protected async propose(cell: number): Promise<void> {
    const [best] = drafts.stepsTo(this.next, cell, null).sort(gentler);
    const layout = this.choices.find((choice) => choice.cell === cell);
    if (best) await this.set(drafts.lay(this.draft, best.step));
    else if (layout) await this.take(layout);
    else if (this.next[0]) await this.explain(this.next[0].step.die + this.next[0].step.faces, cell);
  }
}

/** Control kept before lost, then low gears, then few hazards: what leaves most open. */
function gentler(a: NextLaid, b: NextLaid): number {
  return Number(a.loss !== null) - Number(b.loss !== null) || a.gear - b.gear || a.hazards - b.hazards;
}
