/** What a seat may decide now, found in the list the server sent along. */

import type { Action, Board, Die } from "../../generated/dirt-and-dust";
import type { DieKind } from "./symbols";

type Tag = Action["action"];
export type ActionOf<T extends Tag> = Extract<Action, { action: T }>;

/** Whether two actions are the same decision. */
export function same(a: Action, b: Action): boolean {
  const [one, other] = [a, b].map((each) => JSON.stringify(Object.entries(each).sort()));
  return one === other;
}

export class Choices {
  /** The list is null where it would be too long: then the server alone can tell. */
  constructor(readonly all: readonly Action[] | null) {}

  /** Whether a decision is allowed, as far as the list tells. */
  allows(action: Action): boolean {
    return this.all === null || this.all.some((each) => same(each, action));
  }

  /** All decisions of one kind. */
  of<T extends Tag>(tag: T): ActionOf<T>[] {
    return (this.all ?? []).filter((each): each is ActionOf<T> => each.action === tag);
  }

  /** The spaces the car may be sent to, and by which decision. */
  get spaces(): Map<string, Action> {
    return new Map([...this.of("steer"), ...this.of("go")].map((action) => [action.to, action]));
  }

  /** Whether a slot is part of an answer that names cards in slots. */
  asksFor(slot: number): boolean {
    return (
      this.of("pick").some((each) => each.slot === slot) ||
      this.of("exchange").some((each) => each.first === slot || each.second === slot)
    );
  }

  /** The answer that one card, or two cards that change places, come to. */
  slotAnswer(slot: number, before: number | null): Action | undefined {
    const one = this.of("pick").find((each) => each.slot === slot);
    const two = this.of("exchange").find(
      ({ first, second }) => (first === before && second === slot) || (first === slot && second === before),
    );
    return one ?? two;
  }

  /** The answers to what an effect asks. */
  get answers(): Action[] {
    return ANSWERS.flatMap((tag): Action[] => this.of(tag));
  }
}

const ANSWERS = ["go", "turn-die", "pick", "exchange", "replay", "take"] as const;

/** A die is known by what can be told apart: its kind and its value. */
export interface DiePick {
  kind: DieKind;
  value: number;
}

/** The dice that can still be spent, above each slot. */
export function diceAbove(board: Board, slot: number): Die[] {
  return board.dice.filter((die) => !die.used && die.value === slot);
}

/** The dice that can still be spent, by their value. */
export function diceLeft(board: Board): Die[] {
  return board.dice.filter((die) => !die.used && die.value > 0).sort((a, b) => a.value - b.value);
}

/** Dice that are spent, or blank. */
export function diceSpent(board: Board): Die[] {
  return board.dice.filter((die) => die.used || die.value === 0);
}

/** The kinds of dice above a slot, each once. */
export function kindsAbove(board: Board, slot: number): DieKind[] {
  return [...new Set(diceAbove(board, slot).map((die) => die.kind))];
}

/** How many steps the car steers to another space of its row. */
export function stepsBetween(from: string, to: string): number {
  return Math.abs(Number(from.slice(1)) - Number(to.slice(1)));
}

/** Cards and how often, as a readable list. */
export function listed(pile: Record<string, number>, name: (card: string) => string): string {
  return Object.entries(pile)
    .filter(([, n]) => n > 0)
    .map(([card, n]) => (n > 1 ? `${name(card)} × ${n}` : name(card)))
    .join(", ");
}

/** How many cards lie in a pile. */
export function sizeOf(pile: Record<string, number>): number {
  return Object.values(pile).reduce((sum, n) => sum + n, 0);
}
