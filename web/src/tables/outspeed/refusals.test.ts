import { describe, expect, it } from "vitest";
import type { OutspeedView, ShipView } from "../../generated/outspeed";
import { routeRefusal, tokenRefusal } from "./refusals";

const route = { seats: null, cost: { term: "fixed", amount: 3 } as const, reward: [] };
const ship = (seat: number, zone: number, out = 0) => ({ seat, zone, out, fuel: 5 }) as unknown as ShipView;
const view = (ships: ShipView[], more: Partial<OutspeedView> = {}) =>
  ({ ships, finish: false, fields_left: 7, ...more }) as unknown as OutspeedView;

describe("why a route cannot be taken", () => {
  it("names the unlit route", () => {
    expect(routeRefusal({ colour: "yellow", route: null, least: null }, 12)?.rule).toBe("ULT-PROG-2");
  });
  it("names the price above the fuel, and allows the last drop", () => {
    expect(routeRefusal({ colour: "red", route, least: 3 }, 2)?.rule).toBe("ULT-PROG-4");
    expect(routeRefusal({ colour: "red", route, least: 3 }, 3)).toBeNull();
  });
});

describe("why a token cannot be played", () => {
  it("keeps the electromagnet for the last zone, whoever left the race behind it", () => {
    expect(tokenRefusal(view([ship(0, 5), ship(1, 3)]), 0, "electromagnet")?.rule).toBe("ULT-EMAG-1");
    expect(tokenRefusal(view([ship(0, 5), ship(1, 3, 2)]), 0, "ion_cannon")).toBeNull();
  });
  it("forbids force fields at the finish and without supply", () => {
    expect(tokenRefusal(view([ship(0, 5)], { finish: true }), 0, "force_field")?.rule).toBe("ULT-FIELD-1");
    expect(tokenRefusal(view([ship(0, 5)], { fields_left: 0 }), 0, "force_field")?.rule).toBe("ULT-FIELD-6");
  });
  it("lets everything else be played", () => {
    expect(tokenRefusal(view([ship(0, 5), ship(1, 3)]), 0, "nitro")).toBeNull();
  });
});
