import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask, NextStep, Step } from "./types";
import type { Draft } from "./draft";
import { Planner } from "./planner.svelte";

const refused = vi.hoisted(() => vi.fn());
vi.mock("../../lib/notes.svelte", () => ({ notes: { refused } }));
vi.mock("../../lib/settings.svelte", () => ({ settings: { language: "en", reachMap: true } }));
vi.mock("../../lib/words.svelte", () => ({ t: (id: string) => id }));

function next(step: Step, gear: number, risk = 0): NextStep {
  return {
    step: { brakes: 0, ...step },
    name: `0:${step.cell}`,
    gear,
    limit: null,
    overspeed: false,
    last: false,
    passes: [],
    odds: { one_by_one: risk, flat_out: risk },
  };
}

const NEVER = 77;
/** A road of cells 1 to 8 to be driven with dice 1, 2 and coast; cell 9 is a jump with two landings. */
function answer(asked: Asked): unknown {
  const { question, steps, cells, via } = asked;
  const at = steps.at(-1)?.cell ?? 0;
  if (question === "dice-for") {
    const plan = (die: "2" | "c", gear: number) => ({
      steps: [...steps, ...cells.map((to) => ({ die, cell: to }))],
      gear,
      overspeed: false,
      odds: { one_by_one: 0, flat_out: 0 },
    });
    return { plans: [plan("c", 1), plan("2", 2)] };
  }
  if (question === "reach") {
    const begun = [...steps, ...via.map((cell) => ({ die: "2", cell }))];
    const from = via.at(-1) ?? at;
    const goals = [1, 2, 3].map((far) => ({
      cell: from + far,
      name: `0:${from + far}`,
      risk: far / 100,
      gear: 2,
      dice: begun.length + far,
      overspeed: false,
      steps: [...begun, ...Array.from({ length: far }, (_, n) => ({ die: "2", cell: from + n + 1 }))],
    }));
    return { cells: goals };
  }
  if (steps.some((step) => step.cell === NEVER)) throw new Error("not ahead");
  const onward = [next({ die: "2", cell: at + 1 }, 2, 0.1), next({ die: "c", cell: at + 1 }, 1)];
  const jumps = [next({ die: "1", cell: 9, landing: 11 }, 1), next({ die: "1", cell: 9, landing: 12 }, 1)];
  return {
    gear: 1,
    odds: { one_by_one: 0, flat_out: 0 },
    laid: steps.map((step) => next(step, 2, step.die === "2" ? 0.1 : 0)),
    next: [...onward, ...jumps],
    loss: null,
  };
}

interface Asked {
  question: string;
  steps: Step[];
  cells: number[];
  via: number[];
}
let asked: string[] = [];
const ask = (async (question: Asked) => {
  asked.push(question.question);
  return answer(question);
}) as unknown as Ask;

const dice = (planner: Planner) => planner.draft.steps.map((step) => step.die).join("");

async function planning(): Promise<Planner> {
  const planner = new Planner(ask, 0);
  await vi.waitFor(() => expect(planner.lit).not.toHaveLength(0));
  return planner;
}

describe("the planner", () => {
  beforeEach(() => {
    refused.mockClear();
    asked = [];
  });

  it("lights everything within reach, the nearest first, and plans the whole way at one tap", async () => {
    const planner = await planning();
    expect(planner.lit.map(({ cell, far, shade }) => [cell, far, shade])).toEqual([
      [1, 1, "r1"],
      [2, 2, "r1"],
      [3, 3, "r1"],
    ]);
    expect(planner.near).toEqual([1, 9]);
    expect(planner.preview(3)).toMatchObject({ cell: 3, laid: 0, gear: 2, chance: 0.03 });
    asked = [];
    await planner.tapCell(3);
    expect(planner.draft.steps.map((step) => step.cell)).toEqual([1, 2, 3]);
    expect(planner.details).toHaveLength(3);
    expect(asked.sort()).toEqual(["dice-for", "next-steps", "reach"]);
    expect(planner.lit.map(({ cell, elsewhere }) => [cell, elsewhere])).toEqual([
      [4, false],
      [5, false],
      [6, false],
    ]);
  });
  it("hits with every one of three quick taps", async () => {
    const planner = await planning();
    await Promise.all([1, 2, 3].map((cell) => planner.tapCell(cell)));
    expect(planner.draft.steps.map((step) => step.cell)).toEqual([1, 2, 3]);
  });
  it("lights only next cells while a die is in the hand", async () => {
    const planner = await planning();
    planner.tapDie("2");
    expect(planner.lit.map((one) => one.cell)).toEqual([1]);
  });
  it("asks again what got no answer", async () => {
    let dead = true;
    const blip = ((question: Asked) =>
      dead ? Promise.reject(new Error("gone")) : Promise.resolve(answer(question))) as unknown as Ask;
    const planner = new Planner(blip, 0);
    await vi.waitFor(() => expect(planner.failed).toBe(true));
    dead = false;
    await planner.again();
    expect(planner.failed).toBe(false);
    expect(planner.lit).toHaveLength(3);
  });
  it("takes up a plan that was left lying, unless it is not possible any more", async () => {
    const kept: Draft[] = [];
    const memory = (steps: Step[]) => ({
      recall: () => ({ steps, fixed: 1, die: null }),
      keep: (draft: Draft) => void kept.push(draft),
    });
    const good = new Planner(ask, 0, undefined, memory([{ die: "2", cell: 1 }]));
    await vi.waitFor(() => expect(good.answer).not.toBeNull());
    expect(dice(good)).toBe("2");
    const bad = new Planner(ask, 0, undefined, memory([{ die: "2", cell: NEVER }]));
    await vi.waitFor(() => expect(bad.answer).not.toBeNull());
    expect(bad.draft.steps).toEqual([]);
    expect(refused).not.toHaveBeenCalled();
    await bad.tapCell(1);
    expect(kept.at(-1)!.steps).toHaveLength(1);
  });

  it("lays the die in the hand on the cell tapped", async () => {
    const planner = await planning();
    planner.tapDie("2");
    await planner.tapCell(1);
    expect(dice(planner)).toBe("2");
    expect(planner.details.map((one) => one.odds.one_by_one)).toEqual([0.1]);
    await planner.undo();
    expect(planner.draft.steps).toEqual([]);
  });
  it("picks dice up by their names, one of a kind after the other", async () => {
    const planner = await planning();
    planner.pickDie("2");
    expect(planner.draft.die).toBe("2");
    planner.pickDie("6");
    expect(planner.draft.die).toBe("2");
    planner.pickBraking();
    expect(planner.draft.die).toBe("2");
  });
  it("offers other dice for the same way", async () => {
    const planner = await planning();
    await planner.tapCell(1);
    expect(dice(planner)).toBe("2");
    expect(planner.others).toHaveLength(2);
    await planner.take(planner.others[0]!);
    expect(dice(planner)).toBe("c");
    await planner.tapCell(2);
    expect(planner.draft.steps.map((step) => step.cell)).toEqual([1, 2]);
  });
  it("cuts the plan where it is tapped and clears it at the car", async () => {
    const planner = await planning();
    for (const cell of [1, 2, 3]) await planner.tapCell(cell);
    await planner.tapCell(2);
    expect(planner.draft.steps).toHaveLength(2);
    await planner.tapCell(0);
    expect(planner.draft.steps).toEqual([]);
  });
  it("asks where a jump comes down", async () => {
    const planner = await planning();
    planner.tapDie("1");
    await planner.tapCell(9);
    expect(planner.lit.map((one) => one.cell)).toEqual([11, 12]);
    await planner.tapCell(12);
    expect(planner.draft.steps).toEqual([{ die: "1", cell: 9, brakes: 0, landing: 12 }]);
  });
  it("says why a cell cannot be reached and leaves the plan alone", async () => {
    const planner = await planning();
    await planner.tapCell(1);
    await planner.tapCell(NEVER);
    expect(refused).toHaveBeenCalledOnce();
    expect(planner.draft.steps).toHaveLength(1);
  });
});
