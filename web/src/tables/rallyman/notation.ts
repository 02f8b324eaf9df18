/** Turns in one line each, in the notation of the games: `3 4 5c (4)`. */

export interface TurnLine {
  seat: number;
  round: number;
  stage: number;
  text: string;
}

type Plain = Record<string, unknown> & { event: string };

/** The turns that are over, oldest first. */
export function turnLines(events: { event: unknown }[]): TurnLine[] {
  const lines: TurnLine[] = [];
  let [round, stage] = [0, 0];
  for (const { event } of events as { event: Plain }[]) {
    if (event.event === "stage-began") stage = Number(event.stage);
    else if (event.event === "round-began") round = Number(event.round);
    else if (event.event === "turn-told")
      lines.push({ seat: Number(event.seat), round, stage, text: String(event.line) });
  }
  return lines;
}
