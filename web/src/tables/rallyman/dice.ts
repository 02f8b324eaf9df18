/** Dice and steps, as both games have them. */

export type DieName = "1" | "2" | "3" | "4" | "5" | "6" | "c" | "l" | "r" | "b";
export type Way = "one-by-one" | "flat-out";

export interface Step {
  die: DieName;
  cell: number;
  brakes?: number;
  landing?: number;
}

/** A step of a new layout: a rolled die with the faces it shows. */
export interface LaidStep {
  die: DieName;
  cell: number;
  faces: string;
  landing?: number;
}

export interface Odds {
  one_by_one: number;
  flat_out: number;
}

/** A legal next step with everything it means; some of it is told only by one of the games. */
export interface NextStep {
  step: Step;
  name: string;
  gear: number;
  limit: number | null;
  overspeed: boolean;
  last: boolean;
  odds: Odds;
  passes: number[];
  hazards?: number;
  lines?: number;
  lap?: boolean;
  straight?: boolean;
  jump?: number;
  dangerous?: boolean;
  touchy?: boolean;
  shortcut?: number;
  finish?: boolean;
}

export interface StepsAnswer {
  gear: number;
  odds: Odds;
  next: NextStep[];
  blocked?: boolean;
  focus?: number;
  seconds?: number;
}

export interface Proposal {
  steps: Step[];
  gear: number;
  odds: Odds;
  overspeed: boolean;
}

export interface LayoutChoice {
  steps: LaidStep[];
  cell: number;
  name: string;
  gear: number;
  marker?: string;
  seconds?: number;
  crash?: number;
  tokens?: number;
}

export interface Hand {
  gear: number;
  coast: number;
  brake: number;
  coastDie: DieName;
  top: number;
  redZone: boolean;
}

const GEARS = ["1", "2", "3", "4", "5", "6"] as const;

export function isGear(die: string): boolean {
  return (GEARS as readonly string[]).includes(die);
}

export function brakesOf(step: Step): number {
  return step.brakes ?? 0;
}

/** All dice of a step, the leading one first. */
export function diceOf(step: Step): DieName[] {
  return [step.die, ...Array<DieName>(brakesOf(step)).fill("b")];
}

/** What a step's dice are called in one word: `2bb`. */
export function stepText(step: Step): string {
  return diceOf(step).join("");
}

/** What is left in the hand after some steps. */
export function diceLeft(hand: Hand, steps: Step[]): { gear: number; coast: number; brake: number } {
  const red = steps.filter((step) => step.die === "r").length;
  return {
    gear: Math.max(0, hand.gear - steps.filter((step) => isGear(step.die)).length - red),
    coast: Math.max(0, hand.coast - steps.filter((step) => step.die === hand.coastDie).length),
    brake: Math.max(0, hand.brake - steps.reduce((sum, step) => sum + brakesOf(step), red)),
  };
}

export interface Pickable {
  die: DieName;
  /** How many of it are left; gear dice: 1 or 0. */
  left: number;
  /** Whether some legal next step uses it. */
  usable: boolean;
  /** Brake dice it needs now. */
  brakes: number;
}

/** The dice to pick from, and which of them can come next. */
export function pickable(hand: Hand, steps: Step[], next: NextStep[]): Pickable[] {
  const left = diceLeft(hand, steps);
  const used = new Set(steps.map((step) => step.die));
  const dice: [DieName, number][] = GEARS.slice(0, hand.top).map((die) => [die, used.has(die) || !left.gear ? 0 : 1]);
  dice.push([hand.coastDie, left.coast]);
  if (hand.redZone) dice.push(["r", Math.min(left.brake, left.gear)]);
  return dice.map(([die, count]) => {
    const uses = next.filter((one) => one.step.die === die);
    return { die, left: count, usable: uses.length > 0, brakes: uses[0] ? brakesOf(uses[0].step) : 0 };
  });
}

/** The next die that needs brakes, going round; null if none does. */
export function nextBraking(dice: Pickable[], now: DieName | null): DieName | null {
  const braking = dice.filter((one) => one.usable && one.brakes).map((one) => one.die);
  if (!braking.length) return null;
  const at = now === null ? -1 : braking.indexOf(now);
  return braking[(at + 1) % braking.length]!;
}
