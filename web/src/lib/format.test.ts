import { describe, expect, it } from "vitest";
import { formatText } from "./format";

describe("formatText", () => {
  it("fills parameters", () => {
    expect(formatText("{seat} rolls {die}.", { seat: "Ana", die: 4 }, "en")).toBe("Ana rolls 4.");
  });
  it.each([
    ["en", 1, "1 die"],
    ["en", 3, "3 dice"],
  ])("counts in %s", (language, n, text) => {
    expect(formatText("{n, plural, one {# die} other {# dice}}", { n }, language)).toBe(text);
  });
  it.each([
    [1, "1 кубик"],
    [3, "3 кубика"],
    [11, "11 кубиков"],
    [21, "21 кубик"],
  ])("counts in Russian: %i", (n, text) => {
    const words = "{n, plural, one {# кубик} few {# кубика} many {# кубиков} other {# кубика}}";
    expect(formatText(words, { n }, "ru")).toBe(text);
  });
  it("selects and nests", () => {
    const words = "{wet, select, true {rain, {n} laps} other {dry}}";
    expect(formatText(words, { wet: true, n: 2 }, "en")).toBe("rain, 2 laps");
    expect(formatText(words, { wet: false, n: 2 }, "en")).toBe("dry");
  });
  it("lets parameters be worded", () => {
    const names = ["Ana", "Piotr"];
    const show = (name: string, value: unknown) => (name === "seat" ? names[Number(value)] : undefined);
    expect(formatText("{seat}: {n}", { seat: 1, n: 5 }, "en", show)).toBe("Piotr: 5");
  });
  it("goes on where it was when a parameter has words of its own", () => {
    const show = (name: string) =>
      name === "card" ? formatText("the {kind} card", { kind: "long, long brake" }, "en") : undefined;
    expect(
      formatText(
        "{card} is {n, plural, one {used} other {used # times}}, {card} too",
        { card: 7, n: 2 },
        "en",
        show,
      ),
    ).toBe("the long, long brake card is used 2 times, the long, long brake card too");
  });
  it("refuses broken wordings", () => {
    expect(() => formatText("{n, plural, one {x", { n: 1 }, "en")).toThrow();
  });
});
