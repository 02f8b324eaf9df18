/** A race told by turns: for the log, for those who listen, and for the timeline of a replay. */

import { wordsOf } from "../../lib/seats";
import { say } from "../../lib/words.svelte";
import type { Telling } from "../manifest";
import { heardOf, sentence } from "./tale";
import Throws from "./Throws.svelte";
import TurnLog from "./TurnLog.svelte";
import { linesOf, turnsOf, type Turn } from "./turns";
import type { AnyEvent } from "./types";

/** What is said at once in a turn of one's own; the sentence comes at its end. */
const OWN: ReadonlySet<AnyEvent["event"]> = new Set([
  "rolled",
  "secured",
  "control-lost",
  "damage-drawn",
  "card-turned",
  "lay-again",
]);
/** What goes without saying. */
const SILENT: ReadonlySet<AnyEvent["event"]> = new Set(["round-began", "lined-up"]);

export default {
  turns: (told) => turnsOf(heardOf(told)),
  sentence,
  spoken(told, since, { table, board, mine }) {
    const heard = heardOf(told);
    const words = (at: number) => say(told[at]!.told, wordsOf(table));
    const own = heard.flatMap(({ step, event }, at) =>
      step > since && "seat" in event && mine.includes(event.seat) && OWN.has(event.event) ? [words(at)] : [],
    );
    const lines = linesOf(heard).flatMap((line) => {
      if (line.kind === "turn") {
        const { turn } = line;
        return turn.over && turn.last > since ? [sentence(turn, table, board)] : [];
      }
      const { step, event } = heard[line.at]!;
      return step > since && !SILENT.has(event.event) ? [words(line.at)] : [];
    });
    return [...own, ...lines];
  },
  Log: TurnLog,
  Dice: Throws,
} satisfies Telling<Turn>;
