/** The neon track in perspective: one function gives every point of it. */

import type { ShipView } from "../../generated/outspeed";

export interface Point {
  x: number;
  y: number;
}

export interface Ribbon {
  width: number;
  height: number;
  rear: number;
  front: number;
  /** How many zones lie side by side; what does not fit lies on the next tier, further up. */
  perTier: number;
  tiers: number;
  tierHeight: number;
  /** The width of a zone at the near edge. */
  zone: number;
}

/** Room at the left and at the right of a tier, for the edge and the board to come. */
const MARGIN = { left: 30, right: 62 };
const NARROW = { left: 12, right: 12 };
/** How far the far edge is drawn in towards the middle. */
const VANISH = 0.93;
/** Zones narrower than this are laid in tiers, board by board. */
const LEAST = 40;

/** How the zones `rear..front` lie in a drawing so many pixels wide, in tiers of a height. */
export function ribbon(
  rear: number,
  front: number,
  perBoard: number,
  width: number,
  tierHeight: number,
): Ribbon {
  const zones = front - rear + 1;
  const flat = (width - MARGIN.left - MARGIN.right) / zones >= LEAST;
  const perTier = flat ? zones : perBoard;
  const tiers = Math.ceil(zones / perTier);
  const margin = flat ? MARGIN : NARROW;
  const zone = (width - margin.left - margin.right) / perTier;
  return { width, height: tiers * tierHeight, rear, front, perTier, tiers, tierHeight, zone };
}

/** Which tier a place on the track lies on; the rear one is 0. */
export function tierOf(track: Ribbon, place: number): number {
  const index = Math.floor((place - track.rear) / track.perTier + 1e-9);
  return Math.min(track.tiers - 1, Math.max(0, index));
}

/**
 * The point of the ribbon at a place along it (a zone's number is where it begins) and across it
 * (0: the far edge, 1: the near one), perhaps above the ground.
 */
export function at(track: Ribbon, place: number, across: number, up = 0, tier = tierOf(track, place)): Point {
  const { width, perTier, tiers, tierHeight, zone } = track;
  const along = place - track.rear - tier * perTier;
  const left = tiers > 1 ? NARROW.left : MARGIN.left;
  const near = left + along * zone;
  const pull = VANISH + (1 - VANISH) * across;
  const sway = tiers > 1 ? 0.05 : 0.1;
  const wave = Math.sin(((along / perTier) * 1.35 + 0.15 + tier * 0.5) * Math.PI) * tierHeight * sway;
  const depth = tierHeight * (tiers > 1 ? 0.52 : 0.48);
  const top = (tiers - 1 - tier) * tierHeight + tierHeight * 0.24;
  return {
    x: width / 2 + (near - width / 2) * pull,
    y: top + depth * across + wave - up,
  };
}

const STEPS = 4;

function edge(track: Ribbon, from: number, to: number, across: number, tier: number): string[] {
  return Array.from({ length: STEPS + 1 }, (_, step) => {
    const { x, y } = at(track, from + ((to - from) * step) / STEPS, across, 0, tier);
    return `${x.toFixed(1)} ${y.toFixed(1)}`;
  });
}

/** The outline of a stretch of the track, or of a part of its breadth. */
export function patch(track: Ribbon, from: number, to: number, far = 0, near = 1): string {
  const tier = tierOf(track, from);
  const there = edge(track, from, to, far, tier);
  const back = edge(track, to, from, near, tier);
  return `M${[...there, ...back].join("L")}z`;
}

/** A line along the track. */
export function line(track: Ribbon, from: number, to: number, across: number): string {
  return `M${edge(track, from, to, across, tierOf(track, from)).join("L")}`;
}

/** A line across the track where a zone begins. */
export function seam(track: Ribbon, place: number, tier = tierOf(track, place)): string {
  const [far, near] = [at(track, place, 0, 0, tier), at(track, place, 1, 0, tier)];
  return `M${far.x.toFixed(1)} ${far.y.toFixed(1)}L${near.x.toFixed(1)} ${near.y.toFixed(1)}`;
}

export interface Berth extends Point {
  seat: number;
  /** How large the ship is drawn. */
  size: number;
}

/** For so many ships in a zone: columns, and how large each is. */
function grid(ships: number): { columns: number; rows: number; scale: number } {
  if (ships <= 1) return { columns: 1, rows: 1, scale: 1 };
  if (ships === 2) return { columns: 1, rows: 2, scale: 0.84 };
  if (ships <= 4) return { columns: 2, rows: 2, scale: 0.74 };
  return { columns: 3, rows: 2, scale: 0.62 };
}

/** Where the ships that race stand, side by side where several share a zone. */
export function berths(track: Ribbon, ships: readonly Pick<ShipView, "seat" | "zone" | "out">[]): Berth[] {
  const zones = new Map<number, number[]>();
  for (const { seat, zone, out } of ships) if (!out) zones.set(zone, [...(zones.get(zone) ?? []), seat]);
  const full = Math.min(58, track.zone * 0.86, track.tierHeight * 0.42);
  const found = [...zones].flatMap(([zone, seats]) => {
    const { columns, rows, scale } = grid(seats.length);
    return seats.map((seat, index) => {
      const column = index % columns;
      const row = Math.floor(index / columns);
      const inRow = row === rows - 1 ? seats.length - row * columns : columns;
      const along = 0.5 + (column - (inRow - 1) / 2) * (0.94 / columns);
      const across = rows === 1 ? 0.5 : 0.26 + row * 0.48;
      return { seat, ...at(track, zone + along, across, 4), size: Math.max(20, full * scale) };
    });
  });
  return found.sort((a, b) => a.seat - b.seat);
}
