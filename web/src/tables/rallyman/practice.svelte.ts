/** What a learner has on the table before anything is decided; the table tells, the coach listens. */

import type { Feature } from "./seen";

class Practice {
  /** Steps of the plan in the making. */
  laid = $state(0);
  /** The die in the hand. */
  die = $state<string | null>(null);
  /** The chance that the plan loses control. */
  risk = $state(0);
  /** What the road offers with the next step. */
  near = $state.raw<ReadonlySet<Feature>>(new Set());
  /** Pixels of the board that the coach covers. */
  covered = $state(0);
}

export const practice = new Practice();
