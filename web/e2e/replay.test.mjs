/** Watching again: every game's replay is scrubbed, played, shared and branched off. */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { accessible, closeBrowser, DESKTOP, fits, guest, person, PHONE, picture } from "./browser.mjs";
import { recordedGames } from "./drivers/recorded.mjs";
import { fingerSized } from "./drivers/table.mjs";

after(closeBrowser);

/** The log of a game that bots have played to its end, as a file. */
async function played(game) {
  const [log] = await recordedGames(game, { seats: 3, games: 1 });
  return { name: `${game}.jsonl`, mimeType: "text/plain", buffer: Buffer.from(log) };
}

/** Where the replay stands, and where it ends. */
async function standing(page) {
  const [, at, last] = (await page.getByText(/^Step \d+ of \d+$/).innerText()).match(/(\d+) of (\d+)/);
  return { at: Number(at), last: Number(last) };
}

async function stands(page, at) {
  await page.getByText(new RegExp(`^Step ${at} of`)).waitFor();
}

/** The turns of a race: by key, by button, those of one car; each is told in a sentence. */
async function byTurns(page) {
  await page.getByRole("button", { name: "To the start" }).click();
  await stands(page, 0);
  const ticks = await page.locator(".ticks i").count();
  assert.ok(ticks > 6, "a tick for every turn");
  assert.ok(await page.locator(".ticks .finish").count(), "the finish is marked");
  const at = async () => (await standing(page)).at;
  await page.locator(".stage").press("PageDown");
  await page.waitForFunction(() => Number(document.querySelector("input[type=range]").value) > 0);
  const first = await at();
  await page.getByRole("button", { name: "Next turn" }).click();
  await page.waitForFunction((n) => Number(document.querySelector("input[type=range]").value) > n, first);
  await page.getByRole("button", { name: "Turn before" }).click();
  await stands(page, first);
  await page.getByLabel("Follow", { exact: true }).selectOption({ index: 2 });
  await page.waitForFunction((n) => document.querySelectorAll(".ticks i").length < n, ticks);
  await page.getByRole("button", { name: "Next turn" }).click();
  await page.waitForFunction((n) => Number(document.querySelector("input[type=range]").value) > n, first);
  await page.getByRole("button", { name: "Next turn" }).click();
  const log = page.getByRole("list", { name: "Log" });
  await log
    .locator("summary")
    .filter({ hasText: /: .*\d+ steps?/ })
    .last()
    .click();
  await log.locator("details[open] code").waitFor();
  await page.getByLabel("Follow", { exact: true }).selectOption({ index: 0 });
}

/** Where the second stage begins, the rally stands on the page with what everyone won or lost. */
async function betweenStages(page) {
  const step = await page.evaluate(async () => {
    const id = location.pathname.split("/")[2];
    const { steps } = await (await fetch(`/api/tables/${id}/replay`)).json();
    const began = ({ event }) => event.event === "stage-began" && event.stage === 2;
    return steps.findIndex(({ events }) => events.some(began)) + 1;
  });
  await page.getByRole("slider").fill(String(step));
  await stands(page, step);
  const after = page.locator("details").filter({ hasText: "After stage 1" });
  await after.waitFor();
  assert.equal(await after.locator("li").count(), 3);
  await picture(page, "rallyman-dirt-between-stages-desktop");
}

/** The analysis: a curve, and a decision looked at the moment before it was made. */
async function analysed(page) {
  const panel = page.getByRole("region", { name: "Analysis" });
  await panel.locator("figure svg .line").waitFor();
  await panel.getByRole("listitem").first().getByRole("button").click();
  const looked = panel.getByRole("group", { name: "Turn 1", exact: true });
  await looked.getByText("played", { exact: true }).waitFor();
  await looked.getByRole("button", { name: "Try it from here" }).waitFor();
}

for (const game of ["rallyman-gt", "rallyman-dirt", "outspeed", "dirt-and-dust"]) {
  test(`a race of ${game} is watched again, shared, and played on from its middle`, async () => {
    const log = await played(game);
    const page = await person();
    await guest(page, "Ana");
    await page.goto("/replay");
    await page.locator("input[type=file]").setInputFiles(log);
    await page.waitForURL(/\/replay\/\w+/);
    await stands(page, 0);
    const { last } = await standing(page);
    await page.getByRole("button", { name: "One step on" }).click();
    await stands(page, 1);
    await page.getByRole("button", { name: "To the end" }).click();
    await stands(page, last);
    await page.getByRole("button", { name: "One step back" }).click();
    await stands(page, last - 1);
    if (game.startsWith("rallyman")) await byTurns(page);
    if (game === "rallyman-dirt") await betweenStages(page);
    if (game === "rallyman-gt") await analysed(page);
    const middle = Math.floor(last / 2);
    await page.getByRole("slider").fill(String(middle));
    await stands(page, middle);
    await page.locator(".stage").press("ArrowRight");
    await stands(page, middle + 1);
    await page.getByRole("slider").fill(String(middle));
    await stands(page, middle);
    await picture(page, `replay-${game}-desktop`);
    await accessible(page);
    await page.setViewportSize(PHONE);
    await picture(page, `replay-${game}-phone`);
    await fits(page);
    await fingerSized(page, ".deck");
    await page.setViewportSize(DESKTOP);

    await page.getByRole("button", { name: "Copy a link to this step" }).click();
    await page.getByText("Link copied").waitFor();
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const friend = await person();
    await friend.goto(link);
    await friend.getByRole("button", { name: "Come to the table" }).click();
    await stands(friend, middle);
    await friend.leave();

    await page.getByLabel("Speed", { exact: true }).selectOption("4");
    await page.getByRole("button", { name: "Play", exact: true }).click();
    await page.waitForFunction(
      (past) => Number(document.querySelector(".deck")?.innerText.match(/Step (\d+) of/)?.[1]) >= past,
      middle + 2,
    );
    await page.getByRole("button", { name: "Pause" }).click();
    await page.getByRole("button", { name: "Check the dice" }).click();
    await page.getByText(/follow from the seed/).waitFor();

    await page.getByRole("slider").fill(String(middle));
    await stands(page, middle);
    await page.locator("#branch button").first().click();
    await page.waitForURL(/\/table\//);
    await page.locator(".room .bar").getByRole("button", { name: "Log" }).waitFor();
    assert.ok(await page.locator(".stage").innerText());
    await page.leave();
  });
}
