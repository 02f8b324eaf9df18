/** What has happened: every new scene goes to the director; the round's story is kept, after a reload too. */

import { untrack } from "svelte";
import type { Board, Types, View } from "../../generated/dirt-and-dust";
import type { Told } from "../../generated/wire";
import { pastOf } from "../../lib/replay.svelte";
import type { GameTableProps } from "..";
import { Ear } from "../happenings";
import type { Desk } from "./desk.svelte";
import { storyAfter, worthTelling } from "./news";
import { joined } from "./past";

export class Story {
  private all = $state.raw<Told[]>([]);
  /** News of the last scene, as far as it plays on the car. */
  fresh = $state.raw<readonly Told[]>([]);
  /** As much of it as has been shown. */
  readonly shown = $derived.by(() =>
    this.all.filter((told) => told.step <= this.desk.director.step && worthTelling(told)),
  );
  private readonly ear = new Ear();
  /** The boards of the scene before, and whose eyes saw it. */
  private stood: Board[] = [];
  private eyes: number | null;

  /** To be made while the table is set up: it listens from then on. */
  constructor(
    private readonly given: () => GameTableProps<Types>,
    private readonly desk: Desk,
  ) {
    this.eyes = given().scene.seat;
    $effect(() => this.hear());
    $effect(() => this.recall());
  }

  private hear(): void {
    const { scene, news, film } = this.given();
    const { step, seat } = scene;
    const to = scene.view as View;
    const heard = this.ear.hear(news, step);
    untrack(() => {
      const { desk } = this;
      const before = this.stood;
      this.stood = to.boards;
      const kept = heard.back ? this.all.filter((told) => told.step <= step) : this.all;
      this.all = storyAfter(kept, heard.fresh);
      this.fresh = heard.fresh;
      if (heard.back) desk.since = [];
      else if (heard.fresh.some((told) => told.by !== null && told.by === seat)) desk.since = before;
      if (heard.back || this.eyes !== seat) desk.director.jump(to, step);
      else {
        if (film) desk.director.hurry();
        desk.director.take(heard.fresh, to, step);
      }
      this.eyes = seat;
      desk.arrived();
    });
  }

  private recall(): () => void {
    const { table, scene } = this.given();
    const [id, seat] = [table.id, scene.seat];
    let stale = false;
    pastOf(id, seat)
      .then((past) => {
        if (!stale) this.all = storyAfter([], joined(past, this.all, this.given().scene.step));
      })
      .catch(() => undefined);
    return () => (stale = true);
  }
}
