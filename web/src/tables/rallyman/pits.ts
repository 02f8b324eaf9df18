/** Which pit lanes there is work for. */

export const LANES = ["tyres", "repair", "repair_and_tyres"] as const;
export type Lane = (typeof LANES)[number];

/** A pit lane is worth offering if something is to be done in it that the car needs now. */
export function useful(lane: Lane, damaged: boolean, wrongTyre: boolean): boolean {
  if (lane === "tyres") return wrongTyre;
  return damaged && (lane === "repair" || wrongTyre);
}
