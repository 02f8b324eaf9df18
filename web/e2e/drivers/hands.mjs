/** Hands for robots: a page may change between two looks, so each looks once, waits a moment, and says what came of it. */

/** How long a hand waits for what it saw a moment ago; the robot looks again anyway. */
const MOMENT = 4_000;

/** False for what may happen to a hand that is too slow; everything else is a fault. */
export function tolerate(why) {
  if (
    /Timeout|detached|not attached|not visible|did not change its state|Execution context|intercepts|reached by Tab/.test(
      String(why.message),
    )
  )
    return false;
  throw why;
}

/** Whether what is waited for comes in time. */
export function comes(wait) {
  return wait.then(() => true, tolerate);
}

/** In the page: whether the first of some elements can be pressed now. */
function ready([one]) {
  if (!one?.checkVisibility({ visibilityProperty: true })) return false;
  const { width, height } = one.getBoundingClientRect();
  return width > 0 && height > 0 && !one.matches(":disabled, [aria-disabled=true]");
}

/** Press the first element of a locator; false if it cannot be pressed now, or goes away before it is. */
export async function press(locator, { touch = false, timeout = MOMENT } = {}) {
  // Locator.isEnabled() would wait as long as a whole test may for an element that has just gone.
  if (!(await locator.evaluateAll(ready).catch(tolerate))) return false;
  const one = locator.first();
  return comes(touch ? one.tap({ timeout }) : one.click({ timeout }));
}

/** The same with a finger. */
export function pressByTouch(locator) {
  return press(locator, { touch: true });
}
