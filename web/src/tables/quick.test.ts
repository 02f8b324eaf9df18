import { describe, expect, it } from "vitest";
import type { TableBrief, TableInfo } from "../generated/wire";
import { hintsOf } from "../lib/course";
import { bestBot, easyBot, newcomersSetup, playedOut, setupAgain } from "../lib/quick";
import type { GameInfo } from "../lib/session.svelte";

const opponent = (name: string, level: "random" | "beginner" | "club") => ({
  name,
  level,
  strength: 0,
  pace: 0,
  low: 0,
  high: 0,
  games: 0,
});

function game(name: string, ...opponents: GameInfo["opponents"]): GameInfo {
  return {
    ...({ title: name, least: 3, most: 6 } as GameInfo),
    name,
    opponents,
    bots: opponents.map((one) => one.name),
  };
}

const outspeed = game("outspeed", opponent("random", "random"), opponent("club", "club"));
const gt = game(
  "rallyman-gt",
  opponent("random", "random"),
  opponent("careful", "beginner"),
  opponent("club", "club"),
);

describe("a race at once", () => {
  it("gives newcomers their variant, an easier rival and hints", () => {
    expect(newcomersSetup(gt)).toMatchObject({ options: { track: "list-2" }, seats: 3, hints: true });
    expect(newcomersSetup(gt).bots).toEqual(["careful", "careful", "careful"]);
    expect(newcomersSetup(outspeed).options).toEqual({ first_game: true });
    expect(newcomersSetup(game("dirt-and-dust"))).toMatchObject({ options: { stage: "trial" }, seats: 2 });
    expect(newcomersSetup(game("unheard-of"))).toMatchObject({ options: {}, bots: Array(3).fill("random") });
  });
  it("knows who is easy and who is strong", () => {
    expect([easyBot(gt), bestBot(gt)]).toEqual(["careful", "club"]);
    expect(easyBot(game("pig", opponent("random", "random")))).toBe("random");
  });
  it("counts games played to the end, of this kind", () => {
    const table = (over: Partial<TableBrief>) =>
      ({ game: "outspeed", stage: "over", uploaded: false, ...over }) as TableBrief;
    const mine = [
      table({}),
      table({ stage: "running" }),
      table({ game: "rallyman-gt" }),
      table({ uploaded: true }),
    ];
    expect(playedOut("outspeed", mine)).toEqual([mine[0]]);
  });
  it("plays the last one again, a bot in the place of friends", () => {
    const seats = [{ bot: null }, { bot: "club" }, { bot: null }] as TableInfo["seats"];
    expect(setupAgain({ options: { laps: 2 }, seats } as unknown as TableInfo)).toEqual({
      options: { laps: 2 },
      seats: 3,
      bots: [null, "club", null],
      hints: false,
    });
  });
});

describe("hints", () => {
  it("are what a lesson only tells", () => {
    const never = () => false;
    const course = {
      tap: { fits: never, done: never },
      risk: { fits: never, done: never, tells: true as const },
      home: { fits: never, done: never, urgent: true as const },
    };
    expect(Object.keys(hintsOf(course))).toEqual(["risk"]);
  });
});
