/** The words that the tables of GT and DIRT share. */

import type { Catalogue } from "../../lib/words.svelte";
import type en from "./words/en.json";

declare module "../../lib/words.svelte" {
  interface Catalogues {
    rallyman: typeof en;
  }
}

export const rallymanWords: Catalogue = {
  en: () => import("./words/en.json"),
  pl: () => import("./words/pl.json"),
  ru: () => import("./words/ru.json"),
};
