import { describe, expect, it } from "vitest";
import type { ChallengeInfo } from "../generated/wire";
import { chaseOf } from "./chase";

const entry = (place: number, person: string, score: number) => ({ place, person, name: person, score });
const challenge = (...board: object[]) => ({ board }) as unknown as ChallengeInfo;

describe("a challenge from the driver's seat", () => {
  it("has no target before anybody has finished", () => {
    expect(chaseOf(challenge(), "ada", 0.5)).toMatchObject({
      target: null,
      place: 0,
      here: null,
      entries: 0,
    });
  });

  it("spreads the leader's time evenly along the road and tells nothing else of the drive", () => {
    const open = challenge(entry(1, "mara", 200), entry(2, "ada", 240));
    expect(chaseOf(open, "ada", 0.25)).toMatchObject({
      target: 200,
      leader: "mara",
      leading: false,
      place: 2,
      best: 240,
      here: 50,
    });
    expect(chaseOf(open, "mara", 2)).toMatchObject({ leading: true, here: 200 });
    expect(chaseOf(open, null, null)).toMatchObject({ place: 0, here: null });
  });
});
