/** Looking at the table: which part of it fills the window, and how pinching and dragging change that. */

import { APOTHEM, centre, SIDE, type Hex } from "./hexes";

/** The point in the middle of the window, and pixels per drawing unit. */
export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

/** What of the window is covered at its edges, in pixels. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

const UNCOVERED: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

export interface Point {
  x: number;
  y: number;
}

const CLOSEST = 1.6;
const FARTHEST = 0.08;
/** A single tile need not fill the window. */
const COMFORTABLE = 0.55;

function within(zoom: number): number {
  return Math.min(CLOSEST, Math.max(FARTHEST, zoom));
}

/** How the table is moved and scaled for the window, as a CSS transform. */
export function transform(camera: Camera, size: Size): string {
  const [x, y] = [size.width / 2 - camera.x * camera.zoom, size.height / 2 - camera.y * camera.zoom];
  return `translate(${x}px, ${y}px) scale(${camera.zoom})`;
}

/** The point on the table under a point of the window. */
export function toTable(camera: Camera, size: Size, at: Point): Point {
  return {
    x: camera.x + (at.x - size.width / 2) / camera.zoom,
    y: camera.y + (at.y - size.height / 2) / camera.zoom,
  };
}

export function dragged(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.zoom, y: camera.y - dy / camera.zoom };
}

/** Zoom by a factor; what lies under `at` stays there. */
export function zoomed(
  camera: Camera,
  size: Size,
  factor: number,
  at: Point = { x: size.width / 2, y: size.height / 2 },
): Camera {
  const fixed = toTable(camera, size, at);
  const zoom = within(camera.zoom * factor);
  return { x: fixed.x - (at.x - size.width / 2) / zoom, y: fixed.y - (at.y - size.height / 2) / zoom, zoom };
}

/** Two fingers went from one pair of points to another: move and zoom with them. */
export function pinched(camera: Camera, size: Size, before: [Point, Point], after: [Point, Point]): Camera {
  const spread = ([a, b]: [Point, Point]) => Math.hypot(a.x - b.x, a.y - b.y);
  const middle = ([a, b]: [Point, Point]) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const [from, to] = [middle(before), middle(after)];
  const closer = zoomed(camera, size, spread(after) / Math.max(1, spread(before)), from);
  return dragged(closer, to.x - from.x, to.y - from.y);
}

/** Show all of these places with a little room round them. */
export function fitted(places: readonly Hex[], size: Size, insets: Insets = UNCOVERED): Camera {
  const middles = (places.length ? places : [{ q: 0, r: 0 }]).map((place) => centre(place));
  const [left, right] = [
    Math.min(...middles.map((m) => m.x)) - SIDE,
    Math.max(...middles.map((m) => m.x)) + SIDE,
  ];
  const [top, bottom] = [
    Math.min(...middles.map((m) => m.y)) - APOTHEM,
    Math.max(...middles.map((m) => m.y)) + APOTHEM,
  ];
  const [width, height] = [size.width - insets.left - insets.right, size.height - insets.top - insets.bottom];
  const room = APOTHEM * 0.4;
  const zoom = within(
    Math.min(
      Math.max(width, 1) / (right - left + room),
      Math.max(height, 1) / (bottom - top + room),
      COMFORTABLE,
    ),
  );
  return {
    x: (left + right) / 2 + (insets.right - insets.left) / 2 / zoom,
    y: (top + bottom) / 2 + (insets.bottom - insets.top) / 2 / zoom,
    zoom,
  };
}

/** Move as little as needed so that a place is well inside the uncovered part of the window. */
export function following(camera: Camera, size: Size, place: Hex, insets: Insets = UNCOVERED): Camera {
  const { x, y } = centre(place);
  const half = { x: size.width / 2 / camera.zoom, y: size.height / 2 / camera.zoom };
  const edge = (covered: number) => covered / camera.zoom + APOTHEM * 0.2;
  return {
    ...camera,
    x: between(camera.x, x - half.x + SIDE + edge(insets.right), x + half.x - SIDE - edge(insets.left)),
    y: between(camera.y, y - half.y + APOTHEM + edge(insets.bottom), y + half.y - APOTHEM - edge(insets.top)),
  };
}

/** A value kept between two bounds; their middle if they leave no room. */
function between(value: number, least: number, most: number): number {
  return least > most ? (least + most) / 2 : Math.min(Math.max(value, least), most);
}
