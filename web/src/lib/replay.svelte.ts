/** A finished or running game, step by step. Views are fetched in blocks as they are needed. */

import type { ReplayStep, Scene, StepView, TableInfo, Told } from "../generated/wire";
import { api } from "./api";

const BLOCK = 40;

/** What was told of a step. */
export function toldOf({ step, by, events }: ReplayStep): Told[] {
  return events.map(({ event, told }) => ({ step, by, event, told }));
}

/** Everything told of a game so far, as a seat learned of it. */
export async function pastOf(table: string, seat: number | null): Promise<Told[]> {
  const { steps } = await api.get(`/api/tables/${table}/replay?${seat === null ? "" : `seat=${seat}`}`);
  return steps.flatMap(toldOf);
}

export class Replay {
  table = $state.raw<TableInfo | null>(null);
  /** The numbers of the steps that count, the start (0) first. */
  numbers = $state.raw<number[]>([0]);
  at = $state(0);
  scene = $state.raw<Scene | null>(null);
  news = $state.raw<Told[]>([]);
  /** Everything told from the start to the end. */
  all = $state.raw<Told[]>([]);
  private steps = new Map<number, ReplayStep>();
  private views = new Map<number, StepView>();
  /** The position last asked for: whoever scrubs does not wait for those in between. */
  private wanted = 0;

  constructor(
    readonly id: string,
    readonly seat: number | null,
  ) {}

  get last(): number {
    return this.numbers.length - 1;
  }

  private get eyes(): string {
    return this.seat === null ? "" : `seat=${this.seat}`;
  }

  async load(step: number): Promise<void> {
    const told = await api.get(`/api/tables/${this.id}/replay?${this.eyes}`);
    this.table = told.table;
    this.numbers = [0, ...told.steps.map((entry) => entry.step)];
    for (const entry of told.steps) this.steps.set(entry.step, entry);
    this.all = told.steps.flatMap(toldOf);
    const index = this.numbers.findLastIndex((number) => number <= step);
    await this.go(Math.max(0, index));
  }

  /** Show the index-th position. */
  async go(index: number): Promise<void> {
    const bounded = Math.min(Math.max(0, index), this.last);
    this.wanted = bounded;
    const number = this.numbers[bounded]!;
    const forwards = bounded === this.at + 1 && this.scene !== null;
    const seen = this.views.get(number) ?? (await this.fetch(bounded, number));
    if (!seen || !this.table || this.wanted !== bounded) return;
    this.at = bounded;
    this.news = forwards ? this.toldAt(number) : [];
    this.scene = {
      step: number,
      seat: this.seat,
      view: seen.view,
      asked: seen.asked,
      may: [],
      actions: [],
      clock: null,
      result: bounded === this.last ? this.table.result : null,
      seed_hash: this.table.seed_hash,
      seed: null,
      back: null,
    };
  }

  /** Everything told up to the shown position. */
  get told(): Told[] {
    const last = this.numbers[this.at]!;
    return this.all.filter((one) => one.step <= last);
  }

  private toldAt(number: number): Told[] {
    const entry = this.steps.get(number);
    return entry ? toldOf(entry) : [];
  }

  private async fetch(index: number, number: number): Promise<StepView | undefined> {
    const from = Math.floor(index / BLOCK) * BLOCK;
    const first = this.numbers[from]!;
    const last = this.numbers[Math.min(from + BLOCK - 1, this.last)]!;
    const query = [this.eyes, `first=${first}`, `last=${last}`].filter(Boolean).join("&");
    const block = await api.get(`/api/tables/${this.id}/replay/views?${query}`);
    for (const seen of block) this.views.set(seen.step, seen);
    return this.views.get(number);
  }
}
