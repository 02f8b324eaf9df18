import { expect, it, vi } from "vitest";
import type { TableInfo } from "../generated/wire";
import { seatName, wordsOf } from "./seats";

vi.mock("./words.svelte", () => ({
  t: (id: string, params: Record<string, unknown>) => `${id} ${Object.values(params).join(" ")}`,
  label: (id: string, fallback: string) => (id === "bot.club" ? "Club bot" : fallback),
}));

const table = (...seats: Record<string, unknown>[]) =>
  ({
    seats: seats.map((seat, n) => ({ seat: n, person: null, bot: null, name: null, ...seat })),
  }) as unknown as TableInfo;

it("calls people by their names and bots by what they are", () => {
  const found = table({ name: "Ana", person: "a" }, { name: "club", bot: "club" }, {});
  expect([0, 1, 2].map((seat) => seatName(found, seat))).toEqual(["Ana", "Club bot", "seat.name 3"]);
});
it("tells apart those of the same name", () => {
  const found = table(
    { name: "club", bot: "club" },
    { name: "Ana", person: "a" },
    { name: "club", bot: "club" },
  );
  expect([0, 1, 2].map((seat) => seatName(found, seat))).toEqual([
    "seat.twin Club bot 1",
    "Ana",
    "seat.twin Club bot 3",
  ]);
});
it("knows the bots of a log that came as a file", () => {
  expect(seatName(table({ name: "club" }), 0)).toBe("Club bot");
});
it("words what a message speaks of: seats, cells, lists of them, and what the catalogue names", () => {
  const show = wordsOf(table({ name: "Ana", person: "a" }, { name: "club", bot: "club" }));
  expect(show("victim", { names: "seat", number: 1 })).toBe("Club bot");
  expect(show("start", { names: "cell", number: 85, name: "2:A1" })).toBe("2:A1");
  expect(
    show("order", [
      { names: "seat", number: 1 },
      { names: "seat", number: 0 },
    ]),
  ).toBe("Club bot, Ana");
  expect(show("values", [3, 4])).toBe("3, 4");
  expect(show("card", [])).toBe("none");
  expect(show("seat", 1)).toBeUndefined();
});
