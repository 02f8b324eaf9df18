/** Fingers and mouse on a board: told apart into taps, drags, pinches and things carried. */

import type { Point } from "./camera";

export interface Touch extends Point {
  /** A mouse, which can point without touching. */
  mouse: boolean;
  /** When it happened, in milliseconds. */
  time: number;
}

export interface Doings {
  tap(at: Touch): void;
  point(at: Touch | null): void;
  drag(dx: number, dy: number): void;
  pinch(before: [Point, Point], after: [Point, Point]): void;
  /** Whether a drag that begins here carries something; it ends with `put` or, interrupted, with `cancel`. */
  lift(at: Touch): boolean;
  carry(at: Touch): void;
  put(at: Touch): void;
  cancel(): void;
  /** A finger rests on one place; it does not tap any more. */
  hold?(at: Touch): void;
}

/** A finger that moved less than this has tapped. */
const STILL = 8;
/** A finger that rests this long is held, in milliseconds. */
export const HELD = 450;

export class Gestures {
  private readonly down = new Map<number, Touch>();
  private began: Touch | null = null;
  private mode: "tap" | "held" | "drag" | "carry" | "pinch" = "tap";
  private resting: ReturnType<typeof setTimeout> | undefined;

  constructor(private readonly doings: Doings) {}

  /** Whether anything holds the board. */
  get held(): boolean {
    return this.down.size > 0;
  }

  press(id: number, at: Touch): void {
    this.down.set(id, at);
    if (this.down.size === 1) {
      this.began = at;
      this.mode = "tap";
      if (!at.mouse && this.doings.hold) this.resting = setTimeout(() => this.rest(at), HELD);
    } else {
      clearTimeout(this.resting);
      if (this.mode === "carry") this.doings.cancel();
      this.mode = "pinch";
    }
  }

  private rest(at: Touch): void {
    if (this.mode !== "tap" || !this.held) return;
    this.mode = "held";
    this.doings.hold?.(at);
  }

  move(id: number, at: Touch): void {
    const last = this.down.get(id);
    if (!last) {
      if (!this.down.size && at.mouse) this.doings.point(at);
      return;
    }
    if (this.mode === "pinch") {
      const other = [...this.down].find(([key]) => key !== id)?.[1];
      if (other && this.down.size === 2) this.doings.pinch([last, other], [at, other]);
    } else if (
      (this.mode === "tap" || this.mode === "held") &&
      this.began &&
      Math.hypot(at.x - this.began.x, at.y - this.began.y) > STILL
    ) {
      clearTimeout(this.resting);
      this.mode = this.doings.lift(this.began) ? "carry" : "drag";
      if (this.mode === "drag") this.doings.drag(at.x - this.began.x, at.y - this.began.y);
    } else if (this.mode === "drag") this.doings.drag(at.x - last.x, at.y - last.y);
    if (this.mode === "carry") this.doings.carry(at);
    this.down.set(id, at);
  }

  release(id: number, at: Touch): void {
    if (!this.down.delete(id)) return;
    clearTimeout(this.resting);
    if (this.down.size) {
      this.mode = this.mode === "pinch" && this.down.size === 1 ? "drag" : this.mode;
      return;
    }
    // On a busy machine the finger may have left before it was found resting.
    const short = this.mode === "held" && at.time - (this.began?.time ?? 0) < HELD;
    if (this.mode === "tap" || short) this.doings.tap(at);
    else if (this.mode === "carry") this.doings.put(at);
    this.mode = "tap";
  }

  /** The browser took the finger away. */
  lose(id: number): void {
    if (!this.down.delete(id)) return;
    clearTimeout(this.resting);
    if (this.mode === "carry") this.doings.cancel();
    this.mode = this.down.size ? "drag" : "tap";
  }

  leave(): void {
    if (!this.down.size) this.doings.point(null);
  }
}
