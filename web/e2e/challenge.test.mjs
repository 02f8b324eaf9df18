/** A challenge says at its table that it is one: attempt, target, place, the leader at this point, the next attempt. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { accessible, call, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { rallyman } from "./drivers/rallyman.mjs";
import { drive } from "./drivers/table.mjs";
import { driveOverTheWire } from "./drivers/wire.mjs";

after(closeBrowser);

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../..");
const data = process.env.PADDOCK_DATA;

/** An account that is older than every challenge: only such drives go on the leaderboard. */
async function oldHand(page, name) {
  const { person: me } = await call(page, "POST", "/api/account", {
    name,
    password: "correct horse battery",
  });
  const age =
    "import sqlite3,sys; c=sqlite3.connect(sys.argv[1],timeout=60); c.execute('update people set created=0 where id=?',(sys.argv[2],)); c.commit()";
  await promisify(execFile)(join(root, ".venv/bin/python"), ["-c", age, join(data, "paddock.db"), me.id]);
}

/** Today's challenge of a game as the card on the page of challenges offers it. */
function card(page, title) {
  return page.locator("article").filter({ hasText: title }).first();
}

/** Somebody else has driven today's challenge to the end and leads the board. */
async function leader(game, name) {
  const page = await person();
  await oldHand(page, name);
  await page.goto("/challenges");
  const open = (await call(page, "GET", "/api/challenges")).find(
    (one) => one.game === game && one.span === "daily" && one.closes * 1000 > Date.now(),
  );
  const table = await call(page, "POST", `/api/challenges/${open.id}/attempts`);
  const { scores } = await driveOverTheWire(page, table.id);
  const board = async () => (await call(page, "GET", `/api/challenges/${open.id}`)).board;
  for (let looks = 0; !(await board()).length; looks++) {
    assert.ok(looks < 300, "the drive never came on the board");
    await page.waitForTimeout(200);
  }
  await page.leave();
  return { score: scores[0] };
}

const CLOCK = /\d+:\d\d/.source;

test("an attempt at a challenge, given up, and the next one", { skip: !data }, async () => {
  const page = await person({ size: PHONE });
  await oldHand(page, "Mara");
  await page.goto("/challenges");
  await card(page, "Rallyman: GT").getByRole("button").tap();
  const strip = page.getByRole("note", { name: "Challenge" });
  await strip.getByText("Challenge of the day").waitFor();
  await strip.getByText("Attempt 1 of 3").waitFor();
  await strip.getByText(/Nobody has finished yet/).waitFor();
  await strip.getByText("You are not on the board yet").waitFor();
  await page.locator("path.open").first().waitFor();
  await picture(page, "challenge-phone");
  await fits(page);
  await accessible(page);

  // Nothing can be taken back, and the menu does not offer it, before a decision and after one.
  const offersBack = async () => {
    await page.getByRole("button", { name: "Table menu" }).tap();
    const menu = page.getByRole("dialog");
    await menu.getByRole("link", { name: "Rules" }).waitFor();
    const offered = await menu.getByRole("button", { name: /take back/i }).count();
    await page.keyboard.press("Escape");
    await menu.waitFor({ state: "detached" });
    return offered > 0;
  };
  assert.equal(await offersBack(), false);
  await drive(page, rallyman({ touch: true, most: 3 }), { enough: (moves) => moves >= 1 });
  assert.equal(await offersBack(), false);

  await page.getByRole("button", { name: "Dashboard and more" }).tap();
  await page.getByRole("dialog").getByRole("button", { name: "Retire" }).tap();
  await page.getByRole("dialog").locator("button.main").tap();
  await page.getByRole("heading", { name: "Out of the race" }).waitFor();
  assert.equal(await page.getByRole("button", { name: "Rematch" }).count(), 0, "an attempt has no rematch");
  await picture(page, "challenge-over-phone");
  await page.getByRole("button", { name: "Next attempt (2 left)" }).tap();
  await strip.getByText("Attempt 2 of 3").waitFor();
  await page.leave();
});

test("beside the leader, and for practice as a guest", { skip: !data }, async () => {
  const { score } = await leader("rallyman-dirt", "Zofia");
  const time = `${Math.floor(score / 60)}:${String(score % 60).padStart(2, "0")}`;
  const page = await person({ size: PHONE });
  await guest(page, "Gast");
  await page.goto("/challenges");
  await card(page, "Rallyman: DIRT").getByRole("button", { name: "Drive for practice" }).tap();
  const strip = page.getByRole("note", { name: "Challenge" });
  await strip.getByText("Practice: challenge of the day").waitFor();
  await strip.getByText("Other dice, does not count").waitFor();
  await strip.getByText(`To beat: ${time} by Zofia`).waitFor();
  assert.equal(await strip.getByText(/Attempt/).count(), 0, "practice is no attempt");
  await page.locator("path.open").first().waitFor();
  await picture(page, "challenge-practice-phone");
  await fits(page);
  await strip.getByText("Why?").tap();
  await strip.getByText("You drive as a guest").waitFor();
  await strip.getByRole("link", { name: "Make an account" }).waitFor();
  await accessible(page);
  await strip.getByText("Why?").tap();

  // The leader's time at this point of the road, anew after every turn.
  const here = strip.getByText(new RegExp(`Here: leader ${CLOCK}, you ${CLOCK}`));
  await here.waitFor();
  const told = async () => (await here.allInnerTexts())[0];
  const before = await told();
  await drive(page, rallyman({ touch: true, most: 5 }), {
    enough: async () => ![before, undefined].includes(await told()),
  });
  const [leads, own] = (await here.innerText()).match(new RegExp(CLOCK, "g"));
  assert.ok(leads !== "0:00" && own !== "0:00", `${leads} and ${own} after a turn`);
  await picture(page, "challenge-leader-phone");
  await page.leave();
});
