import { describe, expect, it } from "vitest";
import { blank, shapeOf, tagOf, variantsOf } from "./schema";
import type { Schema } from "./session.svelte";

const ROOT: Schema = {
  $defs: {
    Name: {
      title: "Name",
      type: "object",
      properties: { action: { enum: ["name"] }, number: { type: "integer", minimum: 1 } },
    },
    Lay: {
      title: "Lay",
      type: "object",
      properties: {
        action: { const: "lay" },
        steps: { type: "array", items: { type: "integer" } },
        way: { enum: ["a", "b"], default: "b" },
      },
    },
  },
};
const ACTION: Schema = { anyOf: [{ $ref: "#/$defs/Name" }, { $ref: "#/$defs/Lay" }] };

describe("values from a schema", () => {
  const variants = variantsOf(ACTION, ROOT);
  it("calls shapes by their tags", () => {
    expect(variants.map(tagOf)).toEqual(["name", "lay"]);
  });
  it("begins with the least a schema allows", () => {
    expect(blank(ACTION, ROOT)).toEqual({ action: "name", number: 1 });
    expect(blank(variants[1]!, ROOT)).toEqual({ action: "lay", steps: [], way: "b" });
  });
  it("tells which shape a value has", () => {
    expect(shapeOf({ action: "lay", steps: [], way: "a" }, variants, ROOT)).toBe(1);
    expect(shapeOf(null, [{ type: "integer" }, { type: "null" }], ROOT)).toBe(1);
  });
});
