import { describe, expect, it, vi } from "vitest";
import type { TableInfo, Told } from "../../generated/wire";
import { formatText, type Params } from "../../lib/format";
import { linesOf, turnsOf } from "./turns";
import type { AnyEvent } from "./types";
import en from "./words/en.json";
import pl from "./words/pl.json";
import ru from "./words/ru.json";

const tongue = vi.hoisted(() => ({ now: "en" }));
vi.mock("../../lib/words.svelte", () => ({
  t: (id: string, params: Params = {}) => {
    const words = { en, pl, ru }[tongue.now as "en"] as Record<string, string>;
    return formatText(words[id] ?? id, params, tongue.now);
  },
  label: (_: string, fallback: string) => fallback,
  say: ({ id }: { id: string }) => id,
}));
const { sentence } = await import("./tale");
const { default: telling } = await import("./telling");

let step = 0;
const told = (...events: object[]) =>
  events.map((event) => ({
    step: ++step,
    by: null,
    event: event as AnyEvent,
    told: { id: (event as AnyEvent).event, params: {} },
  })) as (Told & { event: AnyEvent })[];

const roll = (seat: number, die: string, faces: string) => ({
  event: "rolled",
  seat,
  die,
  faces,
  hazards: 0,
});
const move = (seat: number, cell: number, gear: number) => ({ event: "moved", seat, cell, gear, hazards: 0 });

/** Seven steps flat out, four hazards, off the road on cell 3. */
const CRASH = [
  { event: "turn-began", seat: 2, gear: 5 },
  { event: "planned", seat: 2, steps: [], way: "flat-out", count: 7 },
  ...["!", "-", "!", "-", "!"].map((face) => roll(2, "c", face)),
  roll(2, "1", "-!"),
  ...[1, 2, 3, 4, 5, 6, 3].map((cell) => move(2, cell, 4)),
  { event: "focus-gained", seat: 2, tokens: 7, focus: 7 },
  { event: "control-lost", seat: 2, cell: 3, gear: 4, cause: "hazards", hazards: 4 },
  { event: "crashed", seat: 2, cell: 9, side: "left" },
  { event: "turn-told", seat: 2, line: "5: … !00" },
];
const QUIET = [
  { event: "turn-began", seat: 0, gear: 0 },
  { event: "planned", seat: 0, steps: [{ die: "1", cell: 4 }], way: "one-by-one", count: 1 },
  { event: "secured", seat: 0, step: 1, dice: 1, price: 1, focus: 2 },
  move(0, 4, 1),
  { event: "stopped", seat: 0, gear: 1 },
  { event: "turn-told", seat: 0, line: "0: 1*" },
];

const table = {
  game: "rallyman-gt",
  seats: [0, 1, 2].map((seat) => ({ seat, name: `Bot ${seat + 1}`, person: "x" })),
} as unknown as TableInfo;
const board = { cells: [0, 1, 2, 3, 4].map((id) => ({ id, tile: id })), tiles: ["a", "b", "c", "110", "e"] };
const inWords = (events: object[]) => sentence(turnsOf(told(...events))[0]!, table, board);

describe("a race by turns", () => {
  it("gathers what belongs to a turn, and leaves the rest in its place", () => {
    const lines = linesOf(told({ event: "round-began", round: 3, order: [2, 0] }, ...CRASH, ...QUIET));
    expect(lines.map((line) => (line.kind === "turn" ? line.turn.seat : "event"))).toEqual(["event", 2, 0]);
    const [crash, quiet] = turnsOf(told({ event: "round-began", round: 3 }, ...CRASH, ...QUIET));
    expect(crash).toMatchObject({ round: 3, flatOut: true, steps: 7, hazards: 4, mark: "crash", over: true });
    expect(crash!.throws).toHaveLength(6);
    expect(quiet).toMatchObject({ steps: 1, hazards: 0, mark: null, notation: "0: 1*" });
    expect(quiet!.throws).toEqual([{ die: "1", brakes: 0, faces: "", secured: true }]);
  });

  it("knows where a turn begins and ends", () => {
    const events = told(...QUIET, ...CRASH.slice(0, 4));
    const [first, second] = turnsOf(events);
    expect([first!.first, first!.last]).toEqual([events[0]!.step, events[5]!.step]);
    expect([second!.first, second!.over]).toEqual([events[6]!.step, false]);
  });

  it("tells of cars that are not asked: back on the road, kept off it", () => {
    const [back, kept] = turnsOf(
      told(
        { event: "returned", seat: 1, cell: 2 },
        { event: "turn-told", seat: 1, line: "back" },
        { event: "return-blocked", seat: 2, cell: 2 },
        { event: "turn-told", seat: 2, line: "off" },
      ),
    );
    expect(sentence(back!, table, board)).toBe("Bot 2: back on the road");
    expect(sentence(kept!, table, board)).toBe("Bot 3: cannot return yet");
  });

  it("says of a turn that has only begun that it is being planned", () => {
    expect(inWords(QUIET.slice(0, 1))).toBe("Bot 1: is planning");
  });

  it("counts the dice of a turn, and says what it came to in three languages", () => {
    tongue.now = "en";
    expect(inWords(CRASH)).toBe("Bot 3: 7 steps flat out, 4 hazards, crash on tile 110");
    expect(inWords(QUIET)).toBe("Bot 1: 1 step, stops in gear 1");
    tongue.now = "pl";
    expect(inWords(CRASH)).toBe("Bot 3: 7 kroków, gaz do dechy, 4 wykrzykniki, wypadek na kaflu 110");
    expect(inWords(QUIET)).toBe("Bot 1: 1 krok, zatrzymanie na biegu 1");
    tongue.now = "ru";
    expect(inWords(CRASH)).toBe("Bot 3: 7 шагов, газ в пол, 4 предупреждения, авария на фрагменте 110");
    expect(inWords(QUIET)).toBe("Bot 1: 1 шаг, остановка на передаче 1");
    tongue.now = "en";
  });

  it("says a rival's turn once it is over, and one's own rolls at once", () => {
    const events = told(...CRASH, ...QUIET.slice(0, 2), roll(0, "1", "-"));
    const at = { table, board, mine: [0] };
    const before = events[CRASH.length - 2]!.step;
    expect(telling.spoken(events.slice(0, 8), 0, at)).toEqual([]);
    expect(telling.spoken(events.slice(0, CRASH.length), before, at)).toEqual([inWords(CRASH)]);
    expect(telling.spoken(events, events[CRASH.length]!.step, at)).toEqual(["rolled"]);
  });
});
