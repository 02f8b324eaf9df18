import { describe, expect, it } from "vitest";
import { hazardsOf, inFocus, lastLap, leadingLap, mySeat, type Race, type Racer, type Turn } from "./model";

const car = (seat: number, lap: number) => ({ seat, lap }) as Racer;

function race(more: Partial<Race>): Race {
  return {
    game: "rallyman-gt",
    you: 0,
    phase: "plan",
    asked: [1],
    can: [],
    round: 3,
    order: [1, 0],
    cars: [car(0, 0), car(1, 0)],
    turn: null,
    stage: 0,
    laps: 3,
    weather: "dry",
    flags: [],
    mud: [],
    leader: null,
    gt: null,
    dirt: null,
    ...more,
  };
}

describe("the race", () => {
  it("counts laps by the leader and warns of the last one", () => {
    expect(leadingLap(race({}))).toBe(1);
    expect(leadingLap(race({ cars: [car(0, 1), car(1, 2)] }))).toBe(3);
    expect(lastLap(race({ cars: [car(0, 1), car(1, 2)] }))).toBe(true);
    expect(lastLap(race({ cars: [car(0, 1), car(1, 1)] }))).toBe(false);
    expect(leadingLap(race({ cars: [car(0, 3)] }))).toBe(3);
    expect(lastLap(race({ laps: 1 }))).toBe(false);
  });
  it("asks only the seat that is asked", () => {
    expect(mySeat(race({}))).toBeNull();
    expect(mySeat(race({ asked: [0] }))).toBe(0);
    expect(mySeat(race({ asked: [0], you: null }))).toBeNull();
  });
  it("looks at the car on turn", () => {
    expect(inFocus(race({ turn: { seat: 1 } as Turn }))).toBe(1);
    expect(inFocus(race({ asked: [] }))).toBe(0);
  });
  it("counts hazards that lie on the table before the car has moved", () => {
    const turn = { hazards: 0, faces: ["-", "!-", "*", "!"] } as Turn;
    expect(hazardsOf(turn)).toBe(2);
    expect(hazardsOf({ ...turn, hazards: 3 })).toBe(3);
  });
});
