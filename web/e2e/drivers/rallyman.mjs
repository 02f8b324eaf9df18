/** A robot for both Rallyman games: lays steps on safe lit cells, rolls, and answers what it is asked. */

import { call, person } from "../browser.mjs";
import { comes, press } from "./hands.mjs";

/** A short track from the workshop's generator, so that a race is soon over. */
export async function layout(wish) {
  const page = await person();
  const made = await call(page, "POST", "/api/tracks/generate", wish);
  await page.leave();
  return made.layout;
}

/** In the page: cells that go on from the plan, with the risk written on them and where to tap. */
function litCells() {
  return [...document.querySelectorAll("path.open[data-cell]:not(.elsewhere)")].map((path) => {
    let sign = path.nextElementSibling;
    while (sign && !sign.matches("text.chance, path.open")) sign = sign.nextElementSibling;
    if (!sign?.matches("text.chance")) sign = null;
    const text = sign?.textContent.trim() ?? "0%";
    const box = (sign ?? path).getBoundingClientRect();
    const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
    const risk = text === "✕" ? 1 : Number(text.replace(/[^\d]/g, "")) / 100;
    return {
      cell: path.dataset.cell,
      risk,
      x,
      y,
      free: document.elementFromPoint(x, y)?.closest("[data-cell]") === path,
    };
  });
}

/** Whether a plan can be begun now: one that was just sent may still lie there. */
export function planning(page) {
  return page.evaluate(
    () =>
      document.querySelector('.hand button[aria-keyshortcuts="F"]') !== null &&
      document.querySelector(".strip li") === null &&
      document.querySelector("path.open:not(.choice)") !== null,
  );
}

/** Whether the dice of a failed flat out are to be laid again now. */
function relaying(page) {
  return page.locator('.hand button[aria-keyshortcuts="P"]').isVisible();
}

const LAID_AGAIN = '.hand button[aria-keyshortcuts="O"]:not([disabled])';

const IDLE = () => !document.querySelector(".hurry");

export function rallyman({ most = 6, risk = 0.25, flatOut = 0.2, touch = false } = {}) {
  /** Lay steps as long as they are safe enough. */
  async function lay(page) {
    for (let tries = 0; tries < most + 4 && (await page.locator(".strip li").count()) < most; tries++) {
      await page.waitForFunction(() =>
        document.querySelector(
          'path.open, .hint, .room > .result, button[aria-keyshortcuts="O"]:not([disabled])',
        ),
      );
      const cells = (await page.evaluate(litCells)).sort((a, b) => a.risk - b.risk);
      const steps = await page.locator(".strip li").count();
      const best = cells.find((cell) => cell.risk <= (steps ? risk : 0.99)) ?? (steps ? null : cells[0]);
      if (!best) break;
      await tap(page, best, touch);
      const laid = (before) =>
        document.querySelectorAll(".strip li").length !== before &&
        document.querySelector('button[aria-keyshortcuts="O"]:not([disabled])');
      await comes(page.waitForFunction(laid, steps, { timeout: 3_000 }));
    }
  }

  async function plan(page) {
    await lay(page);
    const go = page.locator('button[aria-keyshortcuts="O"], button[aria-keyshortcuts="F"]');
    if (!(await page.locator(".strip li").count()))
      return press(page.locator(".ways button:enabled, .decide button.main:enabled"));
    await page.waitForFunction(() => document.querySelector('button[aria-keyshortcuts="F"]:not([disabled])'));
    const [slow, fast] = await go.evaluateAll((all) =>
      all.map(
        (one) =>
          parseFloat(
            (one.querySelector(".odds")?.textContent ?? "").replace(",", ".").match(/[\d.]+/)?.[0] ?? "0",
          ) / 100,
      ),
    );
    const way = fast <= flatOut || fast < slow ? "F" : "O";
    return press(page.locator(`button[aria-keyshortcuts="${way}"]:enabled`));
  }

  /** Lay rolled dice on lit cells until control is lost. */
  async function layAgain(page) {
    for (let tries = 0; tries < 14 && !(await page.locator(LAID_AGAIN).count()); tries++) {
      await page.waitForFunction(
        (done) => document.querySelector("path.open") ?? document.querySelector(done),
        LAID_AGAIN,
      );
      const [cell] = await page.evaluate(litCells);
      if (!cell) break;
      const steps = await page.locator(".strip li").count();
      await tap(page, cell, touch);
      const further = ([before, done]) =>
        document.querySelectorAll(".strip li").length !== before &&
        document.querySelector(`path.open, ${done}`);
      await comes(page.waitForFunction(further, [steps, LAID_AGAIN], { timeout: 3_000 }));
    }
    if (!(await page.locator(LAID_AGAIN).count()))
      await press(page.locator('.hand button[aria-keyshortcuts="P"]:enabled'));
    await page.waitForFunction((done) => document.querySelector(done), LAID_AGAIN);
    return press(page.locator(LAID_AGAIN));
  }

  return {
    lay,
    layAgain,

    asked: () =>
      document.querySelector(".room > .result") !== null ||
      (!document.querySelector(".hurry") &&
        document.querySelector(".decide button:not([disabled], .ahead)") !== null),

    async move(page) {
      if (!(await page.evaluate(IDLE))) return false;
      const decide = page.locator(".decide");
      if (await relaying(page)) return layAgain(page);
      if (await page.locator(".hand").isVisible()) return plan(page);
      const roll = decide.locator('button[aria-keyshortcuts="Enter"]');
      if (await roll.isVisible()) {
        const left = await decide.locator(".pips span:not(.on)").count();
        const stop = decide.locator('button[aria-keyshortcuts="T"]:enabled');
        if (left < 2 && (await stop.isVisible())) return press(stop);
        return press(roll);
      }
      return press(decide.locator("button.main:enabled, .choice:enabled"));
    },
  };
}

async function tap(page, { x, y, cell, free }, touch) {
  if (!free) {
    await page.locator(`path.open[data-cell="${cell}"]`).press("Enter", { timeout: 4_000 });
  } else if (touch) await page.touchscreen.tap(x, y);
  else await page.mouse.click(x, y);
}
