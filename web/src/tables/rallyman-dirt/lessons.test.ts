import { describe, expect, it } from "vitest";
import en from "./words/en.json";
import { hintsOf, taskNow } from "../../lib/course";
import type { Seen } from "../rallyman/seen";
import { COURSE, SCHOOL, type Lesson } from "./lessons";

type Look = Partial<Omit<Seen, "events" | "near">> & { events?: string[]; near?: string[] };

function seen({ events = [], near = [], ...more }: Look): Seen {
  return {
    phase: "plan",
    round: 1,
    tokens: 0,
    events: new Set(events),
    over: false,
    laid: 0,
    die: null,
    risk: 0,
    near: new Set(near) as Seen["near"],
    ...more,
  };
}

/** The lessons a learner gets who sees these things one after the other. */
function course(...looks: Look[]): (Lesson | null)[] {
  const given: Lesson[] = [];
  let open: Lesson | null = null;
  return looks.map((look) => {
    open = taskNow<Seen, Lesson>(COURSE, given, open, seen(look));
    if (open && !given.includes(open)) given.push(open);
    return open;
  });
}

describe("the first stage", () => {
  it("goes on when the learner has done what it asked for", () => {
    expect(
      course(
        {},
        { die: "1" },
        { laid: 1 },
        { laid: 3 },
        { phase: "step" },
        { round: 2 },
        { round: 2, laid: 1 },
      ),
    ).toEqual(["die", "cell", "more", "one", "roll", "time", null]);
  });
  it("tells of slides, shortcuts and jumps when the road offers them", () => {
    expect(
      course(
        { round: 2, laid: 1, near: ["slide"] },
        { round: 2, laid: 2, near: ["limit"] },
        { round: 3, laid: 1, near: ["shortcut", "slide"] },
        { round: 3, laid: 0, near: [] },
        { round: 4, laid: 1, near: ["jump"] },
      ),
    ).toEqual(["slide", "corner", "shortcut", "time", "jump"]);
  });
  it("is silent while others drive, but tells of a loss and of the end", () => {
    expect(
      course({ phase: null, round: 2 }, { phase: null, events: ["control-lost"] }, { over: true }),
    ).toEqual([null, "lost", "home"]);
  });
  it("has words for every task", () => {
    for (const lesson of Object.keys(COURSE)) expect(en).toHaveProperty([`dirt.coach.${lesson}`]);
  });
  it("leaves hints that need no lesson", () => {
    const hints = Object.keys(hintsOf<Seen, Lesson>(COURSE));
    expect(hints).toContain("jump");
    expect(hints).not.toContain("die");
    expect(hints).not.toContain("home");
  });
  it("has one slide to begin with, then a shortcut, then a jump", () => {
    expect(SCHOOL.tiles.map(({ tile }) => tile)).toEqual([
      "202a",
      "208a",
      "217a",
      "205a",
      "226b",
      "204b",
      "203a",
    ]);
  });
});
