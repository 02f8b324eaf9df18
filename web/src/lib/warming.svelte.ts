/** The bots that cannot play yet, because the server still compiles what they play by. */

import type { GameInfo, WarmingBot } from "../generated/wire";
import { api } from "./api";
import { label, t } from "./words.svelte";

const EVERY = 2000;

class Warming {
  bots = $state.raw<readonly WarmingBot[]>([]);

  /** Look now, and again until every bot is ready; returns how to stop. */
  follow(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let over = false;
    const look = async () => {
      // `bots` is read after the answer only: an effect that follows must not run again because of it.
      const found = await api.get("/api/warming").catch(() => null);
      if (found) this.bots = found;
      if (!over && this.bots.length) timer = setTimeout(() => void look(), EVERY);
    };
    void look();
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }

  /** About how many seconds until a bot can play; 0 if it can. */
  seconds(game: string, bot: string): number {
    return this.bots.find((one) => one.game === game && one.bot === bot)?.seconds ?? 0;
  }

  /** When a bot can play, in words; empty if it can. */
  told(game: string, bot: string): string {
    const seconds = this.seconds(game, bot);
    return seconds ? t("warming.ready", { minutes: minutes(seconds) }) : "";
  }

  /** The strongest bot below one that can play now. */
  instead({ name, opponents }: GameInfo, bot: string): string | null {
    const below = opponents.slice(
      0,
      Math.max(
        0,
        opponents.findIndex((one) => one.name === bot),
      ),
    );
    return below.findLast((one) => one.level !== "random" && !this.seconds(name, one.name))?.name ?? null;
  }

  /** Every game with bots that cannot play yet, and when which of its levels can. */
  get games(): { game: string; told: string[] }[] {
    const names = [...new Set(this.bots.map(({ game }) => game))];
    return names.map((game) => {
      const levels = new Map<string, string[]>();
      for (const { bot } of this.bots.filter((one) => one.game === game)) {
        const ready = this.told(game, bot);
        levels.set(ready, [...(levels.get(ready) ?? []), label(`level.${bot}`, bot)]);
      }
      const told = [...levels].map(([ready, which]) =>
        t("warming.level", { level: which.join(", "), ready }),
      );
      return { game, told };
    });
  }
}

/** Whole minutes as one says them; 0: less than one. */
function minutes(seconds: number): number {
  return seconds < 45 ? 0 : Math.max(1, Math.round(seconds / 60));
}

export const warming = new Warming();
