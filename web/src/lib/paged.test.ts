import { describe, expect, it } from "vitest";
import { Paged, type PageOf } from "./paged.svelte";

/** A list of numbers in pages of three, as a server would tell it. */
function told(numbers: number[]) {
  return (query: string): Promise<PageOf<number>> => {
    const after = query ? Number(query.replace("after=", "")) : -Infinity;
    const rest = numbers.filter((one) => one > after);
    const items = rest.slice(0, 3);
    return Promise.resolve({ items, more: rest.length > 3 ? String(items.at(-1)) : null });
  };
}

const self = (one: number) => one;

describe("a list in pages", () => {
  it("grows until there is no more", async () => {
    const list = new Paged(told([1, 2, 3, 4, 5, 6, 7]), self);
    expect(list.known).toBe(false);
    await list.look();
    expect([list.items, list.more, list.known]).toEqual([[1, 2, 3], "3", true]);
    await list.next();
    await list.next();
    expect([list.items, list.more]).toEqual([[1, 2, 3, 4, 5, 6, 7], null]);
  });

  it("goes on from a page that came with something else", async () => {
    const list = new Paged(told([1, 2, 3, 4]), self, { items: [1, 2, 3], more: "3" });
    await list.next();
    expect(list.items).toEqual([1, 2, 3, 4]);
  });

  it("says nothing twice", async () => {
    const list = new Paged(told([1, 2, 3, 4, 5]), self, { items: [1, 2, 4], more: "3" });
    await list.next();
    expect(list.items).toEqual([1, 2, 4, 5]);
  });

  it("keeps what came after the first page when that has changed", async () => {
    const numbers = [1, 2, 3, 4, 5, 6, 7];
    const list = new Paged(told(numbers), self);
    await list.look();
    await list.next();
    numbers.splice(1, 1);
    numbers.unshift(0);
    await list.glance();
    expect([list.items, list.more]).toEqual([[0, 1, 3, 4, 5, 6], "6"]);
  });

  it("leaves things as they were when a glance fails", async () => {
    const list = new Paged<number>(() => Promise.reject(new Error("gone")), self, { items: [1], more: null });
    await list.glance();
    expect(list.items).toEqual([1]);
  });
});
