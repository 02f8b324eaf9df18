/** Games that bots have played beforehand: every moment of them can be looked at, and played on from. */

import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { base, call } from "../browser.mjs";

const root = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** Logs of whole games of the weakest bot, the same in every run. */
export async function recordedGames(game, { seats, games = 8, options = {} }) {
  const folder = await mkdtemp(join(tmpdir(), "paddock-recorded-"));
  try {
    const wishes = Object.entries(options).flatMap(([name, value]) => ["--option", `${name}=${value}`]);
    const words = [
      "run",
      game,
      "--seats",
      String(seats),
      "--games",
      String(games),
      "--seed",
      "e2e",
      "--log",
      join(folder, "game.jsonl"),
      "--json",
      ...wishes,
    ];
    await promisify(execFile)(join(root, ".venv/bin/paddock"), words, { cwd: root, maxBuffer: 2 ** 26 });
    const files = (await readdir(folder)).sort();
    assert.equal(files.length, games);
    return await Promise.all(files.map((name) => readFile(join(folder, name), "utf8")));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** For each kind of decision the first moment at which somebody came to it: the log, the step before it, the seat. */
export function momentsOf(logs) {
  const found = new Map();
  for (const log of logs) {
    const records = log
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    records.forEach(({ record, seat, action }, number) => {
      if (record === "decision" && !found.has(action.action))
        found.set(action.action, { log, step: number - 1, seat, action });
    });
  }
  return found;
}

const kept = new WeakMap();

/** Bring a log along, once; it becomes a finished table of this person. */
export async function keep(page, log) {
  const known = kept.get(page) ?? new Map();
  kept.set(page, known);
  if (!known.has(log)) known.set(log, await upload(page, log));
  return known.get(log);
}

async function upload(page, log) {
  const answer = await page.request.fetch(`${base}/api/logs`, {
    method: "POST",
    data: log,
    headers: { "content-type": "text/plain" },
  });
  assert.ok(answer.ok(), await answer.text());
  return answer.json();
}

/** Sit down at a moment of a recorded game; bots play the other seats. */
export async function sitDown(page, { log, step, seat }) {
  const { id } = await keep(page, log);
  const table = await call(page, "POST", `/api/tables/${id}/branch`, { step, seats: [seat], bot: "random" });
  await page.goto(`/table/${table.id}`);
  await page.locator(".room .stage h1").first().waitFor({ state: "attached" });
  return table;
}

/** Look at every step of a recorded game, through a seat's eyes or a spectator's. */
export async function watchAll(page, log, { seat = null, each = async () => {} } = {}) {
  const { id } = await keep(page, log);
  await page.goto(`/replay/${id}${seat === null ? "" : `?seat=${seat}`}`);
  const scrubber = page.locator("input[type=range]");
  await scrubber.waitFor();
  const last = Number(await scrubber.getAttribute("max"));
  assert.ok(last > 50);
  await page.locator("body").press("ArrowRight");
  for (let step = 1; step <= last; step++) {
    await page.waitForFunction(
      (step) => Number(document.querySelector("input[type=range]").value) === step,
      step,
    );
    if (step % 25 === 0 || step === last) await each(page);
    if (step < last) await page.keyboard.press("ArrowRight");
  }
  return last;
}

/** Every frame a page is sent from now on; the page dials anew, so that nothing is missed. */
export async function listenIn(page) {
  const frames = [];
  page.on("websocket", (line) =>
    line.on("framereceived", ({ payload }) => frames.push(JSON.parse(String(payload)))),
  );
  await page.reload();
  await page.locator(".room .stage h1").first().waitFor({ state: "attached" });
  return frames;
}

/** Nothing on the table is an id, a hole or a raw value instead of words. */
export async function worded(page, part = ".stage") {
  const text = await page
    .locator(part)
    .first()
    .evaluate((root) => root.textContent);
  const odd = text.match(
    /.{0,30}(\b(?:dd|os|table|outspeed|dirt-and-dust|happenings)\.[a-z][\w.-]*|undefined|NaN|Infinity|\[object|\{\w+[},]).{0,30}/,
  );
  assert.equal(odd, null, `not in words: ${odd?.[0]}`);
}

/** Every button of a part of the page can be hit: scrolled to, it lies uncovered. */
export async function uncovered(page, part) {
  const covered = await page
    .locator(part)
    .first()
    .evaluate((root) => {
      const found = [];
      for (const button of root.querySelectorAll("button:not([disabled])")) {
        button.scrollIntoView({ block: "nearest", behavior: "instant" });
        const { left, top, width, height } = button.getBoundingClientRect();
        if (!width) continue;
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        if (!button.contains(hit))
          found.push(`${button.textContent.trim().slice(0, 40)} lies under ${hit?.outerHTML.slice(0, 80)}`);
      }
      return found;
    });
  assert.deepEqual(covered, []);
}
