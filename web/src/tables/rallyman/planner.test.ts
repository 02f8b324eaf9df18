import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask, NextStep, Step } from "./types";
import { Planner } from "./planner.svelte";

const refused = vi.hoisted(() => vi.fn());
vi.mock("../../lib/notes.svelte", () => ({ notes: { refused } }));
vi.mock("../../lib/settings.svelte", () => ({ settings: { language: "en" } }));
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

/** A road of cells 1, 2, 3, … to be driven with dice 1, 2 and coast; cell 9 is a jump with two landings. */
const ask = (async (asked: unknown) => {
  const { question, steps, cells } = asked as { question: string; steps: Step[]; cells: number[] };
  const at = steps.at(-1)?.cell ?? 0;
  if (question === "dice-for") {
    if (cells[0] !== at + 1 || cells.includes(77)) return { plans: [] };
    const plan = (die: "2" | "c", gear: number) => ({
      steps: [...steps, ...cells.map((to) => ({ die, cell: to }))],
      gear,
      overspeed: false,
      odds: { one_by_one: 0, flat_out: 0 },
    });
    return { plans: [plan("c", 1), plan("2", 2)] };
  }
  if (question === "ways-to") return { plans: [] };
  if (steps.some((step) => step.cell === 77)) throw new Error("not ahead");
  const onward = [next({ die: "2", cell: at + 1 }, 2, 0.1), next({ die: "c", cell: at + 1 }, 1)];
  const jumps = [next({ die: "1", cell: 9, landing: 11 }, 1), next({ die: "1", cell: 9, landing: 12 }, 1)];
  return { gear: 1, odds: { one_by_one: 0, flat_out: 0 }, next: [...onward, ...jumps], loss: null };
}) as unknown as Ask;

const dice = (planner: Planner) => planner.draft.steps.map((step) => step.die).join("");

async function planning(): Promise<Planner> {
  const planner = new Planner(ask, 0);
  await vi.waitFor(() => expect(planner.answer).not.toBeNull());
  return planner;
}

describe("the planner", () => {
  beforeEach(() => refused.mockClear());

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
  it("proposes the fastest of the safe dice and lets one change them", async () => {
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
    await planner.tapCell(77);
    expect(refused).toHaveBeenCalledOnce();
    expect(planner.draft.steps).toHaveLength(1);
  });
});
