/** Lays a plan with the help of the server: what can come next, which dice lead somewhere, and why not. */

import { notes } from "../../lib/notes.svelte";
import type { DieName, NextStep, Proposal, Step, StepsAnswer } from "./dice";
import * as drafts from "./draft";

export type Ask = <Reply>(question: unknown) => Promise<Reply>;

export class Planner {
  draft = $state.raw<drafts.Draft>(drafts.EMPTY);
  /** What may follow the draft; null while the answer is on its way. */
  answer = $state.raw<StepsAnswer | null>(null);
  /** What each step of the draft means. */
  details = $state.raw<NextStep[]>([]);
  /** Other dice for the cells tapped last. */
  others = $state.raw<Proposal[]>([]);
  /** Steps that differ only in where a jump comes down. */
  landings = $state.raw<NextStep[]>([]);

  private known = new Map<string, Promise<StepsAnswer>>();
  private turn = 0;
  /** What the driver did last is done before the next tap is looked at. */
  private before: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly ask: Ask,
    readonly home: number | null,
    private readonly told: (planner: Planner) => void = () => {},
  ) {
    void this.set(drafts.EMPTY, []);
  }

  get next(): NextStep[] {
    return this.answer?.next ?? [];
  }

  get lit(): drafts.Lit[] {
    if (this.landings.length) {
      return this.landings.map((one) => ({
        cell: one.step.landing!,
        steps: [one],
        risk: one.odds.one_by_one,
        fatal: one.overspeed || one.dangerous === true,
      }));
    }
    return drafts.lit(this.next, this.draft.die);
  }

  tapDie(die: DieName): void {
    this.landings = [];
    if (this.draft.die === die || this.next.some((one) => one.step.die === die)) this.draft = drafts.pick(this.draft, die);
    else void this.explain({ die, cell: this.next[0]?.step.cell ?? this.home ?? 0 });
  }

  /** Tap a cell: lay the die in the hand there, or let Paddock propose dice for the way. */
  tapCell(cell: number): Promise<void> {
    const done = this.before.then(() => this.tapped(cell)).catch((why: unknown) => notes.refused(why));
    this.before = done;
    return done;
  }

  private async tapped(cell: number): Promise<void> {
    const landing = this.landings.find((one) => one.step.landing === cell);
    if (landing) return this.set(drafts.lay(this.draft, landing.step), []);
    this.landings = [];
    const at = drafts.indexOf(this.draft, cell);
    if (at >= 0) return this.cut(at === this.draft.steps.length - 1 ? at : at + 1);
    if (cell === this.home && this.draft.steps.length) return this.cut(0);
    if (this.draft.die === null) return this.propose(cell);
    const found = drafts.stepsTo(this.next, cell, this.draft.die);
    if (found.length === 1) return this.set(drafts.lay(this.draft, found[0]!.step), []);
    if (found.length > 1) this.landings = found;
    else await this.explain({ die: this.draft.die, cell });
  }

  /** Take one of the other proposals. */
  take(plan: Proposal): Promise<void> {
    return this.set(drafts.propose(this.draft, plan.steps), this.others);
  }

  undo(): Promise<void> {
    if (this.landings.length) {
      this.landings = [];
      return Promise.resolve();
    }
    return this.set(drafts.back(this.draft), []);
  }

  cut(length: number): Promise<void> {
    return this.set(drafts.cut(this.draft, length), []);
  }

  private async propose(cell: number): Promise<void> {
    const steps = [...this.draft.steps];
    const base = drafts.chosen(this.draft);
    const cells = [...drafts.openCells(this.draft), cell];
    let plans = await this.plans({ question: "dice-for", cells, steps: base });
    if (!plans.length) plans = await this.plans({ question: "ways-to", cell, steps });
    if (!plans.length && base.length < steps.length) plans = await this.plans({ question: "ways-to", cell, steps: base });
    const best = drafts.favourite(plans);
    if (best) await this.set(drafts.propose(this.draft, best.steps), plans);
    else await this.explain({ die: this.next[0]?.step.die ?? "1", cell });
  }

  private async plans(question: Record<string, unknown>): Promise<Proposal[]> {
    return (await this.ask<{ plans: Proposal[] }>(question)).plans;
  }

  /** Say which rule forbids a step. */
  private async explain(step: Step): Promise<void> {
    try {
      await this.ask({ question: "next-steps", steps: [...this.draft.steps, step] });
    } catch (why) {
      notes.refused(why);
    }
  }

  private async set(draft: drafts.Draft, others: Proposal[]): Promise<void> {
    const turn = ++this.turn;
    this.draft = draft;
    this.others = others.length > 1 ? others : [];
    this.landings = [];
    this.details = this.details.slice(0, common(this.details, draft.steps));
    this.answer = null;
    const prefixes = draft.steps.map((_, at) => draft.steps.slice(0, at));
    try {
      const answers = await Promise.all([...prefixes, draft.steps].map((steps) => this.stepsAfter(steps)));
      if (turn !== this.turn) return;
      this.details = draft.steps.flatMap((step, at) => answers[at]!.next.find((one) => drafts.sameStep(one.step, step)) ?? []);
      this.answer = answers.at(-1)!;
      this.told(this);
    } catch (why) {
      if (turn === this.turn) notes.refused(why);
    }
  }

  private stepsAfter(steps: readonly Step[]): Promise<StepsAnswer> {
    const key = drafts.keyOf(steps);
    const known = this.known.get(key) ?? this.ask<StepsAnswer>({ question: "next-steps", steps });
    this.known.set(key, known);
    known.catch(() => this.known.delete(key));
    return known;
  }
}

function common(details: NextStep[], steps: readonly Step[]): number {
  const other = details.findIndex((one, at) => !steps[at] || !drafts.sameStep(one.step, steps[at]));
  return other < 0 ? Math.min(details.length, steps.length) : other;
}
