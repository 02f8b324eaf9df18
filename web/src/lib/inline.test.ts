import { expect, it } from "vitest";
import { inline } from "./inline";

it("shows bold, emphasis and code", () => {
  expect(inline("a **b** *c* `d*e*`")).toBe("a <strong>b</strong> <em>c</em> <code>d*e*</code>");
});
it("links rules to where they are told, and nothing that only looks like one", () => {
  const told = (rule: string) => (rule.startsWith("PIG-") ? `/rules/pig#${rule}` : null);
  expect(inline("see PIG-TURN-D1, HMAC-SHA-256.", told)).toBe(
    'see <a href="/rules/pig#PIG-TURN-D1">PIG-TURN-D1</a>, HMAC-SHA-256.',
  );
});
it("lets no markup through", () => {
  expect(inline('<img src=x onerror="x">')).toBe("&lt;img src=x onerror=&quot;x&quot;&gt;");
});
it("keeps stars that are no emphasis", () => {
  expect(inline("2 * 3 * 4")).toBe("2 * 3 * 4");
});
