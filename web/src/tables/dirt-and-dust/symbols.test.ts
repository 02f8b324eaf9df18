import { describe, expect, it } from "vitest";
import type { Effect } from "../../generated/dirt-and-dust";
import { marks, operation } from "./symbols";

/** As it comes over the wire: defaults are left out. */
const effect = (values: Partial<Effect>) => values as Effect;

describe("effects in symbols", () => {
  it("reads a plain gain without conditions", () => {
    const found = marks(effect({ do: [{ op: "gain", what: "traction", n: 2, per: null, max: null }] }));
    expect(found).toMatchObject({ row: null, zone: null, die: null, must: false, passive: false, pay: [] });
    expect(found.does).toEqual([{ icon: "traction", before: "+2" }]);
  });

  it("keeps condition, payment and operations apart", () => {
    const found = marks(
      effect({
        when: { row: "accelerating", zone: null, die: null, value: null },
        pay: { wrench: 1 },
        do: [{ op: "boost", n: 1 }],
        mandatory: true,
      }),
    );
    expect(found.row).toBe("accelerating");
    expect(found.pay).toEqual([{ icon: "wrench", before: "−1" }]);
    expect(found.does[0]?.icon).toBe("boost");
    expect(found.must).toBe(true);
  });

  it("shows what a gain is counted by, and its cap", () => {
    const found = operation({ op: "gain", what: "wrench", n: 1, per: "removed_card", max: 3 });
    expect(found).toEqual([
      { icon: "wrench", before: "+1" },
      { icon: "remove", before: "/", after: "≤3" },
    ]);
  });

  it("tells a part from all there is", () => {
    expect(marks(effect({ pay: { popularity: "all" }, do: [] })).pay).toEqual([
      { icon: "popularity", before: "−", all: true },
    ]);
    expect(operation({ op: "set_die", which: "all", to: [6] })[0]).toMatchObject({ all: true, after: "=6" });
    expect(operation({ op: "set_die", which: "one", to: [5, 6] })[0]).toMatchObject({
      before: "1×",
      after: "=5/6",
    });
  });
});
