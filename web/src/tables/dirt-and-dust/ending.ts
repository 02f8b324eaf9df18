/** What Dirt & Dust brings to the end of a race: the cars of the podium, the name of the stage. */

import { label } from "../../lib/words.svelte";
import type { EndingParts } from "../manifest";
import RallyCar from "./RallyCar.svelte";

export default {
  Vehicle: RallyCar,
  title: ({ options }) => Promise.resolve(label(`dirt-and-dust.option.stage.${String(options.stage)}`, "")),
} satisfies EndingParts;
