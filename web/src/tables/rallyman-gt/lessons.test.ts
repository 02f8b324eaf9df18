import { describe, expect, it } from "vitest";
import en from "./words/en.json";
import { taskNow } from "../../lib/course";
import type { Seen } from "../rallyman/seen";
import { COURSE, type Lesson } from "./lessons";

type Look = Partial<Omit<Seen, "events">> & { events?: string[] };

function seen({ events = [], ...more }: Look): Seen {
  return {
    phase: "plan",
    round: 1,
    tokens: 0,
    events: new Set(events),
    over: false,
    laid: 0,
    die: null,
    risk: 0,
    near: new Set(),
    ...more,
  };
}

const LESSONS = Object.keys(COURSE) as Lesson[];
const tells = (lesson: Lesson) => "tells" in COURSE[lesson];
const lessonNow = (given: Lesson[], open: Lesson | null, now: Seen) =>
  taskNow<Seen, Lesson>(COURSE, given, open, now);

/** The lessons a learner gets who sees these things one after the other. */
function course(...looks: Look[]): (Lesson | null)[] {
  const given: Lesson[] = [];
  let open: Lesson | null = null;
  return looks.map((look) => {
    open = lessonNow(given, open, seen(look));
    if (open && !given.includes(open)) given.push(open);
    return open;
  });
}

describe("the first lap", () => {
  it("goes on when the learner has done what it asked for", () => {
    expect(
      course({}, { die: "1" }, { laid: 1 }, { laid: 2 }, { laid: 3 }, { phase: "step" }, { round: 2 }),
    ).toEqual(["die", "cell", "more", "more", "one", "roll", "plan"]);
  });
  it("skips what a quick learner has done already", () => {
    expect(course({ laid: 3 }, { phase: "step" })).toEqual(["one", "roll"]);
    expect(course({}, { round: 2 })).toEqual(["die", "plan"]);
  });
  it("tells of risk, corners and focus when they come up", () => {
    expect(
      course(
        { round: 2 },
        { round: 2, laid: 2 },
        { phase: "step", round: 2 },
        { round: 3 },
        { phase: "step", round: 3, tokens: 2 },
      ),
    ).toEqual(["plan", "risk", "roll", "corner", "focus"]);
    expect(lessonNow(["plan", "risk", "corner"], null, seen({ round: 4, laid: 3, risk: 0.02 }))).toBe("flat");
    expect(lessonNow(["plan", "risk", "corner"], null, seen({ round: 4, laid: 3, risk: 0.4 }))).toBeNull();
  });
  it("speaks of a plan only while it lies there", () => {
    expect(course({ round: 2 }, { round: 2, laid: 2 }, { round: 3 })).toEqual(["plan", "risk", "corner"]);
  });
  it("says nothing twice", () => {
    expect(lessonNow(["die", "cell"], null, seen({}))).toBeNull();
  });
  it("explains a loss of control at once, and the end before all else", () => {
    expect(lessonNow([], "plan", seen({ round: 2, events: ["control-lost"] }))).toBe("lost");
    expect(
      lessonNow(["lost"], "lost", seen({ phase: "over", round: 9, events: ["control-lost"], over: true })),
    ).toBe("home");
    expect(lessonNow(["home"], "home", seen({ phase: "over", over: true }))).toBe("home");
  });
  it("lets only what tells something be put away", () => {
    expect(LESSONS.filter(tells)).toEqual(["roll", "risk", "corner", "flat", "focus", "lost"]);
  });
  it("has words for every lesson", () => {
    for (const lesson of LESSONS) expect(Object.keys(en)).toContain(`coach.${lesson}`);
  });
});
