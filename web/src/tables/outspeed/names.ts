/** What pieces are called. */

import { label } from "../../lib/words.svelte";

export function tokenName(token: string): string {
  return label(`outspeed.token.${token}`, token);
}
