/** The mean of all values so far, after each of them. */
export function meansOf(values: readonly number[]): number[] {
  let sum = 0;
  return values.map((value, at) => (sum += value) / (at + 1));
}
