/** The guided first lap: from the home page over the lessons to the finish. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, person, PHONE, picture } from "./browser.mjs";
import { rallyman } from "./drivers/rallyman.mjs";
import { drive } from "./drivers/table.mjs";

after(closeBrowser);

test("a newcomer drives the first lap with a coach", async () => {
  const page = await person({ size: PHONE });
  await page.goto("/");
  await page.getByRole("link", { name: /first lap/i }).click();
  await page.getByRole("button", { name: "Start the engine" }).click();
  const coach = page.getByRole("complementary", { name: "Your coach" });
  await coach.getByText("1 of 8").waitFor();
  await coach.getByText(/gear 0/).waitFor();
  await page.locator("path.open").first().waitFor();
  await picture(page, "first-lap-phone");
  await accessible(page);
  await fits(page);

  const lessons = new Set();
  const outcome = await drive(page, rallyman({ touch: true }), {
    each: async () => {
      const understood = page.getByRole("button", { name: "Got it" });
      if (!(await understood.isVisible())) return;
      lessons.add(await coach.locator("p").innerText());
      await understood.click();
    },
  });
  assert.equal(outcome, "over");
  assert.ok(lessons.size >= 3, `${lessons.size} lessons`);
  await coach.getByText("That was your first lap.").waitFor();
  await coach.getByRole("link", { name: "Now a real race" }).waitFor();
  await picture(page, "first-lap-result-phone");
  await accessible(page);
  await page.leave();
});
