/** How well somebody decides: lines for charts. */

/** The mean of every value and the few before it. */
export function smoothed(values: readonly number[], over: number): number[] {
  return values.map((_, at) => {
    const last = values.slice(Math.max(0, at - over + 1), at + 1);
    return last.reduce((sum, value) => sum + value, 0) / last.length;
  });
}
