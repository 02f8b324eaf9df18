import { describe, expect, it } from "vitest";
import {
  beside,
  boardOf,
  cycled,
  leftToRight,
  nearest,
  nearestTurn,
  signsOf,
  stacked,
  toward,
  type Cell,
} from "./board";
import { toWindow, UNCOVERED } from "../../lib/camera";
import { CLOSEST, framing, kept, lookingAhead, sees, whole } from "./framing";
import { pickable, rollable, stepText } from "./dice";
import type { LaidStep, NextLaid, NextStep, Step } from "./types";
import { back, cellsOf, cut, EMPTY, indexOf, keyOf, lay, openCells, pick, propose, stepsTo } from "./draft";
import { LANES, useful } from "./pits";
import { bars, chanceText, roundChance, tone } from "./odds";

const size = { width: 400, height: 300 };
const box = [-100, -50, 1000, 600] as const;

describe("the camera", () => {
  it("shows the whole board", () => {
    const camera = whole(box, size);
    expect(toWindow(camera, size, { x: -100, y: 250 }).x).toBeCloseTo(0);
    expect(toWindow(camera, size, { x: 900, y: 250 }).x).toBeCloseTo(400);
  });
  it("stays on the board and within sensible sizes", () => {
    expect(kept({ x: 5000, y: -900, zoom: 50 }, box, size)).toEqual({ x: 900, y: -50, zoom: CLOSEST });
    expect(kept({ x: 0, y: 0, zoom: 0.001 }, box, size).zoom).toBeGreaterThan(0.3);
  });
  it("steps back only as far as it must", () => {
    expect(framing([], size, 1.5)).toBeNull();
    expect(framing([{ x: 3, y: 4 }], size, 1.5)).toEqual({ x: 3, y: 4, zoom: 1.5 });
    expect(
      framing(
        [
          { x: 0, y: 0 },
          { x: 696, y: 0 },
        ],
        size,
        1.5,
      )?.zoom,
    ).toBeCloseTo(0.5);
  });
  it("leaves what is covered out of the picture", () => {
    const camera = framing([{ x: 0, y: 0 }], size, 2, { ...UNCOVERED, top: 100, bottom: 20 })!;
    expect(toWindow(camera, size, { x: 0, y: 0 }).y).toBeCloseTo(100 + (300 - 120) / 2);
  });
  it("looks ahead as long as cells stay big enough to tap", () => {
    const free = UNCOVERED;
    const car = [{ x: 0, y: 0 }];
    expect(lookingAhead(car, [[{ x: 100, y: 0 }], [{ x: 900, y: 0 }]], size, 1.5, free, 1.4)?.x).toBe(50);
    expect(lookingAhead(car, [[{ x: 900, y: 0 }], [{ x: 100, y: 0 }]], size, 1.5, free, 1.4)).toEqual(
      framing(car, size, 1.5, free),
    );
    expect(lookingAhead([], [], size, 1.5, free, 1.4)).toBeNull();
  });
});

function cell(id: number, x: number, y: number, heading = 0): Cell {
  return { id, name: `0:${id}`, tile: 0, x, y, heading, path: "", half: false };
}

describe("the board", () => {
  it("has one drawing for each stage or one in all", () => {
    const board = { view_box: box, svg: "", cells: [], tiles: [] };
    expect(boardOf(board, 3)).toBe(board);
    expect(boardOf({ stages: [null, board] }, 1)).toBe(board);
    expect(boardOf(null, 0)).toBeNull();
  });
  it("puts a car beside the road on the driver's side", () => {
    expect(beside(cell(0, 0, 0, 0), "right", 10)).toMatchObject({
      x: expect.closeTo(0),
      y: expect.closeTo(10),
    });
    expect(beside(cell(0, 0, 0, 90), "left", 10)).toMatchObject({
      x: expect.closeTo(10),
      y: expect.closeTo(0),
    });
  });
  it("turns the short way round", () => {
    expect(nearestTurn(350, 10)).toBe(370);
    expect(nearestTurn(10, 350)).toBe(-10);
    expect(nearestTurn(0, 180)).toBe(-180);
  });
  it("goes through cells from left to right", () => {
    const cells = [cell(1, 50, 30), cell(2, 50, -30), cell(3, 50, 0), cell(4, 20, 0)];
    expect(leftToRight(cell(0, 0, 0), cells).map((one) => one.id)).toEqual([2, 4, 3, 1]);
  });
  it("goes round and round", () => {
    expect(cycled([1, 2, 3], null, 1)).toBe(1);
    expect(cycled([1, 2, 3], null, -1)).toBe(3);
    expect(cycled([1, 2, 3], 3, 1)).toBe(1);
    expect(cycled([], null, 1)).toBeNull();
  });
  it("draws half-rows over the lanes they lie on", () => {
    const cells = [{ ...cell(1, 0, 0), half: true }, cell(2, 0, 10), cell(3, 0, -10)];
    expect(stacked(cells).map(({ id }) => id)).toEqual([2, 3, 1]);
  });
  it("finds the cell under a thick finger", () => {
    expect(nearest([cell(1, 0, 0), cell(2, 30, 0)], 20, 0, 15)?.id).toBe(2);
    expect(nearest([cell(1, 0, 0)], 40, 0, 15)).toBeNull();
  });
});

function next(die: Step["die"], to: number, gear: number, risk = 0, more: Partial<NextStep> = {}): NextStep {
  const brakes = more.step?.brakes ?? 0;
  return {
    name: `0:${to}`,
    gear,
    limit: null,
    overspeed: false,
    last: false,
    odds: { one_by_one: risk, flat_out: risk },
    passes: [],
    ...more,
    step: { die, cell: to, brakes },
  };
}

describe("a camera that holds still", () => {
  const size = { width: 360, height: 600 };
  const covered = { ...UNCOVERED, top: 80, bottom: 60 };
  it("is content while all it should show lies in the free part of the window", () => {
    const camera = { x: 0, y: 0, zoom: 1.5 };
    expect(
      sees(
        camera,
        [
          { x: 0, y: 0 },
          { x: 80, y: 100 },
        ],
        size,
        covered,
      ),
    ).toBe(true);
    expect(sees(camera, [{ x: 0, y: -150 }], size, covered)).toBe(false);
    expect(sees(camera, [{ x: 115, y: 0 }], size, covered)).toBe(false);
  });
});

describe("dice", () => {
  it("names a step by its dice", () => {
    expect(stepText({ die: "2", cell: 1, brakes: 2 })).toBe("2bb");
  });
  it("offers the dice the engine says are left, with the brakes they need", () => {
    const dice = { "1": 1, "2": 1, "3": 1, "4": 1, "5": 0, "6": 1, c: 2 };
    const offered = pickable({ gear: 5, coast: 2, brake: 3, dice }, [
      next("2", 7, 2, 0, { step: { die: "2", cell: 7, brakes: 2 } }),
      next("c", 7, 5),
    ]);
    expect(offered.map((one) => one.die)).toEqual(["1", "2", "3", "4", "5", "6", "c"]);
    expect(offered.find((one) => one.die === "2")).toEqual({
      pick: "2",
      die: "2",
      faces: "",
      left: 1,
      usable: true,
      brakes: 2,
    });
    expect(offered.find((one) => one.die === "5")?.left).toBe(0);
  });
  it("offers rolled dice by what they show, brake dice with the gear dice they can go with", () => {
    const rolled: LaidStep[] = [
      { die: "5", cell: 1, faces: "-" },
      { die: "2", cell: 2, faces: "!-!" },
      { die: "c", cell: 3, faces: "-" },
      { die: "c", cell: 4, faces: "!" },
    ];
    const laid = (die: Step["die"], faces: string): NextLaid => ({
      step: { die, cell: 9, faces },
      name: "0:9",
      gear: 2,
      hazards: 1,
      loss: null,
    });
    const offered = rollable(
      rolled,
      [{ die: "c", cell: 9, faces: "!" }],
      [laid("2", "!--"), laid("2", "!-!"), laid("c", "-"), laid("r", "!")],
    );
    expect(offered.map((one) => [one.pick, one.left, one.usable, one.brakes])).toEqual([
      ["2!--", 1, true, 2],
      ["2!-!", 1, true, 2],
      ["5-", 1, false, 0],
      ["c!", 0, false, 0],
      ["c-", 1, true, 0],
      ["r!", 0, true, 0],
    ]);
  });
});

describe("a plan in the making", () => {
  const one: Step = { die: "3", cell: 5 };
  const two: Step = { die: "4", cell: 8 };
  it("picks a die up and puts it back", () => {
    expect(pick(EMPTY, "3").die).toBe("3");
    expect(pick(pick(EMPTY, "3"), "3").die).toBeNull();
  });
  it("lays, undoes and cuts", () => {
    const draft = lay(lay(EMPTY, one), two);
    expect(draft).toEqual({ steps: [one, two], fixed: 2, die: null });
    expect(back(draft).steps).toEqual([one]);
    expect(back(pick(draft, "c"))).toEqual(draft);
    expect(back(EMPTY)).toEqual(EMPTY);
    expect(cut(draft, 0)).toEqual(EMPTY);
    expect(indexOf(draft, 8)).toBe(1);
  });
  it("remembers which cells are open for other dice", () => {
    const draft = propose(lay(EMPTY, one), [one, two]);
    expect(openCells(draft)).toEqual([8]);
    expect(openCells(lay(draft, { die: "c", cell: 9 }))).toEqual([]);
  });
  it("lights the cells of the die in the hand", () => {
    const steps = [next("3", 5, 3, 0.2), next("c", 5, 2, 0.1), next("3", 6, 3, 0.2, { overspeed: true })];
    expect([...cellsOf(steps, null)].map(([cell, there]) => [cell, there.length])).toEqual([
      [5, 2],
      [6, 1],
    ]);
    expect([...cellsOf(steps, "c").keys()]).toEqual([5]);
    expect(stepsTo(steps, 5, null)).toHaveLength(2);
  });
  it("tells plans apart by everything that matters", () => {
    expect(keyOf([one])).not.toBe(keyOf([{ ...one, brakes: 1 }]));
    expect(keyOf([one])).not.toBe(keyOf([{ ...one, landing: 9 }]));
    expect(keyOf([{ ...one, faces: "-" }])).not.toBe(keyOf([{ ...one, faces: "!" }]));
    expect(keyOf([{ ...one, brakes: 0, landing: -1 }])).toBe(keyOf([one]));
  });
});

describe("odds", () => {
  it("never rounds a risk away or up to certainty", () => {
    expect(chanceText(0, "en")).toBe("0%");
    expect(chanceText(0.00001, "en")).toBe("<0.1%");
    expect(chanceText(0.99999, "en")).toBe(">99.9%");
    expect(chanceText(1, "en")).toBe("100%");
    expect(chanceText(0.0741, "en")).toBe("7.4%");
    expect([0, 0.001, 0.07, 1].map((chance) => roundChance(chance, "en"))).toEqual([
      "0%",
      "<1%",
      "7%",
      "100%",
    ]);
  });
  it("has a tone for each size", () => {
    expect([0, 0.05, 0.2, 0.5, 1].map(tone)).toEqual(["none", "low", "middle", "high", "certain"]);
  });
  it("splits the risk over the steps", () => {
    const [first, second] = bars([0.1, 0.25]);
    expect(first).toEqual({ before: 0, here: 0.1, total: 0.1 });
    expect(second?.here).toBeCloseTo(0.15);
  });
});

describe("the pits", () => {
  const worth = (damaged: boolean, wrongTyre: boolean) =>
    LANES.filter((lane) => useful(lane, damaged, wrongTyre));
  it("are offered only for what a car needs", () => {
    expect(worth(false, false)).toEqual([]);
    expect(worth(false, true)).toEqual(["tyres"]);
    expect(worth(true, false)).toEqual(["repair"]);
    expect(worth(true, true)).toEqual(["tyres", "repair", "repair_and_tyres"]);
  });
});

describe("arrows on the road", () => {
  const lanes = [cell(1, 50, -14), cell(2, 50, 14), cell(3, 100, -14), cell(4, 100, 14), cell(5, 150, 14)];
  const from = (id: number) => ({ ...lanes[id - 1]!, turn: 0 });
  it("go ahead and back along a lane, and from lane to lane", () => {
    expect(toward(from(1), lanes, "ahead")?.id).toBe(3);
    expect(toward(from(4), lanes, "back")?.id).toBe(2);
    expect(toward(from(1), lanes, "right")?.id).toBe(2);
    expect(toward(from(4), lanes, "left")?.id).toBe(3);
    expect(toward(from(5), lanes, "ahead")).toBeNull();
  });
  it("lead to every cell of a slide: lanes, half-rows askew between them, and the corner behind", () => {
    // Rally 1 SS1, tiles 5 to 7: x, y and heading as they are drawn.
    const slide = [
      [-64, -219, 210],
      [-48, -246, 210],
      [-115, -248, 210],
      [-99, -275, 210],
      [-97, -256, 210],
      [-118, -268, 210],
      [-148, -315, 240],
      [-149, -270, 219],
      [-174, -299, 240],
      [-187, -336, 261],
    ].map(([x, y, heading], id) => ({ ...cell(id, x!, y!), heading: heading! }));
    const found = new Set([slide[0]!]);
    for (const one of found)
      for (const to of ["ahead", "back", "left", "right"] as const)
        found.add(toward({ ...one, turn: one.heading }, slide, to) ?? one);
    expect(found.size).toBe(slide.length);
  });
});

describe("signs", () => {
  it("are drawn anew above the road, and cells that have one are known", () => {
    const limit = '<g class="limit outer"><circle r="11"/><text x="50" y="-9">3</text></g>';
    const svg = `<svg class="paddock-track gt"><g class="tile"><path/>${limit}</g></svg>`;
    const signs = signsOf({ svg, view_box: [0, 0, 9, 9], cells: [cell(1, 50, -14), cell(2, 50, 14)] });
    expect(signs.svg).toContain(limit);
    expect(signs.svg).toContain('class="paddock-track gt"');
    expect([...signs.cells]).toEqual([1]);
  });
});
