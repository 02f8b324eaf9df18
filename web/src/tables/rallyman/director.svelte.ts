/** Shows what happened beat by beat; afterwards everything stands as the scene says. */

import { settings } from "../../lib/settings.svelte";
import { beatsOf, lengthOf, type Beat, type ShownDie, type Sign } from "./beats";
import type { Race, Racer } from "./model";
import type { AnyEvent } from "./types";

export interface Shown {
  cell: number | null;
  status: Racer["status"];
  backwards: boolean;
  side: "left" | "right";
}

export interface Roll {
  id: number;
  seat: number;
  dice: ShownDie[];
  hazards: number;
  limit: number;
  rolling: boolean;
  /** How long it rolls, in milliseconds. */
  time: number;
}

export interface Notice {
  id: number;
  sign: Sign;
  seat: number;
  value: string;
}

export class Director {
  cars = $state<Shown[]>([]);
  roll = $state.raw<Roll | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** The seat that is being shown. */
  seat = $state<number | null>(null);
  idle = $state(true);
  /** The cells each car drove over in its last turn, the one it came from first. */
  trails = $state.raw<ReadonlyMap<number, number[]>>(new Map());

  private queue: Beat[] = [];
  private after: Race | null = null;
  private hurried = false;
  private wake: (() => void) | null = null;
  private next = 1;
  private fading: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  /** A new scene has come; `events` led to it. Without events it is simply shown. */
  take(events: readonly AnyEvent[], race: Race): void {
    this.after = race;
    const beats = this.cars.length ? beatsOf(events, race.laps) : [];
    if (!beats.length) {
      if (this.idle) this.settle();
      return;
    }
    this.queue.push(...beats);
    if (this.idle) void this.run();
  }

  /** Tell the person at the screen that it is up to them. */
  call(seat: number): void {
    this.notice = { id: this.next++, sign: "your-turn", seat, value: "" };
    this.fadeSoon();
  }

  /** Show a scene at once: another stage, a step of a replay, a decision taken back. */
  jump(race: Race): void {
    this.after = race;
    this.queue = [];
    this.roll = null;
    this.notice = null;
    this.trails = new Map();
    this.hurry();
    this.settle();
  }

  /** Let the rest go by at once. */
  hurry(): void {
    if (this.idle) return;
    this.hurried = true;
    this.wake?.();
  }

  close(): void {
    this.closed = true;
    this.queue = [];
    clearTimeout(this.fading);
    this.wake?.();
  }

  private async run(): Promise<void> {
    this.idle = false;
    for (let beat = this.queue.shift(); beat && !this.closed; beat = this.queue.shift()) {
      const mine = beat.seat === this.after?.you;
      const length = lengthOf(beat, {
        still: settings.still,
        quick: settings.quickDice,
        mine,
        waiting: this.queue.length,
      });
      this.show(beat, length);
      await this.wait(this.hurried ? 30 : length);
      if (this.roll?.rolling) this.roll = { ...this.roll, rolling: false };
      if (beat.kind === "dice" && !this.hurried) await this.wait(settings.quickDice || !mine ? 150 : 350);
    }
    this.hurried = false;
    this.idle = true;
    this.settle();
    this.fadeSoon();
  }

  private fadeSoon(): void {
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.roll = null;
      this.notice = null;
    }, 1600);
  }

  private wait(time: number): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.wake = null;
        resolve();
      };
      const timer = setTimeout(done, time);
      this.wake = done;
    });
  }

  private show(beat: Beat, time: number): void {
    clearTimeout(this.fading);
    this.seat = beat.seat >= 0 ? beat.seat : this.seat;
    const car = this.cars[beat.seat];
    switch (beat.kind) {
      case "dice": {
        const limit = this.after?.cars[beat.seat]?.limit ?? 3;
        const rolling = !settings.still && !settings.quickDice && !this.hurried;
        this.notice = null;
        this.roll = {
          id: this.next++,
          seat: beat.seat,
          dice: beat.dice,
          hazards: beat.hazards,
          limit,
          rolling,
          time,
        };
        break;
      }
      case "sign":
        this.notice = { id: this.next++, sign: beat.sign, seat: beat.seat, value: beat.value };
        break;
      case "turn":
        this.trails = new Map([...this.trails].filter(([seat]) => seat !== beat.seat));
        break;
      case "move":
        if (car?.cell != null)
          this.trails = new Map(this.trails).set(beat.seat, [
            ...(this.trails.get(beat.seat) ?? [car.cell]),
            beat.cell,
          ]);
        if (car) Object.assign(car, { cell: beat.cell, status: "track", backwards: false });
        break;
      case "place":
        if (car) Object.assign(car, { cell: beat.cell, status: "track", backwards: false });
        break;
      case "spin":
        if (car) car.backwards = true;
        break;
      case "off":
        if (car) Object.assign(car, { cell: beat.cell, status: "off", side: beat.side });
        break;
    }
  }

  private settle(): void {
    if (!this.after) return;
    this.cars = this.after.cars.map(({ cell, status, backwards, side }) => ({
      cell,
      status,
      backwards,
      side,
    }));
    this.seat = null;
  }
}
