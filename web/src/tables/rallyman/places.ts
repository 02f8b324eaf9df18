/** Where cars stand: on their cells, beside the road, in the pits or behind the start of a stage. */

import { beside, type Board, type Cell, type Place } from "./board";
import type { Shown } from "./director.svelte";
import type { Race } from "./model";

/** How far beside the road a car stands that went to the pits. */
const PITS = 84;

/** The place of a car as it is shown; null if it is not on the board. */
export function placeOf(
  seat: number,
  race: Race,
  shown: readonly Shown[],
  board: Board,
  cells: Map<number, Cell>,
): Place | null {
  const car = shown[seat];
  if (!car) return null;
  if (queues(car)) {
    const queue = race.cars.filter((one) => shown[one.seat] && queues(shown[one.seat]!));
    const order = queue.sort((a, b) => a.starts - b.starts).map((one) => one.seat);
    return waiting(board.cells[0]!, order.indexOf(seat));
  }
  const cell = car.cell === null ? undefined : cells.get(car.cell);
  if (!cell || car.status === "retired") return null;
  if (car.status === "finished" && !staysAtLine(seat, shown)) return null;
  if (car.status === "off") return beside(cell, car.side);
  if (car.status === "pit") return beside(cell, car.side, PITS);
  return { x: cell.x, y: cell.y, turn: cell.heading + (car.backwards ? 180 : 0) };
}

/** Whoever has crossed the line stands behind it until the place is needed. */
function staysAtLine(seat: number, shown: readonly Shown[]): boolean {
  const { cell } = shown[seat]!;
  return !shown.some((one, other) => other !== seat && one.cell === cell && one.status !== "retired");
}

function queues(car: Shown): boolean {
  return car.status === "waiting" || car.status === "line";
}

/** The start of a stage as seen from the first cell: where cars wait for their turn. */
function waiting(first: Cell, place: number): Place {
  const angle = (first.heading * Math.PI) / 180;
  const [far, across] = [58 + Math.floor(place / 2) * 52, place % 2 ? 15 : -15];
  return {
    x: first.x - Math.cos(angle) * far - Math.sin(angle) * across,
    y: first.y - Math.sin(angle) * far + Math.cos(angle) * across,
    turn: first.heading,
  };
}
