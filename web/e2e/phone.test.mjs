/** Whole turns on a phone of 360 × 740 with a finger: nothing sticks out, nothing is too small to hit. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { dirtAndDust, dirtAndDustTouch } from "./drivers/dirt-and-dust.mjs";
import { outspeed, outspeedTouch } from "./drivers/outspeed.mjs";
import { planning, rallyman } from "./drivers/rallyman.mjs";
import { momentsOf, recordedGames, sitDown, uncovered, worded } from "./drivers/recorded.mjs";
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

  for (const name of ["Score sheet"]) {
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
    await drive(page, outspeedTouch, { enough: (moves) => moves >= 1 });
  }
  await picture(page, "outspeed-phone");
  await page.leave();
});

test("every decision of Outspeed has room on a phone", async () => {
  const moments = momentsOf(await recordedGames("outspeed", { seats: 6, games: 24 }));
  const page = await person({ size: PHONE, language: "ru", dark: true });
  await guest(page, "Ольга");
  for (const kind of ["lay", "pass", "program", "set-dial", "keep"]) {
    assert.ok(moments.has(kind), `no bot ever came to ${kind}`);
    await sitDown(page, moments.get(kind));
    await page.waitForFunction(outspeed.asked);
    await roomy(page, ".act");
    await picture(page, `outspeed-${kind}-phone-dark`);
  }
  await page.leave();
});

test("a turn of Dirt & Dust with a thumb", async () => {
  const page = await person({ size: PHONE });
  await alone(page, "dirt-and-dust", { seats: 1 });
  await drive(page, dirtAndDustTouch, { enough: () => page.locator(".plain").isVisible() });
  for (const part of ["Market", "Rivals", "Story", "Hand"]) {
    await page.locator(".tabs").getByRole("button", { name: part }).tap();
    await page.locator(".sheet").waitFor();
    await fingerSized(page, ".room");
    await fits(page);
    await picture(page, `dirt-and-dust-${part.toLowerCase()}-phone`);
  }
  const hand = page.getByRole("region", { name: "Your hand" });
  await hand.locator(".words").first().waitFor();
  await page.getByRole("button", { name: "Words on cards" }).tap();
  await hand.locator(".words").first().waitFor({ state: "detached" });
  await hand.locator(".cards button").first().tap();
  const slot = page
    .locator(".slot")
    .filter({ has: page.locator(".pick") })
    .first();
  await slot.locator(".place.open").tap();
  await page.locator(".sheet .shut").tap();
  await page.getByRole("button", { name: "What the symbols mean" }).tap();
  await page.getByRole("dialog").getByText("Only while accelerating").waitFor();
  await accessible(page);
  await fits(page);
  await picture(page, "dirt-and-dust-symbols-phone");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).tap();
  await slot.locator(".pick").first().tap();
  await page.getByRole("heading", { name: /This die in slot/ }).waitFor();
  await picture(page, "dirt-and-dust-die-phone");
  await fingerSized(page, ".room");
  await accessible(page);
  await slot.locator(".place").tap();
  await page
    .locator(".action [role=status]")
    .getByText(/^Resolving/)
    .waitFor({ state: "attached" });
  await drive(page, dirtAndDustTouch, { enough: (moves) => moves >= 5 });
  await fits(page);
  await page.leave();
});

const DECISIONS = [
  "pick-stage",
  "pick-driver",
  "play",
  "use",
  "skip",
  "go",
  "turn-die",
  "pick",
  "take",
  "react",
  "discard",
  "finish",
];

test("every decision of Dirt & Dust has room on a phone", async () => {
  const moments = momentsOf(
    await recordedGames("dirt-and-dust", {
      seats: 3,
      games: 24,
      options: { team_cards: "random", stage: "draft", drivers: "draft" },
    }),
  );
  const page = await person({ size: PHONE, language: "pl" });
  await guest(page, "Ola");
  for (const kind of DECISIONS) {
    assert.ok(moments.has(kind), `no bot ever came to ${kind}`);
    await sitDown(page, moments.get(kind));
    await page.waitForFunction(dirtAndDust.asked);
    await roomy(page, ".action");
    await picture(page, `dirt-and-dust-${kind}-phone`);
  }
  await page.leave();
});

/** Nothing sticks out, nothing is too small, nothing lies over what can be pressed, and everything is said in words. */
async function roomy(page, panel) {
  await settled(page);
  await fits(page);
  await fingerSized(page, ".room");
  await uncovered(page, panel);
  await worded(page);
}
