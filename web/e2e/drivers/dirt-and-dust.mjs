/** A robot at the table of Dirt & Dust: plays a card or two, resolves dice on cards, buys once, drives on. */

import { press } from "./table.mjs";

/** What a robot has tried since it last finished driving, so that it does not turn in circles. */
const tried = new WeakMap();

/** Pick something up that has not been tried in this round. */
async function pickUp(page, things, kind, most) {
  const known = tried.get(page) ?? new Set();
  tried.set(page, known);
  if ([...known].filter((name) => name.startsWith(kind)).length >= most) return false;
  const names = (await things.allInnerTexts()).map((text) => `${kind} ${text}`);
  const fresh = names.findIndex((name) => !known.has(name));
  if (fresh < 0) return false;
  known.add(names[fresh]);
  return press(things.nth(fresh));
}

export const dirtAndDust = {
  asked: () =>
    document.querySelector(
      ".room > .result, .dd.driving .action button:not([disabled]), .dd.driving .cards button",
    ) !== null,

  async move(page) {
    const panel = page.locator(".dd.driving .action section");
    const sure = [
      ".answers button:enabled",
      "li.usable button:enabled",
      ".list button:enabled",
      ".picked .deed button.main:enabled",
      ".picked .slots button:enabled",
    ];
    for (const offered of sure) if (await press(panel.locator(offered))) return true;
    if (await panel.locator(".picked").isVisible()) return press(panel.locator(".picked .shut"));
    if (await press(panel.locator(":scope > button:enabled"))) return true;
    if (
      await press(
        panel.locator(".deeds:not(.plain) > button:enabled, .deeds:not(.plain) button.main:enabled").last(),
      )
    )
      return true;
    if (!(await panel.locator(".plain").isVisible()))
      return press(page.locator('.cards button[aria-pressed="false"]'));
    const team = page.locator(".slots .slot");
    if (
      await pickUp(
        page,
        team.filter({ has: page.locator(".pick") }).locator(".place:not(.empty):not(.covered)"),
        "slot",
        2,
      )
    )
      return true;
    if (await team.locator(".place.empty").count()) {
      if (await pickUp(page, page.locator('.cards button[aria-pressed="false"]'), "hand", 1)) return true;
    }
    if (await pickUp(page, page.locator("button.can:visible"), "market", 1)) return true;
    tried.delete(page);
    if (!(await panel.locator(".plain button.main").isVisible()))
      await press(panel.locator(".plain > button:enabled"));
    return press(panel.locator(".plain button.main:enabled"));
  },
};
