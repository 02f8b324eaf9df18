/** What happened, as a series of beats to be shown one after the other. */

import type { AnyEvent, DieName } from "./types";

export interface ShownDie {
  die: DieName;
  /** Whether it shows a hazard. */
  hazard: boolean;
}

export type Beat =
  | { kind: "turn"; seat: number }
  | { kind: "dice"; seat: number; dice: ShownDie[]; hazards: number }
  | { kind: "move"; seat: number; cell: number; gear: number; flight: boolean }
  | { kind: "place"; seat: number; cell: number }
  | { kind: "spin"; seat: number }
  | { kind: "off"; seat: number; cell: number; side: "left" | "right" }
  | { kind: "sign"; sign: Sign; seat: number; value: string };

export type Sign =
  | "your-turn"
  | "lost"
  | "crash"
  | "spin"
  | "sisu"
  | "token"
  | "shortcut"
  | "weather"
  | "lap"
  | "last-lap"
  | "finish"
  | "pit"
  | "secured"
  | "tokens"
  | "stage";

/** The beats of some events; `laps` tells where the last lap begins. */
export function beatsOf(events: readonly AnyEvent[], laps: number | null): Beat[] {
  const beats: Beat[] = [];
  for (const event of events) {
    const seat = "seat" in event ? event.seat : -1;
    const sign = (kind: Sign, value: unknown = "") =>
      beats.push({ kind: "sign", sign: kind, seat, value: String(value) });
    switch (event.event) {
      case "turn-began":
        beats.push({ kind: "turn", seat });
        break;
      case "rolled":
        addRoll(beats, seat, event.die as DieName, event.faces, event.hazards);
        break;
      case "moved":
        beats.push({
          kind: "move",
          seat,
          cell: event.cell,
          gear: event.gear,
          flight: "flight" in event && event.flight > 0,
        });
        break;
      case "lined-up":
      case "returned":
      case "stranded":
        beats.push({ kind: "place", seat, cell: event.cell });
        break;
      case "spun":
        beats.push({ kind: "spin", seat });
        break;
      case "crashed":
        beats.push({
          kind: "off",
          seat,
          cell: event.cell,
          side: "side" in event ? event.side : "right",
        });
        break;
      case "control-lost":
        sign("lost", event.cause);
        break;
      case "card-turned":
        sign(event.result, event.seconds);
        break;
      case "damage-drawn":
        sign("token", event.token);
        break;
      case "shortcut-taken":
        sign("shortcut", event.token);
        break;
      case "secured":
        sign("secured", event.price);
        break;
      case "focus-gained":
        if (event.tokens > 0) sign("tokens", event.tokens);
        break;
      case "seconds-gained":
        if (event.gained > 0) sign("tokens", event.gained);
        break;
      case "weather-changed":
        sign("weather", event.weather);
        break;
      case "lap-done":
        if (laps !== null && event.lap < laps) sign(event.lap === laps - 1 ? "last-lap" : "lap", event.lap);
        break;
      case "finished":
        sign("finish", "place" in event ? event.place : event.time);
        break;
      case "went-to-pits":
        sign("pit", event.lane);
        break;
      case "stage-began":
        sign("stage", event.stage);
        break;
    }
  }
  return beats;
}

/** The beats of events in which a stage ended and the next began: those on the road that is still shown. */
export function stageBeats(events: readonly AnyEvent[]): Beat[] {
  const next = events.findIndex(({ event }) => event === "stage-began");
  return [
    ...beatsOf(next < 0 ? events : events.slice(0, next), null),
    ...(next < 0 ? [] : beatsOf(events.slice(next, next + 1), null)),
  ];
}

/** Dice rolled right after one another lie on the table together: a flat out. */
function addRoll(beats: Beat[], seat: number, die: DieName, faces: string, hazards: number): void {
  const dice = [...faces].map((face, at): ShownDie => ({ die: at ? "b" : die, hazard: face === "!" }));
  const before = beats.at(-1);
  if (before?.kind === "dice" && before.seat === seat) {
    before.dice.push(...dice);
    before.hazards = hazards;
  } else beats.push({ kind: "dice", seat, dice, hazards });
}

export interface Tempo {
  quick: boolean;
  /** Whether it is one's own turn: those of the others go by faster. */
  mine: boolean;
  /** How many beats wait. */
  waiting: number;
}

/** How much later than the one before it each die of a roll falls. */
export const DICE_APART = 40;

/** How long a beat is shown, in milliseconds; a long queue goes by faster. */
export function lengthOf(beat: Beat, { quick, mine, waiting }: Tempo): number {
  const pace = (waiting > 14 ? 0.4 : waiting > 7 ? 0.65 : 1) * (mine ? 1 : 0.6);
  switch (beat.kind) {
    case "turn":
      return 0;
    case "dice":
      return (quick ? 250 : 900) * pace + Math.min(beat.dice.length, 8) * DICE_APART;
    case "move":
      return 300 * pace;
    case "place":
      return 120 * pace;
    case "spin":
    case "off":
      return 550 * pace;
    case "sign":
      return (quick ? 450 : 900) * pace;
  }
}
