/** Where zones and ships stand in the drawing of the progress boards. */

import type { FieldView, ShipView } from "../../generated/outspeed";

export const ZONE_WIDTH = 60;
export const ZONE_HEIGHT = 80;
export const ROW_GAP = 14;
export const SLANT = 10;
const NUMBER_HEIGHT = 16;

export interface ZonePlace {
  zone: number;
  x: number;
  y: number;
  fields: number;
  /** Whether a board ends before this zone. */
  seam: boolean;
}

export interface ShipPlace {
  seat: number;
  x: number;
  y: number;
  size: number;
}

export interface TrackDrawing {
  width: number;
  height: number;
  zones: ZonePlace[];
  ships: ShipPlace[];
}

/** How many boards fit beside each other in so many pixels. */
export function boardsAbreast(pixels: number, boards: number): number {
  return Math.max(1, Math.min(boards, Math.floor(pixels / 330)));
}

/** The whole track between two zones, in rows of so many zones. */
export function drawTrack(
  rear: number,
  front: number,
  zonesPerBoard: number,
  perRow: number,
  ships: ShipView[],
  fields: FieldView[],
): TrackDrawing {
  const fieldsIn = new Map(fields.map((field) => [field.zone, field.fields]));
  const zones: ZonePlace[] = [];
  for (let zone = rear; zone <= front; zone++) {
    const at = corner(zone - rear, perRow);
    const seam = zone > rear && (zone - rear) % zonesPerBoard === 0;
    zones.push({ zone, ...at, fields: fieldsIn.get(zone) ?? 0, seam });
  }
  const rows = Math.ceil((front - rear + 1) / perRow);
  return {
    width: Math.min(perRow, front - rear + 1) * ZONE_WIDTH + SLANT,
    height: rows * ZONE_HEIGHT + (rows - 1) * ROW_GAP,
    zones,
    ships: placeShips(ships, rear, perRow),
  };
}

function corner(index: number, perRow: number): { x: number; y: number } {
  return { x: (index % perRow) * ZONE_WIDTH, y: Math.floor(index / perRow) * (ZONE_HEIGHT + ROW_GAP) };
}

/** The ships that race, side by side where several share a zone. */
function placeShips(ships: ShipView[], rear: number, perRow: number): ShipPlace[] {
  const byZone = new Map<number, number[]>();
  for (const ship of ships) {
    if (!ship.out) byZone.set(ship.zone, [...(byZone.get(ship.zone) ?? []), ship.seat]);
  }
  const places: ShipPlace[] = [];
  for (const [zone, seats] of byZone) {
    const { x, y } = corner(zone - rear, perRow);
    const columns = seats.length > 2 ? 2 : seats.length > 1 ? 2 : 1;
    const rows = Math.ceil(seats.length / columns);
    const room = ZONE_HEIGHT - NUMBER_HEIGHT;
    const size = Math.min(34, (ZONE_WIDTH - 12) / columns, (room - 6) / rows);
    seats.forEach((seat, index) => {
      const column = index % columns;
      const row = Math.floor(index / columns);
      const inRow = row === rows - 1 ? seats.length - row * columns : columns;
      places.push({
        seat,
        x: x + SLANT / 2 + ZONE_WIDTH / 2 + (column - (inRow - 1) / 2) * (size + 2),
        y: y + NUMBER_HEIGHT + room / 2 + (row - (rows - 1) / 2) * (size + 2) - 2,
        size,
      });
    });
  }
  return places.sort((a, b) => a.seat - b.seat);
}

/** Who leads: seats by zone, then by fuel; those out of the race last. */
export function standings(ships: ShipView[]): ShipView[] {
  return [...ships].sort(
    (a, b) =>
      rank(b) - rank(a) || b.zone - a.zone || b.fuel - a.fuel || b.tokens - a.tokens || a.seat - b.seat,
  );
}

function rank(ship: ShipView): number {
  return ship.out ? ship.out : 1000;
}
