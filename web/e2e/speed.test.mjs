/**
 * How soon the first page can be used on a slow phone, and how much work a frame of the board is.
 * Counted in round trips, bytes and processor time of the page's own thread, which stay the same
 * on a busy machine; the seconds follow from the profile of the phone.
 */

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { closeBrowser, person, PHONE } from "./browser.mjs";
import { dirtAndDust } from "./drivers/dirt-and-dust.mjs";
import { outspeed } from "./drivers/outspeed.mjs";
import { alone, drive } from "./drivers/table.mjs";

after(closeBrowser);

/** A slow phone: latency of a round trip in ms, bytes per ms, and how many times slower than this machine it works. */
const SLOW = { trip: 150, pace: 1_638.4 / 8, work: 4 };

/** Processor time of the page's main thread so far, in ms; waiting for a busy machine does not count. */
async function worked(tools) {
  const { metrics } = await tools.send("Performance.getMetrics");
  return 1000 * metrics.find(({ name }) => name === "TaskDuration").value;
}

async function measured(page) {
  const tools = await page.context().newCDPSession(page);
  await tools.send("Performance.enable", { timeDomain: "threadTicks" });
  return tools;
}

/** How many requests had to wait for one another: a request comes after all that were answered before it was sent. */
function rounds(requests) {
  const depth = new Map();
  for (const one of [...requests].sort((a, b) => a.sent - b.sent)) {
    const before = requests
      .filter((other) => other.answered <= one.sent)
      .map((other) => depth.get(other) ?? 0);
    depth.set(one, 1 + Math.max(0, ...before));
  }
  return Math.max(...depth.values());
}

test("the home page can be used within two seconds on a slow phone", async (t) => {
  const page = await person({ size: PHONE });
  const tools = await measured(page);
  const requests = new Map();
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", {
    offline: false,
    latency: SLOW.trip,
    downloadThroughput: -1,
    uploadThroughput: -1,
  });
  tools.on("Network.requestWillBeSent", ({ requestId, timestamp }) =>
    requests.set(requestId, { sent: timestamp, answered: Infinity, bytes: 0 }),
  );
  tools.on("Network.loadingFinished", ({ requestId, timestamp, encodedDataLength }) =>
    Object.assign(requests.get(requestId), { answered: timestamp, bytes: encodedDataLength }),
  );
  await page.goto("/", { waitUntil: "commit" });
  await page
    .getByRole("button", { name: /^Play now.*Rallyman: GT/ })
    .first()
    .waitFor();
  const needed = [...requests.values()].filter(({ answered }) => answered < Infinity);
  const work = await worked(tools);
  const trips = 1 + rounds(needed);
  const bytes = needed.reduce((sum, one) => sum + one.bytes, 0);
  const usable = trips * SLOW.trip + bytes / SLOW.pace + work * SLOW.work;
  t.diagnostic(
    `${trips} round trips, ${(bytes / 1024).toFixed(0)} kB in ${needed.length} files, ${work.toFixed(0)} ms of work: usable after ${usable.toFixed(0)} ms`,
  );
  assert.ok(needed.length > 5);
  assert.ok(usable <= 2000, `usable after ${usable} ms`);
  await page.leave();
});

function countFrames(page) {
  return page.evaluate(() => {
    window.frames_seen = 0;
    const tick = () => {
      window.frames_seen++;
      window.frame_asked = requestAnimationFrame(tick);
    };
    requestAnimationFrame(tick);
  });
}

function framesSeen(page) {
  return page.evaluate(() => {
    cancelAnimationFrame(window.frame_asked);
    return window.frames_seen;
  });
}

test("the board pans and zooms smoothly", async (t) => {
  const page = await person({ still: false });
  await alone(page, "rallyman-gt", { seats: 1 });
  await page.locator("path.open").first().waitFor();
  const { x, y, width, height } = await page.locator(".viewport").boundingBox();
  const tools = await measured(page);
  await countFrames(page);
  const before = await worked(tools);
  await page.mouse.move(x + width / 2, y + height * 0.2);
  await page.mouse.down();
  for (let at = 0; at < 40; at++) await page.mouse.move(x + width / 2 - at * 6, y + height * 0.2 + at * 5);
  await page.mouse.up();
  for (let at = 0; at < 15; at++) await page.mouse.wheel(0, at % 2 ? 90 : -140);
  const work = (await worked(tools)) - before;
  const frames = await framesSeen(page);
  t.diagnostic(`${frames} frames with ${(work / frames).toFixed(1)} ms of work each`);
  assert.ok(frames > 10);
  assert.ok(work / frames <= 1000 / 60, `a frame takes ${work / frames} ms of work`);
  await page.leave();
});

test("a die is carried over the road of Dirt & Dust smoothly, and its card falls smoothly", async (t) => {
  const page = await person({ still: false });
  await alone(page, "dirt-and-dust", { seats: 3, options: { stage: "blue_haven" } });
  const die = page.locator(".slot .pick").first();
  await die.waitFor();
  await page.waitForFunction(() => document.getAnimations().every((one) => one.playState !== "running"));
  const { x, y, width, height } = await die.boundingBox();
  const tools = await measured(page);
  await countFrames(page);
  const before = await worked(tools);
  await page.mouse.move(x + width / 2, y + height / 2);
  await page.mouse.down();
  for (let at = 0; at < 40; at++) await page.mouse.move(x + at * 9, y + 60 * Math.sin(at / 5));
  await page.keyboard.press("Escape");
  await page.mouse.up();
  await drive(page, dirtAndDust, { enough: () => page.locator(".fall").isVisible() });
  await page.locator(".fall").waitFor({ state: "detached" });
  const work = (await worked(tools)) - before;
  const frames = await framesSeen(page);
  t.diagnostic(`${frames} frames with ${(work / frames).toFixed(1)} ms of work each`);
  assert.ok(frames > 10);
  assert.ok(work / frames <= 1000 / 60, `a frame takes ${work / frames} ms of work`);
  await page.leave();
});

test("the reveal of six ships runs smoothly", async (t) => {
  const page = await person({ still: false });
  await alone(page, "outspeed", { seats: 6 });
  await page.locator(".act button.lock").waitFor();
  const tools = await measured(page);
  await countFrames(page);
  const before = await worked(tools);
  await outspeed.move(page);
  await page.locator(".irises:not(.few)").waitFor();
  await page.waitForFunction(() => !document.querySelector(".hurry"));
  const work = (await worked(tools)) - before;
  const frames = await framesSeen(page);
  t.diagnostic(`${frames} frames with ${(work / frames).toFixed(1)} ms of work each`);
  assert.ok(frames > 10);
  assert.ok(work / frames <= 1000 / 60, `a frame takes ${work / frames} ms of work`);
  await page.leave();
});
