/** A game that only its Python package brings, as docs/adding-a-game.md tells: home page, options, rules, table. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, call, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";

after(closeBrowser);

test("a foreign game stands on the home page with its sentence, its options and its rules", async () => {
  const page = await person({ language: "pl" });
  await page.goto("/");
  await page.getByText("Rzucaj, dopóki starczy ci odwagi").waitFor();
  await page.goto("/new/pig");
  await page.getByLabel("Punkty do wygranej").waitFor();
  await page.goto("/how-to-play/pig");
  await page.getByText("Roll one die as often as you dare").waitFor();
  await accessible(page);
  await page.locator('a[href="/rules/pig#PIG-TURN-3"]').click();
  await page.locator("#PIG-TURN-3.here").getByText("A 1 loses all points").waitFor();
  await page.locator("#PIG-TURN-2").getByRole("link", { name: "PIG-TURN-3" }).waitFor();
  await accessible(page);
  await page.leave();
});

test("a game whose actions are too many to be listed is played on the plain table", async () => {
  const page = await person({ size: PHONE });
  await guest(page, "Ana");
  const table = await call(page, "POST", "/api/tables", { game: "nerve", seats: 2 });
  await page.goto(`/table/${table.id}`);
  await page.getByRole("button", { name: "Seat a friend at this screen" }).tap();
  await page.getByRole("button", { name: "Sit here too" }).tap();
  await page.getByRole("button", { name: "Start the race" }).tap();
  await page.getByLabel("Action").selectOption({ label: "Name a number" });
  await page.getByLabel("number").fill("41");
  await picture(page, "plain-unlisted-phone");
  await accessible(page);
  await fits(page);
  await page.getByRole("button", { name: "Decide" }).tap();
  await page.getByRole("button", { name: /show my seat/ }).tap();
  await page.getByLabel("number").fill("7");
  await page.getByRole("button", { name: "Decide" }).tap();
  await page.getByText("Name a number higher than 41.").waitFor();
  await page.getByLabel("Action").selectOption({ label: "Give up" });
  assert.equal(await page.getByLabel("number").count(), 0);
  await page.getByRole("button", { name: "Decide" }).tap();
  await page.getByRole("heading", { name: "The race is over" }).waitFor();
  await page.leave();
});
