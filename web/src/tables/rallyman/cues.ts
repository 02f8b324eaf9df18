/** What is heard and felt when something is shown. */

import { sound, type Voice } from "../../lib/sound";
import type { Beat } from "./beats";
import * as voices from "./voices";

export interface Cue {
  name: "engine" | "dice" | "screech" | "crash" | "cheer" | "call";
  voice: Voice;
  /** How it is felt, in milliseconds on and off; only by the driver it happens to. */
  buzz: number | number[];
}

export const CALL: Cue = { name: "call", voice: voices.call, buzz: [30, 60, 30] };
const SCREECH: Cue = { name: "screech", voice: voices.screech, buzz: [60, 40, 60] };
const CRASH: Cue = { name: "crash", voice: voices.crash, buzz: 140 };
const CHEER: Cue = { name: "cheer", voice: voices.cheer, buzz: [40, 40, 40, 40, 200] };

/** The cue of a beat; null for what goes by in silence. */
export function cueOf(beat: Beat): Cue | null {
  switch (beat.kind) {
    case "move":
      return { name: "engine", voice: voices.engine(beat.gear), buzz: [] };
    case "dice":
      return { name: "dice", voice: voices.tumble(beat.dice.length), buzz: 20 };
    case "off":
      return CRASH;
    case "sign":
      if (beat.sign === "lost") return SCREECH;
      return beat.sign === "finish" ? CHEER : null;
    default:
      return null;
  }
}

/** Let a cue be heard, and felt by the driver it is about. */
export function perform(cue: Cue | null, mine: boolean): void {
  if (cue) sound.play(cue.name, cue.voice, mine ? cue.buzz : []);
}
