/** What a learner has before them; the table tells, the coach listens. */

import type { Seen } from "./lessons";

class Practice {
  seen = $state.raw<Seen | null>(null);
}

export const practice = new Practice();
