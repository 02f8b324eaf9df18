/** Words on the screen: the client's own catalogues and those of the games, in the chosen language. */

import { api } from "./api";
import { formatText, type Params, type Show } from "./format";
import { settings, type Language } from "./settings.svelte";

export interface Message {
  id: string;
  params: Params;
}

export type WordId = keyof (typeof import("../words/en"))["default"];

const own: Record<Language, () => Promise<{ default: Record<string, string> }>> = {
  en: () => import("../words/en"),
  pl: () => import("../words/pl"),
  ru: () => import("../words/ru"),
};

const spoken = $state<{ language: Language; own: Record<string, string>; games: Record<string, string> }>({
  language: "en",
  own: {},
  games: {},
});

/** Load a language; the old one stays on the screen until the new one is there. */
export async function speak(language: Language): Promise<void> {
  const [mine, games] = await Promise.all([
    own[language](),
    api.get<Record<string, string>>(`/api/words/${language}`),
  ]);
  spoken.language = language;
  spoken.own = mine.default;
  spoken.games = games;
  document.documentElement.lang = language;
}

/** The client's own words. */
export function t(id: WordId, params: Params = {}, show?: Show): string {
  return formatText(spoken.own[id] ?? id, params, spoken.language, show);
}

/** A message of the server or of a game, in words. */
export function say(message: Message, show?: Show): string {
  const template = spoken.games[message.id] ?? spoken.own[message.id];
  return template === undefined ? message.id : formatText(template, message.params, spoken.language, show);
}

/** Whether there are words for a message id. */
export function worded(id: string): boolean {
  return id in spoken.games || id in spoken.own;
}

/** The words for an id of a game's catalogue, or a fallback. */
export function label(id: string, fallback: string, params: Params = {}): string {
  return worded(id) ? say({ id, params }) : fallback;
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(spoken.language, options);
}

export function percent(share: number): string {
  const digits = share > 0 && share < 0.1 ? 1 : 0;
  return share.toLocaleString(spoken.language, { style: "percent", maximumFractionDigits: digits });
}

/** Seconds as m:ss, the way every score sheet has them. */
export function clock(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  const sign = seconds < 0 ? "−" : "";
  return `${sign}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

export function moment(at: number): string {
  return new Date(at * 1000).toLocaleString(settings.language, { dateStyle: "medium", timeStyle: "short" });
}

export function day(at: number): string {
  return new Date(at * 1000).toLocaleDateString(settings.language, { dateStyle: "long", timeZone: "UTC" });
}
