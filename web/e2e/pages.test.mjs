/** Every page opens, fits, is accessible, and has its picture taken at desktop and phone size. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import {
  accessible,
  base,
  call,
  closeBrowser,
  DESKTOP,
  fits,
  guest,
  person,
  PHONE,
  picture,
} from "./browser.mjs";
import { rallyman } from "./drivers/rallyman.mjs";
import { drive } from "./drivers/table.mjs";

after(closeBrowser);

const PAGES = {
  home: "/",
  lobby: "/lobby",
  new: "/new",
  "new-rallyman-gt": "/new/rallyman-gt",
  "new-dirt-and-dust": "/new/dirt-and-dust",
  "how-to-play": "/how-to-play",
  "rules-gt": "/rules/rallyman-gt#GT-MOVE-2",
  challenges: "/challenges",
  ratings: "/ratings",
  records: "/records",
  seasons: "/seasons",
  "new-season": "/season/new",
  friends: "/friends",
  admin: "/admin",
  puzzles: "/puzzles",
  perfect: "/perfect",
  settings: "/settings",
  player: "/player",
  "first-lap": "/first-lap",
  workshop: "/workshop",
  rally: "/rally",
  replay: "/replay",
  nowhere: "/no-such-page",
};

for (const [sizeName, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
  test(`pages at ${sizeName} size, light and dark`, async () => {
    const page = await person({ size });
    await guest(page, "Ana");
    const races = [{ game: "rallyman-gt" }, { game: "outspeed", at: 2_000_000_000 }];
    const season = await call(page, "POST", "/api/seasons", { name: "Cup", bots: "club", races });
    const all = { ...PAGES, season: `/season/${season.id}` };
    for (const [name, path] of Object.entries(all)) {
      await page.goto(path);
      await page.locator("h1").first().waitFor();
      await page.waitForLoadState("networkidle");
      await picture(page, `${name}-${sizeName}`);
      await fits(page);
      await accessible(page);
      await lit(page, "dark");
      await picture(page, `${name}-${sizeName}-dark`);
      await accessible(page);
      await lit(page, "light");
    }
    await puzzled(page, sizeName);
    await page.leave();
  });
}

/** The page as it looks when the evening comes, or the morning, while it is open. */
async function lit(page, theme) {
  await page.emulateMedia({ colorScheme: theme });
  await page.waitForFunction((wanted) => document.documentElement.dataset.theme === wanted, theme);
}

/** The puzzle of the day is answered on the board, once; the answer is there when one comes back. */
async function puzzled(page, sizeName) {
  await page.goto("/");
  await page.getByRole("link", { name: /^Solve it/ }).click();
  await page.getByText("The first answer counts.").waitFor();
  await fits(page);
  await accessible(page);
  const verdict = page.locator(".bar [role=status]");
  const robot = rallyman({ most: 1, risk: 0.99, touch: sizeName === "phone" });
  await drive(page, robot, { enough: (moves) => moves >= 1 });
  await verdict.waitFor();
  const told = await verdict.innerText();
  await picture(page, `puzzle-${sizeName}`);
  await fits(page);
  await accessible(page);
  await page.goto("/puzzles");
  await page.getByRole("link", { name: /^Look at it/ }).click();
  assert.equal(await verdict.innerText(), told);
}

test("the perfect lap of a track is solved and drawn", async () => {
  for (const [name, size] of Object.entries({ desktop: DESKTOP, phone: PHONE })) {
    const page = await person({ size });
    await page.goto("/perfect/rallyman-gt/list-1");
    await page.getByRole("img", { name: "The ideal line over the track" }).waitFor();
    await page.getByText("The best driver on average").waitFor();
    await page.getByRole("heading", { name: "What each tile costs" }).waitFor();
    const changing = page.getByRole("link", { name: "Changing" });
    assert.match(await changing.getAttribute("href"), /list-1\?weather=changing$/);
    await picture(page, `perfect-lap-${name}`);
    await fits(page);
    await accessible(page);
    await page.leave();
  }
});

test("the language can be changed and is kept", async () => {
  const page = await person({ language: "ru" });
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Настройки" }).waitFor();
  assert.equal(await page.locator("html").getAttribute("lang"), "ru");
  await page.locator("#language").selectOption("pl");
  await page.getByRole("heading", { name: "Ustawienia" }).waitFor();
  await page.reload();
  await page.getByRole("heading", { name: "Ustawienia" }).waitFor();
  await page.leave();
});

test("the first load is small", async () => {
  const page = await person();
  let bytes = 0;
  const sizes = [];
  page.on("response", (answer) =>
    sizes.push(
      answer
        .request()
        .sizes()
        .then((size) => (bytes += size.responseBodySize)),
    ),
  );
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  await Promise.all(sizes);
  assert.ok(bytes < 300_000, `${bytes} bytes`);
  await page.leave();
});

test("a rule can be linked to", async () => {
  const page = await person();
  await page.goto(`${base}/rules/rallyman-gt#GT-PASS-3`);
  await page.locator("#GT-PASS-3.here").waitFor();
  assert.ok(await page.locator("#GT-PASS-3").isVisible());
  await page.getByLabel("Find in the rules").fill("gear higher level");
  await page.getByText(/\d passages? found/).waitFor();
  assert.ok(await page.locator("#GT-PASS-3").isVisible());
  await page.getByLabel("Find in the rules").fill("");
  await page.getByLabel("Where rules come from").selectOption("Only Paddock’s rulings");
  await page.locator("#GT-PASS-3").waitFor({ state: "detached" });
  assert.equal(await page.locator(".rule:not(:has(.mark.ruling))").count(), 0);
  assert.ok((await page.locator(".rule").count()) > 0);
  await page.leave();
});

test("a page that cannot be fetched says so, and comes by itself when the network is back", async () => {
  const page = await person({ size: PHONE });
  await page.goto("/");
  await page.getByRole("heading", { name: "Rallyman: GT" }).waitFor();
  await page.context().setOffline(true);
  await page.evaluate(() => document.querySelector('a[href="/lobby"]').click());
  await page.getByText("the server cannot be reached").waitFor();
  await page.getByRole("button", { name: "Try again" }).waitFor();
  await picture(page, "trouble-page-phone");
  await accessible(page);
  await page.context().setOffline(false);
  await page.getByRole("heading", { name: "Lobby" }).waitFor();
  await page.leave();
});

test("a page whose part is gone from the server asks for a reload", async () => {
  const page = await person();
  await page.goto("/");
  await page.getByRole("heading", { name: "Rallyman: GT" }).waitFor();
  const gone = /\/assets\/Lobby-.*\.js/;
  await page.route(gone, (route) => route.fulfill({ status: 404 }));
  await page.evaluate(() => document.querySelector('a[href="/lobby"]').click());
  await page.getByText("there is a new version").waitFor();
  await page.unroute(gone);
  await page.getByRole("button", { name: "Reload the page" }).click();
  await page.getByRole("heading", { name: "Lobby" }).waitFor();
  await page.leave();
});

test("words that cannot be fetched leave a way on", async () => {
  const page = await person({ language: "pl" });
  const words = /\/api\/words\//;
  await page.route(words, (route) => route.abort());
  await page.goto("/");
  await page.getByText("Nie udało się wczytać").waitFor();
  await page.unroute(words);
  await page.getByRole("button", { name: "Spróbuj ponownie" }).click();
  await page.getByRole("heading", { name: "Rallyman: GT" }).waitFor();
  await page.leave();
});
