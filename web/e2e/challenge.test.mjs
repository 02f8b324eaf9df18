/** A challenge says at its table that it is one: attempt, target, place, and the way to the next attempt. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { dirname, join, resolve } from "node:path";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { accessible, call, closeBrowser, fits, person, PHONE, picture } from "./browser.mjs";

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

test("an attempt at a challenge, given up, and the next one", { skip: !data }, async () => {
  const page = await person({ size: PHONE });
  await oldHand(page, "Mara");
  await page.goto("/challenges");
  await page.locator("article").filter({ hasText: "Rallyman: GT" }).first().getByRole("button").tap();
  const strip = page.getByRole("note", { name: "Challenge" });
  await strip.getByText("Challenge of the day").waitFor();
  await strip.getByText("Attempt 1 of 3").waitFor();
  await strip.getByText(/Nobody has finished yet/).waitFor();
  await strip.getByText("You are not on the board yet").waitFor();
  await page.locator("path.open").first().waitFor();
  await picture(page, "challenge-phone");
  await fits(page);
  await accessible(page);

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
