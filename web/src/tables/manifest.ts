/** What a game brings to the browser: a folder of its own with a `manifest.ts`; the shell reads nothing else. */

import type { Component } from "svelte";
import type { GamePage, Hint, LeftPlan, RatedDecision, Scene, TableInfo, Told } from "../generated/wire";
import type { Projector } from "../lib/screen.svelte";
import type { Catalogue } from "../lib/words.svelte";
import type { Layout } from "../workshop/draft";
import type { Kind } from "../workshop/faces";

/** The types of a game; its generated module has them. */
export interface AnyTypes {
  Action: unknown;
  Event: unknown;
  View: unknown;
  explore(question: never): Promise<unknown>;
}

/** Decisions left for when the faced seat is asked. */
export interface Later<Types extends AnyTypes = AnyTypes> {
  /** What is left now. */
  readonly plan: LeftPlan | null;
  leave(action: Types["Action"]): Promise<unknown>;
}

/** How the faced seat takes part; missing while one only watches. */
export interface Play<Types extends AnyTypes = AnyTypes> {
  readonly busy: boolean;
  decide(action: Types["Action"]): Promise<void>;
  /** Ask the game something while thinking. */
  explore: Types["explore"];
  /** Null where nothing can be left for later: with a running clock, or if nobody else plays. */
  readonly later: Later<Types> | null;
}

/** Two decisions beside each other, with their risks; either may be missing. */
export type Compared = Pick<RatedDecision, "action" | "better" | "risk" | "better_risk">;

/** What every game's table is given. */
export interface GameTableProps<Types extends AnyTypes = AnyTypes> {
  table: TableInfo;
  /** What the faced seat may see now. */
  scene: Omit<Scene, "view"> & { view: Types["View"] };
  /** What has happened since the scene before, for animation; empty when the scene is new. */
  news: (Omit<Told, "event"> & { event: Types["Event"] })[];
  /** The drawing of the road, for games that have one. */
  board: unknown;
  /** Null for spectators and replays. */
  play: Play<Types> | null;
  /**
   * What has been shown, for all that stands around the table. A table that shows things in its own time
   * calls `drive` once and then `reached` with every step it has come to; others leave it alone.
   */
  screen: Projector;
  /**
   * In a replay: the seat that is followed, or null, and a decision that is compared with a better one, shown
   * the moment before it was made. Missing at a table in play.
   */
  film?: { follow: number | null; compared?: Compared | null };
  /** What an expert would do, while it is to be seen. */
  hint?: Hint | null;
}

/** What a game's own widget for one of its options is given. */
export interface OptionProps {
  id: string;
  label: string;
  /** All options of the table to be; the widget sets its own. */
  options: Record<string, unknown>;
}

/** What a coach sees of the lesson. */
export interface CoachProps {
  scene: Scene;
  told: Told[];
}

/** A turn, as far as the shell is concerned with it: whose, which steps of the game, and what stands out in it. */
export interface TurnTold {
  seat: number;
  /** The step at which it begins, and the one it ends with. */
  first: number;
  last: number;
  over: boolean;
  mark: "crash" | "spin" | "finish" | null;
}

/** What a game's own log is given. */
export interface LogProps {
  table: TableInfo;
  /** Everything told so far, as far as it has been shown. */
  told: Told[];
  board: unknown;
}

/** How a game tells its races by turns: the log, the words for screen readers, the timeline of replays. */
export interface Telling<Turn extends TurnTold = TurnTold> {
  /** Oldest first; one that is not over comes last. */
  turns(told: readonly Told[]): Turn[];
  /** The turn in a sentence. */
  sentence(turn: Turn, table: TableInfo, board: unknown): string;
  /** What to say to those who listen, of all that happened after a step; `mine` are the listener's seats. */
  spoken(
    told: readonly Told[],
    since: number,
    at: { table: TableInfo; board: unknown; mine: readonly number[] },
  ): string[];
  Log: Component<LogProps>;
  /** The dice of a turn as they fell. */
  Dice: Component<{ turn: TurnTold; size?: number }>;
}

/** What could be driven next. */
export interface NextTrack {
  title: string;
  options: Record<string, unknown>;
}

/** What a game brings to the sheet at the end of a race. */
export interface EndingParts {
  /** What a seat drives, from the side. */
  Vehicle: Component<{ seat: number }>;
  /** What was driven on, as people call it; empty if it has no name of its own. */
  title?(table: TableInfo): Promise<string>;
  /** The track after the one that was driven; null if there is none. */
  next?(table: TableInfo): Promise<NextTrack | null>;
  /** The board as it lies there at the end, as a picture; null if it has no drawing. */
  picture?(board: unknown, view: unknown): { svg: string; box: [number, number, number, number] } | null;
}

/** A part of the program that is fetched when it is first needed. */
export type Lazy<Shown = Component> = () => Promise<{ default: Shown }>;

export interface Manifest {
  /** The game's name on the server. */
  game: string;
  /** Its place on the home page, the lowest first. */
  order: number;
  /** A picture, 320 by 120. */
  art: Component;
  /** Its table; the view it is given is of the game's own types. */
  table: Lazy<Component<never>>;
  /** How its races are told by turns; without it event by event. */
  telling?: Lazy<Telling>;
  /** Its part of the sheet at the end of a race. */
  ending?: Lazy<EndingParts>;
  /** The words its table, pages and coach speak with. */
  words: readonly Catalogue[];
  /** Widgets for options that the plain form cannot ask for, by the option's name. */
  options?: Record<string, Lazy<Component<OptionProps>>>;
  /** Pages of its own, by the first part of their address. */
  pages?: Record<string, Lazy>;
  /** Whether its table can be heard and felt. */
  sounds?: boolean;
  /** Shows the page that tells how it is played, with the pictures which that page names. */
  howTo?: Lazy<Component<{ page: GamePage }>>;
  /** A first lesson: the page it begins on, and the friend who sits beside the table. */
  school?: {
    address: string;
    coach: Lazy<Component<CoachProps>>;
  };
  /** What the presets of a new table set besides the game's defaults. */
  presets?: Partial<Record<"quick" | "friends" | "evening", Record<string, unknown>>>;
  /** What “Play now” sets up for newcomers; without it the game's defaults. */
  newcomer?: { options: Record<string, unknown>; seats?: number };
  /** What it is raced on can be built in the workshop. */
  tracks?: {
    kind: Kind;
    options: (layouts: Layout[]) => Record<string, unknown>;
    /** The weathers a drive alone can be solved in, the usual one first. */
    weathers?: { name: "dry" | "wet" | "changing"; options: Record<string, unknown> }[];
  };
}
