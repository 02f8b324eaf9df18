/** Dirt & Dust from the invitation to the result: two people, a bot, a spectator, a reload on the way. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, guest, HAND, LARGE, person, picture } from "./browser.mjs";
import { dirtAndDust, dirtAndDustKeys, dirtAndDustTouch } from "./drivers/dirt-and-dust.mjs";
import { listenIn, recordedGames, watchAll, worded } from "./drivers/recorded.mjs";
import { alone, drive, gather, scenesOf, spectator } from "./drivers/table.mjs";

after(closeBrowser);

test("two people and a bot drive a whole stage of Dirt & Dust", async () => {
  const { ana, piotr, path } = await gather({
    game: "dirt-and-dust",
    options: { stage: "trial" },
    host: { size: LARGE },
    friend: { size: HAND, language: "ru", dark: true },
  });
  const watcher = await spectator(path);
  const sent = { ana: await listenIn(ana), piotr: await listenIn(piotr) };

  await ana.locator(".plain").waitFor();
  await picture(ana, "dirt-and-dust-driving-desktop");
  await accessible(ana);
  await onOneScreen(ana);
  await ana.locator(".slots .pick").first().click();
  await ana.getByRole("heading", { name: /This die in slot/ }).waitFor();
  await picture(ana, "dirt-and-dust-die-desktop");
  await accessible(ana);
  await ana.getByRole("button", { name: "Put down" }).click();

  const hand = ana.getByRole("region", { name: "Your hand" });
  const cards = await hand.locator(".cards li").allInnerTexts();
  assert.ok(cards.length > 0);
  await ana.reload();
  await hand.locator(".cards li").first().waitFor();
  assert.deepEqual(await hand.locator(".cards li").allInnerTexts(), cards, "a reload keeps the hand");

  const laid = ana.locator(".slots .place:not(.empty)");
  await drive(ana, dirtAndDust, {
    enough: async () => (await laid.count()) > 0 && piotr.locator(".plain").isVisible(),
  });
  await picture(piotr, "dirt-and-dust-driving-phone-dark");
  await accessible(piotr);
  await fits(piotr);
  await onOneScreen(piotr);
  await tellsAfterReload(ana);
  await Promise.all([drive(ana, dirtAndDust), drive(piotr, dirtAndDustTouch)]);

  assert.equal(await watcher.getByRole("region", { name: "Your hand" }).count(), 0);
  keepsSecrets(sent.ana, 0);
  keepsSecrets(sent.piotr, 1);
  keepsSecrets(watcher.seen, null);
  await watcher.locator(".room > .result").waitFor();
  await picture(ana, "dirt-and-dust-result-desktop");
  await picture(piotr, "dirt-and-dust-result-phone-dark");
  await accessible(ana);
  await fits(piotr);
  for (const page of [ana, piotr, watcher]) await page.leave();
});

/** Nothing has to be scrolled to, and nothing hides below the screen. */
async function onOneScreen(page) {
  const [high, screen] = await page.evaluate(() => [document.documentElement.scrollHeight, innerHeight]);
  assert.ok(high <= screen, `the page is ${high} px high on a screen of ${screen} px`);
  const low = await page
    .locator(".dd.one")
    .evaluate((root) =>
      [...root.querySelectorAll("nav button, .slots button")]
        .filter((one) => one.getBoundingClientRect().bottom > innerHeight)
        .map((one) => one.textContent),
    );
  assert.deepEqual(low, []);
}

/** What happened in this round can still be read after a reload. */
async function tellsAfterReload(page) {
  await page.reload();
  await page.getByRole("button", { name: "What happened" }).click();
  await page
    .locator(".sheet.story li")
    .getByText(/Ana plays .* into slot/)
    .first()
    .waitFor();
  await page.keyboard.press("Escape");
}

/** Hands, decks and draws of others never reach a seat. */
function keepsSecrets(frames, seat) {
  const scenes = scenesOf(frames);
  assert.ok(scenes.length > 5);
  for (const { seat: eyes, view } of scenes) {
    assert.equal(eyes, seat);
    if (seat === null) assert.equal(view.own, null, "a spectator sees nobody's hand");
    else assert.equal(view.own.hand.length, view.boards[seat].hand_size, "the hand is one's own");
    for (const board of view.boards) assert.ok(!("hand" in board) && !("deck" in board));
  }
  const drawn = eventsOf(frames).filter((event) => event.event === "drew" && event.seat !== seat);
  assert.ok(drawn.length > 0);
  for (const event of drawn) assert.equal(event.card, "hidden");
}

function eventsOf(frames) {
  return frames.flatMap((frame) => frame.events ?? []).map((told) => told.event);
}

/** Lay something over the road. */
async function beside(page, name) {
  await page.locator("nav.more").getByRole("button", { name }).click();
}

test("a drive stays hidden from the rivals until everybody has driven", async () => {
  const { ana, piotr } = await gather({ game: "dirt-and-dust", options: { stage: "blue_haven" } });
  const sent = await listenIn(piotr);
  await piotr.locator(".plain").waitFor();
  const before = scenesOf(sent).at(-1).view.boards[0];
  const news = sent.length;
  await drive(ana, dirtAndDust, { enough: () => ana.getByText("You have finished driving").isVisible() });
  await beside(piotr, "Rivals");
  await piotr.getByRole("article", { name: "Ana" }).getByText("finished").waitFor();

  await beside(ana, "What happened");
  const story = ana.locator(".sheet.story");
  const more = story.locator("details button");
  if (await more.isVisible()) await more.click();
  await story
    .getByText(/Ana plays .* into slot/)
    .first()
    .waitFor();

  const told = eventsOf(sent.slice(news)).filter((event) => event.seat === 0);
  assert.deepEqual([...new Set(told.map((event) => event.event))], ["finished"]);
  for (const { view } of scenesOf(sent.slice(news))) {
    const { finished: _now, ...board } = view.boards[0];
    const { finished: _, ...same } = before;
    assert.deepEqual(board, same, "the rival's board stays as it was before driving");
    assert.ok(board.as_before);
  }
  for (const page of [ana, piotr]) await page.leave();
});

test("every step of a recorded rally against the Ghost can be seen again", async () => {
  const [log] = await recordedGames("dirt-and-dust", { seats: 1, games: 1, options: { ghost: "devil" } });
  const page = await person({ language: "ru" });
  await guest(page, "Ola");
  await watchAll(page, log, { each: (page) => worded(page, "body") });
  await page.leave();
});

test("a whole Trial Stage is driven by keys alone, and what is asked is said", async () => {
  const page = await person();
  for (const event of ["mousedown", "pointerdown", "touchstart"])
    await page.addInitScript((name) => addEventListener(name, () => (window.touched = true), true), event);
  await alone(page, "dirt-and-dust", { seats: 1, options: { stage: "trial" } });
  await page.locator(".action [role=status]").getByText("Pick a die, a card").waitFor({ state: "attached" });
  const said = new Set();
  const each = async () => said.add((await page.locator("[role=status]").allInnerTexts()).join(" "));
  assert.equal(await drive(page, dirtAndDustKeys, { each }), "over");
  assert.ok([...said].some((text) => /Resolving/.test(text)));
  assert.equal(await page.evaluate(() => window.touched ?? false), false);
  await page.leave();
});

for (const [how, size] of [
  ["mouse", undefined],
  ["finger", HAND],
])
  test(`dice and cards are carried by ${how}; what they would do is shown before they are let go`, async () => {
    const page = await person({ size });
    const carry = size ? await fingerOn(page) : (...way) => byMouse(page, ...way);
    await alone(page, "dirt-and-dust", { seats: 1, options: { stage: "trial" } });
    const slot = page
      .locator(".slot")
      .filter({ has: page.locator(".pick") })
      .first();
    const die = slot.locator(".pick").first();
    await die.waitFor();
    const number = await slot.getAttribute("data-slot");
    if (size) await page.locator(".tabs button").first().tap();
    await carry(page.locator(".cards button").first(), slot, async () => {
      await page.locator(".air .card").waitFor();
    });
    await slot.locator(".place:not(.empty)").waitFor();
    await carry(die, slot.locator(".place"), async () => {
      await page.getByRole("heading", { name: `This die in slot ${number}` }).waitFor();
      await page.locator(".action .card .line").first().waitFor();
      await picture(page, `dirt-and-dust-carried-${how}`);
    });
    await page
      .locator(".action [role=status]")
      .getByText(/^Resolving/)
      .waitFor({ state: "attached" });
    await page.leave();
  });

/** The middle of a thing, and of where it is to be brought, a third from its top first. */
async function way(from, to) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  return [
    { x: start.x + start.width / 2, y: start.y + start.height / 2 },
    { x: end.x + end.width / 2, y: end.y + end.height / 3 },
    { x: end.x + end.width / 2, y: end.y + end.height / 2 },
  ];
}

/** Press, move, look, let go. */
async function byMouse(page, from, to, look) {
  const [start, over, end] = await way(from, to);
  await page.mouse.move(start.x, start.y);
  await page.mouse.down();
  await page.mouse.move(over.x, over.y, { steps: 6 });
  await look();
  await page.mouse.move(end.x, end.y, { steps: 2 });
  await page.mouse.up();
}

/** The same with a finger: touches as the browser gets them from a screen. */
async function fingerOn(page) {
  const screen = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => screen.send("Input.dispatchTouchEvent", { type, touchPoints });
  return async (from, to, look) => {
    const [start, over, end] = await way(from, to);
    await touch("touchStart", start);
    for (let part = 1; part <= 6; part++)
      await touch("touchMove", {
        x: start.x + ((over.x - start.x) * part) / 6,
        y: start.y + ((over.y - start.y) * part) / 6,
      });
    await look();
    await touch("touchMove", end);
    await touch("touchEnd");
  };
}
