import { expect, it } from "vitest";
import type { Stage } from "../generated/wire";
import { added, MOST_STAGES, rallyOf, removed, serviced, shifted } from "./rally";

const stage = (name: string): Stage => ({
  kind: "stage",
  id: name,
  name,
  author: "",
  tiles: [],
  assistance: false,
});
const names = (stages: readonly Stage[]) => stages.map(({ name }) => name).join("");
const three = ["a", "b", "c"].map(stage);

it("takes stages in, up to what the server takes", () => {
  expect(names(added(three, stage("d")))).toBe("abcd");
  const full = Array.from({ length: MOST_STAGES }, () => stage("x"));
  expect(added(full, stage("y"))).toBe(full);
});
it("puts stages earlier and later, never beyond the ends", () => {
  expect(names(shifted(three, 0, 1))).toBe("bac");
  expect(names(shifted(three, 2, -2))).toBe("cab");
  expect(shifted(three, 0, -1)).toBe(three);
  expect(shifted(three, 2, 1)).toBe(three);
});
it("takes stages out and puts service parks in", () => {
  expect(names(removed(three, 1))).toBe("ac");
  expect(serviced(three, 1, true).map(({ assistance }) => assistance)).toEqual([false, true, false]);
});
it("gives the server a rally", () => {
  expect(rallyOf("Zimowy Rajd", "Ana", three)).toMatchObject({
    kind: "rally",
    id: "zimowy-rajd",
    name: "Zimowy Rajd",
    author: "Ana",
    stages: three,
  });
});
