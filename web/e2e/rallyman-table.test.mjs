/** The Rallyman table under the finger: every lit cell can be hit, the camera holds still, drawers close. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, person, picture } from "./browser.mjs";
import { comes } from "./drivers/hands.mjs";
import { planning, rallyman } from "./drivers/rallyman.mjs";
import { alone, drive } from "./drivers/table.mjs";

after(closeBrowser);

const NARROW = { width: 360, height: 740 };

/** In the page: for every lit cell on the screen the share of its own points where it can be hit, and how large that is. */
function owned() {
  const grid = 20;
  return [...document.querySelectorAll("path.open[data-cell]")].flatMap((path) => {
    const box = path.getBoundingClientRect();
    const turned = path.getScreenCTM().inverse();
    let [all, own, hit] = [0, 0, 0];
    for (let i = 0; i < grid; i++)
      for (let j = 0; j < grid; j++) {
        const point = new DOMPoint(
          box.left + ((i + 0.5) * box.width) / grid,
          box.top + ((j + 0.5) * box.height) / grid,
        );
        if (!path.isPointInFill(point.matrixTransform(turned))) continue;
        all += 1;
        const top = document.elementFromPoint(point.x, point.y);
        if (!top?.closest("svg.cells")) continue;
        own += 1;
        hit += Number(top === path);
      }
    // What hardly sticks into the screen cannot be judged.
    if (own < 0.6 * all) return [];
    const area = (((all * hit) / own) * box.width * box.height) / grid ** 2;
    return [{ cell: path.getAttribute("aria-label"), share: hit / own, area }];
  });
}

/** In the page: all lit cells with the middle of what can be hit of them, the nearest first. */
function litPlaces() {
  return [...document.querySelectorAll("path.open[data-cell]:not(.elsewhere)")].map((path) => {
    const { x, y, width, height } = path.getBoundingClientRect();
    return {
      cell: path.dataset.cell,
      far: Number(path.style.getPropertyValue("--far")),
      x: x + width / 2,
      y: y + height / 2,
      label: path.getAttribute("aria-label"),
      hit: document.elementFromPoint(x + width / 2, y + height / 2) === path,
    };
  });
}

const LAID = (steps) =>
  document.querySelectorAll(".strip li").length === steps &&
  document.querySelector('.hand button[aria-keyshortcuts="F"]:not([disabled])') !== null;

/** A finger that rests on a place of the screen; returns how to lift it. */
async function rest(page, { x, y }) {
  const hand = await page.context().newCDPSession(page);
  await hand.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [{ x, y }] });
  return () => hand.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
}

const box = (page, selector) => page.locator(selector).first().boundingBox();

test("a rally under the finger: every lit cell can be hit, a long press tells, a tap plans the whole way", async () => {
  const page = await person({ size: NARROW });
  await alone(page, "rallyman-dirt");
  await page.locator("path.open").first().waitFor();
  const [dice, ways] = [await box(page, ".hand > .dice"), await box(page, ".hand .ways")];

  const far = (await page.evaluate(litPlaces)).filter(({ far, hit }) => far > 1 && hit).at(-1);
  const lift = await rest(page, far);
  const bubble = page.locator(".bubble");
  await bubble.getByText(/gear 0 → \d/).waitFor();
  await bubble.getByText("Chance of losing control").waitFor();
  await picture(page, "rallyman-reach-phone");
  await lift();
  assert.equal(await page.locator(".strip li").count(), 0, "a long press lays nothing");
  for (let tries = 0; tries < 5 && !(await page.evaluate(LAID, far.far)); tries++) {
    await page.touchscreen.tap(far.x, far.y);
    await comes(page.waitForFunction(LAID, far.far, { timeout: 4_000 }));
  }
  assert.ok(await page.evaluate(LAID, far.far), "one tap plans the whole way");
  assert.equal(await bubble.count(), 0);
  await picture(page, "rallyman-planned-phone");
  assert.deepEqual([await box(page, ".hand > .dice"), await box(page, ".hand .ways")], [dice, ways]);

  // A note, and a line that is lost for a while, leave the panel where it is; the plan goes on afterwards.
  await page.touchscreen.tap(NARROW.width / 2, 200);
  await page.context().setOffline(true);
  const strip = page.getByText("Connection lost");
  await strip.first().waitFor();
  assert.deepEqual(await box(page, ".hand .ways"), ways);
  await page.getByRole("button", { name: "Clear" }).last().tap();
  await page.context().setOffline(false);
  await strip.first().waitFor({ state: "hidden" });
  await page.waitForFunction(() => document.querySelector("path.open"));
  const unlit = await page.evaluate(() => {
    for (const path of document.querySelectorAll("path.hit")) {
      const { x, y, width, height } = path.getBoundingClientRect();
      const [cx, cy] = [x + width / 2, y + height / 2];
      if (document.elementFromPoint(cx, cy) === path && cy > 190 && cy < 400) return { x: cx, y: cy };
    }
    return null;
  });
  if (unlit) {
    await page.touchscreen.tap(unlit.x, unlit.y);
    const note = await page.locator(".note").first().boundingBox();
    const panel = await box(page, ".cockpit");
    assert.ok(
      note.y >= 57 && note.x >= 0 && note.x + note.width <= NARROW.width,
      "the note is on the screen",
    );
    assert.ok(note.y + note.height <= panel.y, "the note covers nothing that can be done");
  }

  const robot = rallyman({ touch: true, most: 4 });
  let seen = 0;
  async function look() {
    if (!(await planning(page))) return;
    for (const { cell, share, area } of await page.evaluate(owned)) {
      assert.ok(share >= 0.3, `${cell} owns ${share} of its area`);
      assert.ok(area >= 24 ** 2, `${cell} has ${area} px² to be hit`);
      seen += 1;
    }
  }
  await drive(page, robot, { enough: () => seen > 16, each: look });
  assert.ok(seen > 8, "cells were looked at");
  assert.ok(
    await page.evaluate(() => {
      const [cells, signs] = ["svg.cells", ".signs"].map((one) => document.querySelector(one));
      const above = cells.compareDocumentPosition(signs) & Node.DOCUMENT_POSITION_FOLLOWING;
      return above && signs.querySelectorAll(".limit").length > 3;
    }),
    "limits stand above the tint",
  );
  await page.leave();
});

/** Where the road lies in the window. */
function lies(page) {
  return page.evaluate(() => {
    const { x, y, width } = document.querySelector("path.hit").getBoundingClientRect();
    return [x, y, width].map(Math.round);
  });
}

/** Where the road lies once the turn has been framed: all that can be reached is lit, and two looks agree. */
async function framed(page) {
  await page.waitForFunction(() => document.querySelectorAll("path.open").length > 6);
  for (let last = await lies(page); ;) {
    await page.waitForTimeout(250);
    const now = await lies(page);
    if (String(now) === String(last)) return now;
    last = now;
  }
}

/** In the page, before anything else: note what is made to be heard and felt. */
function listen() {
  Object.assign(window, { heard: [], felt: [] });
  navigator.vibrate = (buzz) => window.felt.push(buzz) > 0;
  window.AudioContext = class extends AudioContext {
    createOscillator() {
      window.heard.push("tone");
      return super.createOscillator();
    }
    createBufferSource() {
      // The page is drawn right after what is shown has been told.
      const rolled = () => document.querySelector(".tray, .strip li.done") !== null;
      setTimeout(() => window.heard.push(rolled() ? "noise over dice" : "noise"));
      return super.createBufferSource();
    }
  };
}

test("a turn of GT by mouse and keys: reach, three quick clicks, a reload, sound and its switch", async () => {
  const page = await person();
  await page.addInitScript(listen);
  await alone(page, "rallyman-gt");
  await page.locator("path.open").first().waitFor();
  const before = await framed(page);
  const rows = [".hand .laid", ".hand .meters", ".hand .offers", ".hand > .dice", ".hand .ways"];
  const places = async () => Promise.all(rows.map((row) => box(page, row)));
  const still = await places();

  // Three quick clicks up the lane all hit, and nothing has moved.
  const lit = await page.evaluate(litPlaces);
  const near = (from, cells) =>
    cells.sort((a, b) => Math.hypot(a.x - from.x, a.y - from.y) - Math.hypot(b.x - from.x, b.y - from.y))[0];
  const car = await box(page, ".car");
  const lane = [1, 2, 3].reduce((way, far) => {
    const from = way.at(-1) ?? { x: car.x + car.width / 2, y: car.y + car.height / 2 };
    return [
      ...way,
      near(
        from,
        lit.filter((one) => one.far === far),
      ),
    ];
  }, []);
  for (const { x, y } of lane) await page.mouse.click(x, y);
  await page.waitForFunction(LAID, 3);
  const names = await page.locator(".strip li .hidden").allInnerTexts();
  lane.forEach(({ label }, at) =>
    assert.ok(names[at].includes(label.split(/[.,]/)[0]), `${names[at]}: ${label}`),
  );
  assert.deepEqual(await lies(page), before, "the road moved under the hand");
  assert.deepEqual(await places(), still, "a row changed its place");
  await picture(page, "rallyman-held-still-desktop");

  // The plan survives a reload; what the mouse points at is told.
  await page.reload();
  await page.waitForFunction(LAID, 3);
  await page.getByRole("button", { name: "Clear" }).first().click();
  await page.waitForFunction(() => document.querySelectorAll("path.open").length > 6);
  const far = (await page.evaluate(litPlaces)).filter(({ far, hit }) => far > 3 && hit).at(-1);
  await page.mouse.move(far.x, far.y);
  await page.locator(".bubble").getByText("Chance of losing control").waitFor();
  await picture(page, "rallyman-reach-desktop");
  await page.mouse.move(1, 1);

  // Arrows walk over the cells, M hides the map, Enter plans the way.
  const cells = await page.locator("path.open").count();
  await page.keyboard.press("m");
  await page.waitForFunction((all) => document.querySelectorAll("path.open").length < all, cells);
  await page.keyboard.press("m");
  await page.waitForFunction((all) => document.querySelectorAll("path.open").length === all, cells);
  for (let up = 0; up < 3; up++) await page.keyboard.press("ArrowUp");
  await page.locator("path.open:focus").waitFor();
  await page.locator(".bubble").waitFor();
  assert.match(await page.locator("path.open:focus").getAttribute("aria-label"), /dice: .* Gear \d\. Risk/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(LAID, 3);

  // Choosing a way rolls the first die. Nothing is heard or felt until it is switched on, and nothing after it is switched off.
  await page.keyboard.press("o");
  await page.locator('button[aria-keyshortcuts="Enter"]').waitFor();
  assert.deepEqual(await page.evaluate(() => [window.heard, window.felt]), [[], []]);
  const sound = async (on) => {
    await page.getByRole("button", { name: "Table menu" }).click();
    await page.getByRole("switch", { name: "Sound and vibration" }).click();
    await page.getByRole("switch", { name: "Sound and vibration", checked: on }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  };
  await sound(true);
  await page.keyboard.press("r");
  await page.waitForFunction(() => window.felt.includes(20));
  await page.waitForFunction(() => window.heard.includes("noise over dice") && window.heard.includes("tone"));
  await sound(false);
  await page.evaluate(() => Object.assign(window, { heard: [], felt: [] }));
  await page.keyboard.press("r");
  await page.waitForFunction(() => !document.querySelector('button[aria-keyshortcuts="Enter"]'));
  assert.deepEqual(await page.evaluate(() => [window.heard, window.felt]), [[], []]);
  await page.leave();
});

test("Escape closes every drawer, and the menu offers to take back only what can be taken back", async () => {
  const page = await person({ size: NARROW });
  await alone(page, "rallyman-gt");
  await page.locator("path.open").first().waitFor();
  for (const name of ["Log", "Chat"]) {
    await page.getByRole("button", { name, exact: true }).click();
    const drawer = page.getByRole("complementary", { name });
    await drawer.waitFor();
    await page.keyboard.press("Escape");
    await drawer.waitFor({ state: "detached" });
  }
  const menu = page.getByRole("button", { name: "Menu", exact: true });
  await menu.click();
  await page.locator("header nav.open").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("header nav.open").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Dashboard and more" }).click();
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await page.getByRole("button", { name: "Table menu" }).click();
  await page.getByRole("dialog").getByRole("link", { name: "Rules" }).waitFor();
  assert.equal(await page.getByRole("button", { name: /take back/i }).count(), 0);
  await page.leave();
});
