/**
 * What has been shown: the one clock of a table. The server may be ahead; bar, story, result, title and
 * spoken words follow the screen. A table that shows things in its own time drives it; without a driver
 * everything is shown as it comes.
 */

import type { Scene, Told } from "../generated/wire";

/** How a game's table drives the screen. */
export interface Projector {
  /** From now on nothing counts as shown before `reached` says so; returns how to let go of the screen. */
  drive(): () => void;
  /** Everything up to a step has been shown. */
  reached(step: number): void;
}

interface Coming {
  scene: Scene;
  news: Told[];
}

export class Screen implements Projector {
  /** The newest scene that has been shown. */
  scene = $state.raw<Scene | null>(null);
  /** The step up to which everything has been shown. */
  step = $state(0);
  private coming = $state.raw<Coming[]>([]);
  private drivers = 0;
  /** How far the table says it is; it may have heard of a step before the screen. */
  private driven = 0;

  /** `hear` learns of everything when it is shown, not when it comes. */
  constructor(private readonly hear: (news: Told[], scene: Scene) => void = () => {}) {}

  /** Whether something has come that is not shown yet. */
  get behind(): boolean {
    return this.coming.length > 0;
  }

  /** A scene has come, and the news that led to it. */
  take(scene: Scene, news: Told[]): void {
    const newest = this.coming.at(-1)?.scene.step ?? this.step;
    const other = this.scene === null || scene.step < newest || scene.seat !== this.scene.seat;
    if (other) {
      this.coming = [];
      this.driven = scene.step;
    }
    if (other || this.drivers === 0 || scene.step <= this.driven) this.show({ scene, news });
    else this.coming = [...this.coming, { scene, news }];
  }

  /** Another table, or another seat that is not to see what the last one saw. */
  clear(): void {
    this.scene = null;
    this.step = this.driven = 0;
    this.coming = [];
  }

  drive(): () => void {
    this.drivers += 1;
    let driving = true;
    return () => {
      if (!driving) return;
      driving = false;
      this.drivers -= 1;
      if (this.drivers === 0) this.reached(this.coming.at(-1)?.scene.step ?? this.step);
    };
  }

  reached(step: number): void {
    this.driven = step;
    const shown = this.coming.filter((one) => one.scene.step <= step);
    this.coming = this.coming.slice(shown.length);
    for (const one of shown) this.show(one);
  }

  /** What has been shown of a story. */
  told(all: Told[]): Told[] {
    return this.behind ? all.filter((one) => one.step <= this.step) : all;
  }

  private show({ scene, news }: Coming): void {
    this.scene = scene;
    this.step = scene.step;
    this.hear(news, scene);
  }
}
