/** Names for seats, and how messages word their parameters. */

import type { Message, TableBrief } from "../generated/wire";
import { plain, type Show } from "./format";
import { label, t } from "./words.svelte";

/** Who sits on a seat, in words; those who would be called the same are told apart by their seat's number. */
export function seatName(table: TableBrief, seat: number): string {
  const name = calledOn(table, seat);
  const twins = table.seats.some((other) => other.seat !== seat && calledOn(table, other.seat) === name);
  return twins ? t("seat.twin", { name, n: seat + 1 }) : name;
}

function calledOn(table: TableBrief, seat: number): string {
  const info = table.seats[seat];
  if (!info?.name) return t("seat.name", { n: seat + 1 });
  return info.person ? info.name : label(`bot.${info.bot ?? info.name}`, info.name);
}

type Param = Message["params"][string];

/** Lets messages of a game name the people at its table, cells, and cards by what the catalogue calls them. */
export function wordsOf(table: TableBrief): Show {
  const worded = (name: string, value: Param): string | undefined => {
    if (Array.isArray(value))
      return value.length
        ? value.map((one) => worded(name, one as Param) ?? plain(one)).join(", ")
        : named(table.game, name, "none");
    if (typeof value === "string") return named(table.game, name, value);
    if (value === null || typeof value !== "object") return undefined;
    return value.names === "seat" ? seatName(table, value.number) : value.name;
  };
  return (name, value) => worded(name, value as Param);
}

function named(game: string, kind: string, value: string): string {
  return label(`${game}.name.${kind}.${value}`, value);
}
