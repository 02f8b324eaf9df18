/** What a person likes: language, light or dark, motion, sound; kept in the browser and, signed in, on the server. */

export const LANGUAGES = { en: "English", pl: "Polski", ru: "Русский" } as const;
export type Language = keyof typeof LANGUAGES;
export type Theme = "auto" | "light" | "dark";
export type Motion = "auto" | "full" | "reduced";

const KEY = "paddock.settings";

function stored(): Record<string, unknown> {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, unknown>;
  } catch {
    return {};
  }
}

function browserLanguage(): Language {
  for (const wish of navigator.languages ?? []) {
    const short = wish.slice(0, 2);
    if (short in LANGUAGES) return short as Language;
  }
  return "en";
}

class Settings {
  language = $state<Language>("en");
  theme = $state<Theme>("auto");
  motion = $state<Motion>("auto");
  quickDice = $state(false);
  /** Whether everything within reach is coloured while a turn is planned. */
  reachMap = $state(true);
  /** Whether practice tells after each decision what it cost. */
  lookBack = $state(false);
  /** Whether anything is heard and felt. */
  sound = $state(false);

  constructor() {
    this.take(stored(), browserLanguage());
  }

  /** Take over values from storage or the server; what is unknown stays as it is. */
  take(values: Record<string, unknown>, language: Language = this.language): void {
    const { theme, motion, quickDice, reachMap, lookBack, sound } = values;
    this.language = String(values.language) in LANGUAGES ? (values.language as Language) : language;
    if (theme === "auto" || theme === "light" || theme === "dark") this.theme = theme;
    if (motion === "auto" || motion === "full" || motion === "reduced") this.motion = motion;
    if (typeof quickDice === "boolean") this.quickDice = quickDice;
    if (typeof reachMap === "boolean") this.reachMap = reachMap;
    if (typeof lookBack === "boolean") this.lookBack = lookBack;
    if (typeof sound === "boolean") this.sound = sound;
  }

  get values() {
    const { language, theme, motion, quickDice, reachMap, lookBack, sound } = this;
    return { language, theme, motion, quickDice, reachMap, lookBack, sound };
  }

  save(): void {
    localStorage.setItem(KEY, JSON.stringify(this.values));
  }

  /** Whether things may move on the screen. */
  get still(): boolean {
    if (this.motion !== "auto") return this.motion === "reduced";
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
}

export const settings = new Settings();
