/** The guided first stage of DIRT, to its end in every language; how both Rallyman games are played. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, person, PHONE, picture } from "./browser.mjs";
import { keyboardDriver } from "./drivers/keys.mjs";
import { finish, heard, listen, taught } from "./drivers/coach.mjs";
import { rallyman } from "./drivers/rallyman.mjs";
import { worded } from "./drivers/recorded.mjs";

after(closeBrowser);

test("a newcomer drives the first stage with a coach, then a rally at once", async () => {
  const page = await person({ size: PHONE });
  await page.goto("/");
  await page.getByRole("link", { name: /^Learn by playing.*Rallyman: DIRT$/ }).click();
  await page.getByRole("button", { name: "To the start line" }).click();
  const coach = page.getByRole("complementary", { name: "Your coach" });
  await coach.getByText("Tap gear die 1").waitFor();
  await page.locator("path.open").first().waitFor();
  await listen(page);
  await picture(page, "first-stage-phone");
  await accessible(page);
  await fits(page);
  await page.locator('.hand .pick[aria-keyshortcuts="1"]').tap();
  await coach.getByText("Tap a lit space").waitFor();
  await finish(page, rallyman({ touch: true }));
  const lessons = await heard(page);
  for (const told of ["time", "slide"]) assert.ok(lessons.includes(told), `${told} is not among ${lessons}`);
  assert.ok(
    lessons.includes("shortcut") || lessons.includes("jump"),
    `neither shortcut nor jump: ${lessons}`,
  );
  await picture(page, "first-stage-result-phone");
  await accessible(page);
  await coach.getByRole("button", { name: "Now a real race" }).tap();
  await page.waitForURL(/hints/);
  await page.locator(".order").first().waitFor();
  await page.leave();
});

test("the coach of the first stage speaks ru to the end", () => taught("/first-stage", rallyman(), "ru"));

test("the coach of the first stage speaks pl to the end, to somebody with a keyboard alone", () =>
  taught("/first-stage", keyboardDriver, "pl", { keys: true }));

test("a page tells how each Rallyman game is played, in every language", async () => {
  for (const [game, language, size] of [
    ["rallyman-gt", "en", { width: 1440, height: 900 }],
    ["rallyman-dirt", "pl", PHONE],
    ["rallyman-gt", "ru", PHONE],
  ]) {
    const page = await person({ language, size, dark: language === "ru" });
    await page.goto(`/how-to-play/${game}`);
    await page.locator(".steps .cut").first().waitFor();
    await worded(page, "body");
    await accessible(page);
    await fits(page);
    await picture(page, `how-to-${game}-${language}`);
    await page.locator(`a[href^="/rules/${game}#"]`).first().click();
    await page.locator(".rule.here").waitFor();
    await page.leave();
  }
});
