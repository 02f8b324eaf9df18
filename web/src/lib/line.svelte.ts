/**
 * A socket that is kept open: dials again when it is lost, waits longer and longer in between, and
 * notices a line that has silently died by asking whether the other end is still there.
 */

export type LineStatus = "connecting" | "online" | "offline" | "closed";

export interface Line {
  send(text: string): void;
  close(): void;
  onopen: (() => void) | null;
  onmessage: ((event: { data: string }) => void) | null;
  onclose: ((event: { code: number }) => void) | null;
}

export type Dial = (path: string) => Line;

/** What the owner of a line does at its turns. */
export interface Ends<Frame> {
  /** The socket is open; the owner may say hello. */
  opened?(): void;
  heard(frame: Frame): void;
  /** The line is gone; the answer says whether it is worth dialling again. */
  lost?(code: number): boolean;
}

function dialSocket(path: string): Line {
  const scheme = location.protocol === "https:" ? "wss:" : "ws:";
  return new WebSocket(`${scheme}//${location.host}${path}`) as unknown as Line;
}

const LONGEST_WAIT = 20_000;
/** After this long without a word the other end is asked whether it is there. */
export const QUIET = 20_000;
/** And after this long without an answer the line is dead. */
export const ANSWER = 10_000;
const LOST = 1006;

export class LiveLine<Frame> {
  status = $state<LineStatus>("connecting");
  private line: Line | null = null;
  private attempts = 0;
  private redial: ReturnType<typeof setTimeout> | undefined;
  private watch: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly path: string,
    private readonly ends: Ends<Frame>,
    private readonly dial: Dial = dialSocket,
  ) {
    globalThis.addEventListener?.("offline", this.cut);
    globalThis.addEventListener?.("online", this.cameOnline);
    globalThis.document?.addEventListener("visibilitychange", this.cameBack);
    this.connect();
  }

  /** The other end has let us in: the line counts as online. */
  admitted(): void {
    this.status = "online";
    this.attempts = 0;
  }

  send(frame: Record<string, unknown>): void {
    this.line?.send(JSON.stringify(frame));
  }

  close(): void {
    this.status = "closed";
    globalThis.removeEventListener?.("offline", this.cut);
    globalThis.removeEventListener?.("online", this.cameOnline);
    globalThis.document?.removeEventListener("visibilitychange", this.cameBack);
    clearTimeout(this.redial);
    clearTimeout(this.watch);
    this.line?.close();
  }

  private connect(): void {
    const line = this.dial(this.path);
    this.line = line;
    line.onopen = () => this.ends.opened?.();
    line.onmessage = (event) => {
      this.expect(QUIET, this.ask);
      this.ends.heard(JSON.parse(event.data) as Frame);
    };
    line.onclose = (event) => this.lost(event.code);
    this.expect(QUIET + ANSWER, this.cut);
  }

  private expect(within: number, otherwise: () => void): void {
    clearTimeout(this.watch);
    this.watch = setTimeout(otherwise, within);
  }

  /** Ask whether the other end is still there. */
  private ask = (): void => {
    if (this.status !== "online") return this.cut();
    this.expect(ANSWER, this.cut);
    this.send({ type: "ping", id: "there" });
  };

  /** Give up the line at once: the socket itself may take minutes to notice. */
  private cut = (): void => {
    const line = this.line;
    if (!line || this.status === "closed") return;
    line.onclose = line.onmessage = line.onopen = null;
    line.close();
    this.lost(LOST);
  };

  private lost(code: number): void {
    if (this.status === "closed") return;
    this.line = null;
    clearTimeout(this.watch);
    if (this.ends.lost?.(code) === false) {
      this.status = "closed";
      return;
    }
    this.status = "offline";
    const wait = Math.min(LONGEST_WAIT, 500 * 2 ** this.attempts++);
    this.redial = setTimeout(() => this.connect(), wait * (0.75 + Math.random() / 2));
  }

  private cameOnline = (): void => {
    if (this.status !== "offline" || this.line) return;
    clearTimeout(this.redial);
    this.attempts = 0;
    this.connect();
  };

  /** A phone that slept may hold a dead line. */
  private cameBack = (): void => {
    if (document.visibilityState !== "visible") return;
    if (this.status === "online") this.ask();
    else this.cameOnline();
  };
}
