import { describe, expect, it } from "vitest";
import type { ShipView } from "../../generated/outspeed";
import { taskNow } from "../../lib/course";
import { COURSE, type Lesson, type Seen } from "./lessons";
import en from "./words/en.json";
import pl from "./words/pl.json";
import ru from "./words/ru.json";

type Look = Partial<Omit<Seen, "view">> & Partial<Seen["view"]> & { route?: "red"; out?: number };

function seen(look: Look): Seen {
  const { idle = true, aimed = false, lost = false, over = false, route = null, out = 0, ...view } = look;
  const ship = { seat: 0, zone: 3, out, route } as ShipView;
  const rest = { turn: 1, seat: 0, deciding: [0], fields: [], finish: false, front: 14, zones_per_board: 7 };
  return { view: { phase: "programming", ...rest, ships: [ship], ...view }, idle, aimed, lost, over };
}

/** The lessons a learner gets who sees these things one after the other. */
function lessons(...looks: Look[]): (Lesson | null)[] {
  const given: Lesson[] = [];
  let open: Lesson | null = null;
  return looks.map((look) => {
    open = taskNow<Seen, Lesson>(COURSE, given, open, seen(look));
    if (open && !given.includes(open)) given.push(open);
    return open;
  });
}

const waiting: Look = { deciding: [1] };

describe("the first race", () => {
  it("goes from the gates to the reveal as the learner does what it asks for", () => {
    expect(
      lessons(
        {},
        { aimed: true },
        { ...waiting, aimed: true },
        { idle: false, route: "red", phase: "costs" },
      ),
    ).toEqual(["gates", "table", null, "reveal"]);
  });
  it("tells of tokens, fields and the finish when they come up", () => {
    const later = { turn: 2, aimed: true };
    expect(
      lessons(
        { phase: "drawing" },
        { ...waiting, phase: "drawing" },
        { phase: "bonus", turn: 2 },
        { ...later, ...waiting },
      ),
    ).toEqual(["draw", null, "token", null]);
    const known: Lesson[] = ["gates", "table", "lock", "fuel", "guess", "boards"];
    const last = seen({ turn: 13, finish: true });
    expect(taskNow<Seen, Lesson>(COURSE, known, null, last)).toBe("finish");
    const field = seen({ turn: 6, fields: [{ zone: 5, fields: 1 }] });
    expect(taskNow<Seen, Lesson>(COURSE, known, null, field)).toBe("field");
  });
  it("explains a lost turn and the end before all else", () => {
    expect(taskNow<Seen, Lesson>(COURSE, [], "fuel", seen({ lost: true, idle: false }))).toBe("crash");
    expect(taskNow<Seen, Lesson>(COURSE, [], "fuel", seen({ out: 4, deciding: [1] }))).toBe("out");
    expect(taskNow<Seen, Lesson>(COURSE, ["out"], "out", seen({ over: true, phase: "over" }))).toBe("home");
  });
  it("asks nothing while something is being shown", () => {
    expect(taskNow<Seen, Lesson>(COURSE, [], null, seen({ idle: false }))).toBeNull();
  });
  it("has words for every lesson in every language", () => {
    for (const words of [en, pl, ru])
      for (const lesson of Object.keys(COURSE)) expect(Object.keys(words)).toContain(`os.coach.${lesson}`);
  });
});
