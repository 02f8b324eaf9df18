/** Long lists, page by page: what has come so far, and whether there is more. */

import { untrack } from "svelte";
import { attempt } from "./notes.svelte";

/** A page as the server tells it. */
export interface PageOf<T> {
  items: readonly T[];
  more: string | null;
}

type Key = string | number;

/** A list that grows by a page on demand. Lists may change meanwhile: what is there already is left out. */
export class Paged<T> {
  items: readonly T[];
  more: string | null;
  /** Whether the first page has come. */
  known: boolean;
  private head = new Set<Key>();
  private asked = 0;

  /** `page` is given what asks for a page, to go into an address; `first` may have come with something else. */
  constructor(
    private readonly page: (query: string) => Promise<PageOf<T>>,
    readonly key: (item: T) => Key,
    first?: PageOf<T> | null,
  ) {
    this.items = $state.raw(first?.items ?? []);
    this.more = $state.raw(first?.more ?? null);
    this.known = $state(!!first);
    this.head = this.keys(first?.items ?? []);
  }

  /** Ask for the first page anew; a failure is said and leaves things as they were. */
  look = async (): Promise<void> => {
    const mine = (this.asked += 1);
    const first = await attempt(() => this.page(""));
    if (first && mine === this.asked) this.begin(first, []);
  };

  /** Look whether the first page has changed, in silence; what came after it stays. */
  glance = async (): Promise<void> => {
    const mine = (this.asked += 1);
    const first = await this.page("").catch(() => null);
    if (!first || mine !== this.asked) return;
    const now = this.keys(first.items);
    this.begin(
      first,
      this.items.filter((item) => !this.head.has(this.key(item)) && !now.has(this.key(item))),
    );
  };

  next = async (): Promise<void> => {
    const mine = this.asked;
    const page = await attempt(() => this.page(`after=${this.more ?? ""}`));
    if (!page || mine !== this.asked) return;
    const there = this.keys(this.items);
    this.items = [...this.items, ...page.items.filter((item) => !there.has(this.key(item)))];
    this.more = page.more;
  };

  /** Take some out, or put others in their places. */
  change(how: (items: readonly T[]) => readonly T[]): void {
    this.items = how(untrack(() => this.items));
  }

  private begin(first: PageOf<T>, rest: readonly T[]): void {
    this.items = [...first.items, ...rest];
    if (!rest.length) this.more = first.more;
    this.head = this.keys(first.items);
    this.known = true;
  }

  private keys(items: readonly T[]): Set<Key> {
    return new Set(items.map(this.key));
  }
}
