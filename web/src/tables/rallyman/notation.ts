/** Turns in one line each, `3 4 5c (4)`, in the notation of paddock/games/rallyman/notation.py. */

import { stepText, type LaidStep, type Step } from "./dice";

export interface TurnLine {
  seat: number;
  round: number;
  /** The step of the match at which the turn began. */
  step: number;
  text: string;
}

interface Open {
  seat: number;
  round: number;
  step: number;
  steps: Step[];
  faces: string[];
  relaid: LaidStep[];
  flat: boolean;
  gained: number;
  spent: number;
  lost: boolean;
  marker: string;
  side: string;
  damage: string;
  words: string[];
}

type Plain = Record<string, unknown> & { event: string };

const LETTERS: Record<string, string> = {
  gear: "G",
  brake: "B",
  engine: "E",
  coast: "C",
  weather: "W",
  yellow_flag: "Y",
  green_flag: "N",
};

/** The turns told by events, oldest first; the last one may still be going on. */
export function turnLines(events: { step: number; event: unknown }[]): TurnLine[] {
  const lines: Open[] = [];
  let round = 0;
  for (const { step, event } of events as { step: number; event: Plain }[]) {
    const seat = typeof event.seat === "number" ? event.seat : -1;
    const begin = (): Open => {
      const line: Open = {
        seat, round, step, steps: [], faces: [], relaid: [], flat: false,
        gained: 0, spent: 0, lost: false, marker: "", side: "", damage: "", words: [],
      };
      lines.push(line);
      return line;
    };
    const now = () => lines.findLast((line) => line.seat === seat) ?? begin();
    switch (event.event) {
      case "round-began":
        round = Number(event.round);
        break;
      case "planned": {
        const line = begin();
        line.steps = event.steps as Step[];
        line.flat = event.way === "flat-out";
        break;
      }
      case "rolled":
        now().faces.push(String(event.faces));
        break;
      case "secured": {
        const line = now();
        line.faces.push("*");
        line.spent += Number(event.price);
        break;
      }
      case "focus-gained":
        now().gained = Number(event.tokens);
        break;
      case "seconds-gained":
        now().gained = Number(event.gained);
        break;
      case "relaid":
        now().relaid = event.steps as LaidStep[];
        break;
      case "control-lost":
        now().lost = true;
        break;
      case "spun":
        now().marker = "0";
        break;
      case "crashed": {
        const line = now();
        line.marker = "00";
        line.side = event.side === "left" ? "L" : event.side === "right" ? "R" : "";
        break;
      }
      case "damage-drawn":
        now().damage += LETTERS[String(event.token)] ?? "?";
        break;
      case "weather-changed":
        lines.at(-1)?.words.push(String(event.weather));
        break;
      case "blocked":
      case "stranded":
        begin().words.push("stay");
        break;
      case "returned":
        begin().words.push("back");
        break;
      case "lap-done":
        now().words.push("lap");
        break;
      case "finished":
        now().words.push("finish");
        break;
      case "went-to-pits":
        now().words.push(`pit-${String(event.lane)}`);
        break;
      case "shortcut-taken":
        now().words.push(`cut-${String(event.token)}`);
        break;
      case "wheel-changed":
        now().words.push("wheel");
        break;
      case "sisu-played":
        now().words.push("sisu");
        break;
      case "retired":
        begin().words.push("retire");
        break;
    }
  }
  return lines.map((line) => ({ seat: line.seat, round: line.round, step: line.step, text: written(line) }));
}

function written(line: Open): string {
  const parts: string[] = [];
  const driven = line.flat ? line.steps : line.steps.slice(0, Math.max(line.faces.length, 1));
  if (driven.length) parts.push(glued(driven.map((step, at) => stepText(step) + (line.faces[at] ?? ""))));
  if (line.relaid.length) parts.push("=>", glued(line.relaid.map((step) => step.die + "b".repeat(step.faces.length - 1) + step.faces)));
  if (line.flat) parts.push(`(${line.gained})`);
  else if (line.spent) parts.push(`(-${line.spent})`);
  if (line.lost) parts.push(`!${line.marker}${line.side}${line.damage ? `:${line.damage}` : ""}`);
  return [...parts, ...line.words].join(" ");
}

/** Dice without faces stand close together where they coast: `5cc`. */
function glued(dice: string[]): string {
  let text = "";
  let bare = false;
  for (const one of dice) {
    const plain = /^[a-z1-6]+$/.test(one);
    text += (text && !(bare && plain && /^[clr]/.test(one)) ? " " : "") + one;
    bare = plain;
  }
  return text;
}
