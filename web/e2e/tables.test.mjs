/** Around the table, with Pig: inviting, joining, watching, hot-seat, reloading, losing the line, replays. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, call, closeBrowser, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { press } from "./drivers/hands.mjs";
import { outspeed } from "./drivers/outspeed.mjs";
import { alone, drive, isOver } from "./drivers/table.mjs";

after(closeBrowser);

async function setTable(page, more = {}) {
  return call(page, "POST", "/api/tables", { game: "pig", options: { goal: 25 }, seats: 2, ...more });
}

/** Play the seat's turns at the plain table until the game is over. */
async function playPig(page, { stop = async () => false } = {}) {
  const over = page.getByRole("heading", { name: "The race is over" });
  const hold = page.getByRole("button", { name: "hold", exact: true });
  const roll = page.getByRole("button", { name: "roll", exact: true });
  for (let turn = 0; turn < 400; turn++) {
    await over.or(hold).or(roll).first().waitFor();
    if ((await over.isVisible()) || (await stop())) return;
    const button = (await hold.isVisible()) && turn % 3 === 2 ? hold : roll;
    await press(button);
  }
  assert.fail("the game did not end");
}

test("two people meet by an invitation link and play to the result", async () => {
  const ana = await person();
  const piotr = await person({ size: PHONE, language: "pl" });
  await guest(ana, "Ana");
  await ana.goto("/new/pig");
  await ana.getByLabel("Only with an invitation link").check();
  await ana.locator("#option-goal").fill("25");
  await ana.getByRole("button", { name: "Set up the table" }).click();
  const link = await ana.locator("input[readonly]").inputValue();
  await picture(ana, "waiting-room-desktop");
  await accessible(ana);

  await piotr.goto(link);
  await piotr.getByLabel("Twoja nazwa").fill("Piotr");
  await piotr.locator("form button.main").click();
  await ana.getByText("Piotr").first().waitFor();
  await picture(piotr, "waiting-room-phone");
  await fits(piotr);
  await accessible(piotr);

  await ana.getByRole("button", { name: "Start the race" }).click();
  const over = piotr.getByRole("heading", { name: "Koniec wyścigu" });
  const done = playPig(ana);
  for (let turn = 0; turn < 400 && !(await over.isVisible()); turn++) {
    const roll = piotr.getByRole("button", { name: "roll", exact: true });
    const hold = piotr.getByRole("button", { name: "hold", exact: true });
    await over.or(roll).first().waitFor();
    if (await over.isVisible()) break;
    const button = turn % 3 === 2 && (await hold.isVisible()) ? hold : roll;
    await press(button);
  }
  await done;
  await over.waitFor();
  await picture(ana, "result-desktop");
  await picture(piotr, "result-phone");
  await accessible(ana);

  await ana.getByRole("link", { name: /replay/i }).click();
  await ana.getByText(/^Step 0 of/).waitFor();
  await ana.getByRole("button", { name: "One step on" }).click();
  await ana.getByText(/^Step 1 of/).waitFor();
  await picture(ana, "replay-desktop");
  await accessible(ana);
  await ana.getByRole("button", { name: "Check the dice" }).click();
  await ana.getByText(/follow from the seed/).waitFor();
  const here = new URL(ana.url()).pathname;
  assert.match(here, /\/replay\/.+\/1$/);
  await ana.reload();
  await ana.getByText(/^Step 1 of/).waitFor();
  await ana.locator("#branch").getByRole("button", { name: "Ana" }).click();
  await ana.getByRole("button", { name: "roll", exact: true }).waitFor();
  await ana.leave();
  await piotr.leave();
});

test("a stranger without the invitation finds no table", async () => {
  const ana = await person();
  const stranger = await person();
  await guest(ana, "Ana");
  const table = await setTable(ana, { public: false });
  await stranger.goto(`/table/${table.id}`);
  await stranger.getByRole("heading", { name: /no such table/ }).waitFor();
  await stranger.goto(`/invitation/${table.id}#guessed`);
  await stranger.getByText(/does not fit/).waitFor();
  await ana.leave();
  await stranger.leave();
});

test("the lobby shows a new table at once, and a spectator can watch it", async () => {
  const ana = await person();
  const watcher = await person();
  await guest(ana, "Ana");
  await watcher.goto("/lobby");
  await watcher.getByRole("heading", { name: "Lobby" }).waitFor();
  const table = await setTable(ana, { title: "Friday evening" });
  await call(ana, "POST", `/api/tables/${table.id}/bot`, { seat: 1, bot: "random" });
  await watcher.getByRole("heading", { name: "Friday evening" }).waitFor();
  await call(ana, "POST", `/api/tables/${table.id}/start`);
  await watcher.getByRole("link", { name: /Watch.*Friday evening/ }).click();
  await ana.goto(`/table/${table.id}`);
  await ana.getByRole("button", { name: "roll", exact: true }).waitFor();
  assert.equal(await watcher.getByRole("button", { name: "roll", exact: true }).count(), 0);
  await watcher.getByText("1 spectator").first().waitFor();
  await ana.leave();
  await watcher.leave();
});

test("a reload and a lost line leave the table as it was", async () => {
  const ana = await person();
  await guest(ana, "Ana");
  const table = await setTable(ana, { options: { goal: 200 } });
  await call(ana, "POST", `/api/tables/${table.id}/bot`, { seat: 1, bot: "random" });
  await call(ana, "POST", `/api/tables/${table.id}/start`);
  await ana.goto(`/table/${table.id}`);
  const roll = ana.getByRole("button", { name: "roll", exact: true });
  await roll.click();
  await roll.waitFor();
  await ana.reload();
  await roll.waitFor();
  await ana.context().setOffline(true);
  await ana.getByText("Connection lost").waitFor();
  assert.ok(await roll.isDisabled(), "nothing can be sent while offline");
  await picture(ana, "offline-desktop");
  await ana.context().setOffline(false);
  await ana.getByText("Connection lost").waitFor({ state: "detached" });
  await roll.click();
  await ana.leave();
});

test("two friends share one screen, and it is covered when the seat changes", async () => {
  const ana = await person({ size: PHONE });
  await guest(ana, "Ana");
  const table = await setTable(ana);
  await ana.goto(`/table/${table.id}`);
  await ana.getByRole("button", { name: "Seat a friend at this screen" }).click();
  await ana.getByLabel("Who plays here?").fill("Bea");
  await ana.getByRole("button", { name: "Sit here too" }).click();
  await ana.getByText("Bea").waitFor();
  await ana.getByRole("button", { name: "Start the race" }).click();
  for (let turn = 0; turn < 300; turn++) {
    const over = ana.getByRole("heading", { name: "The race is over" });
    const cover = ana.getByRole("button", { name: /show my seat/ });
    const roll = ana.getByRole("button", { name: "roll", exact: true });
    await over.or(cover).or(roll).first().waitFor();
    if (await over.isVisible()) break;
    if (await cover.isVisible()) {
      assert.equal(await roll.count(), 0, "nothing is to be seen behind the cover");
      if (turn < 4) await picture(ana, "hot-seat-phone");
      await cover.click();
    } else {
      const hold = ana.getByRole("button", { name: "hold", exact: true });
      await press((await hold.isVisible()) && turn % 3 ? hold : roll);
    }
  }
  await ana.getByRole("heading", { name: "The race is over" }).waitFor();
  await ana.leave();
});

test("secrets of Outspeed stay covered while the screen goes from seat to seat", async () => {
  const ana = await person();
  await guest(ana, "Ana");
  const table = await call(ana, "POST", "/api/tables", { game: "outspeed", seats: 3, public: false });
  await call(ana, "POST", `/api/tables/${table.id}/bot`, { seat: 2, bot: "random" });
  await ana.goto(`/table/${table.id}`);
  await ana.getByRole("button", { name: "Seat a friend at this screen" }).click();
  await ana.getByRole("button", { name: "Sit here too" }).click();
  await ana.getByRole("button", { name: "Start the race" }).click();
  await ana.getByRole("button", { name: "Log" }).click();
  const cover = ana.getByRole("button", { name: /show my seat/ });
  const covers = new Set();
  while (covers.size < 2 && !(await isOver(ana))) {
    await drive(ana, outspeed, { enough: () => cover.isVisible() });
    if (await isOver(ana)) break;
    const [title, hidden] = [
      await ana.locator(".screen h1").innerText(),
      "What the other seat knows is covered until then.",
    ];
    const stage = (await ana.locator(".stage").innerText()).split("\n").filter(Boolean);
    assert.deepEqual(stage.slice(1), [title, hidden, await cover.innerText()]);
    assert.equal(
      await ana.locator(".stage form, .stage input, aside li").count(),
      0,
      "neither dial nor tokens nor the log can be seen",
    );
    if (!covers.size) await picture(ana, "hot-seat-outspeed-desktop");
    covers.add(title);
    await cover.click();
    await cover.waitFor({ state: "detached" });
  }
  assert.equal(covers.size, 2, "the screen went to and fro");
  await ana.leave();
});

test("chat reaches the others and can be muted", async () => {
  const ana = await person();
  const piotr = await person();
  await guest(ana, "Ana");
  await guest(piotr, "Piotr");
  const table = await setTable(ana);
  await call(piotr, "POST", `/api/tables/${table.id}/sit`, {});
  await ana.goto(`/table/${table.id}`);
  await piotr.goto(`/table/${table.id}`);
  await piotr.getByPlaceholder("Say something").fill("Good luck!");
  await piotr.getByRole("button", { name: "Send" }).click();
  await ana.getByText("Good luck!").waitFor();
  await ana.getByRole("button", { name: "Piotr: more" }).click();
  await ana.getByRole("button", { name: "Mute Piotr" }).click();
  await ana.getByText("Good luck!").waitFor({ state: "detached" });
  await ana.leave();
  await piotr.leave();
});

test("an account keeps its tables on another device", async () => {
  const name = `Ola ${Date.now() % 1e6}`;
  const first = await person();
  await first.goto("/settings");
  await first.locator("#account-name").fill(name);
  await first.locator("#account-password").fill("correct horse");
  await first.getByRole("button", { name: "Create account" }).click();
  await first.getByText(`Signed in as ${name}.`).waitFor();
  await setTable(first, { title: "Everywhere" });
  const second = await person();
  await second.goto("/settings");
  await second.locator("#account-name").fill(name);
  await second.locator("#account-password").fill("correct horse");
  await second.getByRole("button", { name: "Sign in" }).click();
  await second.getByText(`Signed in as ${name}.`).waitFor();
  await second.goto("/");
  await second.getByRole("heading", { name: "Everywhere" }).waitFor();
  await first.leave();
  await second.leave();
});

for (const language of ["en", "pl", "ru"]) {
  test(`the bar above a phone's table is one row, and its menu opens (${language})`, async () => {
    const page = await person({ size: PHONE, language });
    await alone(page, "rallyman-gt", { seats: 6 });
    const bar = await page.locator(".bar").first().boundingBox();
    assert.ok(bar.height < 56, `the bar is ${bar.height} px high`);
    const [room, wide] = await page
      .locator(".bar ul")
      .evaluate((list) => [list.clientWidth, list.scrollWidth]);
    assert.ok(wide <= room, `six players need ${wide} px and have ${room} px`);
    await page.locator("path.open").first().waitFor();
    await page.locator(".tools button").last().click();
    await page.getByRole("dialog").waitFor();
    await picture(page, `table-menu-phone-${language}`);
    await accessible(page);
    await page.leave();
  });
}

test("a line that has silently died is noticed and dialled again", async () => {
  const page = await person();
  await page.clock.install();
  let dead = false;
  let lines = 0;
  await page.routeWebSocket(/\/ws\/tables\//, (line) => {
    lines++;
    const server = line.connectToServer();
    line.onMessage((text) => dead || server.send(text));
    server.onMessage((text) => dead || line.send(text));
  });
  await alone(page, "pig", { seats: 2, options: { goal: 200 } });
  const roll = page.getByRole("button", { name: "roll", exact: true });
  await roll.waitFor();
  dead = true;
  // After 20 s of silence the page asks, after 10 more without an answer it gives the line up.
  await page.clock.fastForward(21_000);
  await page.clock.fastForward(11_000);
  await page.getByText("Connection lost").waitFor();
  dead = false;
  await page.clock.fastForward(2_000);
  await page.getByText("Connection lost").waitFor({ state: "detached" });
  assert.ok(lines >= 2, `dialled ${lines} times`);
  await roll.click();
  await page.leave();
});

test("a table that cannot be fetched says so, and comes by itself when the network is back", async () => {
  const page = await person();
  await page.route(/\/board$/, (route) => route.abort());
  await alone(page, "rallyman-gt");
  await page.getByText("the server cannot be reached").waitFor();
  await page.getByText("Your game is safe on the server.").waitFor();
  await picture(page, "trouble-table-desktop");
  await accessible(page);
  await page.unroute(/\/board$/);
  await page.evaluate(() => dispatchEvent(new Event("online")));
  await page.locator("path.open").first().waitFor();
  await page.leave();
});

test("a table that cannot be drawn says so and offers another try", async () => {
  const page = await person();
  let broken = true;
  await page.route(/\/board$/, async (route) => {
    const answer = await route.fetch();
    await route.fulfill(broken ? { json: { ...(await answer.json()), cells: null } } : { response: answer });
  });
  await alone(page, "rallyman-gt");
  await page.getByText("could not be drawn").waitFor();
  await page.getByText("Your game is safe on the server.").waitFor();
  await assert.rejects(page.broken);
  broken = false;
  await page.getByRole("button", { name: "Reload the page" }).click();
  await page.locator("path.open").first().waitFor();
  await page.context().close();
});

test("a robot stops at once, and says why, when its page breaks", async () => {
  const page = await person();
  await alone(page, "pig", { seats: 2 });
  const drives = drive(page, { asked: () => false, move: async () => false });
  await page.evaluate(() =>
    setTimeout(() => {
      throw new Error("a wheel came off");
    }),
  );
  await assert.rejects(drives, /a wheel came off/);
  await page.context().close();
});
