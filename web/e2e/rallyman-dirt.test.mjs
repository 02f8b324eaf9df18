/** Rallyman: DIRT from the invitation to the result: two people, a bot, a spectator, a reload on the way. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, picture } from "./browser.mjs";
import { layout, rallyman } from "./drivers/rallyman.mjs";
import { drive, gather, playOut, scenesOf, spectator } from "./drivers/table.mjs";

after(closeBrowser);

test("two people and a bot drive a whole stage of DIRT", async () => {
  const options = { layouts: [await layout({ kind: "stage", seed: 5, wish: { tiles: 5 } })] };
  const { ana, piotr, path } = await gather({
    game: "rallyman-dirt",
    options,
    friend: { size: { width: 390, height: 844 }, language: "ru" },
  });
  const watcher = await spectator(path, { dark: true });
  const robot = rallyman();
  const thumb = rallyman({ touch: true });

  let turns = 0;
  const first = { enough: () => turns >= 4, each: async () => void turns++ };
  await Promise.all([drive(ana, robot, first), drive(piotr, thumb, first)]);
  await picture(ana, "rallyman-dirt-desktop");
  await picture(piotr, "rallyman-dirt-phone");
  await picture(watcher, "rallyman-dirt-watching-desktop-dark");
  for (const page of [ana, piotr, watcher]) await accessible(page);
  await fits(piotr);
  assert.equal(await watcher.locator(".decide button").count(), 0, "a spectator decides nothing");
  for (const scene of scenesOf(watcher.seen)) assert.equal(scene.seat, null);

  await ana.reload();
  await piotr.reload();
  await playOut([ana, piotr], [robot, thumb]);
  await watcher.locator(".room > .result").waitFor();
  await picture(ana, "rallyman-dirt-result-desktop");
  await picture(piotr, "rallyman-dirt-result-phone");
  await accessible(ana);
  await fits(piotr);
  await piotr.locator(".result.open .shut").tap();
  const wide = await piotr
    .locator(".decide .sheet")
    .evaluate((sheet) => [sheet.querySelector("table").scrollWidth, sheet.clientWidth]);
  assert.ok(wide[0] <= wide[1], `the rally sheet is ${wide[0]} px wide in ${wide[1]} px`);
  await picture(piotr, "rallyman-dirt-sheet-phone");
  for (const page of [ana, piotr, watcher]) await page.leave();
});
