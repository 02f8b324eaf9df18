/** The pages by the first part of their address; each is loaded when it is first needed. */

import type { Component } from "svelte";

type Load = () => Promise<{ default: Component }>;

const PAGES: Record<string, Load> = {
  "": () => import("./Home.svelte"),
  lobby: () => import("./Lobby.svelte"),
  new: () => import("./NewTable.svelte"),
  invitation: () => import("./Invitation.svelte"),
  table: () => import("./Table.svelte"),
  replay: () => import("./Replay.svelte"),
  rules: () => import("./Rules.svelte"),
  challenges: () => import("./Challenges.svelte"),
  player: () => import("./Player.svelte"),
  "first-lap": () => import("./FirstLap.svelte"),
  settings: () => import("./Settings.svelte"),
  workshop: () => import("./Workshop.svelte"),
  rally: () => import("./Rally.svelte"),
};

export async function pageOf(room: string): Promise<Component> {
  const load = PAGES[room] ?? (() => import("./NotFound.svelte"));
  return (await load()).default;
}
