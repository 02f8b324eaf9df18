/** Outspeed from the invitation to the result: two people, a bot, a spectator, a reload on the way. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, PHONE, picture } from "./browser.mjs";
import { outspeed } from "./drivers/outspeed.mjs";
import { drive, gather, playOut, scenesOf, spectator } from "./drivers/table.mjs";

after(closeBrowser);

test("two people and a bot fly a whole race of Outspeed", async () => {
  const { ana, piotr, path } = await gather({ game: "outspeed", friend: { size: PHONE, language: "pl", dark: true } });
  const watcher = await spectator(path);

  const dial = ana.getByRole("radiogroup", { name: "Your secret dial" });
  const lock = ana.getByRole("button", { name: /^Lock in/ });
  await Promise.all([drive(ana, outspeed, { enough: () => dial.isVisible() }), drive(piotr, outspeed, { enough: () => piotr.locator(".act form .lock").isVisible() })]);
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
  assert.ok(!JSON.stringify(scenesOf(watcher.seen).at(-1).view).includes('"route":"'), "no route is told before the reveal");

  await ana.reload();
  await ana.getByText(/Your dial shows/).waitFor();
  await piotr.reload();
  let pictured = false;
  await playOut([ana, piotr], outspeed, {
    each: async (page) => {
      if (page !== ana || pictured || !(await ana.locator(".act .two").isVisible())) return;
      pictured = true;
      await picture(ana, "outspeed-drawing-desktop");
      await accessible(ana);
    },
  });
  await watcher.getByRole("heading", { name: "The race is over" }).first().waitFor();
  await picture(ana, "outspeed-result-desktop");
  await picture(piotr, "outspeed-result-phone-dark");
  await accessible(ana);
  await fits(piotr);
  for (const page of [ana, piotr, watcher]) await page.leave();
});
