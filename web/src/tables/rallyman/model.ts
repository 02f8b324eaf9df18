/** Both games as one race: what the table draws, whichever of the two is played. */

import type { DirtView, EntryView } from "../../generated/rallyman-dirt";
import type { GtView } from "../../generated/rallyman-gt";
import type { DiceLeft, DieName, LaidStep, Step, Types, Way } from "./types";

export type { DirtView, GtView };

interface AnyRacer {
  seat: number;
  status: "grid" | "track" | "off" | "pit" | "finished" | "retired" | "waiting" | "line";
  cell: number | null;
  cellName: string;
  gear: string;
  backwards: boolean;
  side: "left" | "right";
  /** The dice of a turn before any of them lies on the road. */
  dice: DiceCount;
  coastDie: DieName;
  limit: number;
  /** Damage by kind, only what there is. */
  damage: [string, number][];
  /** Focus tokens in GT, seconds in DIRT. */
  tokens: number;
  rank: number;
  /** Has moved in this round. */
  moved: boolean;
  /** Laps completed; a stage has none. */
  lap: number;
  /** In which round it starts; 0 if that is no question. */
  starts: number;
}

export interface GtRacer extends AnyRacer {
  game: "rallyman-gt";
  tyre: "asphalt" | "rain";
  /** The class it drives in, where that is worth saying: not all cars are those of the box. */
  carClass: string | null;
}

export interface DirtRacer extends AnyRacer {
  game: "rallyman-dirt";
  leads: boolean;
  /** Whether the spare wheel is left. */
  spare: boolean;
  /** Whether the SISU token is left; null if nobody has one. */
  sisu: boolean | null;
  /** The stage time so far. */
  time: string;
}

export type Racer = GtRacer | DirtRacer;

export type DiceCount = Pick<DiceLeft, "gear" | "coast" | "brake">;

export interface Turn {
  seat: number;
  plan: Step[];
  /** The dice the plan does not use. */
  left: DiceCount;
  way: Way;
  at: number;
  faces: string[];
  hazards: number;
  securePrice: number | null;
  /** The chance of having lost control by each step ahead. */
  ahead: number[];
  calm: boolean;
  layout: LaidStep[];
  /** Where a stranded car may be put. */
  lanes: number[];
}

export interface Race {
  game: "rallyman-gt" | "rallyman-dirt";
  you: number | null;
  phase: string;
  asked: number[];
  can: string[];
  round: number;
  order: number[];
  cars: Racer[];
  turn: Turn | null;
  stage: number;
  laps: number | null;
  weather: "dry" | "wet" | null;
  flags: { cell: number; seat: number }[];
  mud: { cells: number[]; depth: number; inside: number; outside: number }[];
  leader: number | null;
  gt: GtView | null;
  dirt: DirtView | null;
}

export function raceOf(view: Types["View"]): Race {
  return view.game === "rallyman-gt" ? gtRace(view) : dirtRace(view);
}

function gtRace(view: GtView): Race {
  const { turn } = view;
  return {
    game: "rallyman-gt",
    you: view.you,
    phase: view.phase,
    asked: view.asked === null ? [] : [view.asked],
    can: view.can,
    round: view.round,
    order: view.order,
    stage: 0,
    laps: view.options.laps,
    weather: view.weather,
    flags: view.flags,
    mud: [],
    leader: null,
    gt: view,
    dirt: null,
    cars: view.cars.map((car) => ({
      game: "rallyman-gt",
      seat: car.seat,
      status: car.status,
      cell: car.cell,
      cellName: car.cell_name,
      gear: car.gear,
      backwards: car.backwards,
      side: car.off_side === "left" ? "left" : "right",
      dice: car.dice,
      coastDie: "c",
      limit: car.hazard_limit,
      damage: present(car.damage),
      tokens: car.focus,
      rank: car.rank,
      moved: car.moved,
      lap: car.lap,
      starts: 0,
      tyre: car.tyre,
      carClass: view.cars.some(({ car_class }) => car_class !== "GT6") ? car.car_class : null,
    })),
    turn: turn && {
      ...turn,
      plan: turn.plan,
      layout: turn.layout,
      securePrice: turn.secure_price,
      ahead: turn.ahead,
      calm: false,
      lanes: [],
    },
  };
}

function dirtRace(view: DirtView): Race {
  const { turn } = view;
  const on = turn ? view.order.indexOf(turn.seat) : view.order.length;
  return {
    game: "rallyman-dirt",
    you: view.you,
    phase: view.phase,
    asked: view.asked,
    can: view.can,
    round: view.round,
    order: view.order,
    stage: view.stage,
    laps: null,
    weather: null,
    flags: [],
    mud: view.mud,
    leader: view.leader,
    gt: null,
    dirt: view,
    cars: view.cars.map((car) => ({
      game: "rallyman-dirt",
      seat: car.seat,
      status: car.status,
      cell: car.cell,
      cellName: car.cell_name,
      gear: String(car.gear),
      backwards: car.status === "track" && spunLast(car.pile),
      side: "right",
      dice: car.dice,
      coastDie: car.dice.coast_die as DieName,
      limit: car.hazard_limit,
      damage: present(car.damage),
      tokens: car.seconds,
      rank: car.rank,
      moved: view.order.includes(car.seat) && view.order.indexOf(car.seat) < on,
      lap: 0,
      starts: car.starts,
      leads: car.leads,
      spare: car.spare,
      sisu: view.options.sisu === "off" ? null : car.sisu,
      time: car.stage_time,
    })),
    turn: turn && {
      ...turn,
      plan: turn.plan,
      layout: turn.layout,
      securePrice: turn.secure_price,
      ahead: turn.ahead,
    },
  };
}

/** Whether the newest entry of a time pile is a loss of control: the car stands backwards until it drives. */
function spunLast(pile: EntryView[]): boolean {
  return pile.at(-1)?.kind === "back";
}

function present(counts: Record<string, number>): [string, number][] {
  return Object.entries(counts).filter(([, count]) => count > 0);
}

export function carOf(race: Race, seat: number | null): Racer | null {
  return seat === null ? null : (race.cars[seat] ?? null);
}

/** The seat whose decision the person at the screen has to make now. */
export function mySeat(race: Race): number | null {
  return race.you !== null && race.asked.includes(race.you) ? race.you : null;
}

/** Whose car the eye follows: the one on turn, else one's own, else the first. */
export function inFocus(race: Race): number | null {
  return race.turn?.seat ?? race.asked[0] ?? race.you ?? race.order[0] ?? null;
}

/** The dice of a flat out as they lie on the table. */
export function rolledDice(turn: Turn): LaidStep[] {
  return turn.plan.map((step, at) => ({ die: step.die, cell: step.cell, faces: turn.faces[at] ?? "" }));
}

/** Hazards of a turn so far: dice that lie on the table count before the car drives. */
export function hazardsOf(turn: Turn): number {
  return Math.max(turn.hazards, [...turn.faces.join("")].filter((face) => face === "!").length);
}

/** Whether somebody has begun the last lap of several, or the only one. */
export function lastLap(race: Race): boolean {
  return race.laps !== null && race.laps > 1 && race.cars.some((car) => car.lap === race.laps! - 1);
}

/** The lap the leader drives, counted from 1. */
export function leadingLap(race: Race): number {
  const most = Math.max(0, ...race.cars.map((car) => car.lap));
  return Math.min(most + 1, race.laps ?? 1);
}
