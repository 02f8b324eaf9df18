/** Chances as people read them. */

/** How worrying something is; `free`: it is no question of chance. */
export type Tone = "free" | "none" | "low" | "middle" | "high" | "certain";

/** How worrying a chance is. */
export function tone(chance: number): Tone {
  if (chance <= 0) return "none";
  if (chance >= 0.9999995) return "certain";
  if (chance < 0.08) return "low";
  return chance < 0.3 ? "middle" : "high";
}

/** How a cell is coloured: by five steps of risk, for a certain loss, or because it is no question of chance. */
export type Shade = "r0" | "r1" | "r2" | "r3" | "r4" | "certain" | "free";

/** Up to which chance of a loss each of the first four steps of the reach map goes. */
export const RISK_STEPS = [0.003, 0.03, 0.1, 0.25] as const;

export function shadeOf(chance: number): Shade {
  const step = RISK_STEPS.findIndex((most) => chance <= most);
  return `r${step < 0 ? RISK_STEPS.length : step}` as Shade;
}

/** A chance in percent: never 0 % unless it is impossible, never 100 % unless it is certain. */
export function chanceText(chance: number, language: string): string {
  const show = (share: number, digits: number) =>
    share.toLocaleString(language, {
      style: "percent",
      minimumFractionDigits: digits,
      maximumFractionDigits: digits,
    });
  if (chance <= 0) return show(0, 0);
  if (chance >= 1) return show(1, 0);
  if (chance < 0.001) return `<${show(0.001, 1)}`;
  if (chance > 0.999) return `>${show(0.999, 1)}`;
  return show(chance, 1);
}

/** A chance in whole percent, where there is no room for more. */
export function roundChance(chance: number, language: string): string {
  if (chance > 0 && chance < 0.005) return "<1%";
  return `${Math.round(chance * 100).toLocaleString(language)}%`;
}

export interface Bar {
  /** Lost by the steps before. */
  before: number;
  /** Lost on this step. */
  here: number;
  total: number;
}

/** How the chance of a loss grows from step to step. */
export function bars(byStep: number[]): Bar[] {
  return byStep.map((total, at) => {
    const before = at ? byStep[at - 1]! : 0;
    return { before, here: Math.max(0, total - before), total };
  });
}
