/** Where one looks on the board: the point in the middle of the window and pixels per unit. */

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

export type ViewBox = readonly [number, number, number, number];

export const CLOSEST = 4;
/** How close one looks while following a car: a cell is then big enough for a fingertip. */
export const FOLLOWING = 1.5;

/** The whole board in the window. */
export function whole(box: ViewBox, size: Size): Camera {
  const [left, top, width, height] = box;
  return { x: left + width / 2, y: top + height / 2, zoom: farthest(box, size) };
}

/** The zoom at which the whole board fits. */
export function farthest([, , width, height]: ViewBox, size: Size): number {
  return Math.min(size.width / width, size.height / height, CLOSEST) || 1;
}

/** Kept on the board: the middle never leaves it and nothing is larger or smaller than useful. */
export function kept(camera: Camera, box: ViewBox, size: Size): Camera {
  const [left, top, width, height] = box;
  const zoom = clamp(camera.zoom, Math.min(farthest(box, size), FOLLOWING) * 0.9, CLOSEST);
  return { x: clamp(camera.x, left, left + width), y: clamp(camera.y, top, top + height), zoom };
}

export function toWorld(camera: Camera, size: Size, at: Point): Point {
  return {
    x: camera.x + (at.x - size.width / 2) / camera.zoom,
    y: camera.y + (at.y - size.height / 2) / camera.zoom,
  };
}

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

/** Closer or farther, with what is under a point of the window staying there. */
export function zoomedAt(camera: Camera, size: Size, at: Point, factor: number, box: ViewBox): Camera {
  const still = toWorld(camera, size, at);
  const { zoom } = kept({ ...camera, zoom: camera.zoom * factor }, box, size);
  return {
    x: still.x - (at.x - size.width / 2) / zoom,
    y: still.y - (at.y - size.height / 2) / zoom,
    zoom,
  };
}

/** Two fingers: what was under them stays under them. */
export function pinched(
  camera: Camera,
  size: Size,
  from: [Point, Point],
  to: [Point, Point],
  box: ViewBox,
): Camera {
  const before = Math.hypot(from[0].x - from[1].x, from[0].y - from[1].y);
  const after = Math.hypot(to[0].x - to[1].x, to[0].y - to[1].y);
  const middle = (pair: [Point, Point]) => ({
    x: (pair[0].x + pair[1].x) / 2,
    y: (pair[0].y + pair[1].y) / 2,
  });
  const [start, end] = [middle(from), middle(to)];
  const zoomed = before > 0 ? zoomedAt(camera, size, start, after / before, box) : camera;
  return panned(zoomed, end.x - start.x, end.y - start.y);
}

/** Pixels of the window that are covered by something else. */
export interface Insets {
  top: number;
  bottom: number;
}

const MARGIN = 42;

/** All points in the free part of the window, as close as wished or as far back as they need. */
export function framing(
  points: Point[],
  size: Size,
  zoom: number,
  covered: Insets = { top: 0, bottom: 0 },
): Camera | null {
  if (!points.length) return null;
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  const free = Math.max(60, size.height - covered.top - covered.bottom);
  const fit = Math.min(size.width / (right - left + 2 * MARGIN), free / (bottom - top + 2 * MARGIN));
  const used = Math.min(zoom, fit);
  return {
    x: (left + right) / 2,
    y: (top + bottom) / 2 + (covered.bottom - covered.top) / 2 / used,
    zoom: used,
  };
}

/** So close that a fingertip still finds its cell. */
const CLOSE_ENOUGH = 1.42;

/** As `framing`, with as much of what comes next as can be seen from close enough. */
export function lookingAhead(
  points: Point[],
  ahead: Point[][],
  size: Size,
  zoom: number,
  covered: Insets,
): Camera | null {
  let seen = points;
  for (const more of ahead) {
    const farther = [...seen, ...more];
    if ((framing(farther, size, zoom, covered)?.zoom ?? 0) < Math.min(zoom, CLOSE_ENOUGH)) break;
    seen = farther;
  }
  return framing(seen, size, zoom, covered);
}

/** Whether all points lie in the free part of the window. */
export function sees(camera: Camera, points: Point[], size: Size, covered: Insets): boolean {
  const margin = MARGIN / 2;
  return points.every((point) => {
    const { x, y } = toWindow(camera, size, point);
    return (
      x >= margin &&
      x <= size.width - margin &&
      y >= covered.top + margin &&
      y <= size.height - covered.bottom - margin
    );
  });
}

/** The CSS transform that lays a board, drawn at one pixel per unit from its corner, into the window. */
export function transform(camera: Camera, size: Size, box: ViewBox): string {
  const { x, y } = toWindow(camera, size, { x: box[0], y: box[1] });
  return `translate(${x.toFixed(2)}px, ${y.toFixed(2)}px) scale(${camera.zoom.toFixed(4)})`;
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(Math.max(value, least), most);
}
