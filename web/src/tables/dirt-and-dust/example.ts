/** A position to explain the game by: round 3 of Blue Haven, seen through the eyes of the first seat. */

import type { Board, CardView, Effect, StageCardView, Types, View } from "../../generated/dirt-and-dust";
import type { TableInfo } from "../../generated/wire";
import type { GameTableProps } from "..";
import type { Fall } from "./fall";
import type { Resource } from "./symbols";

type Row = "accelerating" | "braking";
const gain = (what: Resource, n: number, row: Row | null = null): Effect => ({
  do: [{ op: "gain", what, n, per: null, max: null }],
  when: row && { row, zone: null, die: null, value: null },
  pay: {},
  mandatory: false,
});
const move: Effect = { do: [{ op: "move", dir: "either", n: 1 }], when: null, pay: {}, mandatory: false };
const shift: Effect = { do: [{ op: "shift" }], when: null, pay: {}, mandatory: false };

function card(id: string, name: string, effects: Effect[]): CardView {
  return { id, name, points: 0, effects, lines: [], passive: null, cost: null, driver: "" };
}

const CARDS = [
  card("1S", "Ready", [shift, gain("traction", 1)]),
  card("2S", "On the Way", [move, gain("wrench", 2, "accelerating"), gain("traction", 2, "braking")]),
  card("4S", "Engine Tuning", [gain("wrench", 2, "accelerating"), gain("traction", 2, "braking")]),
];

function stage(
  no: number,
  cost: number,
  dir: "left" | "right",
  n: number,
  navigators: number[],
): StageCardView {
  return { no, cost, moves: [{ dir, n }], effects: [], lines: [], navigators, ghost_die: false };
}

const slot = (id: string) => ({ card: id, covered: false, passive_used: false });

function board(seat: number, space: string, wrench: number, traction: number): Board {
  return {
    seat,
    driver: "",
    space,
    wrench,
    traction,
    popularity: 2,
    speed: 5,
    risk_pool: 0,
    risk_cockpit: 3,
    damage: 0,
    tokens: 0,
    navigators_left: 9,
    navigator_limit: 1,
    slots: [null, slot("2S"), null, slot("4S"), null, null],
    dice: [
      { kind: "player", value: 2, used: false },
      { kind: "player", value: 4, used: false },
      { kind: "player", value: 5, used: false },
    ],
    removed: [],
    discards: {},
    deck_size: 3,
    hand_size: 1,
    unseen: {},
    out: false,
    finished: false,
    as_before: false,
  };
}

const space = (row: string) => (zone: "grey" | "red" | "yellow", value: number, index: number) => ({
  id: `${row}${index + 1}`,
  zone,
  value,
  pays: zone === "red" ? ("popularity" as const) : ("speed" as const),
});
const TOP = "red5 yellow2 yellow3 grey4 yellow3 yellow2 red5";
const BOTTOM = "red3 yellow1 yellow2 grey3 grey3 yellow2 yellow1 red3";
const spaces = (row: string, text: string) =>
  text.split(" ").map((word, index) => space(row)(word.slice(0, -1) as "grey", Number(word.at(-1)), index));

export const EXAMPLE: View = {
  game: "dirt-and-dust",
  phase: "driving",
  round: 3,
  rounds: 10,
  stage: "blue_haven",
  waiting: [0],
  sequential: false,
  boards: [board(0, "T5", 3, 3), board(1, "B4", 1, 2)],
  own: null,
  road: [
    stage(3, 2, "right", 2, [1, 1]),
    stage(4, 3, "left", 2, [0, 0]),
    stage(5, 3, "right", 2, [0, 1]),
    stage(6, 3, "left", 1, [1, 0]),
    stage(7, 3, "left", 2, [0, 0]),
  ],
  stage_deck: 3,
  market: [],
  priority: [],
  popularity_die: null,
  ghost: null,
  cards: Object.fromEntries(CARDS.map((each) => [each.id, each])),
  track: [spaces("T", TOP), spaces("B", BOTTOM)],
  scores: [],
};

/** After the fall the cards lie one slot further to the right. */
export const PREPARED: View = {
  ...EXAMPLE,
  phase: "preparation",
  boards: EXAMPLE.boards.map((each) => ({ ...each, slots: [null, ...each.slots.slice(0, 5)], dice: [] })),
};

export const FALL: Fall = {
  card: 3,
  tickets: [
    {
      seat: 0,
      navigators: 1,
      space: "T5",
      zone: "yellow",
      value: 3,
      pays: "speed",
      points: 3,
      before: 5,
      after: 8,
    },
    {
      seat: 1,
      navigators: 1,
      space: "B4",
      zone: "grey",
      value: 3,
      pays: "speed",
      points: 3,
      before: 5,
      after: 8,
    },
  ],
  ghost: null,
};

/** What a table is given, for a picture of it. */
export function pictured(view: View): GameTableProps<Types> {
  const seats = view.boards.map(({ seat }) => ({ seat, person: null, bot: "club", name: "", left: false }));
  return {
    table: { seats } as unknown as TableInfo,
    scene: {
      step: 0,
      seat: 0,
      view,
      asked: [],
      may: [],
      actions: [],
      clock: null,
      result: null,
      seed_hash: "",
      seed: null,
      back: null,
    },
    news: [],
    board: null,
    play: null,
    screen: { drive: () => () => {}, reached: () => {} },
  };
}
