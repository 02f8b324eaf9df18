/** Lays a plan: every cell within reach with its least risk, next steps, and other dice for the same way. */

import { settings } from "../../lib/settings.svelte";
import { t } from "../../lib/words.svelte";
import { stepText } from "./dice";
import type { Ask, DiceLeft, Goal, NextStep, Proposal, Step, StepsAnswer } from "./types";
import * as drafts from "./draft";
import { Laying, type Lit, type Preview } from "./laying.svelte";
import { chanceText, roundChance, shadeOf } from "./odds";

type Goals = ReadonlyMap<number, Goal>;
const NOWHERE: Goals = new Map();

/** Where a plan in the making is kept while the page is away. */
export interface Memory {
  recall(): drafts.Draft | null;
  keep(draft: drafts.Draft): void;
}

const FORGETFUL: Memory = { recall: () => null, keep: () => {} };

export class Planner extends Laying<NextStep, StepsAnswer> {
  /** Other dice for the way planned last. */
  others = $state.raw<Proposal[]>([]);
  /** Every cell within reach behind the cells tapped so far. */
  private onward = $state.raw<Goals>(NOWHERE);
  /** Every cell within reach if those cells are left. */
  private anew = $state.raw<Goals>(NOWHERE);
  /** The draft of which all this was told. */
  private surveyed = $state<string | null>(null);

  constructor(
    ask: Ask,
    home: number | null,
    told?: (last: NextStep, count: number) => void,
    private readonly memory: Memory = FORGETFUL,
  ) {
    super(ask, home, told);
    void this.afterwards(() => this.begin());
  }

  /** Take up the plan that was left lying, if it still stands. */
  private async begin(): Promise<void> {
    const kept = this.memory.recall();
    if (kept) {
      const legal = await this.follow(kept.steps).then(
        () => true,
        () => false,
      );
      if (legal) return this.set(kept);
    }
    return this.set(drafts.EMPTY);
  }

  /** The dice that do not lie on the road; while the next answer is on its way, those of the last. */
  get left(): DiceLeft | null {
    return this.latest?.left ?? null;
  }

  override get ready(): boolean {
    return super.ready && this.surveyed === drafts.keyOf(this.draft.steps);
  }

  protected follow(steps: readonly Step[]): Promise<StepsAnswer> {
    return this.ask({ question: "next-steps", steps: [...steps] });
  }

  protected mark(_: number, steps: NextStep[]): Pick<Lit, "shade" | "sign" | "label"> {
    const risk = Math.min(...steps.map((one) => one.odds.one_by_one));
    const fatal = steps.every(losesControl);
    const { name, limit } = steps[0]!;
    const dice = steps.map(
      (one) => `${stepText(one.step)}: ${chanceText(one.odds.one_by_one, settings.language)}`,
    );
    return {
      ...shown(risk, fatal),
      label: t("rally.lit", { cell: name, limit: limit ?? 0, dice: dice.join(", "), fatal: String(fatal) }),
    };
  }

  protected override shine(): Lit[] {
    const dice = this.landings.length > 0 || this.draft.die !== null;
    if (dice || !settings.reachMap || !(this.onward.size + this.anew.size)) return super.shine();
    const laid = new Set(this.draft.steps.map((step) => step.cell));
    const anew = [...this.anew.values()].filter(({ cell }) => !this.onward.has(cell));
    return [...this.onward.values(), ...anew]
      .filter(({ cell }) => !laid.has(cell) && cell !== this.home)
      .map((goal) => this.within(goal))
      .sort((a, b) => a.far - b.far);
  }

  private within(goal: Goal): Lit {
    const { cell, risk, overspeed } = goal;
    const elsewhere = !this.onward.has(cell);
    const begun = elsewhere ? this.draft.fixed : this.draft.steps.length;
    const label = t("rally.within", {
      cell: goal.name,
      limit: this.next.find((one) => one.step.cell === cell)?.limit ?? 0,
      n: goal.dice,
      dice: goal.steps.slice(begun).map(stepText).join(" "),
      gear: goal.gear,
      chance: chanceText(risk, settings.language),
      fatal: String(overspeed),
    });
    return { cell, ...shown(risk, overspeed), label, far: goal.steps.length - begun, elsewhere };
  }

  preview(cell: number): Preview | null {
    if (this.draft.die !== null || this.landings.length) {
      const [one] = drafts.stepsTo(this.next, cell, this.draft.die);
      if (!one) return null;
      const steps = [...this.draft.steps, one.step];
      const fatal = losesControl(one);
      const chance = one.odds.one_by_one;
      return { cell, name: one.name, steps, laid: steps.length - 1, gear: one.gear, chance, fatal };
    }
    const goal = this.onward.get(cell) ?? this.anew.get(cell);
    if (!goal || drafts.indexOf(this.draft, cell) >= 0) return null;
    const laid = this.onward.has(cell) ? this.draft.steps.length : this.draft.fixed;
    const { name, steps, gear, risk, overspeed } = goal;
    return { cell, name, steps, laid, gear, chance: risk, fatal: overspeed };
  }

  /** Take one of the other proposals. */
  take(plan: Proposal): Promise<void> {
    return this.set(drafts.propose(this.draft, plan.steps), this.others);
  }

  protected async propose(cell: number): Promise<void> {
    const goal = this.onward.get(cell) ?? this.anew.get(cell);
    if (!goal) return this.explain(this.next[0]?.step.die ?? "1", cell);
    const draft = drafts.propose(this.draft, goal.steps);
    await Promise.all([this.set(draft), this.offer(draft)]);
  }

  /** Other dice for the way of a draft. */
  private async offer(draft: drafts.Draft): Promise<void> {
    const [cells, steps] = [drafts.openCells(draft), drafts.chosen(draft)];
    const { plans } = await this.once(`dice ${drafts.keyOf(steps)} ${cells}`, () =>
      this.ask({ question: "dice-for", cells, steps }),
    );
    if (this.lies(draft)) this.others = plans.length > 1 ? plans : [];
  }

  /** Whether a draft still lies on the road. */
  private lies(draft: drafts.Draft): boolean {
    return drafts.keyOf(this.draft.steps) === drafts.keyOf(draft.steps);
  }

  protected override async set(draft: drafts.Draft, others: Proposal[] = []): Promise<void> {
    this.others = others.length > 1 ? others : [];
    this.memory.keep(draft);
    await Promise.all([super.set(draft), this.survey(draft)]);
  }

  /** Ask for everything within reach. */
  private async survey(draft: drafts.Draft): Promise<void> {
    const [steps, via] = [drafts.chosen(draft), drafts.openCells(draft)];
    try {
      const [onward, anew] = await Promise.all([
        this.goals(steps, via),
        via.length ? this.goals(steps, []) : NOWHERE,
      ]);
      if (!this.lies(draft)) return;
      this.onward = onward;
      this.anew = anew;
      this.surveyed = drafts.keyOf(draft.steps);
    } catch {
      if (this.lies(draft)) this.failed = true;
    }
  }

  private goals(steps: Step[], via: number[]): Promise<Goals> {
    return this.once(`reach ${drafts.keyOf(steps)} ${via}`, async () => {
      const { cells } = await this.ask({ question: "reach", steps, via });
      return new Map(cells.map((goal) => [goal.cell, goal]));
    });
  }
}

function shown(risk: number, fatal: boolean): Pick<Lit, "shade" | "sign"> {
  return {
    shade: fatal ? "certain" : shadeOf(risk),
    sign: fatal ? "✕" : roundChance(risk, settings.language),
  };
}

/** Whether a step loses control whatever is rolled. */
export function losesControl(one: NextStep): boolean {
  return one.overspeed || one.dangerous === true;
}
