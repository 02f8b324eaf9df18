import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { offline, Refused } from "./api";
import { piece, Renewed, Wanted } from "./wanted.svelte";

const gone = () => Promise.reject(new TypeError("Failed to fetch dynamically imported module"));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.unstubAllGlobals());

describe("Wanted", () => {
  it("holds what came, even if that is null", async () => {
    const wanted = new Wanted(() => Promise.resolve(null));
    await vi.advanceTimersByTimeAsync(0);
    expect([wanted.ready, wanted.value, wanted.why]).toEqual([true, null, null]);
  });

  it("tries again by itself while the server cannot be reached", async () => {
    let reachable = false;
    const fetched = vi.fn(() => (reachable ? Promise.resolve("road") : Promise.reject(offline())));
    const wanted = new Wanted(fetched);
    await vi.advanceTimersByTimeAsync(0);
    expect(wanted.ready).toBe(false);
    expect(wanted.why).toMatchObject({ status: 0 });
    reachable = true;
    await vi.advanceTimersByTimeAsync(2_000);
    expect([wanted.ready, wanted.value, wanted.why]).toEqual([true, "road", null]);
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it("leaves a plain refusal to the person", async () => {
    const fetched = vi.fn(() =>
      Promise.reject(new Refused(404, "unknown", { id: "x", params: {} }, "x", null)),
    );
    const wanted = new Wanted(fetched);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
    await wanted.again();
    expect(fetched).toHaveBeenCalledTimes(2);
  });

  it("stops when nobody wants it any more", async () => {
    const fetched = vi.fn(() => Promise.reject(offline()));
    const wanted = new Wanted(fetched);
    await vi.advanceTimersByTimeAsync(0);
    wanted.stop();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(fetched).toHaveBeenCalledTimes(1);
  });
});

describe("piece", () => {
  it("waits for a lost network, and loads the page anew, once, for a part that is gone", async () => {
    const reload = vi.fn();
    const kept = new Map<string, string>();
    vi.stubGlobal("location", { reload });
    vi.stubGlobal("sessionStorage", {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
    });
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
    await expect(piece(gone)).rejects.toMatchObject({ status: 0 });
    expect(reload).not.toHaveBeenCalled();
    vi.stubGlobal("fetch", () => Promise.resolve({ ok: true }));
    await expect(piece(gone)).rejects.toBeInstanceOf(Renewed);
    await expect(piece(gone)).rejects.toBeInstanceOf(Renewed);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it("lets what the server said through", async () => {
    const refused = new Refused(500, "failed", { id: "x", params: {} }, "x", null);
    await expect(piece(() => Promise.reject(refused))).rejects.toBe(refused);
  });
});
