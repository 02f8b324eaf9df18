/** The pages by the first part of their address; each is loaded when it is first needed. */

import type { Component } from "svelte";
import { gamePage } from "../tables";

type Load = () => Promise<{ default: Component }>;

const PAGES: Record<string, Load> = {
  "": () => import("./Home.svelte"),
  lobby: () => import("./Lobby.svelte"),
  new: () => import("./NewTable.svelte"),
  invitation: () => import("./Invitation.svelte"),
  table: () => import("./Table.svelte"),
  replay: () => import("./Replay.svelte"),
  "how-to-play": () => import("./HowTo.svelte"),
  rules: () => import("./Rules.svelte"),
  challenges: () => import("./Challenges.svelte"),
  seasons: () => import("./Seasons.svelte"),
  season: () => import("./Season.svelte"),
  puzzles: () => import("./Puzzles.svelte"),
  puzzle: () => import("./Puzzle.svelte"),
  perfect: () => import("./Perfect.svelte"),
  records: () => import("./Records.svelte"),
  ratings: () => import("./Ratings.svelte"),
  player: () => import("./Player.svelte"),
  friends: () => import("./Friends.svelte"),
  admin: () => import("./Admin.svelte"),
  settings: () => import("./Settings.svelte"),
  workshop: () => import("./Workshop.svelte"),
  rally: () => import("./Rally.svelte"),
};

/** The page at an address: the shell's own, or one that a game brings. */
export async function pageOf(room: string): Promise<Component> {
  const theirs = PAGES[room] ? null : gamePage(room);
  if (theirs) return theirs();
  const load = PAGES[room] ?? (() => import("./NotFound.svelte"));
  return (await load()).default;
}
