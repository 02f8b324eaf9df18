/** The guided first race of Outspeed, to its end in every language, and how it is played. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { outspeed, outspeedTouch } from "./drivers/outspeed.mjs";
import { worded } from "./drivers/recorded.mjs";
import { drive, press } from "./drivers/table.mjs";

after(closeBrowser);

/** In the page: remember everything the coach says, however short it stands there. */
function watchCoach() {
  window.lessons = new Set();
  const hear = () => {
    const task = document.documentElement.dataset.coach;
    if (task && document.querySelector("aside.coach p")) window.lessons.add(task);
  };
  new MutationObserver(hear).observe(document.documentElement, {
    subtree: true,
    childList: true,
    attributes: true,
  });
}

test("a newcomer flies the first race with a coach", async () => {
  const page = await person({ size: PHONE });
  await page.goto("/");
  await page.getByRole("link", { name: "Learn Outspeed by playing" }).click();
  await page.getByRole("button", { name: "Start the engines" }).click();
  const coach = page.getByRole("complementary", { name: "Your coach" });
  await coach.getByText("Three routes lie ahead").waitFor();
  await page.evaluate(watchCoach);
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
  await finish(page, outspeedTouch, "Got it");
  await coach.getByText("That was your first race").waitFor();
  const lessons = await page.evaluate(() => [...window.lessons]);
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

async function finish(page, robot, understood) {
  const gotIt = page.locator("aside.coach button", { hasText: understood });
  const understand = () => press(gotIt, { timeout: 1_500 }).catch(() => {});
  assert.equal(await drive(page, robot, { each: understand }), "over");
}

for (const [language, understood] of [
  ["pl", "Jasne"],
  ["ru", "Понятно"],
]) {
  test(`the coach speaks ${language} to the end`, async () => {
    const page = await person({ language, size: { width: 1440, height: 900 }, dark: true });
    await guest(page, "Ola");
    await page.goto("/first-race");
    await page.locator(".page button.main").click();
    await page.locator("aside.coach").waitFor();
    await page.evaluate(watchCoach);
    await picture(page, `first-race-desktop-${language}`);
    await finish(page, outspeed, understood);
    await page.waitForFunction(() => document.documentElement.dataset.coach === "home");
    await worded(page, "body");
    assert.ok((await page.evaluate(() => window.lessons.size)) >= 6);
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
