/** The Rallyman table under the finger: every lit cell can be hit, the camera holds still, drawers close. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, person, picture } from "./browser.mjs";
import { planning, rallyman } from "./drivers/rallyman.mjs";
import { alone, drive } from "./drivers/table.mjs";

after(closeBrowser);

const NARROW = { width: 360, height: 740 };

/** In the page: for every lit cell on the screen the share of its own points where it can be hit, and how large that is. */
function owned() {
  const grid = 20;
  return [...document.querySelectorAll("path.open[data-cell]")].flatMap((path) => {
    const box = path.getBoundingClientRect();
    const turned = path.getScreenCTM().inverse();
    let [all, own, hit] = [0, 0, 0];
    for (let i = 0; i < grid; i++)
      for (let j = 0; j < grid; j++) {
        const point = new DOMPoint(
          box.left + ((i + 0.5) * box.width) / grid,
          box.top + ((j + 0.5) * box.height) / grid,
        );
        if (!path.isPointInFill(point.matrixTransform(turned))) continue;
        all += 1;
        const top = document.elementFromPoint(point.x, point.y);
        if (!top?.closest("svg.cells")) continue;
        own += 1;
        hit += Number(top === path);
      }
    const area = (((all * hit) / own) * box.width * box.height) / grid ** 2;
    return own ? [{ cell: path.getAttribute("aria-label"), share: hit / own, area }] : [];
  });
}

test("every lit cell of a rally can be hit with a finger", async () => {
  const page = await person({ size: NARROW });
  await alone(page, "rallyman-dirt");
  const robot = rallyman({ touch: true, most: 4 });
  let seen = 0;
  async function look() {
    if (!(await planning(page))) return;
    for (const { cell, share, area } of await page.evaluate(owned)) {
      assert.ok(share >= 0.3, `${cell} owns ${share} of its area`);
      assert.ok(area >= 24 ** 2, `${cell} has ${area} px² to be hit`);
      seen += 1;
    }
  }
  await drive(page, robot, { enough: () => seen > 30, each: look });
  assert.ok(seen > 8, "cells were looked at");
  await page.leave();
});

/** Where the road lies in the window. */
function lies(page) {
  return page.evaluate(() => {
    const { x, y, width } = document.querySelector("path.hit").getBoundingClientRect();
    return [x, y, width].map(Math.round);
  });
}

test("the camera holds still while a plan is laid", async () => {
  const page = await person();
  await alone(page, "rallyman-gt");
  await page.locator("path.open").first().waitFor();
  const before = await lies(page);
  for (const steps of [1, 2]) {
    await page.locator("path.open").first().click();
    await page.waitForFunction(
      (n) => document.querySelectorAll(".strip li").length === n && document.querySelector("path.open"),
      steps,
    );
    assert.deepEqual(await lies(page), before, `step ${steps} moved the road under the hand`);
  }
  await picture(page, "rallyman-held-still-desktop");
  await page.leave();
});

test("Escape closes the log, and the menu offers to take back only what can be taken back", async () => {
  const page = await person();
  await alone(page, "rallyman-gt");
  await page.locator("path.open").first().waitFor();
  await page.getByRole("button", { name: "Log", exact: true }).click();
  const log = page.getByRole("complementary", { name: "Log" });
  await log.waitFor();
  await page.keyboard.press("Escape");
  await log.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Table menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Rules" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /take back/i }).count(), 0);
  await page.leave();
});
