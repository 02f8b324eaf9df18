/** The lobby's live list of public tables. */

import type { Card, Gone, LobbyFrame, Pong, TableBrief } from "../generated/wire";
import { api } from "./api";
import { LiveLine, type LineStatus } from "./line.svelte";
import { attempt } from "./notes.svelte";

type Stage = "open" | "running";
type Frame = LobbyFrame | Card | Gone | Pong;

export class Lobby {
  open = $state.raw<TableBrief[]>([]);
  running = $state.raw<TableBrief[]>([]);
  /** Where the next pages begin. */
  private marks = $state.raw<Record<Stage, string | null>>({ open: null, running: null });
  /** Whether the lists have ever come. */
  known = $state(false);
  private readonly line = new LiveLine<Frame>("/ws/lobby", { heard: (frame) => this.hear(frame) });

  get status(): LineStatus {
    return this.line.status;
  }

  close(): void {
    this.line.close();
  }

  /** One of the lists as something that has more. */
  further(stage: Stage): { more: string | null; next: () => Promise<void> } {
    return { more: this.marks[stage], next: () => this.next(stage) };
  }

  private async next(stage: Stage): Promise<void> {
    const address = `/api/lobby/${stage as string}?after=${this.marks[stage] ?? ""}` as const;
    const page = await attempt(() => api.get(address));
    if (!page) return;
    const there = new Set([...this.open, ...this.running].map(({ id }) => id));
    this[stage] = [...this[stage], ...page.items.filter(({ id }) => !there.has(id))];
    this.marks = { ...this.marks, [stage]: page.more };
  }

  private hear(frame: Frame): void {
    if (frame.type === "pong") return;
    if (frame.type === "lobby") {
      this.line.admitted();
      this.known = true;
      this.open = frame.open;
      this.running = frame.running;
      this.marks = { open: frame.more_open, running: frame.more_running };
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
