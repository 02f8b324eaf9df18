import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Ask, LaidStep, LayoutChoice, NextLaid } from "./types";
import { Relayer } from "./relayer.svelte";

const refused = vi.hoisted(() => vi.fn());
vi.mock("../../lib/notes.svelte", () => ({ notes: { refused } }));
vi.mock("../../lib/settings.svelte", () => ({ settings: { language: "en" } }));
vi.mock("../../lib/words.svelte", () => ({ t: (id: string) => id }));

const ROLLED: LaidStep[] = [
  { die: "3", cell: 1, faces: "!" },
  { die: "4", cell: 2, faces: "!" },
  { die: "c", cell: 3, faces: "-" },
];
const SPIN = { marker: "0" as const, tokens: 0 };

/** A road of cells 1, 2, 3, … on which the second hazard loses control. */
const ask = (async (asked: unknown) => {
  const { question, steps } = asked as { question: string; steps: LaidStep[] };
  if (question === "layouts") return { layouts: [choice(["3", "4"]), choice(["c", "3", "4"])] };
  const bad = steps.filter((step) => step.faces === "!").length;
  if (steps.some((step) => step.cell === 77)) throw new Error("not ahead");
  const at = steps.at(-1)?.cell ?? 0;
  const left = ROLLED.filter((one) => !steps.some((step) => step.die === one.die));
  const next =
    bad >= 2
      ? []
      : left.map((one): NextLaid => {
          const hazards = bad + Number(one.faces === "!");
          const gear = one.die === "c" ? 3 : Number(one.die);
          return {
            step: { ...one, cell: at + 1 },
            name: `0:${at + 1}`,
            gear,
            hazards,
            loss: hazards >= 2 ? SPIN : null,
          };
        });
  const told = steps.map((step, at): NextLaid => {
    const hazards = steps.slice(0, at + 1).filter((one) => one.faces === "!").length;
    return { step, name: `0:${step.cell}`, gear: 3, hazards, loss: hazards >= 2 ? SPIN : null };
  });
  return { gear: 3, hazards: bad, limit: 2, loss: bad >= 2 ? SPIN : null, laid: told, next };
}) as unknown as Ask;

function choice(dice: string[]): LayoutChoice {
  const steps = dice.map((die, at) => ({ ...ROLLED.find((one) => one.die === die)!, cell: at + 1 }));
  return { steps, cell: steps.length, name: `0:${steps.length}`, gear: 4, loss: SPIN };
}

const laid = (relayer: Relayer) => relayer.draft.steps.map((step) => step.die).join("");

async function relaying(): Promise<Relayer> {
  const relayer = new Relayer(ask, 0, ROLLED);
  await vi.waitFor(() => expect(relayer.answer && relayer.choices.length).toBe(2));
  return relayer;
}

describe("laying again", () => {
  beforeEach(() => refused.mockClear());

  it("lays rolled dice by hand until control is lost", async () => {
    const relayer = await relaying();
    relayer.tapDie("4!");
    await relayer.tapCell(1);
    expect(relayer.answer?.loss).toBeNull();
    expect(relayer.lit.map((one) => [one.cell, one.sign])).toEqual([[2, "1/2"]]);
    relayer.pickDie("3");
    expect(relayer.draft.die).toBe("3!");
    expect(relayer.lit.map((one) => one.sign)).toEqual(["✕"]);
    await relayer.tapCell(2);
    expect(laid(relayer)).toBe("43");
    expect(relayer.answer?.loss).toEqual(SPIN);
    await relayer.undo();
    expect(laid(relayer)).toBe("4");
  });
  it("takes the gentlest die for a cell that is merely tapped", async () => {
    const relayer = await relaying();
    await relayer.tapCell(1);
    expect(laid(relayer)).toBe("c");
  });
  it("takes a whole layout for a cell farther on", async () => {
    const relayer = await relaying();
    await relayer.tapCell(3);
    expect(laid(relayer)).toBe("c34");
  });
  it("proposes one end after the other", async () => {
    const relayer = await relaying();
    expect(relayer.proposed).toBeNull();
    await relayer.proposeNext();
    expect(laid(relayer)).toBe("34");
    await relayer.proposeNext();
    expect(laid(relayer)).toBe("c34");
    expect(relayer.proposed).toBe(relayer.choices[1]);
    await relayer.proposeNext();
    expect(laid(relayer)).toBe("34");
  });
  it("asks again for proposals that got no answer", async () => {
    let late = true;
    const slow = ((asked) => (late ? Promise.reject(new Error("too late")) : ask(asked as never))) as Ask;
    const relayer = new Relayer(slow, 0, ROLLED);
    await vi.waitFor(() => expect(refused).toHaveBeenCalled());
    late = false;
    await relayer.proposeNext();
    expect(laid(relayer)).toBe("34");
  });
  it("says why a die cannot be laid", async () => {
    const relayer = await relaying();
    relayer.tapDie("3!");
    await relayer.tapCell(77);
    expect(refused).toHaveBeenCalledOnce();
    expect(relayer.draft.steps).toEqual([]);
  });
});
