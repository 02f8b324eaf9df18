import { beforeEach, expect, it } from "vitest";
import type { GameInfo } from "../generated/wire";
import { botOf, changedOptions, keepChoice, lastChoice, presetOf } from "./presets";

const kept = new Map<string, string>();
const game = {
  name: "pig",
  least: 2,
  most: 6,
  defaults: { goal: 100 },
  bots: ["random", "careful", "expert"],
  opponents: [
    { name: "random", level: "random" },
    { name: "careful", level: "beginner" },
    { name: "expert", level: "expert" },
  ],
} as unknown as GameInfo;

beforeEach(() => {
  kept.clear();
  globalThis.localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  } as unknown as Storage;
});

it("finds the bot of a level or the strongest below it", () => {
  expect(botOf(game, "club")).toBe("careful");
  expect(botOf(game, "champion")).toBe("expert");
  expect(botOf({ ...game, opponents: game.opponents.slice(2) }, "beginner")).toBe("expert");
  expect(botOf({ ...game, opponents: [...game.opponents].reverse() }, "beginner")).toBe("careful");
});

it("fills in everything", () => {
  expect(presetOf(game, "quick")).toMatchObject({ seats: 4, bots: true, options: { goal: 100 } });
  expect(presetOf(game, "friends")).toMatchObject({ pace: { kind: "live" }, bots: false });
  expect(presetOf({ ...game, most: 3 }, "evening").seats).toBe(3);
});

it("remembers the last choice as far as it still fits", () => {
  expect(lastChoice(game)).toBeNull();
  const choice = { ...presetOf(game, "quick"), seats: 9, options: { goal: 20, gone: 1 }, bot: "nobody" };
  keepChoice("pig", choice);
  expect(presetOf(game, "custom")).toMatchObject({ seats: 6, options: { goal: 20 }, bot: "careful" });
  expect(presetOf(game, "custom").options).not.toHaveProperty("gone");
  kept.set("paddock.new.pig", "{");
  expect(lastChoice(game)).toBeNull();
});

it("names what differs from the preset", () => {
  expect(changedOptions({ a: 1, b: [2] }, { a: 1, b: [3] })).toEqual(["b"]);
});
