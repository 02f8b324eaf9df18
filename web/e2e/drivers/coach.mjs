/** Lessons: what the coach says, and driving on under its eyes to the end. */

import assert from "node:assert/strict";
import { guest, person } from "../browser.mjs";
import { press, tolerate } from "./hands.mjs";
import { activate, tabTo, untouched } from "./keys.mjs";
import { worded } from "./recorded.mjs";
import { drive } from "./table.mjs";

const UNDERSTOOD = { en: "Got it", pl: "Jasne", ru: "Понятно" };

/** Remember every task the coach sets from now on, however short it stands there. */
export async function listen(page) {
  await page.evaluate(() => {
    window.lessons = new Set();
    const hear = () => {
      const task = document.documentElement.dataset.coach;
      if (task && document.querySelector("aside.coach p")) window.lessons.add(task);
    };
    new MutationObserver(hear).observe(document.documentElement, {
      subtree: true,
      childList: true,
      attributes: true,
    });
    hear();
  });
}

export function heard(page) {
  return page.evaluate(() => [...window.lessons]);
}

/** Play on to the end of the lesson; what is told is put away, unless it has gone by itself. */
export async function finish(page, robot, language = "en", { keys = false } = {}) {
  const gotIt = page.locator("aside.coach button", { hasText: UNDERSTOOD[language] });
  const understand = async () => {
    if (!keys) return press(gotIt, { timeout: 1_500 });
    if (await gotIt.isVisible()) await activate(page, UNDERSTOOD[language]).catch(tolerate);
  };
  assert.equal(await drive(page, robot, { each: understand }), "over");
  await page.waitForFunction(() => document.documentElement.dataset.coach === "home");
}

/** A lesson from its page to its end, all of it in words of the language; by keys alone if wished so. */
export async function taught(address, robot, language, { least = 5, keys = false } = {}) {
  const page = await person({ language, size: { width: 1440, height: 900 }, dark: true, still: true });
  await guest(page, "Ola");
  const untouchedNow = await untouched(page);
  await page.goto(address);
  await page.locator(".page button.main").waitFor();
  if (keys) {
    await tabTo(page, (one) => one.matches(".page button.main"));
    await page.keyboard.press("Enter");
  } else await page.locator(".page button.main").click();
  await page.locator("aside.coach").waitFor();
  await listen(page);
  await finish(page, robot, language, { keys });
  if (keys) await untouchedNow();
  await worded(page, "body");
  const lessons = await heard(page);
  assert.ok(lessons.length >= least, `only ${lessons}`);
  await page.leave();
}
