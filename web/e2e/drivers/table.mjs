/** Getting people and a bot around a table, and letting robots play there until the result. */

import assert from "node:assert/strict";
import { call, guest, PATIENCE, person } from "../browser.mjs";
import { comes, tolerate } from "./hands.mjs";

/**
 * Set up a table by the form, filled in as the last time, with a friend from the invitation link and the
 * weakest bot, and start the game.
 */
export async function gather({
  game,
  options = {},
  host = {},
  friend = {},
  bot = "random",
  names = ["Ana", "Piotr"],
}) {
  const [ana, piotr] = [await person(host), await person(friend)];
  await guest(ana, names[0]);
  await ana.addInitScript(
    ([key, choice]) => localStorage.setItem(key, JSON.stringify(choice)),
    [`paddock.new.${game}`, { options, seats: 3, pace: { kind: "none" }, open: true, bots: false, bot }],
  );
  await ana.goto(`/new/${game}`);
  await ana.locator('input[name="seats"][value="3"]:checked').waitFor({ state: "attached" });
  await ana.locator("form button.main").click();
  const link = await ana.locator("input[readonly]").inputValue();
  await ana.locator("li select").last().selectOption(bot);

  await piotr.goto(link);
  await piotr.locator("#name").fill(names[1]);
  await piotr.locator("form button.main").click();
  await ana.getByText(names[1]).first().waitFor();
  const start = ana.locator("button.main");
  await start.click();
  await piotr.locator(".room").waitFor();
  return { ana, piotr, path: new URL(ana.url()).pathname };
}

/** Somebody who only watches; `seen` collects every frame the server sends. */
export async function spectator(path, look = {}) {
  const page = await person(look);
  const seen = [];
  page.on("websocket", (line) =>
    line.on("framereceived", ({ payload }) => seen.push(JSON.parse(String(payload)))),
  );
  await page.goto(path);
  await page.locator(".room").waitFor();
  return Object.assign(page, { seen });
}

/** The scenes among the frames a page was sent. */
export function scenesOf(frames) {
  return frames.flatMap((frame) => (frame.scene ? [frame.scene] : []));
}

export function isOver(page) {
  return page.locator(".room > .result").isVisible();
}

/** No game of ours takes a robot longer than this. */
const MOST_MOVES = 2_000;

/**
 * Let a robot play a seat until the game is over or `enough` says so. A move is one click or a few;
 * the table may change under the robot's hand at any time, then it simply looks again. It gives up
 * at once when the page breaks, and when nothing has changed on the table for a long time.
 */
export async function drive(page, robot, wishes = {}) {
  return Promise.race([page.broken, playOn(page, robot, wishes)]);
}

/** A hand gives up sooner than a test does: it looks again anyway. */
const HAND_PATIENCE = 15_000;

/** In the page: has the table changed since it was last asked? */
const STIRRED = () => {
  const before = window.seen;
  window.seen = document.querySelector(".stage")?.innerHTML;
  return window.seen !== before;
};

/** In the page: remember the table as it is before a move, and say whether it has changed since. */
const NOTED = () => void (window.before = document.querySelector(".stage")?.innerHTML);
const MOVED = () => document.querySelector(".stage")?.innerHTML !== window.before;

async function playOn(page, robot, { enough = () => false, each = async () => {} }) {
  let changed = Date.now();
  for (let moves = 0; moves < MOST_MOVES && !page.errors.length;) {
    if (await isOver(page)) return "over";
    if (await enough(moves)) return "enough";
    if (await page.evaluate(STIRRED).catch(tolerate)) changed = Date.now();
    else if (Date.now() - changed > PATIENCE) break;
    if (!(await comes(page.waitForFunction(robot.asked, null, { timeout: 1_500 })))) continue;
    if (await isOver(page)) return "over";
    if (await enough(moves)) return "enough";
    await each(page);
    await page.evaluate(NOTED).catch(tolerate);
    page.setDefaultTimeout(HAND_PATIENCE);
    const moved = await robot.move(page).catch(tolerate);
    page.setDefaultTimeout(PATIENCE);
    if (!moved) continue;
    moves++;
    await comes(page.waitForFunction(MOVED, null, { timeout: 2_000 }));
  }
  assert.deepEqual(page.errors, []);
  assert.fail(
    `the robot has not come to an end on ${page.url()}: ${String(await page.locator(".stage").allInnerTexts()).slice(0, 600)}`,
  );
}

/** All people play at the same time, each with a robot of their own or all with one. */
export async function playOut(pages, robots, options = {}) {
  const robot = (at) => (Array.isArray(robots) ? robots[at] : robots);
  await Promise.all(pages.map((page, at) => drive(page, robot(at), options)));
  await Promise.all(pages.map((page) => page.locator(".room > .result").waitFor()));
}

/** Wait until nothing moves on the page any more. */
export async function settled(page) {
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
}

/** Everything that can be pressed in a part of the page is large enough for a finger. */
export async function fingerSized(page, part = "main, body", { least = 44 } = {}) {
  await settled(page);
  const small = await page
    .locator(part)
    .first()
    .evaluate((root, least) => {
      const wide = innerWidth;
      const found = [];
      for (const one of root.querySelectorAll(
        "button, a.button, select, input, summary, [role=button]:not(path), [role=radio]",
      )) {
        const target = one.matches("input") ? (one.closest("label") ?? one) : one;
        const style = getComputedStyle(target);
        const box = target.getBoundingClientRect();
        if (
          !box.width ||
          style.visibility === "hidden" ||
          target.closest(".hidden, details:not([open]) > :not(summary)")
        )
          continue;
        const name = (one.getAttribute("aria-label") ?? one.textContent).trim().slice(0, 40);
        if (box.width < least - 0.5 || box.height < least - 0.5)
          found.push(`${name}: ${box.width.toFixed(0)} × ${box.height.toFixed(0)}`);
        if (box.right > wide + 1 && !target.closest("ol, ul, .others, [class*=strip]"))
          found.push(`${name}: sticks out to ${box.right.toFixed(0)}`);
      }
      return found;
    }, least);
  assert.deepEqual(small, []);
}

/** A table of one's own with bots on the other seats, already running: a lesson, so that all dice are the same in every run. */
export async function alone(page, game, { seats = 1, options = {}, bot = "random" } = {}) {
  await guest(page, "Ola");
  const wish = { game, options, seats, public: false, lesson: "end-to-end" };
  const table = await call(page, "POST", "/api/tables", wish);
  for (let seat = 1; seat < seats; seat++)
    await call(page, "POST", `/api/tables/${table.id}/bot`, { seat, bot });
  await call(page, "POST", `/api/tables/${table.id}/start`);
  await page.goto(`/table/${table.id}`);
  await page.locator(".room").waitFor();
  return table;
}
