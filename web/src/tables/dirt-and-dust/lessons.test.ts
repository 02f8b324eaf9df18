import { describe, expect, it } from "vitest";
import type { View } from "../../generated/dirt-and-dust";
import { taskNow } from "../../lib/course";
import { EXAMPLE } from "./example";
import { COURSE, type Lesson, type Seen } from "./lessons";
import en from "./words/en.json";
import pl from "./words/pl.json";
import ru from "./words/ru.json";

interface Look {
  slots?: string[];
  dice?: number[];
  traction?: number;
  wrench?: number;
  risk?: number;
  navigators?: number;
  round?: number;
  phase?: View["phase"];
  doing?: boolean;
  asked?: boolean;
  idle?: boolean;
  over?: boolean;
  out?: boolean;
}

const START: Look = { dice: [2, 4, 5] };

/** What a learner has before them. */
function seen(look: Look): Seen {
  const { slots = [], dice = [], traction = 0, wrench = 0, risk = 0, navigators = 0, out = false } = look;
  const board = {
    ...EXAMPLE.boards[0]!,
    slots: Array.from({ length: 6 }, (_, index) =>
      slots[index] ? { card: slots[index], covered: false, passive_used: false } : null,
    ),
    dice: dice.map((value) => ({ kind: "player" as const, value, used: false })),
    traction,
    wrench,
    risk_pool: risk,
    out,
  };
  const view = {
    ...EXAMPLE,
    phase: look.phase ?? "driving",
    round: look.round ?? 1,
    rounds: 5,
    boards: [board],
    road: EXAMPLE.road.map((card, index) => ({ ...card, navigators: [index ? 0 : navigators] })),
    own: { hand: ["1S"], doing: look.doing ? {} : null, prices: { "1A": 2 }, navigator_prices: { 3: 2 } },
  } as unknown as View;
  return { view, asked: look.asked ?? true, idle: look.idle ?? true, over: look.over ?? false };
}

/** The lessons a learner gets who sees these things one after the other and puts away what only tells. */
function lessons(...looks: Look[]): (Lesson | null)[] {
  const given: Lesson[] = [];
  let open: Lesson | null = null;
  return looks.map((look) => {
    open = taskNow<Seen, Lesson>(COURSE, given, open, seen(look));
    const told = open;
    if (open && !given.includes(open)) given.push(open);
    if (open && "tells" in COURSE[open]) open = null;
    return told;
  });
}

describe("the first stage", () => {
  it("goes from a card to its die, its effects and a Navigator", () => {
    const loaded = { ...START, slots: ["", "2S"] };
    expect(
      lessons(
        START,
        START,
        loaded,
        { ...loaded, doing: true },
        { dice: [4, 5], slots: ["", "2S"], traction: 2 },
        { dice: [4, 5], slots: ["", "2S"], traction: 2 },
        { dice: [4, 5], slots: ["", "2S"], navigators: 1 },
      ),
    ).toEqual(["goal", "play", "die", "effects", "dials", "navigator", "space"]);
  });
  it("ends a round: finish, the fall before all else, the preparation", () => {
    expect(taskNow<Seen, Lesson>(COURSE, ["goal", "dials", "dare"], null, seen({}))).toBe("finish");
    expect(taskNow<Seen, Lesson>(COURSE, [], "finish", seen({ idle: false, asked: false }))).toBe("fall");
    expect(taskNow<Seen, Lesson>(COURSE, ["fall"], null, seen({ phase: "preparation" }))).toBe("prepare");
  });
  it("tells of turning dice, the market, Risk and the last card when they come up", () => {
    const known: Lesson[] = ["goal", "play", "die", "dials", "rows", "ahead"];
    const now = (look: Look, more: Lesson[] = []) =>
      taskNow<Seen, Lesson>(COURSE, [...known, ...more], null, seen({ dice: [3], navigators: 1, ...look }));
    expect(now({ round: 2, wrench: 1 }, ["space"])).toBe("turn");
    expect(now({ round: 2, wrench: 2 }, ["space", "turn"])).toBe("market");
    expect(now({ round: 3, risk: 1 }, ["space"])).toBe("risk");
    expect(now({ round: 5 }, ["space"])).toBe("last");
  });
  it("explains a destroyed car and the end", () => {
    expect(taskNow<Seen, Lesson>(COURSE, [], "goal", seen({ out: true }))).toBe("out");
    expect(taskNow<Seen, Lesson>(COURSE, ["out"], "out", seen({ over: true, asked: false }))).toBe("home");
  });
  it("has words for every lesson in every language", () => {
    for (const words of [en, pl, ru])
      for (const lesson of Object.keys(COURSE)) expect(Object.keys(words)).toContain(`dd.coach.${lesson}`);
  });
});
