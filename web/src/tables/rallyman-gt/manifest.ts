import type { Manifest } from "../manifest";
import { rallymanWords } from "../rallyman/words";
import Art from "./Art.svelte";
import type en from "./words/en.json";

declare module "../../lib/words.svelte" {
  interface Catalogues {
    "rallyman-gt": typeof en;
  }
}

export default {
  game: "rallyman-gt",
  order: 1,
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
  options: { track: () => import("./CircuitOption.svelte") },
  pages: { "first-lap": () => import("./FirstLap.svelte") },
  newcomer: { options: { track: "list-2" } },
  school: {
    address: "/first-lap",
    coach: () => import("./Coach.svelte"),
  },
  tracks: { kind: "circuit", options: ([track]) => ({ track }) },
} satisfies Manifest;
