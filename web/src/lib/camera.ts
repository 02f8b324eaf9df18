/** One camera for every board: the point in the middle of the window and pixels per unit. */

export interface Camera {
  x: number;
  y: number;
  zoom: number;
}

export interface Size {
  width: number;
  height: number;
}

export interface Point {
  x: number;
  y: number;
}

/** What of the window is covered at its edges, in pixels. */
export interface Insets {
  top: number;
  right: number;
  bottom: number;
  left: number;
}

export const UNCOVERED: Insets = { top: 0, right: 0, bottom: 0, left: 0 };

/** How far and how close one may look, in pixels per unit. */
export type Zooms = readonly [farthest: number, closest: number];

/** The point of the board under a point of the window. */
export function toWorld(camera: Camera, size: Size, at: Point): Point {
  return {
    x: camera.x + (at.x - size.width / 2) / camera.zoom,
    y: camera.y + (at.y - size.height / 2) / camera.zoom,
  };
}

/** Where a point of the board lies in the window. */
export function toWindow(camera: Camera, size: Size, at: Point): Point {
  return {
    x: (at.x - camera.x) * camera.zoom + size.width / 2,
    y: (at.y - camera.y) * camera.zoom + size.height / 2,
  };
}

/** Dragged by some pixels. */
export function panned(camera: Camera, dx: number, dy: number): Camera {
  return { ...camera, x: camera.x - dx / camera.zoom, y: camera.y - dy / camera.zoom };
}

/** Closer or farther, with what is under a point of the window staying there; by default its middle. */
export function zoomedAt(
  camera: Camera,
  size: Size,
  factor: number,
  zooms: Zooms,
  at: Point = { x: size.width / 2, y: size.height / 2 },
): Camera {
  const still = toWorld(camera, size, at);
  const zoom = clamp(camera.zoom * factor, ...zooms);
  return {
    x: still.x - (at.x - size.width / 2) / zoom,
    y: still.y - (at.y - size.height / 2) / zoom,
    zoom,
  };
}

export type Pair = [Point, Point];

/** Two fingers went from one pair of points to another: what was under them stays under them. */
export function pinched(camera: Camera, size: Size, from: Pair, to: Pair, zooms: Zooms): Camera {
  const spread = ([a, b]: Pair) => Math.hypot(a.x - b.x, a.y - b.y);
  const middle = ([a, b]: Pair) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
  const [start, end] = [middle(from), middle(to)];
  const zoomed = zoomedAt(camera, size, spread(to) / Math.max(1, spread(from)), zooms, start);
  return panned(zoomed, end.x - start.x, end.y - start.y);
}

/** The CSS transform that lays a board, drawn at one pixel per unit from its corner, into the window. */
export function transform(camera: Camera, size: Size, corner: Point = { x: 0, y: 0 }): string {
  const { x, y } = toWindow(camera, size, corner);
  return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${camera.zoom.toFixed(4)})`;
}

export function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
