/** A thing carried by mouse or finger: pressed, moved, let go over a slot or a lane. */

import type { Action } from "../../generated/dirt-and-dust";
import type { Desk, Picked } from "./desk.svelte";

/** How far a press may move before it carries, in pixels. */
const SLACK = 7;

interface Press {
  what: Picked;
  pointer: number;
  x: number;
  y: number;
}

export class Carry {
  /** What is in the air; null while nothing is. */
  what = $state.raw<Picked | null>(null);
  x = $state(0);
  y = $state(0);
  /** The slot below it. */
  slot = $state<number | null>(null);
  /** The lane below it. */
  lane = $state<string | null>(null);

  private press: Press | null = null;
  private carried = false;

  constructor(private readonly desk: Desk) {}

  /** Listeners for an element that can be taken in hand. */
  handle(what: Picked) {
    return {
      onpointerdown: (event: PointerEvent) => this.down(event, what),
      onpointermove: (event: PointerEvent) => this.move(event),
      onpointerup: (event: PointerEvent) => this.up(event),
      onpointercancel: () => this.drop(),
      ondragstart: (event: DragEvent) => event.preventDefault(),
    };
  }

  /** Whether the click that follows belongs to something that was carried. */
  spent(): boolean {
    const { carried } = this;
    this.carried = false;
    return carried;
  }

  /** Put everything back. */
  drop(): void {
    this.press = null;
    this.what = null;
    this.slot = this.lane = null;
  }

  private down(event: PointerEvent, what: Picked): void {
    this.carried = false;
    if (event.button !== 0 || !this.desk.asked || this.desk.view.phase !== "driving") return;
    this.press = { what, pointer: event.pointerId, x: event.clientX, y: event.clientY };
  }

  private move(event: PointerEvent): void {
    const { press } = this;
    if (!press || press.pointer !== event.pointerId) return;
    if (!this.what) {
      if (Math.hypot(event.clientX - press.x, event.clientY - press.y) < SLACK) return;
      (event.currentTarget as Element).setPointerCapture(event.pointerId);
      this.desk.take(press.what);
      this.what = press.what;
    }
    this.x = event.clientX;
    this.y = event.clientY;
    const below = document.elementFromPoint(event.clientX, event.clientY);
    const slot = below?.closest<HTMLElement>("[data-slot]")?.dataset.slot;
    this.slot = slot ? Number(slot) : null;
    this.lane = below?.closest<HTMLElement>("[data-lane]")?.dataset.lane ?? null;
    if (this.what.kind === "die") this.desk.aim = this.slot ?? this.what.value;
  }

  private up(event: PointerEvent): void {
    const { what, slot, lane } = this;
    if (!what || this.press?.pointer !== event.pointerId) return this.drop();
    this.carried = true;
    this.drop();
    if (slot !== null) this.desk.putOn(slot);
    else if (lane !== null) void this.desk.act(wayTo(this.desk, lane));
  }
}

/** What brings the car to a lane by the die in hand: turn it, resolve the card, use the effect, go. */
export function wayTo(desk: Desk, lane: string): Action[] {
  const { picked, dieAnswer } = desk;
  if (picked?.kind !== "die" || !dieAnswer) return [];
  const uses = [...dieAnswer.uses].sort((a, b) => a.wrenches - b.wrenches);
  for (const use of uses) {
    const effect = use.effects.find((each) => each.available && each.spaces.includes(lane));
    if (!effect) continue;
    const asks = effect.spaces.length > 1;
    return [
      ...desk.deedsOn(use.slot),
      { action: "use", effect: effect.effect },
      ...(asks ? [{ action: "go", to: lane } as const] : []),
    ];
  }
  return [];
}
