import { describe, expect, it } from "vitest";
import { formatText } from "../lib/format";
import en from "./en";
import pl from "./pl";
import ru from "./ru";

const catalogues: Record<string, Record<string, string>> = { en, pl, ru };

/** The parameters a wording asks for, found by filling it with several numbers. */
function parameters(text: string, language: string): string[] {
  const used = new Set<string>();
  for (const value of [0, 1, 2, 5]) {
    const watch = new Proxy({}, { get: (_, name) => (used.add(String(name)), value) });
    formatText(text, watch, language);
  }
  return [...used].sort();
}

describe.each(Object.entries(catalogues))("words in %s", (language, words) => {
  it("has every word and nothing else", () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(en).sort());
  });
  it("leaves nothing empty", () => {
    expect(Object.entries(words).filter(([, text]) => !text.trim())).toEqual([]);
  });
  it("uses the parameters of the English words, no more and no less", () => {
    for (const [id, text] of Object.entries(words)) {
      const known = parameters((en as Record<string, string>)[id]!, "en");
      expect(known, id).toEqual(parameters(text, language));
    }
  });
});
