import { describe, expect, it } from "vitest";
import type { Camera } from "../lib/camera";
import { fitted, following, zoomed } from "./framing";
import { centre } from "./hexes";

const WINDOW = { width: 400, height: 600 };
const CAMERA: Camera = { x: 50, y: -20, zoom: 0.5 };

describe("the workshop's window", () => {
  it("does not zoom without end", () => {
    expect(zoomed(CAMERA, WINDOW, 1000).zoom).toBeLessThan(3);
    expect(zoomed(CAMERA, WINDOW, 0.0001).zoom).toBeGreaterThan(0.01);
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
