/** Names for seats, and how messages word their parameters. */

import type { TableBrief } from "../generated/wire";
import type { Show } from "./format";
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

const SEAT_WORDS = new Set(["seat", "player", "winner", "owner", "victim", "rival"]);

const placeNames = new Map<string, ReadonlyMap<number, string>>();

/** Tell what the cells of a table's board are called, for messages that give their numbers. */
export function namePlaces(table: TableBrief, names: ReadonlyMap<number, string>): void {
  placeNames.set(table.id, names);
}

/** Lets messages of a game name the people at its table, cards by what the catalogue calls them, and cells. */
export function wordsOf(table: TableBrief): Show {
  return (name, value) => {
    if (SEAT_WORDS.has(name) && typeof value === "number") return seatName(table, value);
    if (name === "cell" && typeof value === "number") return placeNames.get(table.id)?.get(value);
    if (name === "seats" && Array.isArray(value))
      return value.map((seat) => seatName(table, Number(seat))).join(", ");
    if (typeof value === "string") return namedParts(table.game, name, value);
    return undefined;
  };
}

function namedParts(game: string, kind: string, value: string): string {
  return value
    .split(", ")
    .map((part) => label(`${game}.name.${kind}.${part}`, part))
    .join(", ");
}
