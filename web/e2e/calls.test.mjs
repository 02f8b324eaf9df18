/** Coming back: tables that wait for me, the installed app without a network, push messages, how to be called. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  accessible,
  base,
  call,
  closeBrowser,
  fits,
  guest,
  HAND,
  LARGE,
  person,
  PHONE,
  picture,
} from "./browser.mjs";
import { comes } from "./drivers/hands.mjs";

after(closeBrowser);

/** A started game of two that waits for its host. */
async function waitingTable(host, friend) {
  const table = await call(host, "POST", "/api/tables", { game: "outspeed", seats: 3, public: false });
  const { invitation } = await call(host, "GET", `/api/tables/${table.id}/invitation`);
  await call(friend, "POST", `/api/tables/${table.id}/admit`, { invitation });
  await call(friend, "POST", `/api/tables/${table.id}/sit`, {});
  await call(host, "POST", `/api/tables/${table.id}/bot`, { seat: 2, bot: "random" });
  await call(host, "POST", `/api/tables/${table.id}/start`);
  return table;
}

test("a table that waits for me is the first thing I see, in the title and on the flag too", async () => {
  const [ana, piotr] = [await person({ size: PHONE }), await person()];
  await guest(ana, "Ana");
  await guest(piotr, "Piotr");
  const table = await waitingTable(ana, piotr);
  await ana.goto("/");
  const card = ana.locator("article.waits");
  await card.getByText("Piotr").waitFor();
  await ana.waitForFunction(() => document.title.startsWith("● Your turn: Outspeed"));
  assert.equal(await ana.locator("link[rel=icon]").getAttribute("href"), "/flag-up.svg");
  await accessible(ana);
  await fits(ana);
  await picture(ana, "home-waiting-phone");
  await card.getByRole("link").click();
  await ana.waitForURL(`**/table/${table.id}`);
  await ana.waitForFunction(() => document.title.startsWith("● Your turn · "));
  await ana.leave();
  await piotr.leave();
});

/** Lay the cell straight ahead, and what lies beyond it, by keys. */
async function layTwo(page) {
  const laid = page.locator(".strip li");
  for (let tries = 0; tries < 20 && (await laid.count()) < 2; tries++) {
    const before = await laid.count();
    await page.locator("path.open[data-cell]:not(.elsewhere)").first().waitFor();
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("Enter");
    // A key pressed just when an answer lights the cells anew is lost.
    await comes(laid.nth(before).waitFor({ timeout: 3_000 }));
    if (await laid.count()) await page.locator('button[aria-keyshortcuts="F"]:not([disabled])').waitFor();
  }
  assert.ok((await laid.count()) >= 2, "no two steps could be laid by keys");
}

test("a plan is left while somebody else drives, taken back, left again and played", async () => {
  const [ana, piotr] = [await person({ size: HAND }), await person({ size: LARGE })];
  await guest(ana, "Ana");
  await guest(piotr, "Piotr");
  const days = { kind: "days", days: 3 };
  const made = { game: "rallyman-gt", seats: 2, public: false, pace: days };
  const table = await call(ana, "POST", "/api/tables", made);
  const { invitation } = await call(ana, "GET", `/api/tables/${table.id}/invitation`);
  await call(piotr, "POST", `/api/tables/${table.id}/admit`, { invitation });
  await call(piotr, "POST", `/api/tables/${table.id}/sit`, {});
  await call(ana, "POST", `/api/tables/${table.id}/start`);
  await Promise.all([ana, piotr].map((page) => page.goto(`/table/${table.id}`)));
  const ahead = (page) => page.getByRole("button", { name: "Plan your next turn" });
  const waits = await Promise.any(
    [ana, piotr].map((page) =>
      ahead(page)
        .waitFor()
        .then(() => page),
    ),
  );
  const drives = waits === ana ? piotr : ana;
  await waits.keyboard.press("p");
  await layTwo(waits);
  await picture(waits, "plan-ahead");
  await waits.keyboard.press("f");
  const left = waits.locator("[data-left=waits]");
  await left.waitFor();
  await accessible(waits);
  await fits(waits);
  await picture(waits, "plan-left");
  assert.equal(await drives.locator("[data-left]").count(), 0);
  await left.getByRole("button", { name: "Take back" }).click();
  await left.waitFor({ state: "detached" });
  await ahead(waits).click();
  await waits.locator(".strip li").nth(1).waitFor();
  await waits.locator('button[aria-keyshortcuts="F"]:not([disabled])').click();
  await left.waitFor();
  await layTwo(drives);
  await drives.keyboard.press("f");
  await waits.waitForFunction(() => document.querySelector("[data-left]")?.dataset.left !== "waits");
  await picture(waits, "plan-due");
  await ana.leave();
  await piotr.leave();
});

test("the installed app opens without a network and says so", async () => {
  const page = await person({ size: PHONE, worker: true });
  await page.goto("/");
  const manifest = await call(page, "GET", "/manifest.webmanifest");
  for (const { src } of manifest.icons) assert.equal((await page.request.get(base + src)).status(), 200, src);
  await page.waitForFunction(() => navigator.serviceWorker.ready);
  await page.waitForFunction(async () => {
    const kept = await (await caches.open("paddock-shell")).keys();
    return kept.some(({ url }) => url.includes("/api/words/")) && kept.length > 6;
  });
  await page.context().setOffline(true);
  await page.reload();
  await page.getByText("the server cannot be reached").first().waitFor();
  await picture(page, "offline-phone");
  await page.context().setOffline(false);
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.leave();
});

test("a push message becomes a notification that leads to the table", async () => {
  const page = await person({ worker: true });
  await page.context().grantPermissions(["notifications"], { origin: base });
  await page.goto("/");
  await page.waitForFunction(() => navigator.serviceWorker.ready);
  const inside = await page.context().newCDPSession(page);
  const registered = new Promise((found) =>
    inside.on("ServiceWorker.workerRegistrationUpdated", ({ registrations }) => {
      const ours = registrations.find(({ scopeURL }) => scopeURL.startsWith(base));
      if (ours) found(ours.registrationId);
    }),
  );
  await inside.send("ServiceWorker.enable");
  await inside.send("ServiceWorker.deliverPushMessage", {
    origin: base,
    registrationId: await registered,
    data: JSON.stringify({ title: "Your turn: Outspeed", text: "Friday is waiting.", address: "/lobby" }),
  });
  await page.waitForFunction(async () => {
    const registration = await navigator.serviceWorker.ready;
    const [note] = await registration.getNotifications();
    return note?.title === "Your turn: Outspeed" && note.data.address === "/lobby";
  });
  await page.leave();
});

test("somebody says how they want to be called", async () => {
  const page = await person({ size: PHONE, language: "pl" });
  await guest(page, "Kasia");
  await page.goto("/settings");
  const forAccounts = page.getByText("próbne wywołania są dla kont");
  await forAccounts.waitFor();
  await forAccounts.scrollIntoViewIfNeeded();
  assert.equal(await page.getByRole("button", { name: "Wypróbuj" }).count(), 0);
  await picture(page, "calls-guest-phone-pl");
  await call(page, "POST", "/api/account", { name: `Kasia${Date.now() % 1e6}`, password: "correct horse" });
  await page.goto("/settings");
  const calls = page.locator("section", { hasText: "Gdy stół na ciebie czeka" });
  const kept = () => page.waitForResponse((answer) => answer.request().method() === "PUT" && answer.ok());
  const hourly = kept();
  await calls.locator("#calls-minutes").selectOption({ label: "godzinę" });
  await hourly;
  await calls.locator("#calls-hook").fill("https://discord.example/api/webhooks/1");
  await calls.locator("#calls-form").selectOption("discord");
  const hooked = kept();
  await calls.getByRole("button", { name: "Zapisz" }).click();
  await hooked;
  await page.getByText("Zapisano.").first().waitFor();
  await accessible(page);
  await fits(page);
  await calls.scrollIntoViewIfNeeded();
  await picture(page, "calls-phone-pl");
  const { ways } = await call(page, "GET", "/api/me/calls");
  assert.deepEqual(
    [ways.minutes, ways.hook, ways.form],
    [60, "https://discord.example/api/webhooks/1", "discord"],
  );
  await calls.locator("#calls-hook").fill("http://discord.example/");
  await calls.getByRole("button", { name: "Zapisz" }).click();
  await page.getByText("Pod ten adres nie da się").first().waitFor();
  await page.leave();
});
