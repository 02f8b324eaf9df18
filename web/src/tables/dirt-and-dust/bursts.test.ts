import { expect, it } from "vitest";
import type { Told } from "../../generated/wire";
import { burstsOf } from "./bursts";

it("plays on a car what it gained, paid and met with, and nothing of the others", () => {
  const events = [
    { event: "gained", seat: 0, what: "wrench", n: 2 },
    { event: "paid", seat: 0, what: "traction", n: 1 },
    { event: "damaged", seat: 0, hits: 3, damage: 3 },
    { event: "damaged", seat: 0, hits: 0, damage: 3 },
    { event: "rolled", seat: 0, die: "player", value: 3 },
    { event: "rolled", seat: 0, die: "boost", value: 5 },
    { event: "gained", seat: 1, what: "wrench", n: 2 },
    { event: "round-began", round: 2 },
  ];
  const news = events.map((event, step): Told => ({ step, by: 0, event, told: { id: "x", params: {} } }));
  expect(burstsOf(news, 0).map(({ kind, icon, text }) => `${kind} ${icon} ${text}`)).toEqual([
    "gain wrench +2",
    "loss traction −1",
    "damage hit 3",
    "gain boost 5",
  ]);
});
