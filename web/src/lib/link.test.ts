import { beforeEach, describe, expect, it, vi } from "vitest";
import { ANSWER, QUIET, type Line } from "./line.svelte";
import { Refusal, TableLink } from "./link.svelte";

class FakeLine implements Line {
  sent: Record<string, unknown>[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: ((event: { code: number }) => void) | null = null;
  send(text: string) {
    this.sent.push(JSON.parse(text) as Record<string, unknown>);
  }
  close() {
    this.onclose?.({ code: 1000 });
  }
  hear(frame: unknown) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
}

const TABLE = {
  id: "t",
  game: "pig",
  stage: "running",
  seats: [
    { seat: 0, person: "me" },
    { seat: 1, person: null },
  ],
};
const WELCOME = {
  type: "welcome",
  protocol: 1,
  you: { person: "me", seats: [0] },
  table: TABLE,
  step: 3,
  time: 1000,
  presence: { here: [0], watching: 0 },
  chat: [],
  back: null,
};
const scene = (step: number) => ({
  step,
  seat: 0,
  view: {},
  asked: [0],
  may: [],
  actions: [],
  clock: null,
  result: null,
});

let lines: FakeLine[];
let link: TableLink;

function connect(step = 3) {
  const line = lines.at(-1)!;
  line.onopen?.();
  line.hear(WELCOME);
  line.hear({ type: "view", why: "hello", scene: scene(step) });
  return line;
}

beforeEach(() => {
  vi.useFakeTimers();
  lines = [];
  link = new TableLink("t", () => {
    const line = new FakeLine();
    lines.push(line);
    return line;
  });
});

describe("TableLink", () => {
  it("says hello and shows what the server tells", () => {
    const line = connect();
    expect(line.sent[0]).toEqual({ type: "hello", protocol: 1, seen: null });
    expect(link.status).toBe("online");
    expect(link.scene?.step).toBe(3);
  });

  it("resolves a decision only when the server has stored it", async () => {
    const line = connect();
    let done = false;
    const deed = link.decide({ action: "roll" }).then(() => (done = true));
    await Promise.resolve();
    expect(link.busy).toBe(true);
    expect(done).toBe(false);
    const sent = line.sent.at(-1)!;
    expect(sent).toMatchObject({ type: "decide", seat: 0, step: 3, action: { action: "roll" } });
    line.hear({ type: "ack", id: sent.id, step: 4 });
    await deed;
    expect(link.busy).toBe(false);
  });

  it("sends an unanswered decision again under the same id after a lost line", async () => {
    const first = connect();
    const deed = link.decide({ action: "roll" });
    const id = first.sent.at(-1)!.id;
    first.onclose?.({ code: 1006 });
    expect(link.status).toBe("offline");
    vi.advanceTimersByTime(1000);
    const second = connect();
    expect(second.sent[0]).toMatchObject({ type: "hello", seen: 3 });
    expect(second.sent[1]).toMatchObject({ type: "decide", id });
    second.hear({ type: "ack", id, step: 4 });
    await deed;
  });

  it("refuses with the rule and takes the fresh scene", async () => {
    const line = connect();
    const deed = link.decide({ action: "hold" });
    const id = line.sent.at(-1)!.id;
    line.hear({
      type: "refuse",
      id,
      reason: "illegal",
      rule: "PIG-2",
      message: { id: "x", params: {} },
      scene: scene(9),
    });
    await expect(deed).rejects.toMatchObject({ rule: "PIG-2", reason: "illegal" });
    expect(link.scene?.step).toBe(9);
  });

  it("asks again on the next line what the lost one left unanswered", async () => {
    const line = connect();
    const question = link.explore({ question: "reach" });
    const { id } = line.sent.at(-1)!;
    line.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1000);
    const second = connect();
    expect(second.sent.at(-1)).toMatchObject({ type: "explore", id, question: { question: "reach" } });
    second.hear({ type: "answer", id, answer: { cells: [] } });
    await expect(question).resolves.toEqual({ cells: [] });
  });

  it("gives up what is not worth saying later when the line is lost", async () => {
    const line = connect();
    const asked = link.askBack();
    line.onclose?.({ code: 1006 });
    await expect(asked).rejects.toBeInstanceOf(Refusal);
  });

  it("waits longer and longer before it dials again, and stops where it is not admitted", () => {
    connect();
    lines[0]!.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(700);
    expect(lines).toHaveLength(2);
    lines[1]!.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(700);
    expect(lines).toHaveLength(2);
    vi.advanceTimersByTime(700);
    expect(lines).toHaveLength(3);
    lines[2]!.onclose?.({ code: 4404 });
    vi.advanceTimersByTime(60_000);
    expect(lines).toHaveLength(3);
    expect(link.missing).toBe(true);
  });

  it("asks a silent line whether it is there, and keeps it when there is an answer", () => {
    const line = connect();
    vi.advanceTimersByTime(QUIET);
    expect(line.sent.at(-1)).toEqual({ type: "ping", id: "there" });
    line.hear({ type: "pong", id: "there", time: 1001 });
    vi.advanceTimersByTime(ANSWER);
    expect(link.status).toBe("online");
    expect(lines).toHaveLength(1);
  });

  it("gives up a line that has died without a word, and dials again", () => {
    const first = connect();
    const deed = link.decide({ action: "roll" });
    vi.advanceTimersByTime(QUIET + ANSWER);
    expect(link.status).toBe("offline");
    vi.advanceTimersByTime(1000);
    expect(lines).toHaveLength(2);
    first.hear({ type: "update", since: 3, events: [], scene: scene(99) });
    expect(link.scene?.step).toBe(3);
    const second = connect(4);
    expect(second.sent[1]).toMatchObject({ type: "decide" });
    second.hear({ type: "ack", id: second.sent[1]!.id, step: 4 });
    return deed;
  });

  it("does not wait for ever for a line that is never answered", () => {
    vi.advanceTimersByTime(QUIET + ANSWER + 1000);
    expect(lines).toHaveLength(2);
  });

  it("forgets what was taken back", () => {
    const line = connect();
    line.hear({
      type: "update",
      since: 3,
      events: [{ step: 4, by: 0, event: {}, told: { id: "a", params: {} } }],
      scene: scene(4),
    });
    expect(link.told).toHaveLength(1);
    line.hear({ type: "view", why: "back", scene: scene(5), to: 3 });
    expect(link.told).toHaveLength(0);
    expect(link.scene?.step).toBe(5);
  });

  it("asks for nothing it has heard already, and keeps it", () => {
    const first = connect();
    const said = (id: number) => ({ id, room: "players", person: "you", name: "You", text: `${id}`, at: 1 });
    first.hear({ type: "chat", message: said(7) });
    first.onclose?.({ code: 1006 });
    vi.advanceTimersByTime(1000);
    const second = lines.at(-1)!;
    second.onopen?.();
    expect(second.sent[0]).toEqual({ type: "hello", protocol: 1, seen: 3, heard: 7 });
    second.hear({ ...WELCOME, chat: [said(8)] });
    expect(link.chat.map((message) => message.id)).toEqual([7, 8]);
  });

  it("reckons the clock by the server's time", () => {
    vi.setSystemTime(500_000);
    connect();
    const clock = { banks_ms: [60_000, 60_000], running: [0], out: [], time: 1000 };
    expect(link.bankLeft(clock, 0, 510_000)).toBe(50_000);
    expect(link.bankLeft(clock, 1, 510_000)).toBe(60_000);
  });
});
