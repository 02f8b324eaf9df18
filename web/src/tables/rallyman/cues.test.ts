import { beforeEach, describe, expect, it, vi } from "vitest";
import { beatsOf } from "./beats";
import { cueOf, perform } from "./cues";
import type { AnyEvent } from "./types";

const settings = vi.hoisted(() => ({ sound: true, still: true, quickDice: false }));
vi.mock("../../lib/settings.svelte", () => ({ settings }));

/** An audio context that only counts what is started. */
class Silence {
  static made = 0;
  static started: number[] = [];
  currentTime = 0;
  sampleRate = 100;
  destination = {};
  constructor() {
    Silence.made += 1;
  }
  resume = () => Promise.resolve();
  private readonly param = () => ({
    value: 0,
    setValueAtTime: () => {},
    exponentialRampToValueAtTime: () => {},
    linearRampToValueAtTime: () => {},
  });
  private readonly node = () => {
    const node = {
      gain: this.param(),
      frequency: this.param(),
      Q: this.param(),
      connect: (to: unknown) => to,
      start: (at: number) => void Silence.started.push(at),
      stop: () => {},
    };
    return node;
  };
  createGain = this.node;
  createOscillator = this.node;
  createBiquadFilter = this.node;
  createBufferSource = this.node;
  createBuffer = (_: number, frames: number) => ({ getChannelData: () => new Float32Array(frames) });
}

const TURN = [
  { event: "rolled", seat: 0, step: 0, die: "3", faces: "-!", hazards: 1 },
  { event: "moved", seat: 0, start: 1, cell: 2, gear: 3, hazards: 0 },
  { event: "control-lost", seat: 0, cell: 2, gear: 3, cause: "hazards" },
  { event: "crashed", seat: 0, cell: 2, side: "left" },
  { event: "finished", seat: 0, place: 1 },
] as unknown as AnyEvent[];

describe("what is heard", () => {
  const buzzes: unknown[] = [];
  let now = 0;
  beforeEach(() => {
    vi.stubGlobal("AudioContext", Silence);
    vi.stubGlobal("navigator", { vibrate: (buzz: unknown) => buzzes.push(buzz) });
    vi.spyOn(performance, "now").mockImplementation(() => now);
    buzzes.length = 0;
    Silence.started = [];
    now += 1000;
  });

  it("follows what is shown: dice, engine, tyres, crash, crowd", () => {
    const beats = beatsOf(TURN, 1);
    expect(beats.map((beat) => cueOf(beat)?.name ?? null)).toEqual([
      "dice",
      "engine",
      "screech",
      "crash",
      "cheer",
    ]);
  });
  it("is silent and still unless it was switched on, and makes nothing then", () => {
    settings.sound = false;
    for (const beat of beatsOf(TURN, 1)) perform(cueOf(beat), true);
    expect([Silence.made, buzzes]).toEqual([0, []]);
    settings.sound = true;
  });
  it("plays every voice, and is felt only by the driver it happens to", async () => {
    const [dice, engine, screech, crash, cheer] = beatsOf(TURN, 1).map(cueOf);
    for (const cue of [dice, engine, screech, crash, cheer]) {
      const before = Silence.started.length;
      perform(cue!, cue === crash);
      await Promise.resolve();
      await Promise.resolve();
      expect(Silence.started.length, cue!.name).toBeGreaterThan(before);
    }
    expect(buzzes).toEqual([140]);
  });
  it("does not begin the same sound twice at once", async () => {
    const [dice] = beatsOf(TURN, 1).map(cueOf);
    perform(dice!, true);
    perform(dice!, true);
    expect(buzzes).toHaveLength(1);
    now += 500;
    perform(dice!, true);
    expect(buzzes).toHaveLength(2);
  });
});
