/** Calls to the server; an answer of 400 or more becomes a `Refused`. */

import type { Message } from "./words.svelte";

export class Refused extends Error {
  constructor(
    readonly status: number,
    readonly reason: string,
    readonly told: Message,
    text: string,
    readonly rule: string | null,
  ) {
    super(text);
  }
}

/** The server cannot be reached. */
export function offline(): Refused {
  return new Refused(0, "offline", { id: "offline", params: {} }, "offline", null);
}

interface ErrorBody {
  status: number;
  reason: string;
  message: Message;
  text: string;
  rule: string | null;
}

async function call<T>(method: string, path: string, body?: unknown): Promise<T> {
  const init: RequestInit = { method, headers: { Accept: "application/json" } };
  if (body instanceof Blob) init.body = body;
  else if (body !== undefined) {
    init.body = JSON.stringify(body);
    init.headers = { ...init.headers, "Content-Type": "application/json" };
  }
  let answer: Response;
  try {
    answer = await fetch(path, init);
  } catch {
    throw offline();
  }
  if (answer.ok) return (await answer.json()) as T;
  const told = (await answer.json().catch(() => null)) as ErrorBody | null;
  if (told?.message) throw new Refused(told.status, told.reason, told.message, told.text, told.rule);
  const text = `${answer.status} ${answer.statusText}`;
  throw new Refused(answer.status, "failed", { id: "failed", params: { text } }, text, null);
}

export const api = {
  get: <T>(path: string) => call<T>("GET", path),
  post: <T>(path: string, body: unknown = {}) => call<T>("POST", path, body),
  put: <T>(path: string, body: unknown = {}) => call<T>("PUT", path, body),
  delete: <T>(path: string) => call<T>("DELETE", path),
};
