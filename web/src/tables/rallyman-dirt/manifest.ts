import type { Manifest } from "../manifest";
import { rallymanWords } from "../rallyman/words";
import Art from "./Art.svelte";

export default {
  game: "rallyman-dirt",
  order: 2,
  art: Art,
  table: () => import("../rallyman/RallymanTable.svelte"),
  telling: () => import("../rallyman/telling"),
  words: [rallymanWords],
  options: { rally: () => import("./RallyOption.svelte") },
  tracks: { kind: "stage", options: (layouts) => ({ layouts }) },
} satisfies Manifest;
