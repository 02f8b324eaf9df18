/** Effects of cards as symbols; the words come from the game's catalogue. */

import type { Effect } from "../../generated/dirt-and-dust";

export type Resource = "traction" | "wrench" | "popularity" | "speed";
export type Zone = "grey" | "yellow" | "red";
export type DieKind = "player" | "boost" | "popularity";
export type Operation = Effect["do"][number];

export type IconName =
  | Resource
  | "up"
  | "down"
  | "left"
  | "right"
  | "either"
  | "shift"
  | "centre"
  | "die"
  | "boost"
  | "risk"
  | "repair"
  | "ignore"
  | "discard"
  | "discard-all"
  | "remove"
  | "replay"
  | "shuffle"
  | "swap"
  | "cover"
  | "card"
  | "navigator"
  | "empty"
  | "car"
  | "hit"
  | "ghost";

/** A piece of an effect: an icon, perhaps with a text before or after it. */
export interface Mark {
  icon: IconName;
  before?: string;
  after?: string;
  /** All there are: said as a word before the icon. */
  all?: boolean;
}

export interface EffectMarks {
  passive: boolean;
  must: boolean;
  row: "accelerating" | "braking" | null;
  zone: Zone | null;
  /** The kind or value of die it asks for. */
  die: DieKind | number | null;
  pay: Mark[];
  does: Mark[];
}

const PER: Record<string, IconName> = { risk_die: "risk", removed_card: "remove", empty_slot: "empty" };

/** An effect in symbols, in reading order. */
export function marks(effect: Effect, passive = false): EffectMarks {
  const when = effect.when;
  return {
    passive,
    must: effect.mandatory ?? false,
    row: when?.row ?? null,
    zone: when?.zone ?? null,
    die: when?.die ?? when?.value ?? null,
    pay: Object.entries(effect.pay ?? {}).map(([what, n]) =>
      n === "all"
        ? { icon: what as Resource, before: "−", all: true }
        : { icon: what as Resource, before: `−${n}` },
    ),
    does: effect.do.flatMap(operation),
  };
}

/** One operation in symbols. */
export function operation(op: Operation): Mark[] {
  switch (op.op) {
    case "gain": {
      const found: Mark[] = [{ icon: op.what, before: `+${op.n}` }];
      if (op.per)
        found.push({ icon: PER[op.per] ?? "card", before: "/", ...(op.max ? { after: `≤${op.max}` } : {}) });
      return found;
    }
    case "move":
      return [{ icon: op.dir, before: String(op.n) }];
    case "shift":
      return [{ icon: "shift" }];
    case "centre":
      return [{ icon: "centre" }];
    case "set_die":
      return [
        {
          icon: "die",
          after: `=${op.to.join("/")}`,
          ...(op.which === "all" ? { all: true } : { before: "1×" }),
        },
      ];
    case "mod_die":
      return [{ icon: "die", after: `±${op.by}` }];
    case "boost":
      return [{ icon: "boost", before: `+${op.n}` }];
    case "take_risk":
      return [{ icon: "risk", before: `+${op.n}` }];
    case "repair":
      return [{ icon: "repair", before: op.n > 1 ? `${op.n}×` : "" }];
    case "ignore_risk_roll":
      return [{ icon: "ignore" }];
    case "discard_self":
    case "discard_any":
      return [{ icon: "discard", before: op.op === "discard_any" ? "1×" : "" }];
    case "discard_all_active":
      return [{ icon: "discard-all" }];
    case "remove_card":
      return [{ icon: "remove" }];
    case "play_removed":
      return [{ icon: "replay" }];
    case "shuffle_discard":
      return [{ icon: "shuffle" }];
    case "swap":
      return [{ icon: "swap" }];
    case "cover":
      return [{ icon: "cover", before: op.which === "leftmost" ? `⇤${op.n}` : `${op.n}×` }];
    case "free_card":
      return [
        { icon: "card", before: "+1" },
        { icon: "wrench", before: op.cost_in.join("/") },
      ];
    case "triple_navigators":
      return [{ icon: "navigator", before: "3×" }];
  }
}

/** What a card is about: the symbols of what it does, each once, three at most. */
export function iconsOf(card: { effects: readonly Effect[]; passive?: Effect | null }): IconName[] {
  const all = [...(card.passive ? [card.passive] : []), ...card.effects].flatMap((effect) =>
    effect.do.flatMap(operation).map((mark) => mark.icon),
  );
  return [...new Set(all)].slice(0, 3);
}
