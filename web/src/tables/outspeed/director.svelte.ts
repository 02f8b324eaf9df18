/** Shows what happened beat by beat: `shown` is the view everything on the table is drawn from. */

import type { Event, OutspeedView } from "../../generated/outspeed";
import type { Told } from "../../generated/wire";
import { Pause } from "../../lib/pause";
import { settings } from "../../lib/settings.svelte";
import { after } from "./apply";
import { beatsOf, joins, lengthOf, type Beat } from "./beats";
import { NOTHING, recapAfter, type Recap } from "./recap";

interface Scheduled extends Beat {
  to: OutspeedView;
  /** The step of that view. */
  step: number;
  told: Told[];
  /** The last beat on the way to its view. */
  last: boolean;
}

/** What changes only when its beat is over: pieces break before they are gone. */
const BREAKS: ReadonlySet<Event["event"]> = new Set(["eliminated", "board-removed"]);

export class Director {
  shown: OutspeedView;
  /** What this turn has shown so far. */
  recap = $state.raw<Recap>(NOTHING);
  /** What is being shown; null when all has been shown. */
  beat = $state.raw<Beat | null>(null);
  /** How long the beat takes, in milliseconds. */
  time = $state(0);
  /** What has been shown, for the story of the turn. */
  told = $state.raw<Told[]>([]);

  private queue: Scheduled[] = [];
  private running: Scheduled | null = null;
  private hurried = false;
  /** Counts the times it was jumped: what was running then is over. */
  private reel = 0;
  private readonly pause = new Pause();

  /** `reached` hears of every step that has been shown. */
  constructor(
    view: OutspeedView,
    private readonly reached: (step: number) => void = () => {},
  ) {
    this.shown = $state.raw(view);
  }

  get idle(): boolean {
    return this.beat === null;
  }

  /** News that led to a view; without news the view is shown as it is. */
  take(news: readonly Told[], to: OutspeedView, step: number): void {
    const beats = beatsOf(news.map((told) => told.event as Event));
    if (!beats.length) {
      const last = this.queue.at(-1);
      if (last) Object.assign(last, { to, step });
      else if (this.idle) this.stand(to, step);
      else Object.assign(this.running!, { to, step });
      return;
    }
    let at = 0;
    beats.forEach((beat, index) => {
      const told = news.slice(at, (at += beat.events.length));
      const last = index === beats.length - 1;
      const before = this.queue.at(-1);
      if (before && joins(before, beat)) {
        before.events.push(...beat.events);
        before.told.push(...told);
        Object.assign(before, { to, step, last });
      } else this.queue.push({ ...beat, to, step, told: [...told], last });
    });
    if (this.idle) void this.run();
  }

  /** Show a view at once: a step back, another eye. */
  jump(to: OutspeedView, step: number): void {
    this.queue = [];
    this.recap = NOTHING;
    this.told = [];
    this.reel++;
    this.running = null;
    this.beat = null;
    this.pause.end();
    this.stand(to, step);
  }

  /** Let the rest go by at once. */
  hurry(): void {
    this.hurried = !this.idle;
    this.pause.end();
  }

  close(): void {
    this.queue = [];
    this.reel++;
    this.pause.end();
  }

  private async run(): Promise<void> {
    const reel = this.reel;
    for (let next = this.queue.shift(); next; next = this.queue.shift()) {
      this.running = next;
      const { events, to, told } = next;
      const time = this.hurried ? 0 : lengthOf(next, { still: settings.still, waiting: this.queue.length });
      this.time = time;
      this.beat = next;
      this.advance(
        events.filter((event) => !BREAKS.has(event.event)),
        to,
      );
      this.recap = recapAfter(this.recap, events);
      this.told = [...this.told, ...told].slice(-60);
      if (time > 0) await this.pause.wait(time);
      if (reel !== this.reel) return;
      this.advance(
        events.filter((event) => BREAKS.has(event.event)),
        to,
      );
      if (next.last) this.stand(next.to, next.step);
    }
    this.hurried = false;
    this.running = null;
    this.beat = null;
  }

  /** Everything stands as a view says. */
  private stand(to: OutspeedView, step: number): void {
    this.shown = to;
    this.reached(step);
  }

  private advance(events: Event[], to: OutspeedView): void {
    this.shown = events.reduce((view, event) => after(view, event, to), this.shown);
  }
}
