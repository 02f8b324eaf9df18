import { expect, it } from "vitest";
import { inline } from "./inline";

it("shows bold, emphasis and code", () => {
  expect(inline("a **b** *c* `d*e*`")).toBe("a <strong>b</strong> <em>c</em> <code>d*e*</code>");
});
it("links rules to themselves", () => {
  expect(inline("see GT-ROLL-D1.")).toBe('see <a href="#GT-ROLL-D1">GT-ROLL-D1</a>.');
});
it("lets no markup through", () => {
  expect(inline('<img src=x onerror="x">')).toBe("&lt;img src=x onerror=&quot;x&quot;&gt;");
});
it("keeps stars that are no emphasis", () => {
  expect(inline("2 * 3 * 4")).toBe("2 * 3 * 4");
});
