/** Words on the screen: the client's own catalogues and those of the games, in the chosen language. */

import type { Message } from "../generated/wire";
import { api } from "./api";
import { formatText, type Params, type Show } from "./format";
import { settings, type Language } from "./settings.svelte";

export type { Message };

/** The catalogues that are typed; a game's manifest declares its own beside the shell's. */
export interface Catalogues {
  shell: (typeof import("../words/en"))["default"];
}

export type WordId = { [Home in keyof Catalogues]: keyof Catalogues[Home] }[keyof Catalogues];

/** Words in every language, each loaded when it is first spoken. */
export type Catalogue = Record<Language, () => Promise<{ default: Record<string, string> }>>;

const shell: Catalogue = {
  en: () => import("../words/en"),
  pl: () => import("../words/pl"),
  ru: () => import("../words/ru"),
};

const spoken = $state<{ language: Language; own: Record<string, string>; games: Record<string, string> }>({
  language: "en",
  own: {},
  games: {},
});

const learnt = new Set<Catalogue>([shell]);

/** All the client's words in a language; what is learnt while they load comes too. */
async function ownWords(language: Language): Promise<Record<string, string>> {
  const wanted = learnt.size;
  const parts = await Promise.all([...learnt].map((catalogue) => catalogue[language]()));
  if (learnt.size > wanted) return ownWords(language);
  return Object.assign({}, ...parts.map((part) => part.default)) as Record<string, string>;
}

/** Load a language; the old one stays on the screen until the new one is there. */
export async function speak(language: Language): Promise<void> {
  const [own, games] = await Promise.all([ownWords(language), api.get(`/api/words/${language as string}`)]);
  Object.assign(spoken, { language, own, games });
  document.documentElement.lang = language;
}

/** Load the words a game brings, in this and every later language. */
export async function learn(catalogues: readonly Catalogue[]): Promise<void> {
  const fresh = catalogues.filter((catalogue) => !learnt.has(catalogue));
  if (!fresh.length) return;
  for (const catalogue of fresh) learnt.add(catalogue);
  const { language } = spoken;
  const own = await ownWords(language);
  if (spoken.language === language) spoken.own = own;
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
export function label(id: string, fallback: string, params: Message["params"] = {}): string {
  return worded(id) ? say({ id, params }) : fallback;
}

export function number(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(spoken.language, options);
}

/** Names one after the other, as a sentence lists them. */
export function listed(names: readonly string[]): string {
  return new Intl.ListFormat(spoken.language, { type: "conjunction" }).format(names);
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
