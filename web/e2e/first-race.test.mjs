/** The guided first race of Outspeed, to its end in every language, and how it is played. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { finish, heard, listen } from "./drivers/coach.mjs";
import { outspeed, outspeedTouch } from "./drivers/outspeed.mjs";
import { worded } from "./drivers/recorded.mjs";

after(closeBrowser);

test("a newcomer flies the first race with a coach", async () => {
  const page = await person({ size: PHONE });
  await page.goto("/");
  await page.getByRole("link", { name: /^Learn by playing.*Outspeed$/ }).click();
  await page.getByRole("button", { name: "Start the engines" }).click();
  const coach = page.getByRole("complementary", { name: "Your coach" });
  await coach.getByText("Three routes lie ahead").waitFor();
  await listen(page);
  await picture(page, "first-race-phone");
  await accessible(page);
  await fits(page);
  await page.locator(".gate input:enabled").first().tap({ force: true });
  await coach.getByText("This table tells").waitFor();
  await page.waitForFunction(() => document.querySelectorAll(".outspeed li.asked").length === 1);
  await coach.getByRole("button", { name: "Got it" }).tap();
  await coach.getByText("Lock it in").waitFor();
  await picture(page, "first-race-lock-phone");
  await page.locator(".act button.lock").tap();
  await coach.getByText(/All dials open at once|Too many on your lane/).waitFor();
  await finish(page, outspeedTouch);
  await coach.getByText("That was your first race").waitFor();
  const lessons = await heard(page);
  assert.ok(lessons.includes("home"), `home not in ${lessons}`);
  assert.ok(
    lessons.includes("reveal") || lessons.includes("crash"),
    `neither reveal nor crash in ${lessons}`,
  );
  await accessible(page);
  await coach.getByRole("button", { name: "Now a real race" }).tap();
  await page.locator(".act button.lock").waitFor();
  assert.equal(await coach.count(), 0);
  await page.leave();
});

for (const language of ["pl", "ru"]) {
  test(`the coach speaks ${language} to the end`, async () => {
    const page = await person({ language, size: { width: 1440, height: 900 }, dark: true });
    await guest(page, "Ola");
    await page.goto("/first-race");
    await page.locator(".page button.main").click();
    await page.locator("aside.coach").waitFor();
    await listen(page);
    await picture(page, `first-race-desktop-${language}`);
    await finish(page, outspeed, language);
    await worded(page, "body");
    assert.ok((await heard(page)).length >= 6);
    await page.leave();
  });
}

test("a page tells how Outspeed is played, in every language", async () => {
  for (const [language, size] of [
    ["en", { width: 1440, height: 900 }],
    ["pl", PHONE],
    ["ru", PHONE],
  ]) {
    const page = await person({ language, size, dark: language === "ru" });
    await page.goto("/rules/outspeed");
    await page.locator('a[href="/how-to-play/outspeed"]').click();
    await page.locator(".steps .track, .steps svg").first().waitFor();
    await worded(page, "body");
    await accessible(page);
    await fits(page);
    await picture(page, `how-to-outspeed-${language}`);
    await page.locator('a[href^="/rules/outspeed#"]').first().click();
    await page.locator(".rule.here").waitFor();
    await page.leave();
  }
});
