/** Dirt & Dust from the invitation to the result: two people, a bot, a spectator, a reload on the way. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { dirtAndDust } from "./drivers/dirt-and-dust.mjs";
import { tabTo } from "./drivers/keys.mjs";
import { listenIn, momentsOf, recordedGames, sitDown, watchAll, worded } from "./drivers/recorded.mjs";
import { drive, gather, playOut, scenesOf, spectator } from "./drivers/table.mjs";

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
  await ana.locator(".slots .pick").first().click();
  await ana.getByRole("heading", { name: /what it could do/ }).waitFor();
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
  await piotr.reload();
  await playOut([ana, piotr], dirtAndDust);

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

/** Bring what lies beside the road to the top. */
async function beside(page, name) {
  await page.locator("nav.asides").getByRole("button", { name }).click();
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
  const story = ana.locator("details").filter({ hasText: "What happened" });
  if (await story.getByRole("button").isVisible()) await story.getByRole("button").click();
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

test("a card is played and resolved by keys alone, and what is asked is said", async () => {
  const moments = momentsOf(await recordedGames("dirt-and-dust", { seats: 1, games: 1 }));
  const page = await person();
  await guest(page, "Ola");
  await sitDown(page, moments.get("play"));
  await page.locator(".action [role=status]").getByText("Pick a die, a card").waitFor({ state: "attached" });
  await tabTo(page, (one) => one.matches(".cards button"));
  await page.keyboard.press("Enter");
  await tabTo(page, (one) => one.matches(".picked .slots button"));
  await page.keyboard.press("Enter");
  await page
    .getByRole("status")
    .getByText(/plays .* into slot/)
    .waitFor({ state: "attached" });
  await page.locator(".slots .place:not(.empty)").first().waitFor();

  await sitDown(page, moments.get("use"));
  await page
    .locator(".action [role=status]")
    .getByText(/^Resolving/)
    .waitFor({ state: "attached" });
  await tabTo(page, (one) => one.matches("li.usable button"));
  const before = await page.locator(".action").innerText();
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelector(".action").innerText !== before, before);
  await page.leave();
});
