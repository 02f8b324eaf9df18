import { describe, expect, it } from "vitest";
import { beatsOf, lengthOf } from "./beats";
import { turnLines } from "./notation";

const CALM = { still: false, quick: false, waiting: 0 };

describe("beats", () => {
  it("rolls a flat out all at once, then drives it", () => {
    const beats = beatsOf(
      [
        { event: "planned", seat: 1 },
        { event: "rolled", seat: 1, step: 1, die: "3", faces: "-", hazards: 0 },
        { event: "rolled", seat: 1, step: 2, die: "1", faces: "!-", hazards: 1 },
        { event: "focus-gained", seat: 1, tokens: 2, focus: 2 },
        { event: "moved", seat: 1, start: 1, cell: 2 },
        { event: "moved", seat: 1, start: 2, cell: 3 },
      ],
      1,
    );
    expect(beats.map((beat) => beat.kind)).toEqual(["dice", "sign", "move", "move"]);
    expect(beats[0]).toEqual({
      kind: "dice",
      seat: 1,
      hazards: 1,
      dice: [
        { die: "3", hazard: false },
        { die: "1", hazard: true },
        { die: "b", hazard: false },
      ],
    });
  });
  it("keeps dice of different steps apart when the car moves between them", () => {
    const beats = beatsOf(
      [
        { event: "rolled", seat: 0, die: "1", faces: "-", hazards: 0 },
        { event: "moved", seat: 0, cell: 2 },
        { event: "rolled", seat: 0, die: "2", faces: "!", hazards: 1 },
        { event: "moved", seat: 0, cell: 3 },
      ],
      1,
    );
    expect(beats.map((beat) => beat.kind)).toEqual(["dice", "move", "dice", "move"]);
  });
  it("shows the last lap only where there are several", () => {
    const signs = (lap: number, laps: number) =>
      beatsOf([{ event: "lap-done", seat: 0, lap }], laps).map((beat) => (beat.kind === "sign" ? beat.sign : ""));
    expect(signs(1, 3)).toEqual(["lap"]);
    expect(signs(2, 3)).toEqual(["last-lap"]);
    expect(signs(1, 1)).toEqual([]);
  });
  it("can be hurried", () => {
    const roll = beatsOf([{ event: "rolled", seat: 0, die: "1", faces: "-", hazards: 0 }], 1)[0]!;
    expect(lengthOf(roll, { ...CALM, quick: true })).toBeLessThan(lengthOf(roll, CALM) / 3);
    expect(lengthOf(roll, { ...CALM, waiting: 20 })).toBeLessThan(lengthOf(roll, CALM));
    const move = beatsOf([{ event: "moved", seat: 0, cell: 2 }], 1)[0]!;
    expect(lengthOf(move, { ...CALM, still: true })).toBeLessThan(100);
  });
});

function lines(...events: Record<string, unknown>[]): string[] {
  return turnLines(events.map((event, step) => ({ step, event }))).map((line) => line.text);
}

describe("turns in notation", () => {
  const steps = [
    { die: "3", cell: 1 },
    { die: "4", cell: 2 },
    { die: "c", cell: 3 },
  ];
  it("writes a flat out with its tokens", () => {
    expect(
      lines(
        { event: "planned", seat: 0, steps, way: "flat-out" },
        { event: "rolled", seat: 0, faces: "-" },
        { event: "rolled", seat: 0, faces: "!" },
        { event: "rolled", seat: 0, faces: "-" },
        { event: "focus-gained", seat: 0, tokens: 3, focus: 3 },
      ),
    ).toEqual(["3- 4! c- (3)"]);
  });
  it("writes a plan not rolled yet with its dice close together", () => {
    expect(lines({ event: "planned", seat: 0, steps, way: "flat-out" })).toEqual(["3 4c (0)"]);
  });
  it("leaves out steps that were not taken, and tells what was paid and lost", () => {
    expect(
      lines(
        { event: "planned", seat: 0, steps, way: "one-by-one" },
        { event: "secured", seat: 0, price: 1, focus: 0 },
        { event: "rolled", seat: 0, faces: "!" },
        { event: "control-lost", seat: 0 },
        { event: "crashed", seat: 0, side: "left", cell: 2 },
        { event: "damage-drawn", seat: 0, token: "gear" },
        { event: "damage-drawn", seat: 0, token: "weather" },
        { event: "weather-changed", weather: "wet" },
      ),
    ).toEqual(["3* 4! (-1) !00L:GW wet"]);
  });
  it("writes dice laid again and keeps drivers and rounds apart", () => {
    const events = [
      { event: "round-began", round: 4 },
      { event: "planned", seat: 2, steps, way: "flat-out" },
      { event: "relaid", seat: 2, steps: [{ die: "2", cell: 1, faces: "!-" }] },
      { event: "control-lost", seat: 2 },
      { event: "spun", seat: 2, cell: 1 },
      { event: "blocked", seat: 1, gear: 3 },
    ];
    const found = turnLines(events.map((event, step) => ({ step, event })));
    expect(found.map((line) => [line.seat, line.round, line.text])).toEqual([
      [2, 4, "3 4c => 2b!- (0) !0"],
      [1, 4, "stay"],
    ]);
  });
});
