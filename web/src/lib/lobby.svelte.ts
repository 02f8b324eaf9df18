/** The lobby's live list of public tables. */

import type { Card, Gone, LobbyFrame, TableInfo } from "../generated/wire";

export class Lobby {
  open = $state.raw<TableInfo[]>([]);
  running = $state.raw<TableInfo[]>([]);
  private socket: WebSocket | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor() {
    this.connect();
  }

  close(): void {
    this.closed = true;
    clearTimeout(this.timer);
    this.socket?.close();
  }

  private connect(): void {
    const scheme = location.protocol === "https:" ? "wss:" : "ws:";
    this.socket = new WebSocket(`${scheme}//${location.host}/ws/lobby`);
    this.socket.onmessage = (event) => this.hear(JSON.parse(String(event.data)) as LobbyFrame | Card | Gone);
    this.socket.onclose = () => {
      if (!this.closed) this.timer = setTimeout(() => this.connect(), 2000 + Math.random() * 2000);
    };
  }

  private hear(frame: LobbyFrame | Card | Gone): void {
    if (frame.type === "lobby") {
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
