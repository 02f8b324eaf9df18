/** The switch of the reach map. */

import { attempt } from "../../lib/notes.svelte";
import { session } from "../../lib/session.svelte";
import { settings } from "../../lib/settings.svelte";

export function toggleReachMap(): void {
  settings.reachMap = !settings.reachMap;
  void attempt(() => session.saveSettings());
}
