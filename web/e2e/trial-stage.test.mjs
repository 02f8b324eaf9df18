/** The guided Trial Stage of Dirt & Dust, to its end in every language, and how it is played. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { finish, heard, listen } from "./drivers/coach.mjs";
import { dirtAndDust, dirtAndDustTouch } from "./drivers/dirt-and-dust.mjs";
import { worded } from "./drivers/recorded.mjs";

after(closeBrowser);

test("a newcomer drives the first stage with a coach", async () => {
  const page = await person({ size: PHONE });
  await page.goto("/");
  await page.getByRole("link", { name: /^Learn by playing.*Dirt & Dust$/ }).click();
  await page.getByRole("button", { name: "Start the engine" }).click();
  const coach = page.getByRole("complementary", { name: "Your coach" });
  await coach.getByText("Five Stage cards come at you").waitFor();
  await listen(page);
  await picture(page, "trial-stage-phone");
  await accessible(page);
  await fits(page);
  await coach.getByRole("button", { name: "Got it" }).tap();
  await coach.getByText("Play a card").waitFor();
  await page.locator(".tabs").getByRole("button", { name: "Hand" }).tap();
  await page.locator(".cards button").first().tap();
  await picture(page, "trial-stage-play-phone");
  const slot = page
    .locator(".slot")
    .filter({ has: page.locator(".pick") })
    .first();
  await slot.locator(".place.open").tap();
  await coach.getByText("Now take the die").waitFor();
  await slot.locator(".pick").first().tap();
  await page.locator(".slot.aimed").waitFor();
  await page.locator(".action .card .card").waitFor();
  await picture(page, "trial-stage-die-phone");
  await slot.locator(".place").tap();
  await coach.getByText("The card is resolved").waitFor();
  await finish(page, dirtAndDustTouch);
  await coach.getByText("That was your first stage").waitFor();
  const lessons = await heard(page);
  for (const lesson of ["dials", "fall", "prepare", "rows", "home"])
    assert.ok(lessons.includes(lesson), `${lesson} not in ${lessons}`);
  await accessible(page);
  await coach.getByRole("button", { name: "Now a real race" }).tap();
  await page.waitForURL(/hints/);
  await page.locator(".dd.one").waitFor();
  await page.leave();
});

for (const language of ["pl", "ru"]) {
  test(`the coach speaks ${language} to the end`, async () => {
    const page = await person({ language, size: { width: 1440, height: 900 }, dark: language === "ru" });
    await guest(page, "Ola");
    await page.goto("/trial-stage");
    await page.locator(".page button.main").click();
    await page.locator("aside.coach").waitFor();
    await listen(page);
    await picture(page, `trial-stage-desktop-${language}`);
    await finish(page, dirtAndDust, language);
    await worded(page, "body");
    assert.ok((await heard(page)).length >= 8);
    await page.leave();
  });
}

test("a page tells how Dirt & Dust is played, in every language", async () => {
  for (const [language, size] of [
    ["en", { width: 1440, height: 900 }],
    ["pl", PHONE],
    ["ru", PHONE],
  ]) {
    const page = await person({ language, size, dark: language === "ru" });
    await page.goto("/rules/dirt-and-dust");
    await page.locator('a[href="/how-to-play/dirt-and-dust"]').click();
    await page.locator(".steps .lanes").first().waitFor();
    await worded(page, "body");
    await accessible(page);
    await fits(page);
    await picture(page, `how-to-dirt-and-dust-${language}`);
    await page.locator('a[href^="/rules/dirt-and-dust#"]').first().click();
    await page.locator(".rule.here").waitFor();
    await page.leave();
  }
});
