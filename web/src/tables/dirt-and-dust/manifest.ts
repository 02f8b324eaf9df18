import type en from "./words/en.json";
import type { Manifest } from "../manifest";
import Art from "./Art.svelte";

declare module "../../lib/words.svelte" {
  interface Catalogues {
    "dirt-and-dust": typeof en;
  }
}

export default {
  game: "dirt-and-dust",
  order: 4,
  art: Art,
  table: () => import("./DirtAndDustTable.svelte"),
  words: [
    {
      en: () => import("./words/en.json"),
      pl: () => import("./words/pl.json"),
      ru: () => import("./words/ru.json"),
    },
  ],
} satisfies Manifest;
