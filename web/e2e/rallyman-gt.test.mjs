/** Rallyman: GT from the invitation to the result: two people, a bot, a spectator, a reload on the way. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { layout, planning, rallyman } from "./drivers/rallyman.mjs";
import { momentsOf, recordedGames, sitDown } from "./drivers/recorded.mjs";
import {
  alone,
  drive,
  fingerSized,
  gather,
  playOut,
  scenesOf,
  settled,
  spectator,
} from "./drivers/table.mjs";

after(closeBrowser);

/** The sheet at the end: by mouse and keys on the desktop, by touch at 360 px, and on to the next track together. */
async function theEnd(ana, piotr) {
  const sheet = ana.locator(".result.open");
  await sheet.locator("svg.chart").waitFor();
  await sheet.getByRole("heading", { name: "Luck with the dice" }).waitFor();
  assert.equal(await sheet.locator(".places li").count(), 3);
  assert.ok(await sheet.locator(".podium .step").count(), "somebody stands on the podium");
  await settled(ana);
  await picture(ana, "rallyman-gt-result-desktop");
  await accessible(ana);
  await ana.keyboard.press("Escape");
  await sheet.waitFor({ state: "detached" });
  await ana.getByRole("button", { name: "Results" }).click();
  await sheet.getByRole("button", { name: "Share" }).click();
  await ana.getByText("Link copied").waitFor();
  assert.match(await ana.evaluate(() => navigator.clipboard.readText()), /replay/);
  const [file] = await Promise.all([
    ana.waitForEvent("download"),
    sheet.getByRole("button", { name: "Picture" }).click(),
  ]);
  assert.match(file.suggestedFilename(), /\.png$/);

  const own = piotr.locator(".result.open");
  await own.locator("svg.chart").waitFor();
  await settled(piotr);
  await picture(piotr, "rallyman-gt-result-phone-dark");
  await fits(piotr);
  await fingerSized(piotr, ".result.open");
  await accessible(piotr);
  await sheet.getByRole("button", { name: /^Next track/ }).click();
  await ana.waitForURL((url) => !url.pathname.endsWith(new URL(piotr.url()).pathname));
  await own.locator(`a[href="${new URL(ana.url()).pathname}"]`).tap();
  await piotr.waitForURL(ana.url());
}

test("two people and a bot drive a whole race of GT", async () => {
  const options = {
    track: await layout({ kind: "circuit", seed: 11, wish: { tiles: 8, lanes: "three", danger: "low" } }),
    laps: 1,
  };
  const { ana, piotr, path } = await gather({
    game: "rallyman-gt",
    options,
    friend: { size: PHONE, language: "pl", dark: true },
  });
  const watcher = await spectator(path);
  const robot = rallyman();
  const phone = rallyman({ touch: true });

  let turns = 0;
  const more = { enough: () => turns >= 4, each: async () => void turns++ };
  await Promise.all([drive(ana, robot, more), drive(piotr, phone, more)]);
  await picture(piotr, "rallyman-gt-phone-dark");
  await accessible(ana);
  await accessible(piotr);
  await fits(piotr);
  assert.equal(await watcher.locator(".decide button").count(), 0, "a spectator decides nothing");
  for (const scene of scenesOf(watcher.seen)) assert.equal(scene.seat, null);

  let ready = false;
  const waiting = async () => (ready = await planning(ana));
  const outcomes = await Promise.all([
    drive(ana, robot, { enough: waiting }),
    drive(piotr, phone, { enough: () => ready }),
  ]);
  assert.deepEqual(outcomes, ["enough", "enough"]);
  await robot.lay(ana);
  await settled(ana);
  await picture(ana, "rallyman-gt-planning-desktop");
  await accessible(ana);
  await ana.reload();
  await piotr.reload();
  await playOut([ana, piotr], [robot, phone]);
  await watcher.getByRole("heading", { name: "The race is over" }).first().waitFor();
  await theEnd(ana, piotr);
  for (const page of [ana, piotr, watcher]) await page.leave();
});

test("the language and the light are changed at a running table", async () => {
  const page = await person({ dark: true });
  await alone(page, "rallyman-gt", { seats: 1 });
  await page.getByRole("region", { name: "Your turn and dashboard" }).waitFor();
  const table = page.url();
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const night = await paper();
  await page.getByRole("link", { name: "Settings" }).click();
  await page.locator("#language").selectOption("pl");
  await page.getByRole("heading", { name: "Ustawienia" }).waitFor();
  await page.locator("#theme").selectOption("light");
  await page.goBack();
  await page.getByRole("heading", { name: /Twój plan/ }).waitFor();
  assert.equal(page.url(), table);
  assert.equal(await page.locator("html").getAttribute("lang"), "pl");
  assert.notEqual(await paper(), night);
  assert.equal(await page.getByText("Your plan").count(), 0);
  await drive(page, rallyman({ most: 3 }), { enough: (moves) => moves >= 2 });
  await picture(page, "rallyman-gt-polish-desktop");
  await accessible(page);
  await page.leave();
});

test("the dice of a failed flat out are laid again by hand", async () => {
  const moment = momentsOf(await recordedGames("rallyman-gt", { seats: 1, games: 12 })).get("relay");
  assert.ok(moment, "no flat out ever failed");
  const page = await person({ size: PHONE });
  await guest(page, "Ola");
  await sitDown(page, moment);
  const lay = page.getByRole("button", { name: "Lay the dice so" });
  assert.ok(await lay.isDisabled(), "nothing is laid yet");
  await page.locator(".hand .pick:not(.unusable)").first().tap();
  await page.locator("path.open.held").first().waitFor();
  await picture(page, "rallyman-gt-laying-again-phone");
  await accessible(page);
  await fits(page);

  await page.getByRole("button", { name: "Propose" }).tap();
  await page.getByText(/^Control is lost on .* in gear \d: (spin|crash), /).waitFor();
  await page.locator('.hand [aria-pressed="true"]').first().waitFor();
  assert.ok(await lay.isEnabled(), "a proposal is a whole layout");
  await page.getByRole("button", { name: "Clear" }).tap();
  await page.locator(".strip").waitFor({ state: "detached" });
  assert.ok(await lay.isDisabled(), "nothing is laid any more");
  await rallyman({ touch: true }).layAgain(page);
  await page.locator('.hand button[aria-keyshortcuts="P"]').waitFor({ state: "detached" });
  await page.leave();
});
