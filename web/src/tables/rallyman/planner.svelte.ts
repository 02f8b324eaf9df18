/** Lays a plan: next steps with their risk, and dice proposed for cells that are merely tapped. */

import { settings } from "../../lib/settings.svelte";
import { t } from "../../lib/words.svelte";
import { stepText } from "./dice";
import type { Ask, DiceLeft, NextStep, Proposal, Step, StepsAnswer } from "./types";
import * as drafts from "./draft";
import { Laying, type Lit } from "./laying.svelte";
import { chanceText, roundChance, tone } from "./odds";

export class Planner extends Laying<NextStep, StepsAnswer> {
  /** Other dice for the cells tapped last. */
  others = $state.raw<Proposal[]>([]);

  constructor(ask: Ask, home: number | null, told?: (last: NextStep, count: number) => void) {
    super(ask, home, told);
    void this.set(drafts.EMPTY);
  }

  /** The dice that do not lie on the road; while the next answer is on its way, those of the last. */
  get left(): DiceLeft | null {
    return this.along.at(-1)?.left ?? null;
  }

  protected follow(steps: readonly Step[]): Promise<StepsAnswer> {
    return this.ask({ question: "next-steps", steps: [...steps] });
  }

  protected mark(_: number, steps: NextStep[]): Omit<Lit, "cell"> {
    const risk = Math.min(...steps.map((one) => one.odds.one_by_one));
    const fatal = steps.every(losesControl);
    const { name, limit } = steps[0]!;
    const dice = steps.map(
      (one) => `${stepText(one.step)}: ${chanceText(one.odds.one_by_one, settings.language)}`,
    );
    return {
      tone: tone(fatal ? 1 : risk),
      sign: fatal ? "✕" : roundChance(risk, settings.language),
      label: t("rally.lit", { cell: name, limit: limit ?? 0, dice: dice.join(", "), fatal: String(fatal) }),
    };
  }

  /** Take one of the other proposals. */
  take(plan: Proposal): Promise<void> {
    return this.set(drafts.propose(this.draft, plan.steps), this.others);
  }

  protected async propose(cell: number): Promise<void> {
    const steps = [...this.draft.steps];
    const base = drafts.chosen(this.draft);
    const cells = [...drafts.openCells(this.draft), cell];
    let { plans } = await this.ask({ question: "dice-for", cells, steps: base });
    if (!plans.length) ({ plans } = await this.ask({ question: "ways-to", cell, steps }));
    if (!plans.length && base.length < steps.length)
      ({ plans } = await this.ask({ question: "ways-to", cell, steps: base }));
    const best = drafts.favourite(plans);
    if (best) await this.set(drafts.propose(this.draft, best.steps), plans);
    else await this.explain(this.next[0]?.step.die ?? "1", cell);
  }

  protected override set(draft: drafts.Draft, others: Proposal[] = []): Promise<void> {
    this.others = others.length > 1 ? others : [];
    return super.set(draft);
  }
}

/** Whether a step loses control whatever is rolled. */
export function losesControl(one: NextStep): boolean {
  return one.overspeed || one.dangerous === true;
}
