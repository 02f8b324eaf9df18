/** What plays on the car when something happens to it. */

import type { Event } from "../../generated/dirt-and-dust";
import type { Told } from "../../generated/wire";
import type { IconName } from "./symbols";

export interface Burst {
  key: string;
  kind: "gain" | "loss" | "damage";
  icon: IconName;
  text: string;
}

/** What the car of a seat met with, in its order. */
export function burstsOf(news: readonly Told[], seat: number): Burst[] {
  return news.flatMap((told, index) => {
    const event = told.event as Event;
    if (!("seat" in event) || event.seat !== seat) return [];
    const shown = burst(event);
    return shown ? [{ ...shown, key: `${told.step}.${index}` }] : [];
  });
}

function burst(event: Event): Omit<Burst, "key"> | null {
  switch (event.event) {
    case "gained":
      return { kind: "gain", icon: event.what, text: `+${event.n}` };
    case "paid":
      return { kind: "loss", icon: event.what, text: `−${event.n}` };
    case "damaged":
      return event.hits ? { kind: "damage", icon: "hit", text: `${event.hits}` } : null;
    case "token-flipped":
      return { kind: "damage", icon: "risk", text: `${event.token}` };
    case "repaired":
      return { kind: "gain", icon: "repair", text: `+${event.n}` };
    case "scouted":
      return { kind: "gain", icon: "navigator", text: `${event.card}` };
    case "risk-taken":
      return { kind: "loss", icon: "risk", text: "+1" };
    case "rolled":
      return event.die === "boost" ? { kind: "gain", icon: "boost", text: `${event.value}` } : null;
    default:
      return null;
  }
}
