import { describe, expect, it } from "vitest";
import { dragged, fitted, following, pinched, toTable, transform, zoomed, type Camera } from "./camera";
import { centre } from "./hexes";

const WINDOW = { width: 400, height: 600 };
const CAMERA: Camera = { x: 50, y: -20, zoom: 0.5 };

describe("the camera", () => {
  it("shows what the window holds", () => {
    expect(transform(CAMERA, WINDOW)).toBe("translate(175px, 310px) scale(0.5)");
    expect(toTable(CAMERA, WINDOW, { x: 0, y: 0 })).toEqual({ x: -350, y: -620 });
  });
  it("keeps the table under the dragging finger", () => {
    const before = toTable(CAMERA, WINDOW, { x: 100, y: 100 });
    expect(toTable(dragged(CAMERA, 30, -10), WINDOW, { x: 130, y: 90 })).toEqual(before);
  });
  it("zooms about the pointer", () => {
    const at = { x: 320, y: 80 };
    const closer = zoomed(CAMERA, WINDOW, 1.5, at);
    expect(closer.zoom).toBeCloseTo(0.75);
    const [before, after] = [toTable(CAMERA, WINDOW, at), toTable(closer, WINDOW, at)];
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });
  it("does not zoom without end", () => {
    expect(zoomed(CAMERA, WINDOW, 1000).zoom).toBeLessThan(3);
    expect(zoomed(CAMERA, WINDOW, 0.0001).zoom).toBeGreaterThan(0.01);
  });
  it("follows two fingers", () => {
    const before: [{ x: number; y: number }, { x: number; y: number }] = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ];
    const after: typeof before = [
      { x: 80, y: 150 },
      { x: 240, y: 150 },
    ];
    const now = pinched(CAMERA, WINDOW, before, after);
    for (const finger of [0, 1] as const) {
      const [from, to] = [toTable(CAMERA, WINDOW, before[finger]), toTable(now, WINDOW, after[finger])];
      expect(to.x).toBeCloseTo(from.x);
      expect(to.y).toBeCloseTo(from.y);
    }
  });
  it("fits all tiles into the window", () => {
    const places = [
      { q: -4, r: 2 },
      { q: 6, r: -3 },
      { q: 0, r: 5 },
    ];
    const camera = fitted(places, WINDOW);
    for (const place of places) {
      const { x, y } = centre(place);
      expect(Math.abs(x - camera.x) * camera.zoom).toBeLessThan(WINDOW.width / 2);
      expect(Math.abs(y - camera.y) * camera.zoom).toBeLessThan(WINDOW.height / 2);
    }
    expect(fitted([], WINDOW)).toMatchObject({ x: 0 });
  });
  it("keeps clear of what covers the window's edges", () => {
    const insets = { top: 10, right: 60, bottom: 120, left: 0 };
    const camera = fitted(
      [
        { q: 0, r: 0 },
        { q: 5, r: -5 },
      ],
      WINDOW,
      insets,
    );
    const corner = centre({ q: 5, r: -5 });
    expect(WINDOW.height / 2 + (corner.y + 100 - camera.y) * camera.zoom).toBeLessThanOrEqual(
      WINDOW.height - insets.bottom,
    );
    expect(WINDOW.width / 2 + (corner.x + 115 - camera.x) * camera.zoom).toBeLessThanOrEqual(
      WINDOW.width - insets.right,
    );
    const moved = following({ ...camera, x: -900, y: -900 }, WINDOW, { q: 5, r: -5 }, insets);
    expect(WINDOW.height / 2 + (corner.y + 100 - moved.y) * moved.zoom).toBeLessThanOrEqual(
      WINDOW.height - insets.bottom + 0.001,
    );
  });
  it("stays where it is while the cursor is in sight, and follows it outside", () => {
    expect(following(CAMERA, WINDOW, { q: 0, r: 0 })).toEqual(CAMERA);
    const there = following(CAMERA, WINDOW, { q: 9, r: 0 });
    expect(Math.abs(centre({ q: 9, r: 0 }).x - there.x) * there.zoom).toBeLessThan(WINDOW.width / 2);
  });
});
