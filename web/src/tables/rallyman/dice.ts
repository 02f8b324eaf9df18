/** Dice and steps, as both games have them. */

export type DieName = "1" | "2" | "3" | "4" | "5" | "6" | "c" | "l" | "r" | "b";
export type Way = "one-by-one" | "flat-out";

export interface Step {
  die: DieName;
  cell: number;
  brakes?: number;
  landing?: number;
  /** What its dice show, where they have been rolled already. */
  faces?: string;
}

/** A step of a new layout: a rolled die with the faces it shows. */
export interface LaidStep extends Step {
  faces: string;
}

/** What is picked up for a step: a die, with the faces it and its brake dice show if they have been rolled. */
export type Picked = string;

export function pickOf(step: Step): Picked {
  return step.die + (step.faces ?? "");
}

export interface Odds {
  one_by_one: number;
  flat_out: number;
}

/** A step that may come next. */
export interface Onward {
  step: Step;
  name: string;
  gear: number;
}

/** A legal next step with everything it means; some of it is told only by one of the games. */
export interface NextStep extends Onward {
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

/** What losing control costs: in GT for certain, in DIRT on average. */
export interface Loss {
  tokens: number;
  marker?: "0" | "00";
  seconds?: number;
  /** The chance of a crash. */
  crash?: number;
}

export interface StepsAnswer {
  gear: number;
  odds: Odds;
  next: NextStep[];
  loss: Loss | null;
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
  loss: Loss;
}

/** A rolled die that may be laid next: hazards counted by then, and the loss, if it is one. */
export interface NextLaid extends Onward {
  step: LaidStep;
  hazards: number;
  loss: Loss | null;
}

export interface RelayAnswer {
  gear: number;
  hazards: number;
  limit: number;
  loss: Loss | null;
  next: NextLaid[];
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
  return step.brakes ?? (step.faces ? step.faces.length - 1 : 0);
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
  pick: Picked;
  die: DieName;
  /** What its dice show; empty before they are rolled. */
  faces: string;
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
  const dice: [DieName, number][] = GEARS.slice(0, hand.top).map((die) => [
    die,
    used.has(die) || !left.gear ? 0 : 1,
  ]);
  dice.push([hand.coastDie, left.coast]);
  if (hand.redZone) dice.push(["r", Math.min(left.brake, left.gear)]);
  return dice.map(([die, count]) => {
    const uses = next.filter((one) => one.step.die === die);
    return {
      pick: die,
      die,
      faces: "",
      left: count,
      usable: uses.length > 0,
      brakes: uses[0] ? brakesOf(uses[0].step) : 0,
    };
  });
}

/** The rolled dice to lay again: gear dice one by one, coast dice by what they show; brake dice go with others. */
export function rollable(rolled: LaidStep[], steps: LaidStep[], next: NextLaid[]): Pickable[] {
  const heads = (all: LaidStep[]) => all.map((step) => step.die + step.faces[0]);
  const used = heads(steps);
  return [...new Set([...heads(rolled), ...next.map((one) => one.step.die + one.step.faces[0])])]
    .sort()
    .flatMap((head) => {
      const die = head[0] as DieName;
      const left = Math.max(
        0,
        heads(rolled).filter((one) => one === head).length - used.filter((one) => one === head).length,
      );
      const open = [...new Set(next.map((one) => pickOf(one.step)).filter((pick) => pick.startsWith(head)))];
      const picks = open.length ? open : die === "r" ? [] : [head];
      return picks.map((pick) => ({
        pick,
        die,
        faces: pick.slice(1),
        left,
        usable: open.length > 0,
        brakes: pick.length - 2,
      }));
    });
}
