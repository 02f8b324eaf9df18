import { expect, it } from "vitest";
import en from "../../../../src/paddock/games/dirt_and_dust/words/en.json";
import pl from "../../../../src/paddock/games/dirt_and_dust/words/pl.json";
import ru from "../../../../src/paddock/games/dirt_and_dust/words/ru.json";
import type { TableInfo } from "../../generated/wire";
import { formatText } from "../../lib/format";
import { wordsOf } from "../../lib/seats";

const table = {
  game: "dirt-and-dust",
  seats: [{ name: "Ana" }, { name: "Piotr" }, { name: "Ola" }],
} as unknown as TableInfo;

it.each(Object.entries({ en, pl, ru }))(
  "what cards say never names people at the table (%s)",
  (language, words) => {
    const params = {
      n: 1,
      by: 1,
      max: 2,
      dir: "left",
      what: "wrench",
      per: "risk_die",
      to: "5, 6",
      cost_in: "1, 2",
      which: "any",
      value: 2,
      zone: "red",
      row: "braking",
      die: "boost",
    };
    const lines = Object.entries(words).filter(([id]) => /^dirt-and-dust\.(op|when|pay|order)\b/.test(id));
    expect(lines.length).toBeGreaterThan(25);
    for (const [id, template] of lines)
      expect(formatText(template, params, language, wordsOf(table)), id).not.toMatch(
        /Ana|Piotr|Ola|[{}]|undefined/,
      );
  },
);
