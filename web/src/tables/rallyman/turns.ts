/** The race turn by turn: what each came to, read from the events. */

import type { TurnTold } from "../manifest";
import type { AnyEvent, DieName, Heard } from "./types";

/** A step of a turn: its dice and what they showed. */
export interface Throw {
  die: DieName;
  brakes: number;
  /** The leading die first; empty if it was secured. */
  faces: string;
  secured: boolean;
}

/** How a turn ended. */
export type Outcome =
  | { kind: "drove" | "stopped"; gear: number }
  | { kind: "spin" | "crash"; cell: number }
  | { kind: "lost"; cell: number }
  | { kind: "stayed" | "kept-off" | "retired" | "pitted" }
  | { kind: "finished"; place: number; time: string };

export interface Turn extends TurnTold {
  round: number;
  stage: number;
  /** The steps that were planned. */
  plan: readonly { die: DieName; cell: number }[];
  flatOut: boolean;
  /** Cells driven. */
  steps: number;
  throws: Throw[];
  /** Hazards of dice and road together. */
  hazards: number;
  /** Focus tokens or seconds that daring brought. */
  gained: number;
  /** What else happened, in the order of the turn. */
  also: Also[];
  outcome: Outcome;
  /** The turn in the game's notation; empty while it goes on. */
  notation: string;
  /** The places of its events among all that was told. */
  events: number[];
}

export type Also =
  | { kind: "lap"; n: number }
  | { kind: "token"; token: string }
  | { kind: "weather"; weather: string }
  | { kind: "sisu" | "back" | "wheel" };

/** What stands between turns. */
export type LogEntry = { kind: "turn"; turn: Turn } | { kind: "event"; at: number };

/** The turns among some events, oldest first; one that is not over comes last. */
export function turnsOf(told: readonly Heard[]): Turn[] {
  return linesOf(told).flatMap((line) => (line.kind === "turn" ? [line.turn] : []));
}

/** What opens the turn of a car that is not asked for a plan: it is off the road or cannot move. */
const OPENING: ReadonlySet<AnyEvent["event"]> = new Set([
  "returned",
  "return-blocked",
  "turn-told",
  "zero-turn",
]);

/** Turns, and in their places the events that belong to none. */
export function linesOf(told: readonly Heard[]): LogEntry[] {
  const lines: LogEntry[] = [];
  let [round, stage] = [0, 0];
  let turn: Turn | null = null;
  const open = (seat: number, step: number) => {
    turn = begun(seat, step, round, stage);
    lines.push({ kind: "turn", turn });
    return turn;
  };
  told.forEach(({ step, event }, at) => {
    const seat = "seat" in event ? event.seat : null;
    let mine = turn && turn.seat === seat && !turn.over ? turn : null;
    if (event.event === "stage-began") [stage, round] = [event.stage, 0];
    if (event.event === "round-began") round = event.round;
    if (seat !== null && !mine && (event.event === "turn-began" || OPENING.has(event.event)))
      mine = open(seat, step);
    if (mine) {
      if (event.event === "turn-began") mine.first = step;
      mine.last = step;
      mine.events.push(at);
      take(mine, event);
    } else if (turn && event.event === "weather-changed")
      turn.also.push({ kind: "weather", weather: event.weather });
    else lines.push({ kind: "event", at });
  });
  for (const line of lines) if (line.kind === "turn") line.turn.mark = markOf(line.turn);
  return lines;
}

function begun(seat: number, step: number, round: number, stage: number): Turn {
  return {
    seat,
    first: step,
    last: step,
    over: false,
    mark: null,
    round,
    stage,
    plan: [],
    flatOut: false,
    steps: 0,
    throws: [],
    hazards: 0,
    gained: 0,
    also: [],
    outcome: { kind: "stayed" },
    notation: "",
    events: [],
  };
}

function markOf({ outcome }: Turn): Turn["mark"] {
  if (outcome.kind === "crash" || outcome.kind === "spin") return outcome.kind;
  if (outcome.kind === "lost") return "spin";
  return outcome.kind === "finished" ? "finish" : null;
}

function take(turn: Turn, event: AnyEvent): void {
  switch (event.event) {
    case "planned":
      turn.flatOut = event.way === "flat-out";
      turn.plan = event.steps;
      break;
    case "returned":
      turn.also.push({ kind: "back" });
      break;
    case "return-blocked":
      turn.outcome = { kind: "kept-off" };
      break;
    case "rolled":
      turn.throws.push({
        die: event.die as DieName,
        brakes: event.faces.length - 1,
        faces: event.faces,
        secured: false,
      });
      turn.hazards += [...event.faces].filter((face) => face === "!").length;
      break;
    case "secured":
      turn.throws.push({
        die: turn.plan[event.step - 1]?.die ?? "c",
        brakes: event.dice - 1,
        faces: "",
        secured: true,
      });
      break;
    case "moved":
      turn.steps += 1;
      if ("hazards" in event) turn.hazards += event.hazards;
      turn.outcome = { kind: "drove", gear: event.gear };
      break;
    case "stopped":
      turn.outcome = { kind: "stopped", gear: event.gear };
      break;
    case "focus-gained":
      turn.gained += event.tokens;
      break;
    case "seconds-gained":
      turn.gained += event.gained;
      break;
    case "control-lost":
      turn.hazards = Math.max(turn.hazards, event.hazards);
      turn.outcome = { kind: "lost", cell: event.cell };
      break;
    case "spun":
      turn.outcome = { kind: "spin", cell: event.cell };
      break;
    case "crashed":
      turn.outcome = { kind: "crash", cell: "cell" in turn.outcome ? turn.outcome.cell : event.cell };
      break;
    case "damage-drawn":
      turn.also.push({ kind: "token", token: event.token });
      break;
    case "sisu-played":
      turn.also.push({ kind: "sisu" });
      break;
    case "wheel-changed":
      turn.also.push({ kind: "wheel" });
      break;
    case "lap-done":
      turn.also.push({ kind: "lap", n: event.lap });
      break;
    case "went-to-pits":
      turn.outcome = { kind: "pitted" };
      break;
    case "retired":
      turn.outcome = { kind: "retired" };
      break;
    case "finished":
      turn.outcome = {
        kind: "finished",
        place: "place" in event ? event.place : 0,
        time: "time" in event ? event.time : "",
      };
      break;
    case "turn-told":
      turn.notation = event.line;
      turn.over = true;
      break;
  }
}
