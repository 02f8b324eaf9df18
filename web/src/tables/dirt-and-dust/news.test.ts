import { expect, it } from "vitest";
import type { Told } from "../../generated/wire";
import { riskRolls } from "./news";

const told = (event: Record<string, unknown>) => ({ step: 1, by: null, event, told: { id: "", params: {} } }) as unknown as Told;

it("finds the Risk dice of one seat among the news", () => {
  const news = [
    told({ event: "risk-rolled", seat: 0, hits: 3, popularity: 1 }),
    told({ event: "risk-rolled", seat: 1, hits: 2, popularity: 0 }),
    told({ event: "damaged", seat: 0, hits: 3, damage: 3 }),
  ];
  expect(riskRolls(news, 0)).toEqual([{ hits: 3, popularity: 1 }]);
  expect(riskRolls([], 0)).toEqual([]);
});
