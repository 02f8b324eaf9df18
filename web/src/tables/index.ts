/** A table of its own for each game; a game without one gets the plain table. */

import type { Component } from "svelte";
import type { Scene, TableInfo, Told } from "../generated/wire";

/** How the faced seat takes part; missing while one only watches. */
export interface Play {
  readonly busy: boolean;
  decide(action: unknown): Promise<void>;
  explore<Reply>(question: unknown): Promise<Reply>;
}

/** What every game's table is given. */
export interface GameTableProps {
  table: TableInfo;
  /** What the faced seat may see now: `scene.view` is the game's View. */
  scene: Scene;
  /** What has happened since the scene before, for animation; empty when the scene is new. */
  news: Told[];
  /** The drawing of the road, for games that have one. */
  board: unknown;
  /** Null for spectators and replays. */
  play: Play | null;
}

type Load = () => Promise<{ default: Component<GameTableProps> }>;

const TABLES: Record<string, Load> = {
  "dirt-and-dust": () => import("./dirt-and-dust/DirtAndDustTable.svelte"),
  outspeed: () => import("./outspeed/OutspeedTable.svelte"),
  "rallyman-gt": () => import("./rallyman/RallymanTable.svelte"),
  "rallyman-dirt": () => import("./rallyman/RallymanTable.svelte"),
};

export async function tableOf(game: string): Promise<Component<GameTableProps>> {
  const load = TABLES[game] ?? (() => import("./PlainTable.svelte"));
  return (await load()).default;
}
