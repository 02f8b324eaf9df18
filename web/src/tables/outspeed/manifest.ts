import type en from "./words/en.json";
import type { Manifest } from "../manifest";
import Art from "./Art.svelte";

declare module "../../lib/words.svelte" {
  interface Catalogues {
    outspeed: typeof en;
  }
}

export default {
  game: "outspeed",
  order: 3,
  art: Art,
  table: () => import("./OutspeedTable.svelte"),
  ending: () => import("./ending"),
  howTo: () => import("./HowTo.svelte"),
  words: [
    {
      en: () => import("./words/en.json"),
      pl: () => import("./words/pl.json"),
      ru: () => import("./words/ru.json"),
    },
  ],
  pages: { "first-race": () => import("./FirstRace.svelte") },
  newcomer: { options: { first_game: true } },
  school: { address: "/first-race", coach: () => import("./Coach.svelte") },
} satisfies Manifest;
