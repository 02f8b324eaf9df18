/** What the browser remembers of the workshop between visits: one draft for each kind of track. */

import type { Memory } from "./bench.svelte";
import type { Kind } from "./faces";
import type { Stages } from "./rally";
import type { TrackInfo } from "./shelf";

const KEY = "paddock.workshop";
const KINDS: readonly Kind[] = ["circuit", "stage"];

function stored(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

export function lastKind(): Kind {
  return stored(`${KEY}.kind`) === "stage" ? "stage" : "circuit";
}

/** Drop what is not a draft: the browser's storage is not ours alone. */
export function recall(kind: Kind): Memory | null {
  try {
    const memory = JSON.parse(stored(`${KEY}.${kind}`) ?? "null") as Memory | null;
    return Array.isArray(memory?.draft?.tiles) && memory.draft.tiles.length ? memory : null;
  } catch {
    return null;
  }
}

export function remember(kind: Kind, memory: Memory): void {
  try {
    localStorage.setItem(`${KEY}.${kind}`, JSON.stringify(memory));
    localStorage.setItem(`${KEY}.kind`, kind);
  } catch {
    return;
  }
}

/** A rally being put together. */
export interface RallyMemory {
  name: string;
  stages: Stages;
  kept: TrackInfo | null;
}

export function recallRally(): RallyMemory | null {
  try {
    const memory = JSON.parse(stored(`${KEY}.rally`) ?? "null") as RallyMemory | null;
    return Array.isArray(memory?.stages) ? memory : null;
  } catch {
    return null;
  }
}

export function rememberRally(memory: RallyMemory): void {
  try {
    localStorage.setItem(`${KEY}.rally`, JSON.stringify(memory));
  } catch {
    return;
  }
}

/** The kind of the draft that was opened from this kept track. */
export function kindWith(id: string): Kind | undefined {
  return KINDS.find((kind) => recall(kind)?.kept?.id === id);
}
