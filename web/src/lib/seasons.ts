/** Seasons: what their pages tell of points, places and times. */

import type { SeasonBrief, SeasonInfo, Standing } from "../generated/wire";
import { settings } from "./settings.svelte";
import { t } from "./words.svelte";

/** How far somebody is behind the first one, in words. */
export function gap(season: SeasonInfo, line: Standing): string {
  const most = Math.max(...season.standings.map(({ points }) => points));
  return line.points === most ? t("season.leader") : `−${most - line.points}`;
}

/** How many places somebody has won since the round before; 0 at first. */
export function moved({ form }: Standing): number {
  const [before, now] = form.slice(-2);
  return before === undefined || now === undefined ? 0 : before - now;
}

/** The line of form in a box: the first place on top. */
export function formLine(
  form: readonly number[],
  drivers: number,
  wide: number,
  high: number,
): [number, number][] {
  const step = form.length > 1 ? wide / (form.length - 1) : 0;
  const deep = Math.max(1, drivers - 1);
  return form.map((place, at) => [at * step, (high * (place - 1)) / deep]);
}

/** A time until something, in its two largest units. */
export function untilInWords(at: number, now: number): string {
  const minutes = Math.max(0, Math.round((at - now) / 60));
  const units: [number, "day" | "hour" | "minute"][] = [
    [Math.floor(minutes / 1440), "day"],
    [Math.floor((minutes % 1440) / 60), "hour"],
    [minutes % 60, "minute"],
  ];
  const first = units.findIndex(([amount]) => amount > 0);
  const shown = first < 0 ? units.slice(2) : units.slice(first, first + 2);
  return shown
    .map(([amount, unit]) =>
      amount.toLocaleString(settings.language, { style: "unit", unit, unitDisplay: "short" }),
    )
    .join(" ");
}

/** A short date with its weekday and time. */
export function when(at: number): string {
  return new Date(at * 1000).toLocaleString(settings.language, {
    weekday: "short",
    day: "numeric",
    month: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
}

/** What a season is about, in a line. */
export function summary(season: SeasonBrief, title: (game: string) => string): string {
  const games = [...new Set(season.games)].map(title);
  return [
    t(`season.form.${season.form}`),
    t("season.races", { n: season.games.length }),
    games.slice(0, 3).join(", ") + (games.length > 3 ? " …" : ""),
    t("season.drivers", { n: season.drivers }),
  ].join(" · ");
}
