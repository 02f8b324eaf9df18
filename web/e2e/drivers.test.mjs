/** The hands that play in all other tests: what they do on a page that changes under them. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, person, PHONE } from "./browser.mjs";
import { press } from "./drivers/hands.mjs";

after(closeBrowser);

/** A locator whose element is taken from the page right after the first answer about it. */
function fleeting(locator) {
  const page = locator.page();
  return new Proxy(locator, {
    get(target, name) {
      if (name === "first") return () => fleeting(target.first());
      if (typeof target[name] !== "function") return target[name];
      return async (...details) => {
        const answer = await target[name](...details);
        await page.evaluate(() => document.querySelector("button")?.remove());
        return answer;
      };
    },
  });
}

for (const [how, size] of [
  ["mouse", undefined],
  ["finger", PHONE],
])
  test(`a button that goes while it is looked at is not pressed by ${how}, and nobody fails for it`, async () => {
    const page = await person({ size });
    page.setDefaultTimeout(2_000);
    await page.setContent("<button>Got it</button>");
    const pressed = await press(fleeting(page.locator("button")), { touch: Boolean(size), timeout: 500 });
    assert.equal(pressed, false);
    await page.leave();
  });

test("a hand presses what it can, leaves what is disabled or hidden, and hides no fault", async () => {
  const page = await person();
  await page.setContent(
    "<button id=a onclick='this.textContent += 1'>a</button><button id=b disabled>b</button><button id=c hidden>c</button>",
  );
  assert.equal(await press(page.locator("#a")), true);
  assert.equal(await page.locator("#a").innerText(), "a1");
  for (const id of ["#b", "#c", "#d"]) assert.equal(await press(page.locator(id)), false, id);
  await page.close();
  await assert.rejects(press(page.locator("#a")), /closed/);
});
