import { beforeEach, expect, it, vi } from "vitest";
import { memoryOf } from "./kept";

beforeEach(() => {
  const kept = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  });
});

const PLAN = { steps: [{ die: "2" as const, cell: 7 }], fixed: 1, die: null };

it("keeps a plan for its own table, seat and step only", () => {
  memoryOf("T", 0, 12).keep(PLAN);
  expect(memoryOf("T", 0, 12).recall()).toEqual(PLAN);
  expect(memoryOf("T", 1, 12).recall()).toBeNull();
  expect(memoryOf("T", 0, 13).recall()).toBeNull();
  expect(memoryOf("U", 0, 12).recall()).toBeNull();
});
it("forgets a plan that was cleared, and the oldest of too many", () => {
  memoryOf("T", 0, 12).keep(PLAN);
  memoryOf("T", 0, 12).keep({ ...PLAN, steps: [], fixed: 0 });
  expect(memoryOf("T", 0, 12).recall()).toBeNull();
  for (let table = 0; table < 13; table++) memoryOf(`T${table}`, 0, 1).keep(PLAN);
  expect(memoryOf("T0", 0, 1).recall()).toBeNull();
  expect(memoryOf("T12", 0, 1).recall()).toEqual(PLAN);
});
it("survives a memory that holds nonsense", () => {
  localStorage.setItem("paddock.plans", "{{{");
  expect(memoryOf("T", 0, 1).recall()).toBeNull();
});
