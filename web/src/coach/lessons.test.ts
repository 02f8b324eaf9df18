import { describe, expect, it } from "vitest";
import type { GtView } from "../generated/rallyman-gt";
import { LESSONS, nextLesson, type Lesson } from "./lessons";
import en from "../words/coach/en.json";

function seen(phase: GtView["phase"], round: number, more: { focus?: number; events?: string[]; over?: boolean } = {}) {
  const view = { phase, round, cars: [{ focus: more.focus ?? 0 }] } as unknown as GtView;
  return { view, events: new Set(more.events ?? []), over: more.over ?? false };
}

describe("the first lap", () => {
  it("begins with the start and goes on as the learner does", () => {
    const given: Lesson[] = [];
    for (const now of [seen("plan", 1), seen("step", 1), seen("plan", 2), seen("plan", 3), seen("plan", 4), seen("plan", 5, { focus: 2 })]) {
      const lesson = nextLesson(given, now);
      if (lesson) given.push(lesson);
    }
    expect(given).toEqual(["start", "roll", "plan", "corner", "flat", "focus"]);
  });
  it("says nothing twice", () => {
    expect(nextLesson(["start"], seen("plan", 1))).toBeNull();
  });
  it("explains a loss of control at once, and the end before all else", () => {
    expect(nextLesson([], seen("plan", 2, { events: ["control-lost"] }))).toBe("lost");
    expect(nextLesson([], seen("over", 9, { events: ["control-lost"], over: true }))).toBe("home");
  });
  it("has words for every lesson", () => {
    for (const lesson of LESSONS) expect(Object.keys(en)).toContain(`coach.${lesson}`);
  });
});
