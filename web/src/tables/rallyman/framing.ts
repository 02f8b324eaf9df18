/** Which part of the track fills the window. */

import {
  clamp,
  toWindow,
  UNCOVERED,
  type Camera,
  type Insets,
  type Point,
  type Size,
  type Zooms,
} from "../../lib/camera";

export type ViewBox = readonly [number, number, number, number];

export const CLOSEST = 4;
/** How close one looks while following a car: a cell is then big enough for a fingertip. */
export const FOLLOWING = 1.5;

/** Two corners of the board, between which all of it lies. */
export function cornersOf([left, top, width, height]: ViewBox): Point[] {
  return [
    { x: left, y: top },
    { x: left + width, y: top + height },
  ];
}

/** The whole board in the window. */
export function whole(box: ViewBox, size: Size): Camera {
  const [left, top, width, height] = box;
  return { x: left + width / 2, y: top + height / 2, zoom: farthest(box, size) };
}

/** The zoom at which the whole board fits. */
export function farthest([, , width, height]: ViewBox, size: Size): number {
  return Math.min(size.width / width, size.height / height, CLOSEST) || 1;
}

/** From where the whole board is seen, or a little farther than one follows a car, to the closest look. */
export function zoomsOf(box: ViewBox, size: Size): Zooms {
  return [Math.min(farthest(box, size), FOLLOWING) * 0.9, CLOSEST];
}

/** Kept on the board: the middle never leaves it and nothing is larger or smaller than useful. */
export function kept(camera: Camera, box: ViewBox, size: Size): Camera {
  const [left, top, width, height] = box;
  const zoom = clamp(camera.zoom, ...zoomsOf(box, size));
  return { x: clamp(camera.x, left, left + width), y: clamp(camera.y, top, top + height), zoom };
}

/** Boards narrower than this are under a finger, in pixels. */
export const SMALL = 600;

/** How much room points need around them, in units of the board; small boards have less to give. */
function margin(size: Size): number {
  return size.width < SMALL ? 28 : 42;
}

/** How many pixels must lie around points, however far one looks back: a car is not cut in half. */
const RIM = 26;

/** All points in the free part of the window, as close as wished or as far back as they need and may. */
export function framing(
  points: Point[],
  size: Size,
  zoom: number,
  covered: Insets = UNCOVERED,
  farthest = 0,
): Camera | null {
  if (!points.length) return null;
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const free = Math.max(60, size.height - covered.top - covered.bottom);
  const across = Math.max(60, size.width - covered.left - covered.right);
  const room = margin(size);
  const fit = Math.min(
    across / (right - left + 2 * room),
    free / (bottom - top + 2 * room),
    Math.max(1, across - 2 * RIM) / (right - left || 1),
    Math.max(1, free - 2 * RIM) / (bottom - top || 1),
  );
  const used = Math.max(Math.min(zoom, fit), Math.min(zoom, farthest));
  return {
    x: (left + right) / 2 + (covered.right - covered.left) / 2 / used,
    y: (top + bottom) / 2 + (covered.bottom - covered.top) / 2 / used,
    zoom: used,
  };
}

/** So close that a fingertip still finds its cell. */
export const FINGERTIP = 1.46;
/** So close that a mouse does. */
export const MOUSE = 1;

/** As `framing`, with as much of what comes next as can be seen from close enough. */
export function lookingAhead(
  points: Point[],
  ahead: Point[][],
  size: Size,
  zoom: number,
  covered: Insets,
  farthest: number,
): Camera | null {
  let seen = points;
  for (const more of ahead) {
    const wider = [...seen, ...more];
    if ((framing(wider, size, zoom, covered)?.zoom ?? 0) < Math.min(zoom, farthest)) break;
    seen = wider;
  }
  return framing(seen, size, zoom, covered, farthest);
}

/** Whether all points lie in the free part of the window. */
export function sees(camera: Camera, points: Point[], size: Size, covered: Insets): boolean {
  const edge = margin(size) / 2;
  return points.every((point) => {
    const { x, y } = toWindow(camera, size, point);
    return (
      x >= covered.left + edge &&
      x <= size.width - covered.right - edge &&
      y >= covered.top + edge &&
      y <= size.height - covered.bottom - edge
    );
  });
}
