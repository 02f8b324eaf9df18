/** A robot at the table of Outspeed: plays no token, flies the first route that is open, keeps the first token. */

import { press } from "./table.mjs";

export const outspeed = {
  /** In the page: is there anything to decide, or is it over? */
  asked: () =>
    document.querySelector(".room > .result, .act form button.main, .act .two button:not([disabled])") !==
    null,

  async move(page) {
    const draw = page.locator(".act .two button:enabled");
    if (await draw.count()) return press(draw);
    const form = page
      .locator(".act form")
      .filter({ has: page.locator("button.main") })
      .first();
    if (!(await form.locator("input:checked").count())) {
      const open = form.locator("input[type=radio]:enabled");
      await open.first().check({ force: true, timeout: 4_000 });
    }
    return press(form.locator("button.main:enabled"));
  },
};
