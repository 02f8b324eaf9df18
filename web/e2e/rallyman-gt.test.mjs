/** Rallyman: GT from the invitation to the result: two people, a bot, a spectator, a reload on the way. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, call, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { rallyman } from "./drivers/rallyman.mjs";
import { drive, gather, playOut, scenesOf, spectator } from "./drivers/table.mjs";

after(closeBrowser);

/** A short circuit, so that a race is soon over. */
async function shortCircuit() {
  const page = await person();
  await guest(page, "Planner");
  const { layout } = await call(page, "POST", "/api/tracks/generate", { kind: "circuit", seed: 11, wish: { tiles: 8, lanes: "three", danger: "low" } });
  await page.leave();
  return layout;
}

test("two people and a bot drive a whole race of GT", async () => {
  const options = { track: await shortCircuit(), laps: 1 };
  const { ana, piotr, path } = await gather({ game: "rallyman-gt", options, friend: { size: PHONE, language: "pl", dark: true } });
  const watcher = await spectator(path);
  const robot = rallyman();
  const phone = rallyman({ touch: true });

  let turns = 0;
  const more = { enough: () => turns >= 4, each: async () => void turns++ };
  await Promise.all([drive(ana, robot, more), drive(piotr, phone, more)]);
  await picture(ana, "rallyman-gt-planning-desktop");
  await picture(piotr, "rallyman-gt-planning-phone-dark");
  await accessible(ana);
  await accessible(piotr);
  await fits(piotr);
  assert.equal(await watcher.locator(".decide button").count(), 0, "a spectator decides nothing");
  for (const scene of scenesOf(watcher.seen)) assert.equal(scene.seat, null);

  await ana.reload();
  await piotr.reload();
  await playOut([ana, piotr], robot);
  await watcher.getByRole("heading", { name: "The race is over" }).first().waitFor();
  await picture(ana, "rallyman-gt-result-desktop");
  await picture(piotr, "rallyman-gt-result-phone-dark");
  await accessible(ana);
  await fits(piotr);
  for (const page of [ana, piotr, watcher]) await page.leave();
});
