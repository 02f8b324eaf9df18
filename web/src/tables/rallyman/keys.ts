/** What a key means at the table. */

import type { Direction } from "./board";
import type { LeadingDie, Way } from "./types";

export type Deed =
  | { kind: "die"; die: LeadingDie }
  | { kind: "brake" }
  | { kind: "walk"; to: Direction }
  | { kind: "map" }
  | { kind: "ahead" }
  | { kind: "waits" }
  | { kind: "undo" }
  | { kind: "clear" }
  | { kind: "commit"; way: Way }
  | { kind: "propose" }
  | { kind: "lay" }
  | { kind: "decide"; action: "roll" | "secure" | "stop" };

export interface Situation {
  /** What the person is asked for; empty if nothing, `waits` if a plan can be left for later. */
  phase: string;
  can: string[];
  /** Whether the key goes to something that can be pressed itself. */
  onButton: boolean;
}

const WALK: Record<string, Direction> = {
  ArrowUp: "ahead",
  ArrowDown: "back",
  ArrowLeft: "left",
  ArrowRight: "right",
};
const DICE = new Set(["1", "2", "3", "4", "5", "6", "c", "l", "r"]);

/** The deed of a key, or null if it has none now. */
export function keyDeed(pressed: string, { phase, can, onButton }: Situation): Deed | null {
  const key = pressed.length === 1 ? pressed.toLowerCase() : pressed;
  if (phase === "waits" && key === "p") return { kind: "ahead" };
  if (phase === "plan" && key === "p") return { kind: "waits" };
  if (phase === "plan" || phase === "relay") {
    if (key in WALK) return { kind: "walk", to: WALK[key]! };
    if (DICE.has(key)) return { kind: "die", die: key as LeadingDie };
    if (key === "b") return { kind: "brake" };
    if (key === "Backspace") return { kind: "undo" };
    if (key === "Escape" || key === "Delete") return { kind: key === "Escape" ? "undo" : "clear" };
  }
  if (phase === "plan") {
    if (key === "m") return { kind: "map" };
    if (key === "o") return { kind: "commit", way: "one-by-one" };
    if (key === "f") return { kind: "commit", way: "flat-out" };
  }
  if (phase === "relay") {
    if (key === "p") return { kind: "propose" };
    if (key === "o") return { kind: "lay" };
  }
  if (phase === "step") {
    if ((key === "Enter" || key === " ") && !onButton && can.includes("roll"))
      return { kind: "decide", action: "roll" };
    if (key === "r" && can.includes("roll")) return { kind: "decide", action: "roll" };
    if (key === "s" && can.includes("secure")) return { kind: "decide", action: "secure" };
    if (key === "t" && can.includes("stop")) return { kind: "decide", action: "stop" };
  }
  return null;
}
