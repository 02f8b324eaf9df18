import { describe, expect, it } from "vitest";
import { panned, pinched, toWindow, toWorld, transform, zoomedAt, type Zooms } from "./camera";

const size = { width: 400, height: 300 };
const ZOOMS: Zooms = [0.3, 4];

describe("the camera", () => {
  it("finds the same point back", () => {
    const camera = { x: 30, y: 40, zoom: 1.7 };
    const there = toWorld(camera, size, { x: 12, y: 250 });
    expect(toWindow(camera, size, there)).toEqual({ x: expect.closeTo(12), y: expect.closeTo(250) });
  });
  it("zooms around the pointer", () => {
    const at = { x: 90, y: 70 };
    const before = toWorld({ x: 0, y: 0, zoom: 1 }, size, at);
    const after = toWorld(zoomedAt({ x: 0, y: 0, zoom: 1 }, size, 2, ZOOMS, at), size, at);
    expect(after.x).toBeCloseTo(before.x);
    expect(after.y).toBeCloseTo(before.y);
  });
  it("keeps what two fingers hold under them", () => {
    const camera = { x: 0, y: 0, zoom: 1 };
    const from: [{ x: number; y: number }, { x: number; y: number }] = [
      { x: 100, y: 100 },
      { x: 200, y: 100 },
    ];
    const to: typeof from = [
      { x: 80, y: 120 },
      { x: 280, y: 120 },
    ];
    const moved = pinched(camera, size, from, to, ZOOMS);
    expect(moved.zoom).toBeCloseTo(2);
    expect(toWindow(moved, size, toWorld(camera, size, from[0])).x).toBeCloseTo(80);
    expect(toWindow(moved, size, toWorld(camera, size, from[1])).x).toBeCloseTo(280);
  });
  it("pans by pixels, not by units", () => {
    expect(panned({ x: 0, y: 0, zoom: 2 }, 10, -20)).toEqual({ x: -5, y: 10, zoom: 2 });
  });
  it("does not zoom without end", () => {
    expect(zoomedAt({ x: 0, y: 0, zoom: 1 }, size, 1000, ZOOMS).zoom).toBe(4);
    expect(zoomedAt({ x: 0, y: 0, zoom: 1 }, size, 0.001, ZOOMS).zoom).toBe(0.3);
  });
  it("writes a transform", () => {
    expect(transform({ x: 0, y: 0, zoom: 2 }, size, { x: -100, y: -50 })).toBe(
      "translate(0.00px, 50.00px) scale(2.0000)",
    );
  });
});
