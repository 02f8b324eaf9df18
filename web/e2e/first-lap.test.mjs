/** The guided first lap: from the home page through the first tasks to the finish. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, person, picture } from "./browser.mjs";
import { keyboardDriver } from "./drivers/keys.mjs";
import { finish, heard, listen, taught } from "./drivers/coach.mjs";
import { rallyman } from "./drivers/rallyman.mjs";

after(closeBrowser);

/** Tap the middle of a lit cell as a finger does. */
async function tapCell(page) {
  const box = await page.locator("path.open").first().boundingBox();
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2);
}

test("a newcomer drives the first lap with a coach", async () => {
  const page = await person({ size: { width: 390, height: 844 } });
  await page.goto("/");
  await page.getByRole("link", { name: /^Learn by playing.*Rallyman: GT$/ }).click();
  await page.getByRole("button", { name: "Start the engine" }).click();
  const coach = page.getByRole("complementary", { name: "Your coach" });
  await coach.getByText("1 of 11").waitFor();
  await coach.getByText("Tap gear die 1").waitFor();
  await page.locator("path.open").first().waitFor();
  await picture(page, "first-lap-phone");
  await accessible(page);
  await fits(page);

  const die = (name) => page.locator(`.hand .pick[aria-keyshortcuts="${name}"]`);
  await die("1").tap();
  await coach.getByText("Tap a lit cell").waitFor();
  await tapCell(page);
  await coach.getByText("Add dice 2 and 3").waitFor();
  await picture(page, "first-lap-plan-phone");
  const lit = await page
    .locator(".hand .pick")
    .evaluateAll((dice) =>
      dice
        .filter((die) => getComputedStyle(die).outlineStyle === "solid")
        .map((die) => die.getAttribute("aria-keyshortcuts")),
    );
  assert.ok(lit.length && lit.every((die) => ["2", "3"].includes(die)), `dice ${lit} are pointed at`);
  const [top, ...chips] = await Promise.all(
    ["aside.coach", ".status .chip:visible >> nth=0", ".status .chip:visible >> nth=1"].map((one) =>
      page.locator(one).boundingBox(),
    ),
  );
  for (const chip of chips) assert.ok(chip.y >= top.y + top.height, "the coach covers a chip");
  for (const name of ["2", "3"]) {
    await die(name).and(page.locator(":not(.unusable)")).tap();
    await page.locator("path.open.held").first().waitFor();
    await tapCell(page);
    await page.locator(`.strip li:nth-child(${name})`).waitFor();
  }
  await coach.getByText("choose “One by one”").waitFor();
  const oneByOne = page.locator('.hand button[aria-keyshortcuts="O"]:enabled');
  await oneByOne.waitFor();
  await accessible(page);
  await oneByOne.tap();
  await coach.getByText("Roll die by die").waitFor();
  await coach.getByRole("button", { name: "Got it" }).tap();
  await coach.waitFor({ state: "hidden" });

  await listen(page);
  await finish(page, rallyman({ touch: true }));
  const lessons = await heard(page);
  for (const told of ["plan", "risk"]) assert.ok(lessons.includes(told), `${told} is not among ${lessons}`);
  await coach.getByText("That was your first lap.").waitFor();
  assert.match(await coach.innerText(), /^(\d+) of \1\b/);
  await coach.getByRole("button", { name: "Now a real race" }).waitFor();
  await picture(page, "first-lap-result-phone");
  await accessible(page);
  await page.leave();
});

test("the coach of the first lap speaks pl to the end", () => taught("/first-lap", rallyman(), "pl"));

test("the coach of the first lap speaks ru to the end, to somebody with a keyboard alone", () =>
  taught("/first-lap", keyboardDriver, "ru", { keys: true }));
