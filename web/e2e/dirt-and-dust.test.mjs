/** Dirt & Dust from the invitation to the result: two people, a bot, a spectator, a reload on the way. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, PHONE, picture } from "./browser.mjs";
import { dirtAndDust } from "./drivers/dirt-and-dust.mjs";
import { drive, gather, playOut, scenesOf, spectator } from "./drivers/table.mjs";

after(closeBrowser);

test("two people and a bot drive a whole stage of Dirt & Dust", async () => {
  const { ana, piotr, path } = await gather({ game: "dirt-and-dust", options: { stage: "trial" }, friend: { size: PHONE, language: "ru", dark: true } });
  const watcher = await spectator(path);

  await ana.locator(".plain").waitFor();
  await picture(ana, "dirt-and-dust-driving-desktop");
  await accessible(ana);
  await ana.locator(".slots .pick").first().click();
  await ana.getByText(/what it could do/).waitFor();
  await picture(ana, "dirt-and-dust-die-desktop");
  await accessible(ana);
  await ana.getByRole("button", { name: "Put down" }).click();

  const hand = ana.getByRole("region", { name: "Your hand" });
  const cards = await hand.locator(".cards li").allInnerTexts();
  assert.ok(cards.length > 0);
  await ana.reload();
  await hand.locator(".cards li").first().waitFor();
  assert.deepEqual(await hand.locator(".cards li").allInnerTexts(), cards, "a reload keeps the hand");

  await drive(ana, dirtAndDust, { enough: () => piotr.locator(".plain").isVisible() });
  await picture(piotr, "dirt-and-dust-driving-phone-dark");
  await accessible(piotr);
  await fits(piotr);
  await piotr.reload();
  await playOut([ana, piotr], dirtAndDust);

  assert.equal(await watcher.getByRole("region", { name: "Your hand" }).count(), 0);
  assert.ok(scenesOf(watcher.seen).length > 5);
  for (const scene of scenesOf(watcher.seen)) {
    assert.equal(scene.seat, null);
    assert.equal(scene.view.own, null, "a spectator sees nobody's hand");
    for (const board of scene.view.boards) assert.ok(!("hand" in board) && !("deck" in board));
  }
  await watcher.locator(".room > .result").waitFor();
  await picture(ana, "dirt-and-dust-result-desktop");
  await picture(piotr, "dirt-and-dust-result-phone-dark");
  await accessible(ana);
  await fits(piotr);
  for (const page of [ana, piotr, watcher]) await page.leave();
});
