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
  ending: () => import("./ending"),
  howTo: () => import("./HowTo.svelte"),
  words: [
    {
      en: () => import("./words/en.json"),
      pl: () => import("./words/pl.json"),
      ru: () => import("./words/ru.json"),
    },
  ],
  pages: { "trial-stage": () => import("./FirstStage.svelte") },
  newcomer: { options: { stage: "trial" }, seats: 2 },
  school: { address: "/trial-stage", coach: () => import("./Coach.svelte") },
  presets: { evening: { drivers: "draft", team_cards: "random" } },
} satisfies Manifest;
