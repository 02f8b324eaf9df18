import jsQR from "jsqr";
import { expect, test } from "vitest";
import { qrOf } from "./qr";

/** Paint a code as a camera would see it. */
function seen(text: string): Uint8ClampedArray & { side: number } {
  const { side, path } = qrOf(text);
  const zoom = 4;
  const pixels = new Uint8ClampedArray((side * zoom) ** 2 * 4).fill(255);
  for (const [, x, y] of path.matchAll(/M(\d+) (\d+)/g))
    for (let dy = 0; dy < zoom; dy++)
      for (let dx = 0; dx < zoom; dx++) {
        const at = 4 * ((Number(y) * zoom + dy) * side * zoom + Number(x) * zoom + dx);
        pixels.fill(0, at, at + 3);
      }
  return Object.assign(pixels, { side: side * zoom });
}

test.each([
  "https://paddock.example/invitation/q8Zt0cVn3yKfWm2b/9f3c5a7e1b2d4f60#Zk3VbW1tq9XyA4cRf7LpD2sM",
  "http://127.0.0.1:8000/",
  "https://example.org/?name=Zażółć",
])("a camera reads %s", (text) => {
  const picture = seen(text);
  const read = jsQR(picture, picture.side, picture.side);
  expect(new TextDecoder().decode(Uint8Array.from(read!.binaryData))).toBe(text);
});
