/** The track workshop: building by hand and by keys, files there and back, keeping, sharing, racing. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { accessible, call, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";

after(closeBrowser);

async function workshop(page, path = "/workshop") {
  await page.goto(path);
  await page.getByRole("application").waitFor();
}

/** The tiles of the draft as the browser remembers them. */
async function draft(page, kind = "circuit") {
  return page.evaluate((key) => JSON.parse(localStorage.getItem(key)).draft.tiles, `paddock.workshop.${kind}`);
}

async function openReady(page, name) {
  await page.getByRole("button", { name: "Open…" }).click();
  await page.getByRole("button", { name }).click();
  await page.getByRole("heading", { name: "The track can be raced" }).waitFor();
}

test("a circuit is built by tapping on a phone", async () => {
  const page = await person({ size: PHONE });
  await workshop(page);
  await page.getByRole("button", { name: "1 problem" }).waitFor();
  const board = page.getByRole("application");
  // The start tile hovers on the hex in the middle of the uncovered part: tapping it lays it.
  await page.getByRole("button", { name: "Lay 102a here" }).tap();
  for (const tile of ["107a", "111a", "107a"]) {
    await page.getByRole("button", { name: new RegExp(`^${tile}:`) }).tap();
    await page.getByRole("button", { name: `Lay ${tile} here` }).tap();
  }
  assert.deepEqual((await draft(page)).map((tile) => tile.tile), ["102a", "107a", "111a", "107a"]);
  await page.getByRole("button", { name: /^107a:.*0 left/ }).waitFor();
  assert.ok(await page.getByRole("button", { name: /^107a:/ }).isDisabled());

  await page.getByRole("button", { name: "Undo" }).tap();
  assert.equal((await draft(page)).length, 3);
  await page.getByRole("button", { name: "Redo" }).tap();
  assert.equal((await draft(page)).length, 4);

  await page.getByRole("button", { name: /1 problem/ }).tap();
  await page.getByRole("button", { name: /The circuit is not closed/ }).tap();
  const frame = await board.boundingBox();
  assert.ok(frame.height > 300);
  await picture(page, "workshop-building-phone");
  await fits(page);
  await accessible(page);
  await page.leave();
});

test("a stage is built by keys alone", async () => {
  const page = await person();
  await workshop(page);
  await page.getByRole("button", { name: "DIRT stage" }).press("Enter");
  await page.getByRole("button", { name: "Lay 202a here" }).waitFor();
  const board = page.getByRole("application");
  await board.focus();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^210a:/ }).press("Enter");
  await page.keyboard.press("t");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^203a:/ }).press("Enter");
  await page.keyboard.press("f");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "The track can be raced" }).waitFor();
  assert.deepEqual((await draft(page, "stage")).map((tile) => tile.tile), ["202a", "210a", "203b"]);

  await page.keyboard.press("p");
  await page.keyboard.press("r");
  await page.getByRole("heading", { name: /problems/ }).waitFor();
  await page.keyboard.press("Control+z");
  await page.getByRole("heading", { name: "The track can be raced" }).waitFor();
  await page.keyboard.press("Delete");
  assert.equal((await draft(page, "stage")).length, 2);
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Enter");
  for (const key of ["ArrowLeft", "ArrowLeft", "ArrowDown", "Enter"]) await page.keyboard.press(key);
  await page.getByText(/do(es)? not lie on the road/).first().waitFor();
  await page.leave();
});

test("a tile is dragged with the mouse, and laid where one clicks", async () => {
  const page = await person();
  await workshop(page);
  const board = page.getByRole("application");
  const { x, y, width, height } = await board.boundingBox();
  const middle = { x: x + width / 2, y: y + height / 2 };
  await page.mouse.move(middle.x - 150, middle.y);
  await page.mouse.click(middle.x - 150, middle.y);
  const [laid] = await draft(page);
  assert.notDeepEqual([laid.q, laid.r], [0, 0]);
  await page.keyboard.press("Escape");
  await page.mouse.move(middle.x - 150, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x, middle.y - 40, { steps: 5 });
  await page.mouse.move(middle.x + 150, middle.y - 100, { steps: 5 });
  await page.mouse.up();
  const [moved] = await draft(page);
  assert.notDeepEqual([moved.q, moved.r], [laid.q, laid.r]);
  await page.mouse.wheel(0, -300);
  await page.leave();
});

for (const [format, button] of Object.entries({ paddock: "Paddock (.json)", rekee: "Rekee (.json)", rgt: "Track editor (.rgt)" })) {
  test(`a circuit goes into a ${format} file and comes back`, async () => {
    const page = await person();
    await workshop(page);
    await openReady(page, /^Track C/);
    const before = await draft(page);
    await page.getByRole("button", { name: "Files…" }).click();
    const [download] = await Promise.all([page.waitForEvent("download"), page.getByRole("button", { name: button }).click()]);
    const file = { name: download.suggestedFilename(), mimeType: "application/json", buffer: await readFile(await download.path()) };
    await page.getByRole("button", { name: "Close", exact: true }).click();
    await page.getByRole("button", { name: "Clear the table" }).click();
    await page.getByText("The table is empty").waitFor();
    await page.getByRole("button", { name: "Files…" }).click();
    await page.locator("input[type=file]").setInputFiles(file);
    await page.getByRole("heading", { name: "The track can be raced" }).waitFor();
    const order = (tiles) => tiles.map((tile) => tile.tile);
    assert.deepEqual(order(await draft(page)), order(before));
    await page.leave();
  });
}

test("a broken file is refused in words", async () => {
  const page = await person();
  await workshop(page);
  await page.getByRole("button", { name: "Files…" }).click();
  await page.locator("input[type=file]").setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"tiles": 3}') });
  await page.getByText(/not as it should be|no track/).first().waitFor();
  await page.leave();
});

test("a generated track is saved, shared, opened by a friend, raced and deleted", async () => {
  const page = await person();
  await guest(page, "Ana");
  await workshop(page);
  await page.getByRole("button", { name: "Generate…" }).click();
  await page.getByLabel("Seed").fill("4711");
  await page.getByRole("button", { name: "Use this track" }).click();
  await page.getByRole("heading", { name: "The track can be raced" }).waitFor();
  await page.getByLabel("Name").fill("Ana's ring");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/workshop\/\w+/);
  await picture(page, "workshop-track-desktop");
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  assert.equal(link, page.url());

  const friend = await person();
  await guest(friend, "Piotr");
  await workshop(friend, new URL(link).pathname);
  await friend.getByText("by Ana").waitFor();
  assert.equal(await friend.getByLabel("Name").inputValue(), "Ana's ring");
  await friend.getByRole("button", { name: "Save a copy" }).click();
  await friend.waitForURL((url) => url.pathname !== new URL(link).pathname);
  await friend.leave();

  await page.getByRole("button", { name: "Race it" }).click();
  await page.waitForURL(/\/new\/rallyman-gt/);
  await page.getByRole("option", { name: "Ana's ring" }).first().waitFor({ state: "attached" });
  await page.locator("form button.main").click();
  await page.waitForURL(/\/table\//);
  const table = await call(page, "GET", `/api/tables/${page.url().split("/").at(-1)}`);
  assert.equal(table.options.track.name, "Ana's ring");

  await workshop(page, new URL(link).pathname);
  await page.getByRole("button", { name: "Open…" }).click();
  await page.getByRole("button", { name: "Delete Ana's ring" }).click();
  await page.getByRole("button", { name: "Delete for good?" }).click();
  await page.getByText("Ana's ring is deleted.").waitFor();
  await page.leave();
});

test("a stage of one's own is raced", async () => {
  const page = await person();
  await guest(page, "Ana");
  await workshop(page);
  await page.getByRole("button", { name: "DIRT stage" }).click();
  await openReady(page, /^Rally 1, SS2/);
  await page.getByLabel("A service park follows the stage").check();
  await page.getByLabel("Name").fill("Home stage");
  await page.getByRole("button", { name: "Race it" }).click();
  await page.getByRole("option", { name: "Home stage" }).first().waitFor({ state: "attached" });
  await page.locator("form button.main").click();
  await page.waitForURL(/\/table\//);
  const table = await call(page, "GET", `/api/tables/${page.url().split("/").at(-1)}`);
  assert.equal(table.options.layouts.length, 1);
  assert.equal(table.options.layouts[0].name, "Home stage");
  assert.equal(table.options.layouts[0].assistance, true);
  await page.leave();
});

test("the draft is still there after a reload", async () => {
  const page = await person();
  await workshop(page);
  await openReady(page, /^Track 1/);
  await page.reload();
  await page.getByRole("heading", { name: "The track can be raced" }).waitFor();
  assert.equal(await page.getByLabel("Name").inputValue(), "Track 1");
  await page.leave();
});
