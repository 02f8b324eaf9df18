import { describe, expect, it } from "vitest";
import { fieldsOf, withSeat } from "./options";

const schema = {
  $ref: "#/$defs/PigOptions",
  $defs: {
    PigOptions: {
      type: "object",
      properties: {
        goal: { type: "integer", minimum: 2, maximum: 1000 },
        loud: { type: "boolean" },
        weather: { enum: ["dry", "wet"] },
        classes: { type: "array", items: { anyOf: [{ type: "null" }, { enum: ["GT4", "GT6"] }] } },
        names: { type: "array", items: { type: "string" } },
        mode: { anyOf: [{ enum: ["stage", "rally"] }, { type: "null" }] },
        track: { anyOf: [{ type: "string" }, { $ref: "#/$defs/Track" }] },
      },
    },
    Track: { type: "object", properties: {} },
  },
};

describe("fieldsOf", () => {
  it("makes a field of the right kind for every option", () => {
    const fields = fieldsOf(schema, {
      goal: 100,
      loud: false,
      weather: "dry",
      classes: [],
      names: [],
      mode: null,
      track: "list-1",
    });
    expect(fields).toEqual([
      { kind: "number", name: "goal", value: 100, least: 2, most: 1000 },
      { kind: "switch", name: "loud", value: false },
      { kind: "choice", name: "weather", value: "dry", choices: ["dry", "wet"] },
      { kind: "seats", name: "classes", value: [], choices: [null, "GT4", "GT6"] },
      { kind: "other", name: "names", value: [] },
      { kind: "choice", name: "mode", value: null, choices: ["stage", "rally", null] },
      { kind: "other", name: "track", value: "list-1" },
    ]);
  });
});

describe("withSeat", () => {
  it("names what was chosen for one seat and leaves the others", () => {
    expect(withSeat([], 3, 1, "GT4")).toEqual([null, "GT4"]);
    expect(withSeat(["GT6", "GT4"], 3, 1, null)).toEqual(["GT6"]);
    expect(withSeat(["GT6", null, "GT4"], 2, 0, "GT4")).toEqual(["GT4"]);
  });
});
