import { beforeEach, expect, it, vi } from "vitest";
import { Gestures, HELD, type Doings } from "./gestures";

const finger = (x: number, y: number, time = 0) => ({ x, y, mouse: false, time });
const mouse = (x: number, y: number) => ({ x, y, mouse: true, time: 0 });
let doings: { [Name in keyof Required<Doings>]: ReturnType<typeof vi.fn> };
let gestures: Gestures;

beforeEach(() => {
  doings = {
    tap: vi.fn(),
    point: vi.fn(),
    drag: vi.fn(),
    pinch: vi.fn(),
    lift: vi.fn(() => false),
    carry: vi.fn(),
    put: vi.fn(),
    cancel: vi.fn(),
    hold: vi.fn(),
  };
  gestures = new Gestures(doings as unknown as Doings);
});

it("takes a finger that hardly moves for a tap", () => {
  gestures.press(1, finger(10, 10));
  gestures.move(1, finger(13, 12));
  gestures.release(1, finger(13, 12));
  expect(doings.tap).toHaveBeenCalledOnce();
  expect(doings.drag).not.toHaveBeenCalled();
});
it("drags the table, and does not tap at the end", () => {
  gestures.press(1, finger(0, 0));
  gestures.move(1, finger(20, 0));
  gestures.move(1, finger(25, 5));
  gestures.release(1, finger(25, 5));
  expect(doings.drag.mock.calls).toEqual([
    [20, 0],
    [5, 5],
  ]);
  expect(doings.tap).not.toHaveBeenCalled();
});
it("carries a tile that can be lifted", () => {
  doings.lift.mockReturnValue(true);
  gestures.press(1, finger(0, 0));
  gestures.move(1, finger(30, 0));
  gestures.release(1, finger(40, 0));
  expect(doings.carry).toHaveBeenCalledWith(finger(30, 0));
  expect(doings.put).toHaveBeenCalledWith(finger(40, 0));
  expect(doings.drag).not.toHaveBeenCalled();
});
it("pinches with two fingers; the one that stays drags, and does not tap when it leaves", () => {
  gestures.press(1, finger(0, 0));
  gestures.press(2, finger(100, 0));
  gestures.move(2, finger(150, 0));
  expect(doings.pinch).toHaveBeenCalledWith([finger(100, 0), finger(0, 0)], [finger(150, 0), finger(0, 0)]);
  gestures.release(2, finger(150, 0));
  gestures.move(1, finger(90, 0));
  gestures.release(1, finger(90, 0));
  expect(doings.tap).not.toHaveBeenCalled();
  expect(doings.drag.mock.calls).toEqual([[90, 0]]);
});
it("puts a carried tile back when a second finger comes", () => {
  doings.lift.mockReturnValue(true);
  gestures.press(1, finger(0, 0));
  gestures.move(1, finger(30, 0));
  gestures.press(2, finger(100, 0));
  expect(doings.cancel).toHaveBeenCalledOnce();
  gestures.release(2, finger(100, 0));
  gestures.release(1, finger(30, 0));
  expect(doings.put).not.toHaveBeenCalled();
});
it("points only with a mouse that presses nothing", () => {
  gestures.move(1, mouse(5, 5));
  expect(doings.point).toHaveBeenLastCalledWith(mouse(5, 5));
  gestures.leave();
  expect(doings.point).toHaveBeenLastCalledWith(null);
  gestures.move(2, finger(5, 5));
  expect(doings.point).toHaveBeenCalledTimes(2);
});
it("forgets a finger the browser takes away", () => {
  gestures.press(1, finger(0, 0));
  gestures.lose(1);
  gestures.press(1, finger(0, 0));
  gestures.release(1, finger(0, 0));
  expect(doings.tap).toHaveBeenCalledOnce();
});
it("holds what a finger rests on, and does not tap then; a mouse only clicks", () => {
  vi.useFakeTimers();
  gestures.press(1, finger(10, 10));
  vi.advanceTimersByTime(HELD);
  gestures.release(1, finger(10, 10, HELD));
  expect(doings.hold).toHaveBeenCalledWith(finger(10, 10));
  expect(doings.tap).not.toHaveBeenCalled();
  gestures.press(1, mouse(10, 10));
  vi.advanceTimersByTime(HELD);
  gestures.release(1, mouse(10, 10));
  expect(doings.hold).toHaveBeenCalledOnce();
  expect(doings.tap).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
it("believes the clock of the finger, not that of a busy machine", () => {
  vi.useFakeTimers();
  gestures.press(1, finger(10, 10, 100));
  vi.advanceTimersByTime(HELD);
  gestures.release(1, finger(10, 10, 180));
  expect(doings.tap).toHaveBeenCalledOnce();
  vi.useRealTimers();
});
