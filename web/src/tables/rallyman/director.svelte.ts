/** Shows what happened beat by beat; afterwards everything stands as the scene says. */

import { Pause } from "../../lib/pause";
import { settings } from "../../lib/settings.svelte";
import { beatsOf, lengthOf, stageBeats, type Beat, type ShownDie, type Sign } from "./beats";
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

/** News on its way to the table: its beats, and how everything stands when they have been shown. */
interface Take {
  beats: Beat[];
  race: Race;
  step: number;
}

export class Director {
  /** The race as it has been shown: everything on the table but the moving cars is drawn from it. */
  race: Race;
  /** The step that has been shown. */
  step = $state(0);
  cars = $state<Shown[]>([]);
  roll = $state.raw<Roll | null>(null);
  notice = $state.raw<Notice | null>(null);
  /** The seat that is being shown. */
  seat = $state<number | null>(null);
  idle = $state(true);
  /** The cells each car drove over in its last turn, the one it came from first. */
  trails = $state.raw<ReadonlyMap<number, number[]>>(new Map());

  private queue: Take[] = [];
  private hurried = false;
  /** Counts the times it was jumped: what was running then is over. */
  private reel = 0;
  private readonly pause = new Pause();
  private next = 1;
  private fading: ReturnType<typeof setTimeout> | undefined;

  /** `reached` hears of every step that has been shown, `began` of every beat that begins in its own time. */
  constructor(
    race: Race,
    step: number,
    private readonly reached: (step: number) => void = () => {},
    private readonly began: (beat: Beat) => void = () => {},
  ) {
    this.race = $state.raw(race);
    this.settle({ race, step, beats: [] });
  }

  /** A new scene has come; `events` led to it. Without events it is simply shown. */
  take(events: readonly AnyEvent[], race: Race, step: number): void {
    const beats = race.stage === this.race.stage ? beatsOf(events, race.laps) : stageBeats(events);
    this.queue.push({ beats, race, step });
    if (this.idle) void this.run();
  }

  /** Tell the person at the screen that it is up to them. */
  call(seat: number): void {
    this.notice = { id: this.next++, sign: "your-turn", seat, value: "" };
    this.fadeSoon();
  }

  /** Show a scene at once: a step of a replay, a decision taken back, other eyes. */
  jump(race: Race, step: number): void {
    this.stop();
    this.roll = null;
    this.notice = null;
    this.trails = new Map();
    this.idle = true;
    this.settle({ race, step, beats: [] });
  }

  /** Let everything that has come stand there at once. */
  hurry(): void {
    if (this.idle) return;
    this.hurried = true;
    this.pause.end();
  }

  close(): void {
    this.stop();
    clearTimeout(this.fading);
  }

  private stop(): void {
    this.queue = [];
    this.reel += 1;
    this.pause.end();
  }

  /** Whether beats take their time: not for those who want nothing to move, nor for those in a hurry. */
  private get unhurried(): boolean {
    return !this.hurried && !settings.still;
  }

  private async run(): Promise<void> {
    const { reel } = this;
    this.idle = false;
    for (let take = this.queue.shift(); take; take = this.queue.shift()) {
      for (const [at, beat] of take.beats.entries()) {
        const mine = beat.seat === take.race.you;
        const waiting =
          take.beats.length - at - 1 + this.queue.reduce((all, one) => all + one.beats.length, 0);
        const length = lengthOf(beat, { quick: settings.quickDice, mine, waiting });
        this.show(beat, length, take.race);
        if (!this.hurried) this.began(beat);
        if (this.unhurried) await this.pause.wait(length);
        if (reel !== this.reel) return;
        if (this.roll?.rolling) this.roll = { ...this.roll, rolling: false };
        if (beat.kind === "dice" && this.unhurried)
          await this.pause.wait(settings.quickDice || !mine ? 150 : 350);
        if (reel !== this.reel) return;
      }
      this.settle(take);
    }
    this.hurried = false;
    this.idle = true;
    this.fadeSoon();
  }

  private fadeSoon(): void {
    clearTimeout(this.fading);
    this.fading = setTimeout(() => {
      this.roll = null;
      this.notice = null;
    }, 1600);
  }

  private show(beat: Beat, time: number, after: Race): void {
    clearTimeout(this.fading);
    this.seat = beat.seat >= 0 ? beat.seat : this.seat;
    const car = this.cars[beat.seat];
    switch (beat.kind) {
      case "dice": {
        const limit = after.cars[beat.seat]?.limit ?? 3;
        const rolling = this.unhurried && !settings.quickDice;
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

  private settle({ race, step }: Take): void {
    this.race = race;
    this.step = step;
    this.cars = race.cars.map(({ cell, status, backwards, side }) => ({ cell, status, backwards, side }));
    this.seat = null;
    this.reached(step);
  }
}
