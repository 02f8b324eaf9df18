/** The games' manifests, found by their folders; a game without one gets the plain table and a plain picture. */

import type { Component } from "svelte";
import type { GamePage } from "../generated/wire";
import { learn } from "../lib/words.svelte";
import type { Kind } from "../workshop/faces";
import type {
  CoachProps,
  EndingParts,
  GameTableProps,
  Lazy,
  Manifest,
  OptionProps,
  Telling,
} from "./manifest";

export type {
  CoachProps,
  Compared,
  GameTableProps,
  Later,
  Play,
  Telling,
  TurnTold,
  EndingParts,
} from "./manifest";

const found = import.meta.glob<Manifest>("./*/manifest.ts", { eager: true, import: "default" });
const MANIFESTS: readonly Manifest[] = Object.values(found).sort((a, b) => a.order - b.order);

export function manifestOf(game: string): Manifest | undefined {
  return MANIFESTS.find((manifest) => manifest.game === game);
}

/** Games in the order of the home page; those without a manifest come last. */
export function inOrder<Game extends { name: string }>(games: readonly Game[]): Game[] {
  const rank = ({ name }: Game) => manifestOf(name)?.order ?? Infinity;
  return [...games].sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b)));
}

/** The game that is raced on a kind of track. */
export function racedOn(kind: Kind): Manifest | undefined {
  return MANIFESTS.find((manifest) => manifest.tracks?.kind === kind);
}

/** A part of a game's program, and the words it speaks with. */
async function part<Shown>(manifest: Manifest, load: Lazy<Shown>): Promise<Shown> {
  const [loaded] = await Promise.all([load(), learn(manifest.words)]);
  return loaded.default;
}

export async function tableOf(game: string): Promise<Component<GameTableProps>> {
  const manifest = manifestOf(game);
  if (!manifest) return (await import("./PlainTable.svelte")).default;
  return (await part(manifest, manifest.table)) as Component<GameTableProps>;
}

/** How a game's races are told by turns; null where they are told event by event. */
export async function tellingOf(game: string): Promise<Telling | null> {
  const manifest = manifestOf(game);
  return manifest?.telling ? part(manifest, manifest.telling) : null;
}

/** What a game brings to the sheet at the end of a race; null for games that bring nothing. */
export async function endingOf(game: string): Promise<EndingParts | null> {
  const manifest = manifestOf(game);
  return manifest?.ending ? part(manifest, manifest.ending) : null;
}

/** The friend who sits beside the table in a first lesson; null for games without one. */
export async function coachOf(game: string): Promise<Component<CoachProps> | null> {
  const manifest = manifestOf(game);
  return manifest?.school ? part(manifest, manifest.school.coach) : null;
}

/** Shows how a game is played with pictures of its own; null for games without any. */
export function howToOf(game: string): (() => Promise<Component<{ page: GamePage }>>) | null {
  const manifest = manifestOf(game);
  const load = manifest?.howTo;
  return manifest && load ? () => part(manifest, load) : null;
}

/** A game's own widget for one of its options; null where the plain form will do. */
export function widgetOf(game: string, option: string): (() => Promise<Component<OptionProps>>) | null {
  const manifest = manifestOf(game);
  const load = manifest?.options?.[option];
  return manifest && load ? () => part(manifest, load) : null;
}

/** A page that a game brings. */
export function gamePage(room: string): (() => Promise<Component>) | null {
  for (const manifest of MANIFESTS) {
    const load = manifest.pages?.[room];
    if (load) return () => part(manifest, load);
  }
  return null;
}
