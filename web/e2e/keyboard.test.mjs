/** From the home page to the finish without a mouse. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { call, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { activate, keyboardDriver, tabTo, untouched } from "./drivers/keys.mjs";
import { keep, momentsOf, recordedGames, sitDown } from "./drivers/recorded.mjs";
import { drive } from "./drivers/table.mjs";

after(closeBrowser);

/** Whatever has the focus can be seen to have it. */
async function focusShows(page) {
  const seen = () => {
    const one = document.activeElement;
    const { outlineStyle, outlineWidth, strokeWidth } = getComputedStyle(one.closest("label") ?? one);
    return (
      (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) ||
      (one.matches("path") && parseFloat(strokeWidth) >= 3)
    );
  };
  await page.waitForFunction(seen).catch(async () => {
    assert.fail(
      `the focus cannot be seen on ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200))}`,
    );
  });
}

test("a whole solo lap of GT is driven by keys alone", async () => {
  const page = await person();
  const untouchedNow = await untouched(page);
  await page.goto("/");
  await page.getByRole("heading", { name: "Rallyman: GT" }).waitFor();
  await activate(page, "Set up a table: Rallyman: GT");
  await page.locator("#title").waitFor();
  await tabTo(page, (one) => one.id === "name");
  await page.keyboard.type("Ola");
  await tabTo(page, (one) => one.name === "seats");
  await focusShows(page);
  while ((await page.locator('input[name="seats"]:checked').inputValue()) !== "1")
    await page.keyboard.press("ArrowLeft");
  await activate(page, "Set up the table");
  await page.waitForURL(/\/table\//);
  await activate(page, "Start the race");
  await page.locator("path.open").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await focusShows(page);
  await picture(page, "keyboard-focus-desktop");

  assert.equal(await drive(page, keyboardDriver), "over");
  await page.getByRole("heading", { name: "The race is over" }).first().waitFor();
  await activate(page, "Replay");
  await page.getByText(/^Step 0 of/).waitFor();
  await untouchedNow();
  await page.leave();
});

/** The first moment of some rallies at which somebody laid a step on half a slide row, and the names of cells. */
async function slideOf(page, logs) {
  for (const log of logs) {
    const { id } = await keep(page, log);
    const { cells } = (await call(page, "GET", `/api/tables/${id}/board`)).stages[0];
    const halves = new Set(cells.flatMap((cell) => (cell.half ? [cell.id] : [])));
    // The first stage is longer than that.
    const records = log
      .split("\n", 60)
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    const number = records.findIndex(
      ({ action }) => action?.action === "plan" && action.steps.some(({ cell }) => halves.has(cell)),
    );
    const names = new Map(cells.map((cell) => [String(cell.id), cell.name]));
    if (number > 0) return { moment: { log, step: number - 1, seat: records[number].seat }, names };
  }
  assert.fail("nobody slid in any of the rallies");
}

const focused = (page) => page.evaluate(() => document.activeElement.dataset?.cell ?? null);

test("half a slide row is found by arrows and laid by keys", async () => {
  const page = await person();
  await guest(page, "Ola");
  const untouchedNow = await untouched(page);
  const logs = await recordedGames("rallyman-dirt", { seats: 1, games: 2 });
  const { moment, names } = await slideOf(page, logs);
  await sitDown(page, moment);
  const half = page.locator('path.open[aria-label^="Slide"]');
  await half.first().waitFor();
  const isHalf = () =>
    document.activeElement.matches("path.open") &&
    document.activeElement.getAttribute("aria-label").startsWith("Slide");
  await page.keyboard.press("ArrowUp");
  const found = new Set([await focused(page)]);
  search: for (const cell of found)
    for (const key of ["ArrowUp", "ArrowLeft", "ArrowRight", "ArrowDown"]) {
      await page.locator(`path.open[data-cell="${cell}"]`).focus();
      await page.keyboard.press(key);
      if (await page.evaluate(isHalf)) break search;
      found.add((await focused(page)) ?? cell);
    }
  assert.ok(await page.evaluate(isHalf), `arrows have led only to ${[...found]}`);
  const name = names.get(await focused(page));
  await focusShows(page);
  await picture(page, "keyboard-slide-desktop");
  await page.keyboard.press("Enter");
  await page.waitForFunction(
    (name) => [...document.querySelectorAll(".strip li")].some((step) => step.textContent.includes(name)),
    name,
  );
  await untouchedNow();
  await page.leave();
});

test("pits by keys and by touch: what is not needed is not offered, and can still be had", async () => {
  const logs = await recordedGames("rallyman-gt", { seats: 2, games: 1, options: { laps: 2 } });
  const moments = momentsOf(logs);
  const moment = moments.get("drive-on") ?? moments.get("pit");
  assert.ok(moment, "nobody came to the pits");
  for (const touch of [false, true]) {
    const page = await person(touch ? { size: PHONE } : {});
    await guest(page, "Ola");
    const untouchedNow = await untouched(page);
    await sitDown(page, moment);
    const decide = page.locator(".decide");
    await decide.getByRole("heading", { name: "Go to the pits?" }).waitFor();
    const anyway = decide.locator("details");
    const lanes = anyway.locator(".choice");
    const needless = (await decide.getByText("Nothing needs doing").count()) > 0;
    assert.equal((await decide.locator(":scope > .choices .choice").count()) === 1, needless);
    assert.equal(await lanes.first().isVisible(), false, "what is not needed is put away");
    if (touch) {
      await fits(page);
      await decide.locator("summary").tap();
      await lanes.first().waitFor();
      await picture(page, "pits-phone");
      await lanes.first().tap();
    } else {
      await tabTo(page, (one) => one.matches(".decide summary"));
      await focusShows(page);
      await page.keyboard.press("Enter");
      await lanes.first().waitFor();
      await picture(page, "pits-desktop");
      await tabTo(page, (one) => one.matches(".decide > .choices .choice"), null, 200);
      await page.keyboard.press("Enter");
      await untouchedNow();
    }
    await decide.getByRole("heading", { name: "Go to the pits?" }).waitFor({ state: "detached" });
    await page.leave();
  }
});
