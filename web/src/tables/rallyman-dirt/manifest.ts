import type { Manifest } from "../manifest";
import { rallymanWords } from "../rallyman/words";
import Art from "./Art.svelte";
import type en from "./words/en.json";

declare module "../../lib/words.svelte" {
  interface Catalogues {
    "rallyman-dirt": typeof en;
  }
}

export default {
  game: "rallyman-dirt",
  order: 2,
  art: Art,
  table: () => import("../rallyman/RallymanTable.svelte"),
  sounds: true,
  telling: () => import("../rallyman/telling"),
  ending: () => import("../rallyman/ending"),
  howTo: () => import("./HowTo.svelte"),
  words: [
    rallymanWords,
    {
      en: () => import("./words/en.json"),
      pl: () => import("./words/pl.json"),
      ru: () => import("./words/ru.json"),
    },
  ],
  newcomer: { options: { rally: "rally-4", stages: ["SS1"] } },
  options: { rally: () => import("./RallyOption.svelte") },
  pages: { "first-stage": () => import("./FirstStage.svelte") },
  school: {
    address: "/first-stage",
    coach: () => import("./Coach.svelte"),
  },
  tracks: { kind: "stage", options: (layouts) => ({ layouts }) },
  presets: {
    quick: { rally: "rally-4", stages: ["SS1"] },
    friends: { rally: "rally-1" },
    evening: { rally: "rally-2", time_controls: true, sisu: "rally" },
  },
} satisfies Manifest;
