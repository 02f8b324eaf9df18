import { expect, it } from "vitest";
import type { Told } from "../generated/wire";
import { Ear, gathered } from "./happenings";

const told = (step: number, event: string, seat?: number): Told => ({
  step,
  by: null,
  event: { event, seat },
  told: { id: event, params: {} },
});

it("puts the consequences of a decision and like events of a seat into one line", () => {
  const lines = gathered([
    told(1, "rolled", 0),
    told(2, "rolled", 0),
    told(3, "rolled", 1),
    told(4, "played", 1),
    told(4, "gained", 1),
    told(5, "card-fell"),
    told(5, "scored", 1),
  ]);
  expect(lines.map((line) => [line.seat, line.told.length])).toEqual([
    [0, 2],
    [1, 1],
    [1, 2],
    [null, 1],
    [1, 1],
  ]);
});

it("hears news once and notices a step back", () => {
  const ear = new Ear();
  const news = [told(3, "played", 0)];
  expect(ear.hear(news, 3)).toEqual({ fresh: news, back: false });
  expect(ear.hear(news, 4)).toEqual({ fresh: [], back: false });
  expect(ear.hear([], 2)).toEqual({ fresh: [], back: true });
  expect(ear.hear(news, 3)).toEqual({ fresh: news, back: false });
});
