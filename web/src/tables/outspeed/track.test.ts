import { describe, expect, it } from "vitest";
import type { ShipView } from "../../generated/outspeed";
import { boardsAbreast, drawTrack, standings } from "./track";

function ship(seat: number, zone: number, more: Partial<ShipView> = {}): ShipView {
  const rest = { fuel: 12, tokens: 0, out: 0, cause: null, announced: null, route: null, dial: null };
  return { seat, zone, ...rest, ...more };
}

describe("drawing the progress boards", () => {
  it("puts each board into its own row on a narrow screen", () => {
    const drawing = drawTrack(8, 21, 7, 7, [], [{ zone: 15, fields: 2 }]);
    expect(drawing.zones).toHaveLength(14);
    expect(drawing.zones[0]).toMatchObject({ zone: 8, x: 0, y: 0, seam: false });
    expect(drawing.zones[7]).toMatchObject({ zone: 15, x: 0, fields: 2, seam: true });
    expect(drawing.zones[7]!.y).toBeGreaterThan(0);
  });

  it("lays boards in one line where there is room", () => {
    const drawing = drawTrack(1, 14, 7, 14, [], []);
    expect(new Set(drawing.zones.map((zone) => zone.y)).size).toBe(1);
  });

  it("keeps ships of one zone apart and inside it", () => {
    const six = [0, 1, 2, 3, 4, 5].map((seat) => ship(seat, 3));
    const places = drawTrack(1, 14, 7, 7, six, []).ships;
    expect(new Set(places.map(({ x, y }) => `${x} ${y}`)).size).toBe(6);
    for (const { x, y, size } of places) {
      expect(x - size / 2).toBeGreaterThan(120);
      expect(x + size / 2).toBeLessThan(190);
      expect(y + size / 2).toBeLessThanOrEqual(80);
    }
  });

  it("leaves out ships that are out of the race", () => {
    const places = drawTrack(1, 14, 7, 7, [ship(0, 3), ship(1, 3, { out: 4 })], []).ships;
    expect(places.map((place) => place.seat)).toEqual([0]);
  });

  it("takes as many boards abreast as fit", () => {
    expect(boardsAbreast(340, 2)).toBe(1);
    expect(boardsAbreast(800, 2)).toBe(2);
    expect(boardsAbreast(2000, 3)).toBe(3);
  });
});

describe("standings", () => {
  it("goes by zone, then fuel, and lists the eliminated last, latest first", () => {
    const ships = [
      ship(0, 5, { out: 3 }),
      ship(1, 9, { fuel: 2 }),
      ship(2, 9, { fuel: 4 }),
      ship(3, 4, { out: 7 }),
      ship(4, 12),
    ];
    expect(standings(ships).map((each) => each.seat)).toEqual([4, 2, 1, 3, 0]);
  });
});
