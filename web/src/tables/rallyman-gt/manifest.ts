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
  tracks: {
    kind: "circuit",
    options: ([track]) => ({ track }),
    weathers: [
      { name: "dry", options: {} },
      { name: "wet", options: { weather: "wet" } },
      { name: "changing", options: { changing_weather: true } },
    ],
  },
  presets: {
    quick: { laps: 1, track: "list-2" },
    friends: { laps: 2, track: "list-d", play_on: true },
    evening: { laps: 3, track: "list-d", choose_tyres: true, red_zone: true, play_on: true },
  },
} satisfies Manifest;
