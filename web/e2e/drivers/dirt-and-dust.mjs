/** A robot at the table of Dirt & Dust: plays a card or two, resolves dice on cards, buys once, drives on. */

import { press } from "./table.mjs";

/** What a robot has tried since it last finished driving, so that it does not turn in circles. */
const tried = new WeakMap();

/** Pick something up that has not been tried in this round. */
async function pickUp(page, things, kind, most) {
  const known = tried.get(page) ?? new Set();
  tried.set(page, known);
  if ([...known].filter((name) => name.startsWith(kind)).length >= most) return false;
  for (const thing of await things.all()) {
    const name = `${kind} ${await thing.innerText()}`;
    if (known.has(name)) continue;
    known.add(name);
    return press(thing);
  }
  return false;
}

export const dirtAndDust = {
  asked: () => document.querySelector("section.result, .dd.driving .action button:not([disabled]), .dd.driving .cards button") !== null,

  async move(page) {
    const panel = page.locator(".dd.driving .action section");
    const sure = ["li.usable button:enabled", ".answers button:enabled", ".list button:enabled", ".picked .deed button.main:enabled", ".picked .slots button:enabled"];
    for (const offered of sure) if (await press(panel.locator(offered))) return true;
    if (await panel.locator(".picked").isVisible()) return press(panel.locator(".picked .shut"));
    if (await press(panel.locator(":scope > button:enabled"))) return true;
    if (await press(panel.locator(".deeds:not(.plain) > button:enabled, .deeds:not(.plain) button.main:enabled").last())) return true;
    if (!(await panel.locator(".plain").isVisible())) return press(page.locator('.cards button[aria-pressed="false"]'));
    const team = page.locator(".slots .slot");
    if (await pickUp(page, team.filter({ has: page.locator(".pick") }).locator(".place:not(.empty):not(.covered)"), "slot", 3)) return true;
    if (await team.locator(".place.empty").count()) {
      if (await pickUp(page, page.locator('.cards button[aria-pressed="false"]'), "hand", 2)) return true;
    }
    if (await pickUp(page, page.locator("button.can:visible"), "market", 1)) return true;
    tried.delete(page);
    return press(panel.locator(".plain > button:enabled, .plain button.main:enabled"));
  },
};
