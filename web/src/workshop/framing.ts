/** Which part of the workshop's table fills the window. */

import { UNCOVERED, zoomedAt, type Camera, type Insets, type Size, type Zooms } from "../lib/camera";
import { APOTHEM, centre, SIDE, type Hex } from "./hexes";

export const ZOOMS: Zooms = [0.08, 1.6];
/** A single tile need not fill the window. */
const COMFORTABLE = 0.55;

/** Closer or farther with the middle of the window staying where it is. */
export function zoomed(camera: Camera, size: Size, factor: number): Camera {
  return zoomedAt(camera, size, factor, ZOOMS);
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
  const zoom = Math.max(
    ZOOMS[0],
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
