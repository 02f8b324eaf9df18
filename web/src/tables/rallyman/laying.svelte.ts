/** Lays dice on the road with the help of the server: what can come next, where it leads, and why not. */

import { notes } from "../../lib/notes.svelte";
import { cycled } from "./board";
import { brakesOf, pickOf, type Picked } from "./dice";
import type { Ask, LeadingDie, Onward, Step } from "./types";
import * as drafts from "./draft";
import type { Shade } from "./odds";

/** A cell that can be chosen: how it is coloured, what stands on it, and what it is called aloud. */
export interface Lit {
  cell: number;
  shade: Shade;
  sign: string;
  label: string;
  /** How many steps behind the end of the plan it lies. */
  far: number;
  /** Whether the plan would leave the cells tapped so far. */
  elsewhere: boolean;
}

/** What choosing a cell would lay. */
export interface Preview {
  cell: number;
  name: string;
  /** The whole plan. */
  steps: readonly Step[];
  /** How many steps of it lie on the road already. */
  laid: number;
  gear: number;
  chance: number;
  /** Whether control is lost there for certain. */
  fatal: boolean;
}

export abstract class Laying<N extends Onward, A extends { laid: N[]; next: N[] }> {
  draft = $state.raw<drafts.Draft>(drafts.EMPTY);
  /** What may follow the draft; null while the answer is on its way. */
  answer = $state.raw<A | null>(null);
  /** The newest answer that has come. */
  latest = $state.raw<A | null>(null);
  /** What each step of the draft means. */
  details = $state.raw<N[]>([]);
  /** Steps that differ only in where a jump comes down. */
  landings = $state.raw<N[]>([]);
  /** The last question got no answer: it can be asked again. */
  failed = $state(false);
  readonly lit = $derived.by(() => this.shine());

  private known = new Map<string, Promise<unknown>>();
  private turn = 0;
  private closed = false;
  /** What the driver did last is done before the next tap is looked at. */
  private before: Promise<unknown> = Promise.resolve();

  constructor(
    protected readonly ask: Ask,
    readonly home: number | null,
    private readonly told: (last: N, count: number) => void = () => {},
  ) {}

  /** Ask what may follow some steps. */
  protected abstract follow(steps: readonly Step[]): Promise<A>;
  /** A cell was tapped with no die in the hand. */
  protected abstract propose(cell: number): Promise<void>;
  /** How a cell looks to which some steps lead. */
  protected abstract mark(cell: number, steps: N[]): Pick<Lit, "shade" | "sign" | "label">;
  /** What choosing a cell would lay; null if there is nothing to tell. */
  abstract preview(cell: number): Preview | null;

  /** Whether everything is known that was asked for. */
  get ready(): boolean {
    return this.answer !== null;
  }

  get next(): N[] {
    return this.answer?.next ?? [];
  }

  /** The cells that can come right after the plan. */
  get near(): number[] {
    return [...this.open().keys()];
  }

  /** The cells that can be chosen now. */
  protected shine(): Lit[] {
    return [...this.open()].map(([cell, steps]) => ({
      cell,
      ...this.mark(cell, steps),
      far: 1,
      elsewhere: false,
    }));
  }

  private open(): Map<number, N[]> {
    return this.landings.length
      ? new Map(this.landings.map((one) => [one.step.landing!, [one]]))
      : drafts.cellsOf(this.next, this.draft.die);
  }

  tapDie(pick: Picked): void {
    this.landings = [];
    if (this.draft.die === pick || this.next.some((one) => pickOf(one.step) === pick))
      this.draft = drafts.pick(this.draft, pick);
    else void this.explain(pick, this.next[0]?.step.cell ?? this.home ?? 0);
  }

  /** Pick a die up by its name; again: the next one of that name. */
  pickDie(die: LeadingDie): void {
    if (!this.holdNext((one) => one.step.die === die)) this.tapDie(this.named(die));
  }

  /** What picking up a die by its name means where it cannot come next. */
  protected named(die: LeadingDie): Picked {
    return die;
  }

  /** Pick up the next die that needs brake dice. */
  pickBraking(): void {
    this.holdNext((one) => brakesOf(one.step) > 0);
  }

  /** Take the next pick of some kind into the hand, going round; false if there is none. */
  private holdNext(wanted: (one: N) => boolean): boolean {
    const picks = new Set(this.next.filter(wanted).map((one) => pickOf(one.step)));
    const pick = cycled([...picks], this.draft.die, 1);
    if (pick === null) return false;
    this.landings = [];
    this.draft = { ...this.draft, die: pick };
    return true;
  }

  /** Tap a cell: lay the die in the hand there, or let Paddock propose dice for the way. */
  tapCell(cell: number): Promise<void> {
    return this.afterwards(() => this.tapped(cell));
  }

  /** Do something when all that was asked for before is done. */
  protected afterwards(deed: () => Promise<void>): Promise<void> {
    const done = this.before.then(deed).catch((why: unknown) => this.complain(why));
    this.before = done;
    return done;
  }

  private async tapped(cell: number): Promise<void> {
    const landing = this.landings.find((one) => one.step.landing === cell);
    if (landing) return this.set(drafts.lay(this.draft, landing.step));
    this.landings = [];
    const at = drafts.indexOf(this.draft, cell);
    if (at >= 0) return this.cut(at === this.draft.steps.length - 1 ? at : at + 1);
    if (cell === this.home && this.draft.steps.length) return this.cut(0);
    if (this.draft.die === null) return this.propose(cell);
    const found = drafts.stepsTo(this.next, cell, this.draft.die);
    if (found.length === 1) return this.set(drafts.lay(this.draft, found[0]!.step));
    if (found.length > 1) this.landings = found;
    else await this.explain(this.draft.die, cell);
  }

  undo(): Promise<void> {
    if (this.landings.length) {
      this.landings = [];
      return Promise.resolve();
    }
    return this.set(drafts.back(this.draft));
  }

  cut(length: number): Promise<void> {
    return this.set(drafts.cut(this.draft, length));
  }

  /** Ask once more what got no answer. */
  again(): Promise<void> {
    return this.set(this.draft);
  }

  /** Nobody is interested any more: what still comes is not told. */
  close(): void {
    this.closed = true;
    this.turn += 1;
  }

  /** Say which rule forbids a step. */
  protected async explain(pick: Picked, cell: number): Promise<void> {
    const [die, faces] = [pick[0] as LeadingDie, pick.slice(1)];
    const step: Step = faces ? { die, cell, faces } : { die, cell };
    try {
      await this.follow([...this.draft.steps, step]);
    } catch (why) {
      this.complain(why);
    }
  }

  protected complain(why: unknown): void {
    if (!this.closed) notes.refused(why);
  }

  protected async set(draft: drafts.Draft): Promise<void> {
    const turn = ++this.turn;
    this.draft = draft;
    this.landings = [];
    this.failed = false;
    this.details = this.details.slice(0, common(this.details, draft.steps));
    this.answer = null;
    try {
      const answer = await this.once(drafts.keyOf(draft.steps), () => this.follow(draft.steps));
      if (turn !== this.turn) return;
      this.details = answer.laid;
      this.answer = this.latest = answer;
      const last = this.details.at(-1);
      if (last) this.told(last, this.details.length);
    } catch (why) {
      if (turn !== this.turn) return;
      this.failed = true;
      this.complain(why);
    }
  }

  /** Ask the same thing only once, unless it was refused. */
  protected once<T>(key: string, asked: () => Promise<T>): Promise<T> {
    const known = (this.known.get(key) as Promise<T> | undefined) ?? asked();
    this.known.set(key, known);
    known.catch(() => this.known.delete(key));
    return known;
  }
}

/** Whichever dice are being laid. */
export type AnyLaying = Pick<
  Laying<Onward, { laid: Onward[]; next: Onward[] }>,
  | "draft"
  | "answer"
  | "failed"
  | "ready"
  | "lit"
  | "near"
  | "home"
  | "preview"
  | "tapDie"
  | "pickDie"
  | "pickBraking"
  | "tapCell"
  | "undo"
  | "cut"
  | "again"
>;

function common(details: Onward[], steps: readonly Step[]): number {
  const other = details.findIndex((one, at) => !steps[at] || !drafts.sameStep(one.step, steps[at]));
  return other < 0 ? Math.min(details.length, steps.length) : other;
}
