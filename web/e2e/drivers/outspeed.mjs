/** Robots at the table of Outspeed: play no token, fly the first route that is open, keep the first token. */

import { press, pressByTouch } from "./hands.mjs";
import { tabTo } from "./keys.mjs";

/** In the page: is there anything to decide, or is it over? */
const asked = () =>
  document.querySelector(".room > .result, .act form button.main, .act .two button:not([disabled])") !== null;

const robot = (choose, hit) => ({
  asked,
  async move(page) {
    const draw = page.locator(".act .two button:enabled");
    if (await draw.count()) return hit(draw);
    const form = page
      .locator(".act form")
      .filter({ has: page.locator("button.main") })
      .first();
    if (!(await form.locator("input:checked").count()))
      await choose(form.locator("input[type=radio]:enabled").first());
    return hit(form.locator("button.main:enabled"));
  },
});

/** With a mouse. */
export const outspeed = robot((radio) => radio.check({ force: true, timeout: 4_000 }), press);

/** With a finger. */
export const outspeedTouch = robot((radio) => radio.tap({ force: true, timeout: 4_000 }), pressByTouch);

/** With keys alone: numbers aim, Enter locks in; everything else is reached by Tab. */
export const outspeedKeys = {
  asked,
  async move(page) {
    if (await page.locator(".act .lock").isVisible()) {
      const keys = await page
        .locator(".act .gate input:enabled")
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-keyshortcuts")));
      if (!keys.length) return false;
      await page.keyboard.press(keys.at(-1));
      await page.locator(".act .lock:enabled").waitFor({ timeout: 4_000 });
      await page.keyboard.press("Enter");
      await page.locator(".act .lock").waitFor({ state: "detached", timeout: 4_000 });
      return true;
    }
    await tabTo(page, (one) => one.matches(".act .two button, .act form input, .act form button.main"));
    if (await page.evaluate(() => document.activeElement.matches("input"))) {
      await page.keyboard.press("Space");
      await tabTo(page, (one) => one.matches(".act form button.main:not([disabled])"));
    }
    const pressed = await page.evaluateHandle(() => document.activeElement);
    await page.keyboard.press("Enter");
    await pressed.waitForElementState("hidden", { timeout: 8_000 });
    return true;
  },
};
