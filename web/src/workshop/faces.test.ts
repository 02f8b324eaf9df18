import { describe, expect, it } from "vitest";
import { DIRT, GT } from "./boxes.fixture";
import { numberOf, otherSide } from "./faces";

describe("a box", () => {
  it("counts both sides of a tile together", () => {
    expect(GT.copies.get("103")).toBe(3);
    expect(GT.numbers).toHaveLength(19);
    expect(GT.faces.size).toBe(38);
  });
  it("keeps the service park apart", () => {
    expect(DIRT.faces.has("201a")).toBe(false);
    expect(DIRT.numbers).not.toContain("201");
    expect(DIRT.service?.entry).toBe(3);
    expect(GT.service).toBeNull();
  });
  it.each([
    ["102a", "start"],
    ["103a", "straight"],
    ["105b", "bend"],
    ["107a", "hairpin"],
    ["110a", "winding"],
    ["119a", "lanes"],
    ["120b", "lanes"],
  ])("knows the shape of %s", (id, shape) => {
    expect(GT.faces.get(id)?.shape).toBe(shape);
  });
  it("finds starts, finishes, jumps and shortcuts of stages", () => {
    expect(DIRT.faces.get("202b")?.shape).toBe("start");
    expect(DIRT.faces.get("203a")?.shape).toBe("finish");
    expect(DIRT.faces.get("204b")?.jumps).toBe(1);
    expect(DIRT.faces.get("211b")?.shortcuts).toBeGreaterThan(0);
  });
  it("takes land and tile out of a drawing, and the stylesheet once", () => {
    expect(GT.faces.get("106a")?.drawing).toBe(
      '<g class="land"><path/></g><g class="tile" data-tile="106a"/>',
    );
    expect(GT.style).toBe(".x{}");
    expect(GT.symbols).toContain("tree");
  });
  it("knows the other side of a tile", () => {
    expect(otherSide("106a")).toBe("106b");
    expect(otherSide("106b")).toBe("106a");
    expect(numberOf("106b")).toBe("106");
  });
});
