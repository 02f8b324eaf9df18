/** A view as it is after an event: what is shown goes from scene to scene event by event. */

import type { Event, OutspeedView, ShipView } from "../../generated/outspeed";

/** The view after one more event; `to` is the view all of the events lead to. */
export function after(view: OutspeedView, event: Event, to: OutspeedView): OutspeedView {
  switch (event.event) {
    case "tile-shown":
      return {
        ...view,
        turn: event.turn,
        phase: "bonus",
        tile: to.turn === event.turn ? to.tile : view.tile,
        finish: event.finish,
        tiles_left: view.turns - event.turn,
        seen: [...view.seen, event.tile],
        ships: view.ships.map((ship) => ({ ...ship, route: null, dial: null, announced: null })),
      };
    case "flipped":
      return { ...view, tile: to.turn === view.turn ? to.tile : view.tile };
    case "fields-cleared":
      return { ...view, fields: view.fields.filter((field) => field.zone !== event.zone) };
    case "field-placed":
      return { ...view, fields: withField(view.fields, event.zone), fields_left: view.fields_left - 1 };
    case "answered":
    case "programmed":
    case "dialled":
      return { ...view, deciding: view.deciding.filter((seat) => seat !== event.seat) };
    case "announced":
      return ship(view, event.seat, (one) => ({
        announced: event.plays,
        tokens: one.tokens - Number(event.plays),
      }));
    case "revealed":
      return { ...ship(view, event.seat, () => ({ route: event.route })), phase: "costs" };
    case "dial-shown":
      return { ...ship(view, event.seat, () => ({ dial: event.amount })), phase: "costs" };
    case "fuel-gained":
    case "fuel-lost":
    case "paid":
      return ship(view, event.seat, () => ({ fuel: event.fuel }));
    case "moved":
      return ship(view, event.seat, () => ({ zone: event.end }));
    case "eliminated":
      return ship(view, event.seat, () => ({ out: view.turn, cause: event.cause, zone: 0 }));
    case "discarded":
      return ship(view, event.seat, (one) => ({ tokens: one.tokens - 1 }));
    case "kept":
      return ship(view, event.seat, (one) => ({ tokens: one.tokens + 1 }));
    case "board-added":
      return { ...view, front: event.front };
    case "board-removed":
      return { ...view, rear: event.rear };
    case "won":
    case "void":
      return { ...view, phase: "over" };
    default:
      return view;
  }
}

function ship(view: OutspeedView, seat: number, change: (ship: ShipView) => Partial<ShipView>): OutspeedView {
  return { ...view, ships: view.ships.map((one) => (one.seat === seat ? { ...one, ...change(one) } : one)) };
}

function withField(fields: OutspeedView["fields"], zone: number): OutspeedView["fields"] {
  if (!fields.some((field) => field.zone === zone)) return [...fields, { zone, fields: 1 }];
  return fields.map((field) => (field.zone === zone ? { zone, fields: field.fields + 1 } : field));
}
