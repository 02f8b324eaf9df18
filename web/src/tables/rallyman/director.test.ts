import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Director } from "./director.svelte";
import type { Race } from "./model";
import type { AnyEvent } from "./types";

const liked = vi.hoisted(() => ({ still: false, quickDice: false }));
vi.mock("../../lib/settings.svelte", () => ({ settings: liked }));

function race(cells: (number | null)[], more: Partial<Race> = {}): Race {
  const cars = cells.map((cell, seat) => ({ seat, cell, status: "track", backwards: false, side: "left" }));
  return { cars, you: 0, stage: 0, laps: 1, ...more } as Race;
}

const drive = (seat: number, ...cells: number[]) =>
  cells.flatMap((cell) => [
    { event: "rolled", seat, die: "1", faces: "-", hazards: 0 },
    { event: "moved", seat, cell },
  ]) as AnyEvent[];

function shown() {
  const steps: number[] = [];
  const director = new Director(race([1, 2]), 3, (step) => steps.push(step));
  steps.length = 0;
  return { director, steps };
}

describe("the director", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => {
    vi.useRealTimers();
    liked.still = false;
  });

  it("shows the race before until the car has driven", async () => {
    const { director, steps } = shown();
    const after = race([5, 2], { round: 2 });
    director.take(drive(0, 4, 5), after, 7);
    await vi.advanceTimersByTimeAsync(100);
    expect(director.roll).not.toBeNull();
    expect([director.race.round, director.step, director.idle, steps]).toEqual([undefined, 3, false, []]);
    for (let time = 0; time < 9000 && !director.idle; time += 50) {
      if (director.cars[0]!.cell !== 5) expect(director.race).not.toBe(after);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect([director.race, director.step, steps]).toEqual([after, 7, [7]]);
  });

  it("shows scene after scene, each in its own time", async () => {
    const { director, steps } = shown();
    const [first, second] = [race([4, 2]), race([4, 8])];
    director.take(drive(0, 4), first, 5);
    director.take(drive(1, 8), second, 6);
    for (let time = 0; time < 9000 && !director.idle; time += 50) {
      if (director.race === first) expect(director.cars[0]!.cell).toBe(4);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect([director.race, steps]).toEqual([second, [5, 6]]);
  });

  it("skips to the truth at once when it is hurried, and where nothing is to move", async () => {
    const { director, steps } = shown();
    director.take(drive(0, 4, 5), race([5, 2]), 5);
    director.take(drive(1, 8, 9), race([5, 9]), 6);
    await vi.advanceTimersByTimeAsync(10);
    director.hurry();
    await vi.advanceTimersByTimeAsync(0);
    expect([director.idle, director.cars.map((car) => car.cell), steps]).toEqual([true, [5, 9], [5, 6]]);
    liked.still = true;
    director.take(drive(0, 6, 7), race([7, 9]), 9);
    await vi.advanceTimersByTimeAsync(0);
    expect([director.idle, director.step, director.cars[0]!.cell]).toEqual([true, 9, 7]);
    expect(director.trails.get(0)).toEqual([1, 4, 5, 6, 7]);
  });

  it("drops what it was showing when the game goes back", async () => {
    const { director, steps } = shown();
    director.take(drive(0, 4, 5), race([5, 2]), 7);
    await vi.advanceTimersByTimeAsync(100);
    const back = race([1, 1]);
    director.jump(back, 2);
    await vi.advanceTimersByTimeAsync(9000);
    expect([director.race, director.idle, steps]).toEqual([back, true, [2]]);
  });

  it("shows the end of a stage on its own road before the next one is laid out", async () => {
    const { director } = shown();
    const next = race([null, null], { stage: 1 });
    const events = [
      ...drive(0, 4),
      { event: "stage-began", stage: 2, order: [0, 1] },
      { event: "turn-began", seat: 0 },
    ] as AnyEvent[];
    director.take(events, next, 7);
    const cells = new Set<number | null>();
    for (let time = 0; time < 9000 && !director.idle; time += 50) {
      if (director.race.stage === 0) cells.add(director.cars[0]!.cell);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect([...cells]).toEqual([1, 4]);
    expect(director.race).toBe(next);
  });
});
