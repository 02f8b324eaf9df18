/** From the home page to the finish without a mouse. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, person, picture } from "./browser.mjs";
import { activate, keyboardDriver, tabTo } from "./drivers/keys.mjs";
import { drive } from "./drivers/table.mjs";

after(closeBrowser);

/** Whatever has the focus can be seen to have it. */
async function focusShows(page) {
  const seen = () => {
    const one = document.activeElement;
    const { outlineStyle, outlineWidth, strokeWidth } = getComputedStyle(one.closest("label") ?? one);
    return (
      (outlineStyle !== "none" && parseFloat(outlineWidth) >= 2) ||
      (one.matches("path") && parseFloat(strokeWidth) >= 3)
    );
  };
  await page.waitForFunction(seen).catch(async () => {
    assert.fail(
      `the focus cannot be seen on ${await page.evaluate(() => document.activeElement.outerHTML.slice(0, 200))}`,
    );
  });
}

test("a whole solo lap of GT is driven by keys alone", async () => {
  const page = await person();
  for (const event of ["mousedown", "pointerdown", "touchstart"]) {
    await page.addInitScript((name) => addEventListener(name, () => (window.touched = true), true), event);
  }
  await page.goto("/");
  await page.getByRole("heading", { name: "Rallyman: GT" }).waitFor();
  await activate(page, "Set up a table: Rallyman: GT");
  await page.locator("#title").waitFor();
  await tabTo(page, (one) => one.id === "name");
  await page.keyboard.type("Ola");
  await tabTo(page, (one) => one.name === "seats");
  await focusShows(page);
  while ((await page.locator('input[name="seats"]:checked').inputValue()) !== "1")
    await page.keyboard.press("ArrowLeft");
  await activate(page, "Set up the table");
  await page.waitForURL(/\/table\//);
  await activate(page, "Start the race");
  await page.locator("path.open").first().waitFor();
  await page.keyboard.press("ArrowRight");
  await focusShows(page);
  await picture(page, "keyboard-focus-desktop");

  assert.equal(await drive(page, keyboardDriver), "over");
  await page.getByRole("heading", { name: "The race is over" }).first().waitFor();
  await activate(page, "Replay");
  await page.getByText(/^Step 0 of/).waitFor();
  assert.equal(await page.evaluate(() => window.touched ?? false), false);
  await page.leave();
});
