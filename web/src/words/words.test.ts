import { describe, expect, it } from "vitest";
import { formatText } from "../lib/format";

type Words = Record<string, string>;
const files = import.meta.glob<Words>("../**/{en,pl,ru}.json", { eager: true, import: "default" });

/** Every folder of words, the shell's and the games', with its languages. */
const homes = new Map<string, Record<string, Words>>();
for (const [path, words] of Object.entries(files)) {
  const [, home, language] = /^(.*)\/(\w+)\.json$/.exec(path)!;
  homes.set(home!, { ...homes.get(home!), [language!]: words });
}

/** The parameters a wording asks for, found by filling it with several numbers. */
function parameters(text: string, language: string): string[] {
  const used = new Set<string>();
  for (const value of [0, 1, 2, 5]) {
    const watch = new Proxy({}, { get: (_, name) => (used.add(String(name)), value) });
    formatText(text, watch, language);
  }
  return [...used].sort();
}

it("says everything once", () => {
  const ids = [...homes.values()].flatMap(({ en }) => Object.keys(en!));
  expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
});

describe.each([...homes])("words of %s", (_, catalogues) => {
  const { en = {} } = catalogues;
  it.each(["en", "pl", "ru"])("has every word in %s and nothing else", (language) => {
    expect(Object.keys(catalogues[language] ?? {}).sort()).toEqual(Object.keys(en).sort());
  });
  it.each(Object.entries(catalogues))("leaves nothing empty in %s", (_, words) => {
    expect(Object.entries(words).filter(([, text]) => !text.trim())).toEqual([]);
  });
  it.each(Object.entries(catalogues))("uses the parameters of the English words in %s", (language, words) => {
    for (const [id, text] of Object.entries(words)) {
      expect(parameters(en[id]!, "en"), id).toEqual(parameters(text, language));
    }
  });
});
