/** Dirt & Dust from the invitation to the result: two people, a bot, a spectator, a reload on the way. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { dirtAndDust, dirtAndDustKeys, dirtAndDustTouch } from "./drivers/dirt-and-dust.mjs";
import { listenIn, recordedGames, watchAll, worded } from "./drivers/recorded.mjs";
import { alone, drive, gather, scenesOf, spectator } from "./drivers/table.mjs";

after(closeBrowser);

test("two people and a bot drive a whole stage of Dirt & Dust", async () => {
  const { ana, piotr, path } = await gather({
    game: "dirt-and-dust",
    options: { stage: "trial" },
    friend: { size: PHONE, language: "ru", dark: true },
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

  await drive(ana, dirtAndDust, { enough: () => piotr.locator(".plain").isVisible() });
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

test("every step of recorded rallies can be seen again", async () => {
  for (const [seats, options, seat, language] of [
    [3, { stage: "trial", team_cards: "random" }, 0, "pl"],
    [1, { ghost: "devil" }, null, "ru"],
  ]) {
    const [log] = await recordedGames("dirt-and-dust", { seats, games: 1, options });
    const page = await person({ language });
    await guest(page, "Ola");
    await watchAll(page, log, { seat, each: (page) => worded(page, "body") });
    await page.leave();
  }
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

test("dice and cards are carried by mouse; what they would do is shown before they are let go", async () => {
  const page = await person();
  await alone(page, "dirt-and-dust", { seats: 1, options: { stage: "trial" } });
  const die = page.locator(".slot .pick").first();
  const slot = page
    .locator(".slot")
    .filter({ has: page.locator(".pick") })
    .first();
  await die.waitFor();
  const number = await slot.getAttribute("data-slot");
  await carry(page, page.locator(".cards button").first(), slot, async () => {
    await page.locator(".air .card").waitFor();
  });
  await slot.locator(".place:not(.empty)").waitFor();
  await carry(page, die, slot.locator(".place"), async () => {
    await page.getByRole("heading", { name: `This die in slot ${number}` }).waitFor();
    await page.locator(".action .card .line").first().waitFor();
    await picture(page, "dirt-and-dust-carried-desktop");
  });
  await page
    .locator(".action [role=status]")
    .getByText(/^Resolving/)
    .waitFor({ state: "attached" });
  await page.leave();
});

/** Press, move, look, let go. */
async function carry(page, from, to, look) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 3, { steps: 6 });
  await look();
  await page.mouse.move(end.x + end.width / 2, end.y + end.height / 2, { steps: 2 });
  await page.mouse.up();
}
