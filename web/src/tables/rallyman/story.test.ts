import { describe, expect, it } from "vitest";
import en from "./words/en.json";
import { beatsOf as beatsOfAll, lengthOf } from "./beats";
import type { AnyEvent } from "./types";

const CALM = { quick: false, mine: true, waiting: 0 };

const words = Object.keys(en);

describe("words", () => {
  it("exist for every token and every sign", () => {
    const tokens = [
      "gear",
      "brake",
      "engine",
      "coast",
      "puncture",
      "mud_minus_1",
      "ok",
      "weather",
      "yellow_flag",
      "green_flag",
    ];
    expect(tokens.filter((token) => !words.includes(`rally.token.${token}`))).toEqual([]);
    const signs = ["lost", "crash", "spin", "sisu", "lap", "last-lap", "finish", "pit", "secured", "stage"];
    expect(signs.filter((sign) => !words.includes(`rally.notice.${sign}`))).toEqual([]);
  });
});

/** Only what a beat is made of. */
const beatsOf = (events: object[], laps: number | null) => beatsOfAll(events as AnyEvent[], laps);

describe("beats", () => {
  it("tells what the back of a time card says", () => {
    const [beat] = beatsOf([{ event: "card-turned", seat: 0, result: "sisu", seconds: 15 }], null);
    expect(beat).toEqual({ kind: "sign", sign: "sisu", seat: 0, value: "15" });
  });
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
  it("marks where a turn begins, and takes no time for it", () => {
    const [beat] = beatsOf([{ event: "turn-began", seat: 2 }], 1);
    expect(beat).toEqual({ kind: "turn", seat: 2 });
    expect(lengthOf(beat!, CALM)).toBe(0);
  });
  it("shows the last lap only where there are several", () => {
    const signs = (lap: number, laps: number) =>
      beatsOf([{ event: "lap-done", seat: 0, lap }], laps).map((beat) =>
        beat.kind === "sign" ? beat.sign : "",
      );
    expect(signs(1, 3)).toEqual(["lap"]);
    expect(signs(2, 3)).toEqual(["last-lap"]);
    expect(signs(1, 1)).toEqual([]);
  });
  it("can be hurried", () => {
    const roll = beatsOf([{ event: "rolled", seat: 0, die: "1", faces: "-", hazards: 0 }], 1)[0]!;
    expect(lengthOf(roll, { ...CALM, quick: true })).toBeLessThan(lengthOf(roll, CALM) / 3);
    expect(lengthOf(roll, { ...CALM, waiting: 20 })).toBeLessThan(lengthOf(roll, CALM));
    expect(lengthOf(roll, { ...CALM, mine: false })).toBeLessThan(lengthOf(roll, CALM));
  });
});
