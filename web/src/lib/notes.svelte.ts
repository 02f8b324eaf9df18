/** Short notes at the edge of the screen, and sentences for screen readers. */

import { Refused } from "./api";
import type { Show } from "./format";
import { Refusal } from "./link.svelte";
import { session } from "./session.svelte";
import { say, t } from "./words.svelte";

interface Note {
  id: number;
  text: string;
  rule: string | null;
  kind: "info" | "bad";
}

class Notes {
  shown = $state<Note[]>([]);
  spoken = $state("");
  /** How the table on the screen names its people and pieces. */
  naming: Show | undefined = undefined;
  private next = 1;

  show(text: string, kind: Note["kind"] = "info", rule: string | null = null): void {
    const id = this.next++;
    const others = this.shown.filter((note) => note.text !== text);
    this.shown = [...others.slice(-2), { id, text, rule, kind }];
    setTimeout(() => this.drop(id), rule ? 12_000 : 6_000);
  }

  drop(id: number): void {
    this.shown = this.shown.filter((note) => note.id !== id);
  }

  /** Say something to people who listen to the screen. */
  speak(text: string): void {
    this.spoken = text;
  }

  /** Tell a person what was refused and why. */
  refused(why: unknown): void {
    if (why instanceof Refusal) this.show(say(why.told, this.naming), "bad", why.rule);
    else if (why instanceof Refused) this.show(say(why.told, this.naming), "bad", why.rule);
    else this.show(t("failed", { text: String(why) }), "bad");
  }
}

export const notes = new Notes();

/** Run something that may be refused, and tell the person if it is. */
export async function attempt<T>(deed: () => Promise<T>): Promise<T | undefined> {
  try {
    return await deed();
  } catch (why) {
    notes.refused(why);
    return undefined;
  }
}

/** Where the rules pages tell a rule; null for games that bring none. */
export function ruleAddress(rule: string): string | null {
  const game = session.games.find(({ rules }) => rules !== null && rule.startsWith(`${rules}-`));
  return game ? `/rules/${game.name}#${rule}` : null;
}
