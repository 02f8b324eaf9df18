/** Robots at the table of Dirt & Dust: play a card or two, put dice on cards, buy once, drive on. */

import { press, pressByTouch } from "./hands.mjs";
import { tabTo } from "./keys.mjs";

/** What a robot has tried since it last finished driving, so that it does not turn in circles. */
const tried = new WeakMap();

/** Pick something up that has not been tried in this round. */
async function pickUp(page, things, kind, most, hit) {
  const known = tried.get(page) ?? new Set();
  tried.set(page, known);
  if ([...known].filter((name) => name.startsWith(kind)).length >= most) return false;
  const names = (await things.allInnerTexts()).map((text) => `${kind} ${text}`);
  const fresh = names.findIndex((name) => !known.has(name));
  if (fresh < 0) return false;
  known.add(names[fresh]);
  return hit(things.nth(fresh));
}

/** In the page: is there anything to decide, or is it over? */
const asked = () =>
  document.querySelector(".room > .result, .fall button, .dd.driving .action button:not([disabled])") !==
  null;

/** What answers a question that stands in the panel. */
const SURE = [
  ".answers button:enabled",
  "li.usable button:enabled",
  ".list button:enabled",
  ".picked button.main:enabled",
];

const robot = (hit) => ({
  asked,
  async move(page) {
    const panel = page.locator(".dd.driving .action section");
    const fall = page.locator(".fall button");
    if (await fall.isVisible()) return hit(fall);
    for (const offered of SURE) if (await hit(panel.locator(offered))) return true;
    if (await hit(page.locator(".slots .place.empty.open:enabled"))) return true;
    if (await panel.locator(".picked").isVisible()) return hit(panel.locator(".picked .shut"));
    if (await hit(panel.locator(":scope > button:enabled"))) return true;
    const other = ".deeds:not(.plain) > button:enabled, .deeds:not(.plain) button.main:enabled";
    if (await hit(panel.locator(other).last())) return true;
    const shut = page.locator(".sheet .shut");
    if (!(await panel.locator(".plain").isVisible()))
      return hit(page.locator('.cards button[aria-pressed="false"]'));
    const loaded = page
      .locator(".slots .slot")
      .filter({ has: page.locator(".place:not(.empty):not(.covered)") });
    if (await pickUp(page, loaded.locator(".pick"), "die", 2, hit)) return true;
    if (await page.locator(".slots .place.empty").count()) {
      const tab = page.locator(".tabs button").first();
      if ((await tab.isVisible()) && !(await page.locator(".sheet.hand").isVisible())) await hit(tab);
      if (await pickUp(page, page.locator('.cards button[aria-pressed="false"]'), "hand", 1, hit))
        return true;
    }
    if (await shut.isVisible()) await hit(shut);
    if (await pickUp(page, page.locator(".park button.can"), "market", 1, hit)) return true;
    tried.delete(page);
    if (!(await panel.locator(".plain button.main").isVisible()))
      await hit(panel.locator(".plain > button:enabled"));
    return hit(panel.locator(".plain button.main:enabled"));
  },
});

/** With a mouse. */
export const dirtAndDust = robot(press);

/** With a finger. */
export const dirtAndDustTouch = robot(pressByTouch);

/** In the page: the value of a die that lies above a card. */
const LOADED = () =>
  document
    .querySelector(".slot:has(.place:not(.empty):not(.covered)) .pick")
    ?.getAttribute("aria-keyshortcuts");

/** With keys alone: numbers take dice, Enter puts them down, everything else is reached by Tab. */
export const dirtAndDustKeys = {
  asked,
  async move(page) {
    const panel = page.locator(".dd.driving .action section");
    if (await page.locator(".fall button").isVisible()) {
      await page.keyboard.press("Escape");
      return true;
    }
    const die = (await panel.locator(".plain").isVisible()) ? await page.evaluate(LOADED) : null;
    if (die) {
      await page.keyboard.press(die);
      await page.locator(".slot.aimed").waitFor({ timeout: 4_000 });
      await page.locator(".action .card .card").waitFor({ timeout: 4_000 });
      await page.keyboard.press("Enter");
      await panel.locator(".plain").waitFor({ state: "detached", timeout: 4_000 });
      return true;
    }
    const seen = tried.get(page) ?? new Set();
    tried.set(page, seen);
    const plain = await panel.locator(".plain").isVisible();
    const room = plain && (await page.locator(".place.empty").count()) > 0;
    const card = room && !seen.has("hand") && (await page.locator(".cards button:enabled").count()) > 0;
    const wanted = card
      ? ".cards button"
      : ".answers button, li.usable button, .list button, .action section > button, .action .deeds button.main, .plain > button";
    if (card) seen.add("hand");
    await tabTo(page, (one, wanted) => one.matches(wanted) && !one.disabled, wanted);
    await page.keyboard.press("Enter");
    if (card) {
      await tabTo(page, (one) => one.matches(".place.empty.open"));
      await page.keyboard.press("Enter");
    }
    if (!plain) return true;
    if (!card) seen.delete("hand");
    return true;
  },
};
