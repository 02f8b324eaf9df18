import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event, OutspeedView, ShipView } from "../../generated/outspeed";
import { after } from "./apply";
import { beatsOf, lengthOf } from "./beats";
import { Director } from "./director.svelte";

vi.mock("../../lib/settings.svelte", () => ({ settings: { still: false } }));

function ship(seat: number, zone: number, more: Partial<ShipView> = {}): ShipView {
  const rest = { fuel: 12, tokens: 1, out: 0, cause: null, announced: null, route: null, dial: null };
  return { seat, zone, ...rest, ...more };
}

function view(more: Partial<OutspeedView> = {}): OutspeedView {
  return {
    seat: 0,
    turn: 4,
    turns: 13,
    phase: "programming",
    deciding: [0, 1],
    choices: [],
    rear: 1,
    front: 14,
    zones_per_board: 7,
    ships: [ship(0, 5), ship(1, 6), ship(2, 9)],
    fields: [],
    fields_left: 7,
    tile: null,
    finish: false,
    tiles_left: 9,
    seen: [1, 2, 3, 4],
    stack: 20,
    used: {},
    dice: {},
    hand: null,
    last: null,
    ...more,
  };
}

const REVEAL: Event[] = [
  { event: "programmed", seat: 0, route: "red" },
  { event: "revealed", seat: 0, route: "red" },
  { event: "revealed", seat: 1, route: "blue" },
  { event: "revealed", seat: 2, route: "blue" },
  { event: "lost-turn", seat: 1, route: "blue" },
  { event: "lost-turn", seat: 2, route: "blue" },
  { event: "paid", seat: 0, owed: 2, fuel: 10 },
  { event: "moved", seat: 0, start: 5, end: 8, stopped: false },
  { event: "fuel-gained", seat: 0, amount: 1, fuel: 11 },
  { event: "eliminated", seat: 2, cause: "fuel" },
];

describe("beats", () => {
  it("are the steps of a reveal; what happens at once is one of them", () => {
    const beats = beatsOf(REVEAL);
    expect(beats.map((beat) => beat.kind)).toEqual([
      "quiet",
      "dials",
      "lanes",
      "crash",
      "fuel",
      "flight",
      "out",
    ]);
    expect(beats[1]!.events).toHaveLength(3);
    expect(beats[5]!.events).toHaveLength(2);
  });

  it("let each token fire by itself, at all its targets together", () => {
    const hits: Event[] = [
      { event: "hit", seat: 0, token: "ion_cannon", victim: 1 },
      { event: "hit", seat: 0, token: "ion_cannon", victim: 2 },
      { event: "hit", seat: 1, token: "flamethrower", victim: 2 },
    ];
    expect(beatsOf(hits).map((beat) => beat.events.length)).toEqual([2, 1]);
  });

  it("take longer for longer flights, and hardly any time where nothing shall move", () => {
    const flight = (end: number) =>
      lengthOf(beatsOf([{ event: "moved", seat: 0, start: 1, end, stopped: false }])[0]!, {
        still: false,
        waiting: 0,
      });
    expect(flight(6)).toBeGreaterThan(flight(2));
    const still = beatsOf(REVEAL).map((beat) => lengthOf(beat, { still: true, waiting: 0 }));
    expect(still.reduce((sum, time) => sum + time)).toBeLessThanOrEqual(1500);
  });
});

describe("a view after an event", () => {
  const to = view();
  it("has what the event says", () => {
    const done = REVEAL.reduce((seen, event) => after(seen, event, to), view());
    expect(done.ships[0]).toMatchObject({ zone: 8, fuel: 11, route: "red" });
    expect(done.ships[2]).toMatchObject({ out: 4, cause: "fuel" });
    expect(done.deciding).toEqual([1]);
  });
  it("knows boards, fields, tokens and tiles", () => {
    const events: Event[] = [
      { event: "announced", seat: 1, plays: true },
      { event: "field-placed", seat: 1, zone: 6 },
      { event: "field-placed", seat: 2, zone: 6 },
      { event: "kept", seat: 0, token: "nitro", under: "hidden" },
      { event: "board-added", front: 21 },
      { event: "board-removed", rear: 8 },
    ];
    const done = events.reduce((seen, event) => after(seen, event, to), view());
    expect(done).toMatchObject({ rear: 8, front: 21, fields: [{ zone: 6, fields: 2 }], fields_left: 5 });
    expect(done.ships.map((one) => one.tokens)).toEqual([2, 0, 1]);
    const next = after(done, { event: "tile-shown", turn: 5, tile: 9, side: "3-4", finish: false }, to);
    expect(next).toMatchObject({ turn: 5, phase: "bonus", seen: [1, 2, 3, 4, 9] });
    expect(after(next, { event: "fields-cleared", zone: 6 }, to).fields).toEqual([]);
  });
});

describe("the director", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const told = (events: Event[]) =>
    events.map((event) => ({ step: 1, by: null, event, told: { id: "", params: {} } }));
  const last = view({ phase: "bonus", turn: 5, deciding: [0] });

  it("shows beat by beat and ends where the scene stands", async () => {
    const steps: number[] = [];
    const director = new Director(view(), (step) => steps.push(step));
    director.take(told(REVEAL), last, 9);
    await vi.advanceTimersByTimeAsync(10);
    expect(director.beat?.kind).toBe("dials");
    expect(steps).toEqual([]);
    expect(director.shown.ships[0]).toMatchObject({ route: "red", zone: 5, fuel: 12 });
    const kinds = new Set<string>();
    for (let time = 0; time < 9000 && !director.idle; time += 50) {
      kinds.add(director.beat!.kind);
      if (director.beat!.kind === "out") expect(director.shown.ships[2]!.out).toBe(0);
      await vi.advanceTimersByTimeAsync(50);
    }
    expect([...kinds]).toEqual(["dials", "lanes", "crash", "fuel", "flight", "out"]);
    expect(director.shown).toBe(last);
    expect(steps).toEqual([9]);
    expect(director.told).toHaveLength(REVEAL.length);
  });

  it("can be hurried, and goes on slowly with what comes later", async () => {
    const director = new Director(view());
    director.take(told(REVEAL), last, 9);
    await vi.advanceTimersByTimeAsync(10);
    director.hurry();
    await vi.advanceTimersByTimeAsync(1);
    expect(director.idle).toBe(true);
    expect(director.shown).toBe(last);
    director.take(told(REVEAL), last, 9);
    await vi.advanceTimersByTimeAsync(10);
    expect(director.beat?.kind).toBe("dials");
  });

  it("throws dice together that come one after the other", async () => {
    const director = new Director(view());
    const die = (seat: number): Event => ({ event: "rolled", seat, die: "blue", value: 2 });
    director.take(told(REVEAL.slice(0, 4)), last, 9);
    director.take(told([die(0)]), last, 10);
    director.take(told([die(1)]), last, 11);
    for (let time = 0; time < 5000 && director.beat?.kind !== "dice"; time += 50)
      await vi.advanceTimersByTimeAsync(50);
    expect(director.recap.dice).toHaveLength(2);
  });

  it("drops what it was showing when the game goes back", async () => {
    const director = new Director(view());
    director.take(told(REVEAL), last, 9);
    await vi.advanceTimersByTimeAsync(10);
    const back = view({ turn: 2 });
    director.jump(back, 3);
    await vi.advanceTimersByTimeAsync(5000);
    expect(director.shown).toBe(back);
    expect(director.idle).toBe(true);
  });
});
