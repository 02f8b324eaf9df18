import { describe, expect, it } from "vitest";
import { fieldsOf } from "./options";

const schema = {
  $ref: "#/$defs/PigOptions",
  $defs: {
    PigOptions: {
      type: "object",
      properties: {
        goal: { type: "integer", minimum: 2, maximum: 1000 },
        loud: { type: "boolean" },
        weather: { enum: ["dry", "wet"] },
        mode: { anyOf: [{ enum: ["stage", "rally"] }, { type: "null" }] },
        track: { anyOf: [{ type: "string" }, { $ref: "#/$defs/Track" }] },
      },
    },
    Track: { type: "object", properties: {} },
  },
};

describe("fieldsOf", () => {
  it("makes a field of the right kind for every option", () => {
    const fields = fieldsOf(schema, { goal: 100, loud: false, weather: "dry", mode: null, track: "list-1" });
    expect(fields).toEqual([
      { kind: "number", name: "goal", value: 100, least: 2, most: 1000 },
      { kind: "switch", name: "loud", value: false },
      { kind: "choice", name: "weather", value: "dry", choices: ["dry", "wet"] },
      { kind: "choice", name: "mode", value: null, choices: ["stage", "rally", null] },
      { kind: "other", name: "track", value: "list-1" },
    ]);
  });
});
