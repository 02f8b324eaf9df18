/** A challenge from the driver's seat: whom to beat, and where one stands. */

import type { ChallengeInfo } from "../generated/wire";

export interface Chase {
  /** The best score of somebody else, or of oneself; null while nobody has finished. */
  target: number | null;
  leader: string;
  /** Whether the best on the board is one's own. */
  leading: boolean;
  /** One's place on the board; 0: not on it. */
  place: number;
  best: number | null;
  entries: number;
}

/** How a challenge stands for somebody. */
export function chaseOf({ board }: ChallengeInfo, person: string | null): Chase {
  const first = board[0];
  const own = board.find((entry) => entry.person === person);
  return {
    target: first?.score ?? null,
    leader: first?.name ?? "",
    leading: first !== undefined && first.person === person,
    place: own?.place ?? 0,
    best: own?.score ?? null,
    entries: board.length,
  };
}
