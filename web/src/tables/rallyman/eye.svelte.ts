/** The eye over the board: it follows the race until somebody looks elsewhere, and holds still over a plan. */

import { untrack } from "svelte";
import * as cameras from "../../lib/camera";
import { settings } from "../../lib/settings.svelte";
import {
  CLOSEST,
  cornersOf,
  FINGERTIP,
  FOLLOWING,
  framing,
  kept,
  lookingAhead,
  MOUSE,
  sees,
  SMALL,
  whole,
  zoomsOf,
  type ViewBox,
} from "./framing";

/** A little longer than the glide in the stylesheet: then the track is drawn sharp again. */
const GLIDE = 620;

/** What there is to see. */
export interface Sight {
  /** The plan that is being laid, if one is: over one and the same plan the eye holds still. */
  plan: object | null;
  points: cameras.Point[];
  /** What follows, in parts, the nearest first. */
  ahead: cameras.Point[][];
}

export class Eye {
  width = $state(0);
  height = $state(0);
  camera = $state.raw<cameras.Camera>({ x: 0, y: 0, zoom: 1 });
  gliding = $state(false);
  /** A finger or the mouse holds the board. */
  holding = $state(false);
  follow = $state(true);
  /** How close one likes to look. */
  private near = $state(FOLLOWING);
  private looked = false;
  private arriving: ReturnType<typeof setTimeout> | undefined;
  /** What the camera was framed for. */
  private framed: { plan: object; near: number } | null = null;

  constructor(private readonly board: () => ViewBox) {}

  get size(): cameras.Size {
    return { width: this.width, height: this.height };
  }

  get box(): ViewBox {
    return this.board();
  }

  get transform(): string {
    return cameras.transform(this.camera, this.size, { x: this.box[0], y: this.box[1] });
  }

  /** Where a point of the board lies in the window. */
  at(point: cameras.Point): cameras.Point {
    return cameras.toWindow(this.camera, this.size, point);
  }

  /** The point of the board under a point of the window. */
  under(at: cameras.Point): cameras.Point {
    return cameras.toWorld(this.camera, this.size, at);
  }

  /** Look at what there is to see, unless the eye was led elsewhere. */
  look({ plan, points, ahead }: Sight, covered: cameras.Insets): void {
    if (!this.width || !this.height) return;
    const camera = untrack(() => this.camera);
    if (!this.follow) {
      this.camera = kept(camera, this.box, this.size);
      return;
    }
    if (this.holding) return;
    const still =
      plan !== null &&
      this.framed?.plan === plan &&
      this.framed.near === this.near &&
      sees(camera, points, this.size, covered);
    this.framed = plan && { plan, near: this.near };
    if (!still) {
      const farthest = plan ? (this.width < SMALL ? FINGERTIP : MOUSE) : 0;
      const framed = lookingAhead(points, ahead, this.size, this.near, covered, farthest);
      this.glideTo(framed ?? framing(cornersOf(this.box), this.size, this.near, covered)!);
    }
  }

  /** Bring a point into sight if it is not there. */
  reveal(point: cameras.Point, covered: cameras.Insets): void {
    if (sees(this.camera, [point], this.size, covered)) return;
    this.glideTo(framing([point], this.size, this.camera.zoom, covered)!);
  }

  zoom(factor: number): void {
    this.near = Math.min(CLOSEST, Math.max(0.4, this.camera.zoom * factor));
    if (!this.follow)
      this.glideTo(cameras.zoomedAt(this.camera, this.size, factor, zoomsOf(this.box, this.size)));
  }

  showAll(): void {
    this.follow = false;
    this.glideTo(whole(this.box, this.size));
  }

  toggleFollow(): void {
    this.follow = !this.follow;
    if (this.follow && this.near < 1) this.near = FOLLOWING;
  }

  /** Moved by keys. */
  pan(dx: number, dy: number): void {
    this.follow = false;
    this.glideTo(kept(cameras.panned(this.camera, dx, dy), this.box, this.size));
  }

  /** Moved by a finger, which it stays under. */
  drag(dx: number, dy: number): void {
    this.follow = false;
    this.camera = kept(cameras.panned(this.camera, dx, dy), this.box, this.size);
  }

  pinch(from: cameras.Pair, to: cameras.Pair): void {
    this.follow = false;
    const zooms = zoomsOf(this.box, this.size);
    this.camera = kept(cameras.pinched(this.camera, this.size, from, to, zooms), this.box, this.size);
    this.near = this.camera.zoom;
  }

  wheel(event: WheelEvent, at: cameras.Point): void {
    this.gliding = false;
    const factor = Math.exp(-event.deltaY * (event.deltaMode ? 0.05 : 0.0016));
    const still = this.follow ? undefined : at;
    this.camera = cameras.zoomedAt(this.camera, this.size, factor, zoomsOf(this.box, this.size), still);
    this.near = this.camera.zoom;
  }

  close(): void {
    clearTimeout(this.arriving);
  }

  private glideTo(wanted: cameras.Camera): void {
    this.gliding = this.looked && !settings.still;
    this.looked = true;
    this.camera = wanted;
    clearTimeout(this.arriving);
    this.arriving = setTimeout(() => (this.gliding = false), GLIDE);
  }
}
