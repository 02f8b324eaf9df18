/** One clock for board, panel and words: nothing on the page speaks of what the board has not shown. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, guest, person } from "./browser.mjs";
import { keep, recordedGames, sitDown } from "./drivers/recorded.mjs";

after(closeBrowser);

/** In the page: everything that speaks beside the moving pieces, and the step it should speak of. */
function spoken() {
  const text = (what) =>
    [...document.querySelectorAll(what)].map((one) => one.textContent.trim()).join(" | ");
  return {
    step: Number(document.querySelector(".rally").dataset.shown),
    words: [
      text(".order"),
      text(".status"),
      text(".full"),
      text("aside ol[aria-label]"),
      document.title,
    ].join(" # "),
  };
}

/** What a page says at each of some steps once everything has been shown. */
async function settledWords(page, steps) {
  const said = new Map();
  for (const step of steps) {
    await page.getByRole("slider").fill(String(step));
    await page.waitForFunction((n) => document.querySelector(".rally")?.dataset.shown === String(n), step);
    await page.locator(".hurry").waitFor({ state: "detached" });
    const { words } = await page.evaluate(spoken);
    said.set(step, words);
  }
  return said;
}

/** In the page: note what is said in every frame from now on. */
function listen(source) {
  const spoken = new Function(`return (${source})()`);
  window.said = new Map();
  window.trays = { beside: 0, over: 0 };
  (function again() {
    const tray = document.querySelector(".tray");
    if (tray) window.trays[tray.closest(".cockpit") ? "beside" : "over"] += 1;
    const { step, words } = spoken();
    if (!window.said.has(step)) window.said.set(step, new Set());
    window.said.get(step).add(words);
    requestAnimationFrame(again);
  })();
}

test("a recorded race to its end: page and board tell the same step in every frame", async () => {
  const [log] = await recordedGames("rallyman-gt", { seats: 3, games: 1 });
  const still = await person();
  await guest(still, "Ana");
  const { id } = await keep(still, log);
  await still.goto(`/replay/${id}`);
  await still.getByText(/^Step 0 of/).waitFor();
  const last = Number(await still.getByRole("slider").getAttribute("max"));
  const steps = Array.from({ length: 12 }, (_, n) => last - 11 + n);
  const truth = await settledWords(still, steps);
  assert.ok(new Set(truth.values()).size > 3, "the steps differ in words");

  const moving = await still.context().newPage();
  await moving.emulateMedia({ reducedMotion: "no-preference" });
  await moving.goto(`/replay/${id}/${steps[0]}`);
  await moving.locator(".rally").waitFor();
  await moving.evaluate(listen, spoken.toString());
  for (const step of steps.slice(1)) {
    await moving.getByRole("button", { name: "One step on" }).click();
    await moving.waitForFunction((n) => document.querySelector(".rally").dataset.shown === String(n), step);
  }
  const said = await moving.evaluate(() => [...window.said].map(([step, words]) => [step, [...words]]));
  const { beside, over } = await moving.evaluate(() => window.trays);
  assert.ok(beside > 0 && over === 0, "dice tumble beside the road, never over the corner ahead");
  assert.equal(said.length, steps.length);
  for (const [step, words] of said) assert.deepEqual(words, [truth.get(step)], `step ${step}`);
  await still.leave();
});

/** A race that ends with the next die, whatever it shows. */
async function lastRoll() {
  for (const log of await recordedGames("rallyman-gt", { seats: 2, games: 3 })) {
    const records = log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    const number = records.findLastIndex(({ record }) => record === "decision");
    const { seat, action } = records[number];
    if (action.action === "roll") return { log, step: number - 1, seat };
  }
  assert.fail("no recorded race ends with a roll");
}

/** In the page: note whether the result, or a control, was there while the board still moved. */
function watchTheEnd() {
  window.early = [];
  window.moved = 0;
  (function again() {
    if (document.querySelector(".hurry")) {
      window.moved += 1;
      if (document.querySelector(".result")) window.early.push("the result");
      if (document.querySelector(".decide button:not([disabled])")) window.early.push("a control");
      if (document.title.includes("Your turn")) window.early.push(document.title);
    }
    requestAnimationFrame(again);
  })();
}

test("the result comes when the winner has crossed the line on the board", async () => {
  const page = await person({ still: false });
  await guest(page, "Ola");
  await sitDown(page, await lastRoll());
  await page.evaluate(watchTheEnd);
  await page.locator('.decide button[aria-keyshortcuts="Enter"]').click();
  await page.locator(".result").waitFor();
  const { early, moved } = await page.evaluate(() => ({ early: window.early, moved: window.moved }));
  assert.deepEqual(early, []);
  assert.ok(moved > 0, "the board moved before the result came");
  await page.leave();
});
