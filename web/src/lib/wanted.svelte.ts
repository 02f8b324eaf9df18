/** Things that have to be fetched before they can be shown, and what to do when they do not come. */

import { offline, Refused } from "./api";

/** A part of the program is gone from the server: most likely there is a newer version. */
export class Renewed extends Error {}

/**
 * Load a part of the program that is fetched when it is first needed. Browsers remember that a part did not
 * come, and a new version of Paddock has other parts: with the server in reach the page is loaded anew, once.
 */
export async function piece<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (why) {
    if (why instanceof Refused) throw why;
    const reachable = await fetch("/health").then(
      (answer) => answer.ok,
      () => false,
    );
    if (!reachable) throw offline();
    if (!reloadedLately()) location.reload();
    throw new Renewed(String(why));
  }
}

const RELOADED = "paddock.reloaded";
const LATELY = 60_000;

/** Whether the page was loaded anew for a missing part a moment ago; if not, it counts as done now. */
function reloadedLately(): boolean {
  const before = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - before < LATELY) return true;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  return false;
}

/** Whether the next try may well succeed without anybody doing anything. */
function passing(why: unknown): boolean {
  return why instanceof Refused && (why.status === 0 || why.status >= 500 || why.status === 429);
}

const FIRST_WAIT = 2_000;
const LONGEST_WAIT = 20_000;

/** Something wanted: it, or why it did not come. While the network is the reason it is tried again by itself. */
export class Wanted<T> {
  value = $state.raw<T | undefined>(undefined);
  ready = $state(false);
  why = $state.raw<unknown>(null);
  private wait = FIRST_WAIT;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private stopped = false;

  constructor(private readonly fetch: () => Promise<T>) {
    globalThis.addEventListener?.("online", this.again);
    void this.again();
  }

  again = async (): Promise<void> => {
    if (this.ready || this.stopped) return;
    clearTimeout(this.timer);
    try {
      const value = await this.fetch();
      if (this.stopped) return;
      this.value = value;
      this.why = null;
      this.ready = true;
    } catch (why) {
      if (this.stopped || this.ready) return;
      this.why = why;
      if (!passing(why)) return;
      this.timer = setTimeout(this.again, this.wait);
      this.wait = Math.min(LONGEST_WAIT, 2 * this.wait);
    }
  };

  /** Nobody wants it any more. */
  stop = (): void => {
    this.stopped = true;
    clearTimeout(this.timer);
    globalThis.removeEventListener?.("online", this.again);
  };
}
