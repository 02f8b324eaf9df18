/** Friends find each other, one invites the other, who sits down with one tap; an admin settles a report. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { accessible, call, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";

after(closeBrowser);
const PADDOCK = fileURLToPath(new URL("../../.venv/bin/paddock", import.meta.url));

async function account(page, name) {
  await guest(page, name);
  const full = `${name} ${Date.now() % 1e7}`;
  const { person: made } = await call(page, "POST", "/api/account", {
    name: full,
    password: "correct horse",
  });
  return made;
}

/** A button's name that says whom it is about. */
const about = (deed, whom) => new RegExp(`^${deed} ?: ${whom}$`);

async function lookedAt(page, name) {
  await picture(page, name);
  await fits(page);
  await accessible(page);
}

test("a friend is found, challenged, and sits down with one tap", async () => {
  const ana = await person();
  const piotr = await person({ size: PHONE });
  const eve = await person();
  const [me, friend] = [await account(ana, "Ana"), await account(piotr, "Piotr")];
  await ana.goto("/friends");
  await ana.getByLabel("Find somebody by name").fill(friend.name.slice(0, -1));
  await ana.getByRole("button", { name: "Find", exact: true }).click();
  await ana.getByRole("button", { name: about("Follow", friend.name) }).click();
  await ana.getByText("you follow").waitFor();
  await piotr.goto(`/player/${me.id}`);
  await piotr.getByRole("button", { name: "Be friends" }).click();
  await piotr.getByRole("button", { name: "Challenge" }).waitFor();
  await ana.goto("/friends/friends");
  await ana
    .getByRole("button", { name: about("Challenge", friend.name) })
    .first()
    .click();
  await lookedAt(ana, "new-challenge");
  await ana.getByRole("link", { name: "Pig" }).click();
  await ana.getByRole("button", { name: "Set up the table" }).click();
  await ana.getByRole("button", { name: "Show a QR code" }).click();
  await ana.getByRole("img", { name: "QR code of the invitation" }).waitFor();
  await lookedAt(ana, "waiting-room-invites");
  const link = await ana.getByLabel("Invite friends", { exact: true }).inputValue();
  await piotr.goto("/");
  await piotr.getByRole("heading", { name: `${me.name} invites you` }).waitFor();
  await lookedAt(piotr, "home-invited-phone");
  await piotr.getByRole("button", { name: about("Sit down", "Pig") }).click();
  await ana.getByText(friend.name).first().waitFor();
  await eve.goto(link);
  await eve.getByRole("heading", { name: `${me.name} invites you: Pig` }).waitFor();
  await eve.getByText("All seats are taken").waitFor();
  await lookedAt(eve, "invitation");
  const { stdout } = await promisify(execFile)(PADDOCK, ["admin", me.name]);
  assert.ok(stdout.includes(me.name));
  await call(piotr, "POST", "/api/reports", { person: me.id, kind: "other", text: "too fast" });
  await ana.goto("/admin/reports");
  await ana.getByText("too fast").waitFor();
  await lookedAt(ana, "admin-reports");
  await ana.getByRole("button", { name: "Settle", exact: true }).click();
  await ana.getByLabel("A word for the other admins").fill("true");
  await ana.getByRole("dialog").getByRole("button", { name: "Settle", exact: true }).click();
  await ana.getByText("too fast").waitFor({ state: "detached" });
  for (const one of [ana, piotr, eve]) await one.leave();
});
