/** A position to explain the game by. */

import type { OutspeedView, ShipView } from "../../generated/outspeed";
import type { Beat } from "./beats";

function ship(seat: number, zone: number, fuel: number): ShipView {
  return { seat, zone, fuel, tokens: 1, out: 0, cause: null, announced: null, route: null, dial: null };
}

const once = { term: "fixed", amount: 1 } as const;

/** Five ships before a tile; a force field lies ahead. */
export const EXAMPLE: OutspeedView = {
  seat: 0,
  turn: 5,
  turns: 13,
  phase: "programming",
  deciding: [],
  choices: [],
  rear: 1,
  front: 14,
  zones_per_board: 7,
  ships: [ship(0, 5, 5), ship(1, 9, 8), ship(2, 3, 4), ship(3, 5, 9), ship(4, 2, 6)],
  fields: [{ zone: 11, fields: 1 }],
  fields_left: 6,
  tile: {
    id: 5,
    kind: "track",
    side: "5-6",
    special: null,
    routes: [
      {
        colour: "red",
        route: {
          seats: 1,
          cost: { term: "fixed", amount: 3 },
          reward: [{ kind: "zones", amount: { term: "fixed", amount: 5 } }],
        },
        least: 3,
      },
      {
        colour: "yellow",
        route: {
          seats: null,
          cost: { term: "count", colour: "yellow" },
          reward: [{ kind: "zones", amount: { term: "die", die: "blue", rolls: once } }],
        },
        least: 1,
      },
      {
        colour: "blue",
        route: {
          seats: 3,
          cost: { term: "fixed", amount: 0 },
          reward: [{ kind: "bonus", amount: once }],
        },
        least: 0,
      },
    ],
  },
  finish: false,
  tiles_left: 8,
  seen: [1, 2, 3, 4, 5],
  stack: 20,
  used: {},
  dice: {},
  hand: null,
  last: null,
};

/** The same moment when the dials are open: two ships want the one place on red. */
export const revealed: OutspeedView = {
  ...EXAMPLE,
  phase: "costs",
  ships: EXAMPLE.ships.map((one, seat) => ({
    ...one,
    route: (["yellow", "blue", "red", "red", "yellow"] as const)[seat]!,
  })),
};

/** A token hits the ship in front. */
export const shooting: Beat = {
  kind: "fire",
  events: [{ event: "hit", seat: 0, token: "flamethrower", victim: 1 }],
};
