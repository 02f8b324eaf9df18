import { afterEach, describe, expect, it, vi } from "vitest";
import type { GameInfo, WarmingBot } from "../generated/wire";
import { speak } from "./words.svelte";
import { warming } from "./warming.svelte";

const game = {
  name: "outspeed",
  opponents: ["random", "beginner", "club", "expert", "champion"].map((name) => ({ name, level: name })),
} as GameInfo;

function cold(seconds: number, ...bots: string[]): WarmingBot[] {
  return bots.map((bot) => ({ game: "outspeed", bot, seconds }));
}

afterEach(() => {
  warming.bots = [];
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("levels that warm up", () => {
  it("are told with about how long it takes", async () => {
    vi.stubGlobal("fetch", () => Promise.resolve(new Response("{}")));
    vi.stubGlobal("document", { documentElement: {} });
    await speak("en");
    warming.bots = cold(20, "expert");
    expect(warming.told("outspeed", "expert")).toBe("ready in less than a minute");
    warming.bots = cold(70, "expert");
    expect(warming.told("outspeed", "expert")).toBe("ready in about a minute");
    warming.bots = cold(130, "expert", "champion");
    expect(warming.games).toEqual([
      { game: "outspeed", told: ["Expert, Champion: ready in about 2 minutes"] },
    ]);
    expect(warming.told("outspeed", "club")).toBe("");
  });

  it("are replaced by the strongest one below that is ready", () => {
    warming.bots = cold(20, "expert", "champion");
    expect(warming.instead(game, "champion")).toBe("club");
    warming.bots = cold(20, "champion");
    expect(warming.instead(game, "champion")).toBe("expert");
    warming.bots = cold(20, "beginner", "club");
    expect(warming.instead(game, "club")).toBe(null);
    expect(warming.instead(game, "unknown")).toBe(null);
  });

  it("are looked for until all are ready, and not after", async () => {
    vi.useFakeTimers();
    const answers = [cold(9, "expert"), cold(7, "expert"), []];
    const fetched = vi.fn(() => Promise.resolve(new Response(JSON.stringify(answers.shift() ?? []))));
    vi.stubGlobal("fetch", fetched);
    const stop = warming.follow();
    await vi.advanceTimersByTimeAsync(1);
    expect(warming.seconds("outspeed", "expert")).toBe(9);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(warming.bots).toEqual([]);
    expect(fetched).toHaveBeenCalledTimes(3);
    stop();
  });
});
