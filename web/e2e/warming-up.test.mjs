/** A server that still compiles is open: pages say which levels warm up, their bots wait and then play. */

import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { accessible, closeBrowser, fits, HAND, LARGE, person, picture } from "./browser.mjs";
import { serve } from "./server.mjs";

const OUTSPEED = "paddock.kernels.outspeed";
const compiled = await mkdtemp(join(tmpdir(), "paddock-compiled-"));
const { base: site, stop } = await serve({
  load: ["tests.sample.cold_kernels"],
  env: { PADDOCK_TEST_KERNELS: compiled },
});
after(async () => {
  await closeBrowser();
  await stop();
  await rm(compiled, { recursive: true, force: true });
});

/** A table of Outspeed with bots of a level on all other seats. */
async function race(page, level) {
  await page.goto("/new/outspeed");
  await page.getByRole("checkbox", { name: "Fill the other seats with bots" }).check();
  await page.getByText(`${level} bot`, { exact: true }).click();
  await page.getByRole("button", { name: "Set up the table" }).click();
  await page.waitForURL(/\/table\//);
}

const soon = (level) => new RegExp(`^${level}: warming up, ready in `);

test("a newcomer sees what warms up, on a large screen and in the hand", async () => {
  for (const [size, name] of [
    [LARGE, "large"],
    [HAND, "hand"],
  ]) {
    for (const dark of [false, true]) {
      const page = await person({ site, size, dark });
      for (const address of ["/", "/lobby"]) {
        await page.goto(address);
        const told = page.getByRole("status").filter({ hasText: "Still warming up" });
        await told.getByText("Expert, Champion: ready in").first().waitFor();
        await accessible(page);
        await fits(page);
        await picture(page, `warming-${address === "/" ? "home" : "lobby"}-${name}${dark ? "-dark" : ""}`);
      }
      await page.goto("/new/outspeed");
      await page.getByRole("checkbox", { name: "Fill the other seats with bots" }).check();
      const levels = page.getByRole("group", { name: "How strong are the bots?" });
      await levels.getByText("warming up, ready in").waitFor();
      await levels.scrollIntoViewIfNeeded();
      await accessible(page);
      await fits(page);
      await picture(page, `warming-new-${name}${dark ? "-dark" : ""}`);
      await page.leave();
    }
  }
});

test("somebody who does not want to wait plays on with the next level", async () => {
  const page = await person({ site, size: HAND });
  await race(page, "Expert");
  await page.getByText(soon("Expert bot")).waitFor();
  await accessible(page);
  await fits(page);
  await picture(page, "warming-table-hand");
  await page.getByRole("button", { name: "Play on with: Club bot" }).click();
  await page.getByText(soon("Expert bot")).waitFor({ state: "detached" });
  await page.locator(".bar li.asked").nth(1).waitFor({ state: "detached" });
  await page.leave();
});

test("a bot that warms up waits, and plays once it is ready, without a reload", async () => {
  const page = await person({ site, size: LARGE });
  await race(page, "Expert");
  await page.getByText(soon("Expert bot")).waitFor();
  await picture(page, "warming-table-large");
  const asked = page.locator(".bar li.asked");
  await asked.nth(1).waitFor();
  await page.goto("/new/outspeed");
  await page.getByRole("checkbox", { name: "Fill the other seats with bots" }).check();
  const told = page.getByText("warming up, ready in");
  await told.first().waitFor();
  await page.goBack();
  await page.getByText(soon("Expert bot")).waitFor();
  await writeFile(join(compiled, OUTSPEED), "");
  await page.getByText(soon("Expert bot")).waitFor({ state: "detached" });
  await asked.nth(1).waitFor({ state: "detached" });
  assert.equal(await asked.count(), 1, "the bots have decided");
  await page.leave();
});
