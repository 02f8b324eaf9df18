/**
 * The line to one table: sends decisions once and only once, and holds what the faced seat may see.
 * Nothing is shown as done before the server has stored it.
 */

import type {
  Ack,
  Answer,
  BackFrame,
  BackInfo,
  Bye,
  ChatFrame,
  ChatMessage,
  ClockFrame,
  ClockInfo,
  LeftPlan,
  Message,
  PlansFrame,
  Pong,
  Presence,
  PresenceFrame,
  Refuse,
  Scene,
  TableFrame,
  TableInfo,
  Told,
  Update,
  View as ViewFrame,
  Welcome,
  You,
} from "../generated/wire";
import { LiveLine, type Dial, type LineStatus } from "./line.svelte";

export const PROTOCOL = 1;

export class Refusal extends Error {
  constructor(
    readonly reason: string,
    readonly rule: string | null,
    readonly told: Message,
  ) {
    super(told.id);
  }
}

interface Waiting {
  frame: Record<string, unknown>;
  resolve: (value: unknown) => void;
  reject: (why: Refusal) => void;
  again: boolean;
}

const FINAL_CODES = new Set([4403, 4404, 4406]);

export class TableLink {
  table = $state.raw<TableInfo | null>(null);
  scene = $state.raw<Scene | null>(null);
  you = $state.raw<You>({ person: null, seats: [] });
  presence = $state.raw<Presence>({ here: [], watching: 0, onlookers: [] });
  chat = $state.raw<ChatMessage[]>([]);
  back = $state.raw<BackInfo | null>(null);
  /** What we have left for later here; nobody else knows. */
  plans = $state.raw<LeftPlan[]>([]);
  told = $state.raw<Told[]>([]);
  busy = $state(false);
  missing = $state(false);

  private readonly line: LiveLine<Frame>;
  private waiting = new Map<string, Waiting>();
  private nextId = 1;
  private readonly me = Math.random().toString(36).slice(2, 10);
  private face: number | null | undefined = undefined;
  private listeners = new Set<(events: Told[], scene: Scene) => void>();
  /** How far the server's clock is ahead of ours, in milliseconds. */
  private ahead = 0;

  constructor(
    readonly id: string,
    dial?: Dial,
  ) {
    const ends = {
      opened: () => this.hello(),
      heard: (frame: Frame) => this.hear(frame),
      lost: (code: number) => this.lost(code),
    };
    this.line = new LiveLine<Frame>(`/ws/tables/${encodeURIComponent(id)}`, ends, dial);
    globalThis.document?.addEventListener("visibilitychange", this.tellSight);
  }

  /** Tell whether the table is in sight: nobody is called to what lies before them. */
  private tellSight = (): void => {
    if (this.status === "online") this.line.send({ type: "sight", away: document.hidden });
  };

  get status(): LineStatus {
    return this.line.status;
  }

  /** Hear of every update, with what happened and the scene after it; returns how to stop. */
  listen(hear: (events: Told[], scene: Scene) => void): () => void {
    this.listeners.add(hear);
    return () => this.listeners.delete(hear);
  }

  /** The faced seat decides; resolves when the decision is stored. */
  async decide(action: unknown): Promise<void> {
    const scene = this.scene;
    if (!scene || scene.seat === null) throw new Error("no seat is faced");
    this.busy = true;
    try {
      await this.request({ type: "decide", seat: scene.seat, step: scene.step, action }, true);
    } finally {
      this.busy = false;
    }
  }

  /** Ask the game something while thinking; what a lost line left unanswered is asked again on the next one. */
  async explore(question: unknown): Promise<unknown> {
    const seat = this.scene?.seat;
    if (seat === null || seat === undefined) throw new Error("no seat is faced");
    return this.request({ type: "explore", seat, question }, true);
  }

  /** Leave a decision for when the faced seat is asked. */
  leavePlan(action: unknown): Promise<unknown> {
    const scene = this.scene;
    return this.request({ type: "leave-plan", seat: scene?.seat, step: scene?.step, action }, true);
  }

  /** Take back what a seat of ours has left. */
  dropPlan(seat: number): Promise<unknown> {
    return this.request({ type: "drop-plan", seat }, true);
  }

  undo(): Promise<unknown> {
    return this.request({ type: "undo", seat: this.scene?.seat }, true);
  }

  askBack(): Promise<unknown> {
    return this.request({ type: "ask-back", seat: this.scene?.seat }, false);
  }

  answerBack(agree: boolean): Promise<unknown> {
    return this.request({ type: "answer-back", agree }, false);
  }

  say(text: string): Promise<unknown> {
    return this.request({ type: "say", text }, true);
  }

  /** Look through the eyes of another of your seats. */
  faceSeat(seat: number | null): void {
    this.face = seat;
    this.scene = null;
    this.told = [];
    if (this.status === "online") this.line.send({ type: "face", seat });
  }

  /** What is left of a seat's bank now, in milliseconds. */
  bankLeft(clock: ClockInfo, seat: number, now: number): number {
    const spent = clock.running.includes(seat) ? now + this.ahead - clock.time * 1000 : 0;
    return Math.max(0, (clock.banks_ms[seat] ?? 0) - Math.max(0, spent));
  }

  close(): void {
    globalThis.document?.removeEventListener("visibilitychange", this.tellSight);
    this.line.close();
  }

  private request(body: Record<string, unknown>, again: boolean): Promise<unknown> {
    const id = `${this.me}-${this.nextId++}`;
    const frame = { ...body, id };
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { frame, resolve, reject, again });
      if (this.status === "online") this.line.send(frame);
      else if (!again) this.drop(id);
    });
  }

  private drop(id: string): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    waiting?.reject(new Refusal("offline", null, { id: "offline", params: {} }));
  }

  private hello(): void {
    const hello: Record<string, unknown> = {
      type: "hello",
      protocol: PROTOCOL,
      seen: this.scene?.step ?? null,
    };
    const heard = this.chat.at(-1)?.id;
    if (heard !== undefined) hello.heard = heard;
    if (this.face !== undefined) hello.face = this.face;
    this.line.send(hello);
  }

  private lost(code: number): boolean {
    for (const [id, waiting] of this.waiting) if (!waiting.again) this.drop(id);
    this.missing = FINAL_CODES.has(code);
    return !this.missing;
  }

  private hear(frame: Frame): void {
    switch (frame.type) {
      case "welcome":
        this.line.admitted();
        this.ahead = frame.time * 1000 - Date.now();
        this.table = frame.table;
        this.you = frame.you;
        this.presence = frame.presence;
        this.chat = [...this.chat, ...frame.chat].slice(-200);
        this.back = frame.back;
        this.plans = [];
        for (const waiting of this.waiting.values()) this.line.send(waiting.frame);
        if (globalThis.document?.hidden) this.tellSight();
        break;
      case "view":
        this.scene = frame.scene;
        if (frame.why === "back")
          this.told = this.told.filter((told) => told.step <= (frame.to ?? frame.scene.step));
        for (const hear of this.listeners) hear([], frame.scene);
        break;
      case "update":
        this.told = [...this.told, ...frame.events].slice(-500);
        this.scene = frame.scene;
        for (const hear of this.listeners) hear(frame.events, frame.scene);
        break;
      case "ack":
        this.settle(frame.id, (waiting) => waiting.resolve(frame.step));
        break;
      case "answer":
        this.settle(frame.id, (waiting) => waiting.resolve(frame.answer));
        break;
      case "refuse":
        if (frame.scene) {
          this.scene = frame.scene;
          for (const hear of this.listeners) hear([], frame.scene);
        }
        this.settle(frame.id, (w) => w.reject(new Refusal(frame.reason, frame.rule, frame.message)));
        break;
      case "table":
        this.table = frame.table;
        this.you = { ...this.you, seats: seatsOf(frame.table, this.you.person) };
        break;
      case "clock":
        if (this.scene) this.scene = { ...this.scene, clock: frame.clock };
        break;
      case "presence":
        this.presence = frame.presence;
        break;
      case "chat":
        this.chat = [...this.chat, frame.message].slice(-200);
        break;
      case "back":
        this.back = frame.back;
        break;
      case "plans":
        this.plans = frame.plans;
        break;
    }
  }

  private settle(id: string, how: (waiting: Waiting) => void): void {
    const waiting = this.waiting.get(id);
    this.waiting.delete(id);
    if (waiting) how(waiting);
  }
}

/** The seats a person plays at a table. */
export function seatsOf(table: TableInfo, person: string | null): number[] {
  return person === null ? [] : table.seats.filter((seat) => seat.person === person).map((seat) => seat.seat);
}

type Frame =
  | Welcome
  | ViewFrame
  | Update
  | Ack
  | Answer
  | Refuse
  | TableFrame
  | ClockFrame
  | PresenceFrame
  | ChatFrame
  | BackFrame
  | PlansFrame
  | Pong
  | Bye;
