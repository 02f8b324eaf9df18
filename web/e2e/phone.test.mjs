/** Whole turns on a phone of 360 × 740 with a finger: nothing sticks out, nothing is too small to hit. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, person, PHONE, picture } from "./browser.mjs";
import { dirtAndDust } from "./drivers/dirt-and-dust.mjs";
import { outspeed } from "./drivers/outspeed.mjs";
import { planning, rallyman } from "./drivers/rallyman.mjs";
import { alone, drive, fingerSized, settled } from "./drivers/table.mjs";

after(closeBrowser);

const MORE = "Dashboard and more";

test("a turn of GT with a thumb", async () => {
  const page = await person({ size: PHONE });
  await alone(page, "rallyman-gt", { seats: 1 });
  await page.locator("path.open").first().waitFor();
  await fingerSized(page, ".room");
  await fits(page);
  const robot = rallyman({ touch: true, most: 3, flatOut: 0 });
  await drive(page, robot, { enough: () => page.locator('button[aria-keyshortcuts="Enter"]').isVisible() });
  await picture(page, "rallyman-gt-rolling-phone");
  await fingerSized(page, ".room");
  await fits(page);
  await drive(page, robot, { enough: async (moves) => moves >= 3 && planning(page) });
  await rallyman({ touch: true, most: 4 }).lay(page);
  await settled(page);
  await picture(page, "rallyman-gt-planning-phone");
  await fingerSized(page, ".room");
  await fits(page);

  for (const name of ["Score sheet", "Turns in notation"]) {
    const dialog = page.getByRole("dialog");
    await page.getByRole("button", { name: MORE }).tap();
    await dialog.getByRole("button", { name: new RegExp(`^${name}`) }).tap();
    await dialog.getByRole("heading", { name }).waitFor();
    await fingerSized(page, "dialog");
    await accessible(page);
    await fits(page);
    const { x, width } = await dialog.boundingBox();
    assert.ok(x >= 0 && x + width <= PHONE.width);
    await picture(page, `rallyman-gt-${name.split(" ")[0].toLowerCase()}-phone`);
    await dialog.getByRole("button", { name: "Close" }).tap();
    await dialog.waitFor({ state: "detached" });
  }
  await page.leave();
});

test("a turn of Outspeed with a thumb", async () => {
  const page = await person({ size: PHONE });
  await alone(page, "outspeed", { seats: 3 });
  await page.locator(".act form").first().waitFor();
  for (let part = 0; part < 6; part++) {
    await page.waitForFunction(outspeed.asked);
    await fingerSized(page, ".room");
    await fits(page);
    await drive(page, outspeed, { enough: (moves) => moves >= 1 });
  }
  await picture(page, "outspeed-phone");
  await page.leave();
});

test("a turn of Dirt & Dust with a thumb", async () => {
  const page = await person({ size: PHONE });
  await alone(page, "dirt-and-dust", { seats: 1 });
  await drive(page, dirtAndDust, { enough: () => page.locator(".plain").isVisible() });
  for (const part of ["Stage", "Market", "Rivals", "Team"]) {
    await page.getByRole("button", { name: part, exact: true }).tap();
    await fingerSized(page, ".room");
    await fits(page);
    await picture(page, `dirt-and-dust-${part.toLowerCase()}-phone`);
  }
  await page.locator(".slots .pick").first().tap();
  await page.getByText(/what it could do/).waitFor();
  await fingerSized(page, ".room");
  await accessible(page);
  await drive(page, dirtAndDust, { enough: (moves) => moves >= 5 });
  await fits(page);
  await page.leave();
});
