/** The track workshop: building by hand and by keys, files there and back, keeping, sharing, racing. */

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, test } from "node:test";
import { accessible, call, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { planning, rallyman } from "./drivers/rallyman.mjs";
import { drive } from "./drivers/table.mjs";

after(closeBrowser);

async function workshop(page, path = "/workshop") {
  await page.goto(path);
  await page.getByRole("application").waitFor();
}

/** The tiles of the draft as the browser remembers them. */
async function draft(page, kind = "circuit") {
  return page.evaluate(
    (key) => JSON.parse(localStorage.getItem(key)).draft.tiles,
    `paddock.workshop.${kind}`,
  );
}

/** The table on the screen, as the server knows it. */
function tableOf(page) {
  return call(page, "GET", `/api/tables/${new URL(page.url()).pathname.split("/").at(-1)}`);
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
  assert.deepEqual(
    (await draft(page)).map((tile) => tile.tile),
    ["102a", "107a", "111a", "107a"],
  );
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
  assert.deepEqual(
    (await draft(page, "stage")).map((tile) => tile.tile),
    ["202a", "210a", "203b"],
  );

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
  await page
    .getByText(/do(es)? not lie on the road/)
    .first()
    .waitFor();
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

for (const [format, button] of Object.entries({
  paddock: "Paddock (.json)",
  rekee: "Rekee (.json)",
  rgt: "Track editor (.rgt)",
})) {
  test(`a circuit goes into a ${format} file and comes back`, async () => {
    const page = await person();
    await workshop(page);
    await openReady(page, /^Track C/);
    const before = await draft(page);
    await page.getByRole("button", { name: "Files…" }).click();
    const [download] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    const file = {
      name: download.suggestedFilename(),
      mimeType: "application/json",
      buffer: await readFile(await download.path()),
    };
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
  await page
    .locator("input[type=file]")
    .setInputFiles({ name: "x.json", mimeType: "application/json", buffer: Buffer.from('{"tiles": 3}') });
  await page
    .getByText(/not as it should be|no track/)
    .first()
    .waitFor();
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

  await page.getByRole("button", { name: "Race it with friends" }).click();
  await page.waitForURL(/\/new\/rallyman-gt/);
  await page.getByRole("radio", { name: "Ana's ring" }).first().waitFor({ state: "attached" });
  await page.locator("form button.main").click();
  await page.waitForURL(/\/table\//);
  assert.equal((await tableOf(page)).options.track.name, "Ana's ring");

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
  await page.getByRole("button", { name: "Lay 202a here" }).waitFor();
  await openReady(page, /^Rally 1, SS2/);
  await page.getByLabel("A service park follows the stage").check();
  await page.getByLabel("Name").fill("Home stage");
  await page.getByRole("button", { name: "Race it", exact: true }).click();
  await page.waitForURL(/\/table\//);
  const table = await tableOf(page);
  assert.deepEqual(
    [table.stage, table.seats.map((seat) => seat.bot)],
    ["running", [null, "beginner", "beginner"]],
  );
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

test("tiles are dragged from the tray onto the table", async () => {
  const page = await person();
  await workshop(page);
  const board = await page.getByRole("application").boundingBox();
  const middle = { x: board.x + board.width / 2, y: board.y + board.height / 2 };
  const drag = async (tile, to) => {
    const face = page.getByRole("button", { name: new RegExp(`^${tile}:`) });
    await face.scrollIntoViewIfNeeded();
    const { x, y, width, height } = await face.boundingBox();
    await page.mouse.move(x + width / 2, y + height / 2);
    await page.mouse.down();
    await page.mouse.move(x + width / 2 + 30, y + height / 2, { steps: 3 });
    await page.mouse.move(to.x, to.y, { steps: 5 });
    await page.mouse.up();
  };
  await drag("102a", middle);
  assert.deepEqual(
    (await draft(page)).map(({ tile }) => tile),
    ["102a"],
  );
  await drag("107a", { x: middle.x, y: board.y - 20 });
  assert.equal((await draft(page)).length, 1, "let go beside the table, a tile goes back into the box");
  await drag("107a", { x: middle.x - 220, y: middle.y - 60 });
  const [, far] = await draft(page);
  assert.equal(far.tile, "107a");
  await page.leave();
});

test("a stage is laid, turned, flipped, wrong, right, saved, shared, and raced to the first turn", async () => {
  const page = await person();
  await guest(page, "Ana");
  await workshop(page);
  await page.getByRole("button", { name: "DIRT stage" }).click();
  await page.getByRole("button", { name: "Lay 202a here" }).waitFor();
  const lay = async (tile) => {
    if (
      (await page.getByRole("button", { name: new RegExp(`^${tile}:`) }).getAttribute("aria-pressed")) !==
      "true"
    )
      await page.getByRole("button", { name: new RegExp(`^${tile}:`) }).click();
    await page.getByRole("button", { name: `Lay ${tile} here` }).click();
  };
  await lay("202a");
  await lay("210a");
  await lay("203a");
  await page.getByRole("heading", { name: "The track can be raced" }).waitFor();

  await page.getByRole("application").focus();
  await page.keyboard.press("p");
  const [, second] = await draft(page, "stage");
  await page.getByRole("button", { name: "Rotate" }).click();
  await page.getByRole("heading", { name: /problem/ }).waitFor();
  await page
    .getByText(/runs into a side without a road|does not reach the finish/)
    .first()
    .waitFor();
  assert.ok(await page.getByRole("button", { name: "Race it", exact: true }).isDisabled());
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "The track can be raced" }).waitFor();
  await page.getByRole("button", { name: "Redo" }).click();
  await page.getByRole("heading", { name: /problem/ }).waitFor();
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("button", { name: "Flip to the other side" }).click();
  const [, flipped] = await draft(page, "stage");
  assert.deepEqual([second.tile, flipped.tile], ["210a", "210b"]);
  await page.getByRole("heading", { name: "The track can be raced" }).waitFor();

  await page.getByLabel("Name").fill("Short stage");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Short stage is saved.").waitFor();
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByText("the link is copied").waitFor();
  await page.getByRole("button", { name: "Open…" }).click();
  await page
    .getByRole("button", { name: /^Short stage/ })
    .locator("svg")
    .waitFor();
  await picture(page, "workshop-open-desktop");
  await page.getByRole("dialog").getByRole("button", { name: "Close", exact: true }).click();

  await page.getByRole("button", { name: "Race it", exact: true }).click();
  await drive(page, rallyman(), { enough: () => planning(page) });
  // So short a stage may be over with the first turn.
  await drive(page, rallyman({ most: 2 }), { enough: (moves) => moves >= 1 });
  await page.leave();
});

test("a rally is put together from own and ready stages, kept, shared, opened by a friend and raced", async () => {
  const page = await person();
  await guest(page, "Ana");
  await workshop(page);
  await page.getByRole("button", { name: "DIRT stage" }).click();
  await page.getByRole("button", { name: "Lay 202a here" }).waitFor();
  await page.getByRole("button", { name: "Generate…" }).click();
  await page.getByLabel("Seed").fill("11");
  await page.getByRole("button", { name: "Use this track" }).click();
  await page.getByRole("heading", { name: "The track can be raced" }).waitFor();
  await page.getByLabel("Name").fill("Forest");
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Forest is saved.").waitFor();

  await page.getByRole("link", { name: "DIRT rally" }).click();
  await page.getByRole("heading", { name: "A rally of your own" }).waitFor();
  await accessible(page);
  await page.getByRole("button", { name: /^Rally 1, SS1/ }).click();
  await page.getByRole("button", { name: /^Rally 2, SS1/ }).click();
  await page.getByRole("button", { name: "Forest", exact: true }).click();
  await page.getByRole("heading", { name: "3 stages" }).waitFor();
  await page.getByRole("button", { name: "Forest: earlier" }).click();
  await page.getByRole("button", { name: /^Take Rally 1.*out$/ }).click();
  await page.getByRole("heading", { name: "2 stages" }).waitFor();
  await page.getByLabel("A service park follows").check();
  await page.getByLabel("Name").fill("Two evenings");
  await page.getByRole("button", { name: "Save" }).click();
  await page.waitForURL(/\/rally\/\w+/);
  await page.getByRole("button", { name: "Share" }).click();
  await page.getByRole("button", { name: "Copy link" }).waitFor();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await picture(page, "rally-desktop");
  await accessible(page);

  const friend = await person({ size: PHONE });
  await guest(friend, "Piotr");
  await friend.goto(link);
  await friend.getByText("by Ana").first().waitFor();
  await friend.getByRole("heading", { name: "2 stages" }).waitFor();
  await picture(friend, "rally-phone");
  await fits(friend);
  await accessible(friend);
  await friend.leave();

  await page.getByRole("button", { name: "Race it with friends" }).click();
  await page.waitForURL(/\/new\/rallyman-dirt/);
  await page.getByRole("radio", { name: "Own rally: 2 stages" }).waitFor({ state: "attached" });
  await page.goBack();
  await page.getByRole("button", { name: "Race it", exact: true }).click();
  await page.waitForURL(/\/table\//);
  const table = await tableOf(page);
  assert.equal(table.title, "Two evenings");
  const [first, second] = table.options.layouts;
  assert.deepEqual([first.name, first.assistance, second.name], ["Forest", true, "Rally 2 SS1"]);
  await drive(page, rallyman(), { enough: () => planning(page) });
  await page.leave();
});
