import { describe, expect, it } from "vitest";
import type { ChallengeInfo } from "../generated/wire";
import { chaseOf } from "./chase";

const entry = (place: number, person: string, score: number) => ({ place, person, name: person, score });
const challenge = (...board: object[]) => ({ board }) as unknown as ChallengeInfo;

describe("a challenge from the driver's seat", () => {
  it("has no target before anybody has finished", () => {
    expect(chaseOf(challenge(), "ada")).toMatchObject({ target: null, place: 0, entries: 0 });
  });

  it("names the leader, and one's own place", () => {
    const open = challenge(entry(1, "mara", 200), entry(2, "ada", 240));
    expect(chaseOf(open, "ada")).toMatchObject({
      target: 200,
      leader: "mara",
      leading: false,
      place: 2,
      best: 240,
    });
    expect(chaseOf(open, "mara")).toMatchObject({ leading: true, place: 1 });
    expect(chaseOf(open, null)).toMatchObject({ leading: false, place: 0, best: null });
  });
});
