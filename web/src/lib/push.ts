/** Push messages of this browser: whether it can take them, and its subscription. */

import type { CallWays } from "../generated/wire";
import { api } from "./api";

/** The worker that keeps the shell and shows calls; null where browsers have none. */
export async function worker(): Promise<ServiceWorkerRegistration | null> {
  return "serviceWorker" in navigator ? await navigator.serviceWorker.ready : null;
}

/** Start the worker, and let it keep what this page was made from. */
export async function startWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/worker.js");
  const found = await navigator.serviceWorker.ready;
  const loaded = performance.getEntriesByType("resource").map(({ name }) => name);
  const kept = loaded.filter((name) => /^\/(assets|api\/words)\//.test(new URL(name).pathname));
  found.active?.postMessage({ keep: kept });
}

export function canPush(): boolean {
  return "serviceWorker" in navigator && "PushManager" in window && "Notification" in window;
}

export async function subscription(): Promise<PushSubscription | null> {
  return canPush() ? ((await (await worker())?.pushManager.getSubscription()) ?? null) : null;
}

/** Ask the person and subscribe; null if they, or the browser, said no. */
export async function subscribe(key: string): Promise<CallWays | null> {
  if ((await Notification.requestPermission()) !== "granted") return null;
  const found = await worker();
  const made = await found!.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  const keys = made.toJSON().keys!;
  return api.put("/api/me/calls/browser", {
    endpoint: made.endpoint,
    point: keys.p256dh!,
    secret: keys.auth!,
  });
}

export async function unsubscribe(): Promise<CallWays | null> {
  const made = await subscription();
  if (!made) return null;
  const ways = await api.post("/api/me/calls/browser/drop", { endpoint: made.endpoint });
  await made.unsubscribe();
  return ways;
}
