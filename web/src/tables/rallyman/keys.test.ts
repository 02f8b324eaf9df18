import { describe, expect, it } from "vitest";
import { keyDeed } from "./keys";

const planning = { phase: "plan", can: ["plan", "retire"], onButton: false };
const rolling = { phase: "step", can: ["roll", "stop"], onButton: false };

describe("keys", () => {
  it("pick dice while planning", () => {
    expect(keyDeed("3", planning)).toEqual({ kind: "die", die: "3" });
    expect(keyDeed("C", planning)).toEqual({ kind: "die", die: "c" });
    expect(keyDeed("b", planning)).toEqual({ kind: "brake" });
    expect(keyDeed("3", rolling)).toBeNull();
  });
  it("walk among the cells", () => {
    expect(keyDeed("ArrowRight", planning)).toEqual({ kind: "walk", to: "right" });
    expect(keyDeed("ArrowDown", planning)).toEqual({ kind: "walk", to: "back" });
    expect(keyDeed("ArrowDown", rolling)).toBeNull();
    expect(keyDeed("m", planning)).toEqual({ kind: "map" });
  });
  it("take back and commit", () => {
    expect(keyDeed("Backspace", planning)).toEqual({ kind: "undo" });
    expect(keyDeed("f", planning)).toEqual({ kind: "commit", way: "flat-out" });
  });
  it("lay the dice of a failed flat out again", () => {
    const relaying = { phase: "relay", can: ["relay"], onButton: false };
    expect(keyDeed("3", relaying)).toEqual({ kind: "die", die: "3" });
    expect(keyDeed("Backspace", relaying)).toEqual({ kind: "undo" });
    expect(keyDeed("p", relaying)).toEqual({ kind: "propose" });
    expect(keyDeed("o", relaying)).toEqual({ kind: "lay" });
    expect(keyDeed("f", relaying)).toBeNull();
  });
  it("roll with Enter, but leave a focused button its own Enter", () => {
    expect(keyDeed("Enter", rolling)).toEqual({ kind: "decide", action: "roll" });
    expect(keyDeed("Enter", { ...rolling, onButton: true })).toBeNull();
    expect(keyDeed("s", rolling)).toBeNull();
    expect(keyDeed("s", { ...rolling, can: ["roll", "secure"] })).toEqual({
      kind: "decide",
      action: "secure",
    });
    expect(keyDeed("t", rolling)).toEqual({ kind: "decide", action: "stop" });
  });
  it("mean nothing to those who only watch", () => {
    expect(keyDeed("3", { phase: "", can: ["plan"], onButton: false })).toBeNull();
  });
});
