/** The lobby's live list of public tables. */

import type { Card, Gone, LobbyFrame, Pong, TableBrief } from "../generated/wire";
import { LiveLine, type LineStatus } from "./line.svelte";

type Frame = LobbyFrame | Card | Gone | Pong;

export class Lobby {
  open = $state.raw<TableBrief[]>([]);
  running = $state.raw<TableBrief[]>([]);
  /** Whether the lists have ever come. */
  known = $state(false);
  private readonly line = new LiveLine<Frame>("/ws/lobby", { heard: (frame) => this.hear(frame) });

  get status(): LineStatus {
    return this.line.status;
  }

  close(): void {
    this.line.close();
  }

  private hear(frame: Frame): void {
    if (frame.type === "pong") return;
    if (frame.type === "lobby") {
      this.line.admitted();
      this.known = true;
      this.open = frame.open;
      this.running = frame.running;
      return;
    }
    const id = frame.type === "card" ? frame.table.id : frame.table;
    this.open = this.open.filter((table) => table.id !== id);
    this.running = this.running.filter((table) => table.id !== id);
    if (frame.type !== "card") return;
    if (frame.table.stage === "open") this.open = [frame.table, ...this.open];
    else if (frame.table.stage === "running") this.running = [frame.table, ...this.running];
  }
}
