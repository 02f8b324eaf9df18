/** New tables in one breath: what a preset fills in, and what was chosen the last time. */

import type { GameInfo } from "../generated/wire";
import { manifestOf } from "../tables";
import type { Pace } from "./pace";

export type PresetName = "quick" | "friends" | "evening" | "custom";
export const PRESETS: readonly PresetName[] = ["quick", "friends", "evening", "custom"];

/** Everything a new table is set up with. */
export interface Choice {
  options: Record<string, unknown>;
  seats: number;
  pace: Pace;
  open: boolean;
  bots: boolean;
  /** The bot on the other seats. */
  bot: string;
}

const KEY = "paddock.new.";

function within({ least, most }: GameInfo, seats: number): number {
  return Math.max(least, Math.min(seats, most));
}

/** The bot of a level, or the strongest one below it; the weakest where there is none. */
export function botOf(game: GameInfo, level: GameInfo["opponents"][number]["level"]): string {
  const order = ["random", "beginner", "club", "expert", "champion"];
  const rank = (bot: GameInfo["opponents"][number]): number => order.indexOf(bot.level);
  const fit = game.opponents
    .filter((bot) => rank(bot) <= order.indexOf(level))
    .sort((one, other) => rank(one) - rank(other));
  return (fit.at(-1) ?? game.opponents[0])?.name ?? "random";
}

/** What a preset fills in for a game; `custom` is what was chosen the last time. */
export function presetOf(game: GameInfo, name: PresetName): Choice {
  const own = manifestOf(game.name)?.presets ?? {};
  const plain = { ...game.defaults };
  switch (name) {
    case "quick":
      return {
        options: { ...plain, ...own.quick },
        seats: within(game, 4),
        pace: { kind: "none" },
        open: false,
        bots: true,
        bot: botOf(game, "club"),
      };
    case "friends":
      return {
        options: { ...plain, ...own.friends },
        seats: within(game, 4),
        pace: { kind: "live", bank: 600, increment: 20 },
        open: false,
        bots: false,
        bot: botOf(game, "club"),
      };
    case "evening":
      return {
        options: { ...plain, ...own.evening },
        seats: game.most,
        pace: { kind: "none" },
        open: false,
        bots: false,
        bot: botOf(game, "expert"),
      };
    case "custom":
      return (
        lastChoice(game) ?? {
          options: plain,
          seats: within(game, 2),
          pace: { kind: "none" },
          open: true,
          bots: false,
          bot: botOf(game, "champion"),
        }
      );
  }
}

/** What was chosen the last time for a game; null if nothing was, or it fits the game no more. */
export function lastChoice(game: GameInfo): Choice | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY + game.name) ?? "null") as Partial<Choice> | null;
    if (!kept || typeof kept.seats !== "number" || !kept.pace || !kept.options) return null;
    const known = Object.entries(kept.options).filter(([option]) => option in game.defaults);
    return {
      options: { ...game.defaults, ...Object.fromEntries(known) },
      seats: within(game, kept.seats),
      pace: kept.pace,
      open: Boolean(kept.open),
      bots: Boolean(kept.bots),
      bot: game.bots.includes(kept.bot ?? "") ? kept.bot! : botOf(game, "club"),
    };
  } catch {
    return null;
  }
}

/** Remember a choice for the next time. */
export function keepChoice(game: string, choice: Choice): void {
  try {
    localStorage.setItem(KEY + game, JSON.stringify(choice));
  } catch {
    // A browser that keeps nothing asks anew the next time.
  }
}

/** The names of the options that differ from what a preset filled in. */
export function changedOptions(options: Record<string, unknown>, preset: Record<string, unknown>): string[] {
  const same = (name: string) => JSON.stringify(options[name]) === JSON.stringify(preset[name]);
  return Object.keys(preset).filter((name) => !same(name));
}
