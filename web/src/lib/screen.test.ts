import { describe, expect, it } from "vitest";
import type { Scene, Told } from "../generated/wire";
import { Screen } from "./screen.svelte";

const scene = (step: number, seat: number | null = 0) => ({ step, seat }) as Scene;
const told = (step: number) => ({ step, by: 0, event: {}, told: { id: "x", params: {} } }) as Told;

function listening() {
  const heard: number[] = [];
  const screen = new Screen((news) => heard.push(...news.map((one) => one.step)));
  screen.take(scene(3), []);
  return { screen, heard };
}

describe("a screen", () => {
  it("shows everything as it comes where nobody drives it", () => {
    const { screen, heard } = listening();
    screen.take(scene(5), [told(4), told(5)]);
    expect(screen.step).toBe(5);
    expect(screen.behind).toBe(false);
    expect(heard).toEqual([4, 5]);
  });

  it("waits for its driver, and tells what was shown when it was shown", () => {
    const { screen, heard } = listening();
    screen.drive();
    screen.take(scene(4), [told(4)]);
    screen.take(scene(6), [told(5), told(6)]);
    expect([screen.step, screen.behind, heard]).toEqual([3, true, []]);
    expect(screen.told([told(3), told(4), told(6)]).map((one) => one.step)).toEqual([3]);
    screen.reached(4);
    expect([screen.step, screen.behind, heard]).toEqual([4, true, [4]]);
    screen.reached(6);
    expect([screen.scene?.step, screen.behind, heard]).toEqual([6, false, [4, 5, 6]]);
  });

  it("shows the truth at once when a decision is taken back or another seat looks", () => {
    const { screen } = listening();
    screen.drive();
    screen.take(scene(7), [told(7)]);
    screen.take(scene(2), []);
    expect([screen.step, screen.behind]).toEqual([2, false]);
    screen.take(scene(8, 1), []);
    expect(screen.scene?.seat).toBe(1);
  });

  it("takes over the same step in another light without waiting", () => {
    const { screen } = listening();
    screen.drive();
    const again = scene(3);
    screen.take(again, []);
    expect(screen.scene).toBe(again);
  });

  it("believes a table that has heard of a step before it", () => {
    const { screen, heard } = listening();
    screen.drive();
    screen.reached(4);
    screen.take(scene(4), [told(4)]);
    expect([screen.step, heard]).toEqual([4, [4]]);
    screen.take(scene(2), []);
    screen.take(scene(3), [told(3)]);
    expect([screen.step, screen.behind]).toEqual([2, true]);
  });

  it("has shown everything when its last driver lets go", () => {
    const { screen, heard } = listening();
    const [one, two] = [screen.drive(), screen.drive()];
    screen.take(scene(4), [told(4)]);
    one();
    one();
    expect(screen.behind).toBe(true);
    two();
    expect([screen.step, heard]).toEqual([4, [4]]);
  });
});
