/** Which hints a newcomer has had: each is given once, and whoever wants none gets none. */

const KEY = "paddock.hints";
const NO_MORE = "*";

function stored(): string[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(found) ? found.map(String) : [];
  } catch {
    return [];
  }
}

class Hints {
  private had = $state.raw<readonly string[]>(stored());

  /** The hints of a game that were given before; null when no more are wanted. */
  given(game: string): string[] | null {
    if (this.had.includes(`${game}.${NO_MORE}`)) return null;
    return this.had.flatMap((hint) => (hint.startsWith(`${game}.`) ? [hint.slice(game.length + 1)] : []));
  }

  give(game: string, hint: string): void {
    this.had = [...this.had, `${game}.${hint}`];
    localStorage.setItem(KEY, JSON.stringify(this.had));
  }

  stop(game: string): void {
    this.give(game, NO_MORE);
  }
}

export const hints = new Hints();
