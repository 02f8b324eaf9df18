/** The report of a game as it comes: asked for, waited for, looked at. */

import { analysisOf, type AnalysisState, type Report } from "./analysis";

const AGAIN = 2_000;

export class Analysed {
  state = $state.raw<AnalysisState | null>(null);
  private timer: ReturnType<typeof setTimeout> | undefined;
  private left = false;

  constructor(
    readonly table: string,
    readonly cards: Report["cards"] = "own",
  ) {
    void this.look();
  }

  get report(): Report | null {
    return this.state?.report ?? null;
  }

  /** Nobody looks any more. */
  stop(): void {
    this.left = true;
    clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    try {
      const found = await analysisOf(this.table, true, this.cards);
      if (this.left) return;
      this.state = found;
      if (found.stage === "working" || found.stage === "waiting")
        this.timer = setTimeout(() => void this.look(), AGAIN);
    } catch {
      this.state = null;
    }
  }
}
