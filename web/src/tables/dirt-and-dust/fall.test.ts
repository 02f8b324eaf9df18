import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Event, View } from "../../generated/dirt-and-dust";
import type { Told } from "../../generated/wire";
import { Director } from "./director.svelte";
import { falling, fallOf } from "./fall";

vi.mock("../../lib/settings.svelte", () => ({ settings: { still: false, quickDice: false } }));

const track = [
  [{ id: "T4", zone: "grey", value: 4, pays: "speed" }],
  [{ id: "B1", zone: "red", value: 3, pays: "popularity" }],
];
function table(round: number, spaces: string[], speed: number[], popularity: number[]): View {
  const boards = spaces.map((space, seat) => ({
    seat,
    space,
    speed: speed[seat],
    popularity: popularity[seat],
    out: false,
    as_before: true,
  }));
  return { round, phase: "driving", boards, track, road: [{ no: round }] } as unknown as View;
}
const before = table(3, ["T4", "T4", "T4"], [1, 2, 3], [0, 0, 0]);
const after = table(4, ["T4", "B1", "B1"], [9, 2, 3], [0, 3, 0]);
const told = (events: unknown[]): Told[] =>
  events.map((event, index) => ({ step: index, by: null, event, told: { id: "x", params: {} } }));
const events = [
  { event: "card-fell", card: 3, to: null },
  { event: "scored", seat: 0, navigators: 2, what: "speed", points: 8, to: null },
  { event: "scored", seat: 1, navigators: 1, what: "popularity", points: 3, to: null },
] as Event[];

describe("the fall of a Stage card", () => {
  it("says for everyone what it brought, and nothing for those without a Navigator", () => {
    const fall = fallOf(events, before, after)!;
    expect(fall.card).toBe(3);
    expect(
      fall.tickets.map(({ navigators, value, points, before, after }) => [
        navigators,
        value,
        points,
        before,
        after,
      ]),
    ).toEqual([
      [2, 4, 8, 1, 9],
      [1, 3, 3, 0, 3],
      [0, 3, 0, 0, 0],
    ]);
    expect(fallOf([], before, after)).toBeNull();
  });
  it("is shown on the old road with everybody where they drove", () => {
    const shown = falling(before, after);
    expect(shown.road).toBe(before.road);
    expect(shown.boards.map(({ space, speed, as_before }) => [space, speed, as_before])).toEqual([
      ["T4", 1, false],
      ["B1", 2, false],
      ["B1", 3, false],
    ]);
  });
});

describe("the director", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it("shows nothing of what came after a fall before the fall has been shown", () => {
    const reached: number[] = [];
    const director = new Director(before, 6, (step) => reached.push(step));
    director.take(told(events), after, 7);
    expect(director.idle).toBe(false);
    expect(director.shown.round).toBe(3);
    const later = table(5, ["T4", "B1", "B1"], [9, 2, 3], [0, 3, 0]);
    director.take([], later, 8);
    expect([director.shown.round, director.step, reached]).toEqual([3, 6, []]);
    vi.runAllTimers();
    expect(director.idle).toBe(true);
    expect(director.shown).toBe(later);
    expect(reached).toEqual([8]);
  });
  it("can be hurried, shows a fall again, and jumps when the game goes back", () => {
    const director = new Director(before);
    director.take(told(events), after, 7);
    director.hurry();
    expect(director.shown).toBe(after);
    director.again();
    expect(director.fall?.card).toBe(3);
    director.jump(before, 5);
    expect(director.idle).toBe(true);
    expect(director.shown).toBe(before);
    director.close();
  });
});
