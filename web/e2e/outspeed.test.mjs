/** Outspeed from the invitation to the result: two people, a bot, a spectator, a reload on the way. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, guest, HAND, LARGE, person, picture } from "./browser.mjs";
import { tabTo } from "./drivers/keys.mjs";
import { outspeed, outspeedKeys, outspeedTouch } from "./drivers/outspeed.mjs";
import { listenIn, momentsOf, recordedGames, sitDown, watchAll, worded } from "./drivers/recorded.mjs";
import { alone, drive, gather, scenesOf, spectator } from "./drivers/table.mjs";

after(closeBrowser);

test("two people and a bot fly a whole race of Outspeed", async () => {
  const { ana, piotr, path } = await gather({
    game: "outspeed",
    host: { size: LARGE },
    friend: { size: HAND, language: "pl", dark: true },
  });
  const watcher = await spectator(path);
  const sent = { ana: await listenIn(ana), piotr: await listenIn(piotr) };

  const dial = ana.getByRole("radiogroup", { name: "Your secret dial" });
  const lock = ana.getByRole("button", { name: /^Lock in/ });
  await Promise.all([
    drive(ana, outspeed, { enough: () => dial.isVisible() }),
    drive(piotr, outspeedTouch, { enough: () => piotr.locator(".act form .lock").isVisible() }),
  ]);
  await dial.getByRole("radio").and(ana.locator(":enabled")).first().check({ force: true });
  await ana.getByText("What could come of it").waitFor();
  await picture(ana, "outspeed-dial-desktop");
  await picture(piotr, "outspeed-dial-phone-dark");
  await accessible(ana);
  await accessible(piotr);
  await fits(piotr);
  await lock.click();
  await ana.getByText(/Your dial shows/).waitFor();

  assert.equal(await watcher.getByText(/Your dial shows/).count(), 0);
  assert.equal(await piotr.getByText(/Your dial shows|Twoja tarcza pokazuje/).count(), 0);
  await watcher.locator(".outspeed").waitFor();
  for (const scene of scenesOf(watcher.seen)) {
    assert.equal(scene.seat, null);
    assert.equal(scene.view.hand, null, "a spectator sees no hand");
    assert.deepEqual(scene.actions ?? [], []);
  }
  assert.ok(
    !JSON.stringify(scenesOf(watcher.seen).at(-1).view).includes('"route":"'),
    "no route is told before the reveal",
  );

  await ana.reload();
  await ana.getByText(/Your dial shows/).waitFor();
  await piotr.reload();
  let pictured = false;
  const look = async () => {
    if (pictured || !(await ana.locator(".act .two").isVisible())) return;
    pictured = true;
    await picture(ana, "outspeed-drawing-desktop");
    await accessible(ana);
  };
  await Promise.all([drive(ana, outspeed, { each: look }), drive(piotr, outspeedTouch)]);
  await watcher.getByRole("heading", { name: "The race is over" }).first().waitFor();
  keepsSecrets(sent.ana, 0);
  keepsSecrets(sent.piotr, 1);
  keepsSecrets(watcher.seen, null);
  await picture(ana, "outspeed-result-desktop");
  await picture(piotr, "outspeed-result-phone-dark");
  await accessible(ana);
  await fits(piotr);
  for (const page of [ana, piotr, watcher]) await page.leave();
});

/** What others hold, look at or have chosen never reaches a seat before it is shown. */
function keepsSecrets(frames, seat) {
  const scenes = scenesOf(frames);
  assert.ok(scenes.length > 10);
  for (const { seat: eyes, view } of scenes) {
    assert.equal(eyes, seat);
    assert.equal(view.seat, seat);
    if (seat === null) assert.equal(view.hand, null);
    else assert.equal(view.hand.tokens.length, view.ships[seat].tokens, "the hand is one's own");
    for (const ship of view.ships) {
      assert.ok(!("hand" in ship) && !("laid" in ship));
      if (view.phase === "programming") assert.equal(ship.route, null, "no route is told before the reveal");
    }
  }
  const events = frames.flatMap((frame) => frame.events ?? []).map((told) => told.event);
  const kinds = new Set();
  for (const event of events.filter((each) => "seat" in each && each.seat !== seat)) {
    kinds.add(event.event);
    if (event.event === "programmed") assert.equal(event.route, "hidden");
    if (event.event === "answered" || event.event === "looked-at" || event.event === "kept")
      assert.equal(event.token, "hidden");
    if (event.event === "kept") assert.equal(event.under, "hidden");
    if (event.event === "dialled") assert.equal(event.amount, -1);
  }
  assert.ok(kinds.has("programmed") && kinds.has("revealed"));
}

test("every step of recorded races can be seen again", async () => {
  const [log] = await recordedGames("outspeed", { seats: 5, games: 1 });
  for (const [seat, language] of [
    [0, "ru"],
    [null, "pl"],
  ]) {
    const page = await person({ language });
    await guest(page, "Ola");
    await watchAll(page, log, { seat, each: (page) => worded(page, "body") });
    await page.leave();
  }
});

test("a whole race is flown by keys alone", async () => {
  const page = await person({ size: LARGE, dark: true });
  for (const event of ["mousedown", "pointerdown", "touchstart"])
    await page.addInitScript((name) => addEventListener(name, () => (window.touched = true), true), event);
  await alone(page, "outspeed", { seats: 4, options: { first_game: true } });
  assert.equal(await drive(page, outspeedKeys), "over");
  assert.equal(await page.evaluate(() => window.touched ?? false), false);
  await accessible(page);
  await page.leave();
});

/** What is on the table while a beat is shown. */
const BEAT = () => ({
  dials: document.querySelectorAll(".irises:not(.few) li").length,
  swung: document.querySelectorAll(".fork .banner").length,
  asked: document.querySelector(".act .lock, .act .two, .act form button.main") !== null,
  status: document.querySelector(".outspeed [role=status]").textContent,
});

test("the reveal is seen step by step, and what is asked comes after it", async () => {
  const page = await person({ still: false });
  await guest(page, "Ola");
  await sitDown(page, momentsOf(await recordedGames("outspeed", { seats: 3, games: 1 })).get("program"));
  const status = page.locator(".outspeed [role=status]");
  await status.getByText("Choose a route").waitFor({ state: "attached" });
  await tabTo(page, (one) => one.matches(".act form input[type=radio]"));
  await page.keyboard.press("Space");
  await page.locator(".act form input:checked").waitFor({ state: "attached" });
  await page.keyboard.press("Enter");

  await page.locator(".irises:not(.few)").waitFor();
  const dials = await page.evaluate(BEAT);
  assert.deepEqual([dials.dials, dials.swung, dials.asked], [3, 0, false]);
  assert.doesNotMatch(dials.status, /who flew where/);
  await page.locator(".fork .banner").first().waitFor();
  const lanes = await page.evaluate(BEAT);
  assert.ok(lanes.swung >= 1 && !lanes.asked);

  await page.locator(".outspeed li.fresh").first().waitFor();
  await status.getByText(/who flew where\. Ola: (Red|Yellow|Blue) route/).waitFor({ state: "attached" });
  await page.leave();
});

test("the reveal can be hurried with a key", async () => {
  const page = await person({ still: false, size: HAND });
  await guest(page, "Ola");
  await sitDown(page, momentsOf(await recordedGames("outspeed", { seats: 6, games: 1 })).get("program"));
  await page.locator(".act .lock").waitFor();
  await drive(page, outspeedTouch, { enough: (moves) => moves >= 1 });
  await page.locator(".hurry").waitFor();
  await picture(page, "outspeed-reveal-phone");
  await fits(page);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector(".irises:not(.few)"));
  await page.leave();
});
