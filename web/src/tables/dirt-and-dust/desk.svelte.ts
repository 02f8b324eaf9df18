/** What all parts of the table share: the view, what may be decided, and what is picked up. */

import type { Action, Answer, Board, CardView, Message, View, Types } from "../../generated/dirt-and-dust";
import { attempt } from "../../lib/notes.svelte";
import { seatName, wordsOf } from "../../lib/seats";
import { label, say, t } from "../../lib/words.svelte";
import type { GameTableProps } from "..";
import { Choices } from "./choices";
import { deedsOn, gainsAt, lanesAt } from "./deeds";
import { Director } from "./director.svelte";
import type { DieKind } from "./symbols";
import { spaceOf } from "./track";

/** What the person holds in the hand or looks at. */
export type Picked =
  | { kind: "die"; die: DieKind; value: number }
  | { kind: "hand"; card: string; index: number }
  | { kind: "slot"; slot: number; card: string }
  | { kind: "market"; card: string }
  | { kind: "road"; no: number }
  | { kind: "card"; card: string };

/** What can lie open over the road. */
export type Sheet = "hand" | "market" | "rivals" | "story" | "piles";

const WORDY = "paddock.cards-in-words";

/** Newcomers read words; whoever has put them away does not. */
function remembered(): boolean {
  return globalThis.localStorage?.getItem(WORDY) !== "no";
}

export class Desk {
  picked = $state.raw<Picked | null>(null);
  /** Whose boards a spectator looks at. */
  watched = $state(0);
  /** Whether cards are shown with words beside their symbols. */
  wordy = $state(remembered());
  /** The boards as they were when this seat decided last. */
  since = $state.raw<Board[]>([]);
  /** Where the car would stand after what is being considered. */
  target = $state<string | null>(null);
  /** What the game says about the thing in hand. */
  answer = $state.raw<Answer | null>(null);
  /** The slot the die in hand is held over. */
  aim = $state<number | null>(null);
  /** What lies open over the road. */
  sheet = $state<Sheet | null>(null);
  /** Whose board is looked at first. */
  looked = $state<number | null>(null);
  readonly director: Director;
  readonly choices: Choices = $derived.by(
    () => new Choices(this.play && this.director.idle ? (this.given().scene.actions as Action[] | null) : []),
  );
  readonly dieAnswer = $derived(this.answer?.answer === "die-answer" ? this.answer : null);
  /** Where the thing in hand could bring the car. */
  readonly within: ReadonlySet<string> = $derived(new Set(lanesAt(this.dieAnswer, this.aim)));
  /** What the thing in hand would bring. */
  readonly gains = $derived(gainsAt(this.view, this.dieAnswer, this.aim));
  private awaited: (() => void)[] = [];

  constructor(private readonly given: () => GameTableProps<Types>) {
    const { scene, screen } = given();
    this.director = new Director(scene.view as View, scene.step, (step) => screen.reached(step));
  }

  /** What is shown: never more than the road has shown. */
  get view(): View {
    return this.director.shown;
  }

  get step(): number {
    return this.given().scene.step;
  }

  get seat(): number | null {
    return this.given().scene.seat;
  }

  get play() {
    return this.given().play;
  }

  /** Whether this seat is to decide now. */
  get asked(): boolean {
    const { seat } = this;
    return (
      this.play !== null && seat !== null && this.director.idle && this.given().scene.asked.includes(seat)
    );
  }

  /** Whom the game waits for, in words; with drives one by one only the one who drives. */
  get waiting(): string {
    return this.given()
      .scene.asked.map((seat) => this.seatName(seat))
      .join(", ");
  }

  /** The places at the end, seat by seat; null while the rally goes on. */
  get places(): number[] | null {
    return this.given().scene.result?.places ?? null;
  }

  /** Whether a seat decides now. */
  decides(seat: number): boolean {
    return this.given().scene.asked.includes(seat);
  }

  /** The boards of this seat; a spectator chooses whose. */
  get mine(): Board {
    return this.view.boards[this.seat ?? this.watched] ?? this.view.boards[0]!;
  }

  get doing() {
    return this.view.own?.doing ?? null;
  }

  card(id: string): CardView | undefined {
    return this.view.cards[id];
  }

  cardName(id: string): string {
    return label(`dirt-and-dust.name.card.${id}`, this.card(id)?.name ?? id);
  }

  driverName(id: string): string {
    return label(`dirt-and-dust.name.driver.${id}`, id);
  }

  stageName(id: string): string {
    return label(`dirt-and-dust.name.stage.${id}`, id);
  }

  seatName(seat: number): string {
    return seatName(this.given().table, seat);
  }

  /** A message of the game, with people and cards called by their names. */
  say(message: Message): string {
    return say(message, wordsOf(this.given().table));
  }

  /** A line of a card in words. */
  line(messages: Message[]): string {
    return messages.map((message) => this.say(message)).join(" ");
  }

  spaceName(id: string): string {
    const space = spaceOf(this.view.track, id);
    return space ? t("dd.space", { space: id, zone: space.zone, pays: space.pays, value: space.value }) : id;
  }

  /** Lay something over the road, or away again. */
  open(sheet: Sheet): void {
    this.sheet = this.sheet === sheet ? null : sheet;
  }

  showWords(wordy: boolean): void {
    this.wordy = wordy;
    localStorage.setItem(WORDY, wordy ? "yes" : "no");
  }

  pick(what: Picked | null): void {
    this.take(JSON.stringify(what) === JSON.stringify(this.picked) ? null : what);
  }

  /** Have a thing in hand, whatever was there before. */
  take(what: Picked | null): void {
    if (what && this.holds(what)) return;
    this.picked = what;
    this.target = null;
    this.answer = null;
    this.aim = what?.kind === "die" ? what.value : null;
  }

  /** What putting the thing in hand down on a slot comes to. */
  deedsOn(slot: number): Action[] {
    return this.picked && this.asked
      ? deedsOn(this.view, this.mine.seat, this.picked, slot, this.dieAnswer)
      : [];
  }

  /** Put the thing in hand down on a slot; whether anything came of it. */
  putOn(slot: number): boolean {
    const deeds = this.deedsOn(slot);
    if (deeds.length) void this.act(deeds);
    return deeds.length > 0;
  }

  holds(what: Picked): boolean {
    return JSON.stringify(what) === JSON.stringify(this.picked);
  }

  /** Decide; what was picked up is put down when the server has stored it. */
  async decide(action: Action): Promise<boolean> {
    const play = this.play;
    if (!play || play.busy) return false;
    const done = await attempt(async () => {
      await play.decide(action);
      this.take(null);
      return true;
    });
    return done ?? false;
  }

  /** Decide one thing after the other, each on the scene that the one before led to. */
  async act(actions: readonly Action[]): Promise<void> {
    for (const action of actions) {
      const from = this.step;
      if (!(await this.decide(action))) return;
      while (this.step === from) await new Promise<void>((wake) => this.awaited.push(wake));
    }
  }

  /** A new scene is here. */
  arrived(): void {
    for (const wake of this.awaited.splice(0)) wake();
  }
}
