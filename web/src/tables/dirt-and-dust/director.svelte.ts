/** Shows what happened in its order: `shown` is the view everything on the table is drawn from. */

import type { Event, View } from "../../generated/dirt-and-dust";
import type { Told } from "../../generated/wire";
import { settings } from "../../lib/settings.svelte";
import { falling, fallOf, type Fall } from "./fall";

/** How long a fall is shown, in milliseconds. */
const FALL = { moving: 4200, quick: 2000, still: 1500 } as const;

interface Waiting {
  fall: Fall;
  during: View;
}

export class Director {
  shown: View;
  /** The card that falls now; null when all has been shown. */
  fall = $state.raw<Fall | null>(null);
  /** The fall before, to be shown again. */
  last = $state.raw<Fall | null>(null);
  /** How long the fall takes. */
  time = $state(0);

  /** The step up to which everything has been shown. */
  step = $state(0);

  private queue: Waiting[] = [];
  private newest: View;
  private newestStep: number;
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `reached` learns of every step that has been shown. */
  constructor(
    view: View,
    step = 0,
    private readonly reached: (step: number) => void = () => {},
  ) {
    this.shown = $state.raw(view);
    this.newest = view;
    this.step = this.newestStep = step;
  }

  get idle(): boolean {
    return this.fall === null;
  }

  /** News that led to a view at a step. */
  take(news: readonly Told[], to: View, step: number): void {
    const found = fallOf(
      news.map((told) => told.event as Event),
      this.newest,
      to,
    );
    if (found) this.queue.push({ fall: found, during: falling(this.newest, to) });
    this.newest = to;
    this.newestStep = step;
    if (this.idle) this.next();
  }

  /** Show a view at once: a step back, another eye. */
  jump(to: View, step: number): void {
    this.queue = [];
    this.newest = to;
    this.newestStep = step;
    this.end();
  }

  /** Show the newest fall once more. */
  again(): void {
    if (this.idle && this.last) this.show({ fall: this.last, during: this.shown });
  }

  /** Let the fall be over. */
  hurry(): void {
    if (!this.idle) this.end();
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
  }

  private next(): void {
    const waiting = this.queue.shift();
    if (waiting) return this.show(waiting);
    this.shown = this.newest;
    this.step = this.newestStep;
    this.reached(this.step);
  }

  private show({ fall, during }: Waiting): void {
    this.shown = during;
    this.last = this.fall = fall;
    this.time = settings.still ? FALL.still : settings.quickDice ? FALL.quick : FALL.moving;
    this.timer = setTimeout(() => this.end(), this.time);
  }

  private end(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.fall = null;
    this.next();
  }
}
