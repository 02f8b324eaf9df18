/** A real browser for the tests: pages of desktop and phone size, pictures, accessibility checks. */

import assert from "node:assert/strict";
import { mkdir, readFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { createRequire } from "node:module";
import packed from "@sparticuz/chromium";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
export const pictures = process.env.PADDOCK_PICTURES ?? join(here, "../screenshots");
const axeSource = await readFile(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

export const base = process.env.PADDOCK_BASE;
export const DESKTOP = { width: 1280, height: 800 };
export const PHONE = { width: 360, height: 740 };
/** The screens that tables are drawn for. */
export const LARGE = { width: 1440, height: 900 };
export const HAND = { width: 390, height: 844 };

let running = null;

export async function browser() {
  // One process for everything, as the package suggests for lambdas, dies with its first closed context.
  packed.setGraphicsMode = false;
  const args = packed.args.filter((arg) => arg !== "--single-process");
  running ??= chromium.launch({ executablePath: await packed.executablePath(), args, headless: true });
  return running;
}

export async function closeBrowser() {
  if (running) await (await running).close();
  running = null;
}

/** How long a page may take to show what a test waits for; long, because machines may be slow and busy. */
export const PATIENCE = 120_000;

/**
 * A person with a browser of their own: own cookies, own screen. Errors on the page fail the test:
 * `broken` rejects with the first one, so that nobody waits for a page that is dead. `site`: whose pages.
 */
export async function person({
  size = DESKTOP,
  language = "en",
  dark = false,
  still = true,
  worker = false,
  site = base,
} = {}) {
  const context = await (
    await browser()
  ).newContext({
    baseURL: site,
    viewport: size,
    locale: language,
    colorScheme: dark ? "dark" : "light",
    reducedMotion: still ? "reduce" : "no-preference",
    hasTouch: size.width < 500,
    permissions: ["clipboard-read", "clipboard-write"],
    // What a worker keeps would hide from a test what the server does.
    serviceWorkers: worker ? "allow" : "block",
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  const errors = [];
  let fail;
  const broken = new Promise((_, reject) => (fail = reject));
  // eslint-disable-next-line no-restricted-syntax -- whoever waits for it hears of it
  broken.catch(() => {});
  function fault(text) {
    errors.push(text);
    console.error(`error on ${page.url()}: ${text}`);
    fail(new Error(`error on ${page.url()}: ${text}`));
  }
  page.on("pageerror", (error) => fault(error.stack || error.message));
  page.on("request", (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith("http") && url.origin !== site) fault(`foreign request: ${url}`);
  });
  return Object.assign(page, {
    errors,
    broken,
    async leave() {
      assert.deepEqual(errors, []);
      await context.close();
    },
  });
}

/** Take a picture for people to look at. */
export async function picture(page, name) {
  await mkdir(pictures, { recursive: true });
  await page.screenshot({ path: join(pictures, `${name}.png`) });
}

/** No rule of WCAG A and AA may be broken on the page as it stands; one that just changes is looked at again. */
export async function accessible(page) {
  await page.evaluate(axeSource);
  let found = await violations(page);
  for (let looks = 1; found.length && looks < 4; looks++) {
    await page.waitForTimeout(500);
    found = await violations(page);
  }
  assert.deepEqual(found, []);
}

function violations(page) {
  return page.evaluate(async () => {
    const told = await window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"] });
    return told.violations.map(
      (v) =>
        `${v.id}: ${v.help}: ${v.nodes
          .slice(0, 3)
          .map((n) => n.html.slice(0, 160))
          .join(" | ")}`,
    );
  });
}

/** Nothing sticks out sideways on a narrow screen. */
export async function fits(page) {
  const [wide, screen] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  assert.ok(wide <= screen, `the page is ${wide} px wide on a screen of ${screen} px`);
}

/** Call the server's API as this person. */
export async function call(page, method, path, body) {
  const answer = await page.request.fetch(base + path, { method, data: body });
  const text = await answer.text();
  assert.ok(answer.ok(), `${method} ${path}: ${answer.status()} ${text}`);
  return JSON.parse(text);
}

/** Sign in as a guest, so that the page knows the person. */
export async function guest(page, name) {
  return (await call(page, "POST", "/api/guest", { name })).person;
}
