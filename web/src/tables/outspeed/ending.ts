/** What Outspeed brings to the end of a race: the ships of the podium. */

import type { EndingParts } from "../manifest";
import PodiumShip from "./PodiumShip.svelte";

export default { Vehicle: PodiumShip } satisfies EndingParts;
