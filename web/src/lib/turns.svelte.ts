/** The tables that wait for me, told by the page's title, its flag, and the badge of the installed app. */

import type { Turn } from "../generated/wire";
import { api } from "./api";
import { Paged } from "./paged.svelte";
import { session } from "./session.svelte";
import { keepLooking } from "./watching";
import { t } from "./words.svelte";

const EVERY = 60_000;
const FLAG = "/flag.svg";
const WAVED = "/flag-up.svg";

class Turns {
  /** What was last heard of, the longest waiting first. */
  readonly list = new Paged<Turn>(
    (query) => api.get(`/api/me/turns?${query}`),
    ({ table }) => table.id,
  );
  /** The table on the screen: its id, what it is called, and whether it waits for me as far as is shown. */
  here = $state.raw<{ id: string; called: string; up: boolean } | null>(null);

  /** The tables that wait for me, as far as I could know. */
  get waiting(): Turn[] {
    return this.list.items.filter(({ table }) => table.id !== this.here?.id);
  }

  get count(): number {
    return this.waiting.length + (this.here?.up ? 1 : 0);
  }

  /** What the page is called, with a mark while something waits. */
  get title(): string {
    if (this.here) {
      const mark = this.here.up ? `● ${t("table.your-turn")} · ` : this.waiting.length ? "● " : "";
      return `${mark}${this.here.called} · Paddock`;
    }
    const first = this.waiting[0]?.table;
    if (!first) return "Paddock";
    return `● ${t("turns.title", { game: session.game(first.game)?.title ?? first.game })} · Paddock`;
  }

  /** Ask the server; a failure leaves things as they were, the next look is soon. */
  look = async (): Promise<void> => {
    if (!session.person) {
      this.list.change(() => []);
      return;
    }
    if (document.hidden && !this.list.items.length && !session.person.account) return;
    await this.list.glance();
  };

  /** Keep looking; returns how to stop. */
  follow(): () => void {
    return keepLooking(this.look, EVERY);
  }

  /** Show what is known on everything around the page. */
  wave(): void {
    document.title = this.title;
    const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
    const flag = this.count ? WAVED : FLAG;
    if (icon && icon.getAttribute("href") !== flag) icon.setAttribute("href", flag);
    if ("setAppBadge" in navigator) void navigator.setAppBadge(this.count).catch(() => {});
  }
}

export const turns = new Turns();
