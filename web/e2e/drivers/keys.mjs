/** Hands that know nothing but a keyboard. */

import assert from "node:assert/strict";

/** From now on nobody touches the page; the answer asserts it. */
export async function untouched(page) {
  for (const event of ["mousedown", "pointerdown", "touchstart"])
    await page.addInitScript((name) => addEventListener(name, () => (window.touched = true), true), event);
  return async () => assert.equal(await page.evaluate(() => window.touched ?? false), false);
}

/** Press Tab until what has the focus matches; the function runs in the page. */
export async function tabTo(page, matches, argument = null, most = 120) {
  for (let pressed = 0; pressed < most; pressed++) {
    const found = await page.evaluate(
      ([code, argument]) => {
        const focused = document.activeElement;
        return focused !== document.body && new Function(`return ${code}`)()(focused, argument);
      },
      [String(matches), argument],
    );
    if (found) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`nothing to be reached by Tab fits ${matches} ${argument}`);
}

/** Go to a link or button by its name, and press it. */
export async function activate(page, name) {
  await tabTo(page, (one, name) => one.matches("a, button") && one.textContent.trim().includes(name), name);
  await page.keyboard.press("Enter");
}

const RISK = () => {
  const cell = document.activeElement;
  if (!cell?.matches("path.open")) return null;
  let sign = cell.nextElementSibling;
  while (sign && !sign.matches("text.chance")) sign = sign.nextElementSibling;
  const text = sign?.textContent.trim() ?? "";
  return {
    cell: cell.dataset.cell,
    anew: cell.matches(".elsewhere"),
    risk: text === "✕" ? 1 : Number(text.replace(/\D/g, "")) / 100,
  };
};

/** Walk over the lit cells with the arrows and plan a way to the farthest that is safe enough. */
async function layStep(page, most) {
  const steps = await page.locator(".strip li").count();
  let best = null;
  for (const key of ["ArrowUp", "ArrowLeft", "ArrowRight", "ArrowRight", "ArrowUp", "ArrowUp", "ArrowUp"]) {
    await page.keyboard.press(key);
    const found = await page.evaluate(RISK);
    if (found && !found.anew && (found.risk <= most || (!steps && !best))) best = found;
  }
  if (!best) return false;
  await page.locator(`path.open[data-cell="${best.cell}"]`).focus();
  await page.keyboard.press("Enter");
  await page.waitForFunction((before) => document.querySelectorAll(".strip li").length !== before, steps, {
    timeout: 8_000,
  });
  await page.waitForFunction(
    () => document.querySelector('button[aria-keyshortcuts="O"]:not([disabled])'),
    null,
    { timeout: 8_000 },
  );
  return true;
}

/** A driver of Rallyman who never touches the mouse. */
export const keyboardDriver = {
  asked: () =>
    document.querySelector(".room > .result") !== null ||
    (!document.querySelector(".hurry") && document.querySelector(".decide button:not([disabled])") !== null),

  async move(page) {
    const decide = page.locator(".decide");
    if (await decide.locator('button[aria-keyshortcuts="P"]').isVisible()) {
      await page.waitForFunction(
        () => document.querySelector('button[aria-keyshortcuts="P"]:not([disabled])'),
        null,
        { timeout: 8_000 },
      );
      await page.keyboard.press("p");
      await page.waitForFunction(
        () => document.querySelector('button[aria-keyshortcuts="O"]:not([disabled])'),
        null,
        { timeout: 8_000 },
      );
      await page.keyboard.press("o");
      return true;
    }
    if (await page.locator(".hand").isVisible()) {
      await page.waitForFunction(
        () => document.querySelector("path.open, .decide .ways button:not([disabled])"),
        null,
        { timeout: 8_000 },
      );
      for (let laid = 0; laid < 7; laid++) if (!(await layStep(page, 0.2))) break;
      if (await page.locator(".strip li").count()) await page.keyboard.press("o");
      else {
        await tabTo(page, (one) => one.matches(".ways button"));
        await page.keyboard.press("Enter");
      }
      await page.waitForFunction(() => !document.querySelector(".hand .strip"), null, { timeout: 8_000 });
      return true;
    }
    if (await decide.locator('button[aria-keyshortcuts="Enter"]').isVisible()) {
      const left = await decide.locator(".pips span:not(.on)").count();
      const stop = await decide.locator('button[aria-keyshortcuts="T"]').isVisible();
      const before = await decide.innerText();
      await page.keyboard.press(left < 2 && stop ? "t" : "r");
      await page.waitForFunction(
        (before) => document.querySelector(".decide")?.innerText !== before,
        before,
        { timeout: 8_000 },
      );
      return true;
    }
    await tabTo(page, (one) => one.matches(".decide button"));
    await page.keyboard.press("Enter");
    return true;
  },
};
