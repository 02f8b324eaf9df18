/**
 * Calls to the server, typed by their addresses; an answer of 400 or more becomes a `Refused`.
 * What an address takes and answers is generated from the server's own types.
 */

import type { Deletes, Gets, Message, Posts, Problem, Puts } from "../generated/wire";

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

/** An address as the types know it: a star for every part that varies, nothing of the query. */
type Starred<Path extends string> = Path extends `${infer Before}?${string}`
  ? Starred<Before>
  : Path extends `${infer Head}/${infer Rest}`
    ? `${Star<Head>}/${Starred<Rest>}`
    : Star<Path>;
type Star<Part extends string> = string extends Part ? "*" : Part;

interface Address {
  body: unknown;
  answer: unknown;
}
/** What an address is given besides itself; an unknown address can be given nothing. */
type Given<Known extends Record<keyof Known, Address>, Path extends string> =
  Starred<Path> extends keyof Known
    ? undefined extends Known[Starred<Path>]["body"]
      ? []
      : [body: Known[Starred<Path>]["body"]]
    : [unknown: never];
type Answered<Known extends Record<keyof Known, Address>, Path extends string> =
  Starred<Path> extends keyof Known ? Known[Starred<Path>]["answer"] : never;

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
  const told = (await answer.json().catch(() => null)) as Problem | null;
  if (told?.message) throw new Refused(told.status, told.reason, told.message, told.text, told.rule);
  const text = `${answer.status} ${answer.statusText}`;
  throw new Refused(answer.status, "failed", { id: "failed", params: { text } }, text, null);
}

export const api = {
  get: <Path extends string>(path: Path, ..._: Given<Gets, Path>) => call<Answered<Gets, Path>>("GET", path),
  post: <Path extends string>(path: Path, ...[body]: Given<Posts, Path>) =>
    call<Answered<Posts, Path>>("POST", path, body ?? {}),
  put: <Path extends string>(path: Path, ...[body]: Given<Puts, Path>) =>
    call<Answered<Puts, Path>>("PUT", path, body ?? {}),
  delete: <Path extends string>(path: Path, ..._: Given<Deletes, Path>) =>
    call<Answered<Deletes, Path>>("DELETE", path),
};
