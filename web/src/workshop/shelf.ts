/** The server's side of the workshop: boxes, ready tracks, the shelf of kept ones, files. */

import type { ExportRequest } from "../generated/sent";
import type { Checked, Rally, ReadyTrack, TrackInfo } from "../generated/wire";
import { api } from "../lib/api";
import { Paged } from "../lib/paged.svelte";
import { say } from "../lib/words.svelte";
import type { Layout } from "./draft";
import { BOX_OF, openBox, type Box, type Kind } from "./faces";

export type { Checked, ReadyTrack, TrackInfo };
export type TrackKind = Kind | "rally";
export type TrackFormat = NonNullable<ExportRequest["format"]>;

const boxes = new Map<Kind, Promise<Box>>();

/** The tiles of a box; fetched once. */
export function boxOf(kind: Kind): Promise<Box> {
  let box = boxes.get(kind);
  if (!box) {
    box = api.get(`/api/tracks/boxes/${BOX_OF[kind]}`).then((told) => openBox(kind, told));
    box.catch(() => boxes.delete(kind));
    boxes.set(kind, box);
  }
  return box;
}

export const checkTrack = (layout: Layout | Rally) => api.post("/api/tracks/check", { layout });

export const keptTrack = (id: string) => api.get(`/api/tracks/${encodeURIComponent(id)}`);

/** My own tracks, or those that others share, in pages. */
export function keptTracks(shelf: "own" | "shared", kind: TrackKind): Paged<TrackInfo> {
  return new Paged<TrackInfo>(
    (query) => api.get(`/api/tracks?${new URLSearchParams({ shelf, kind })}&${query}`),
    ({ id }) => id,
  );
}

export const deleteTrack = (id: string) => api.delete(`/api/tracks/${encodeURIComponent(id)}`);

const drawn = new Map<string, Promise<Layout | Rally | null>>();

/** The layout of a kept track for its picture; fetched once for each version of it. */
export function keptLayout({ id, changed }: TrackInfo): Promise<Layout | Rally | null> {
  const version = `${id} ${changed}`;
  let layout = drawn.get(version);
  if (!layout) {
    layout = keptTrack(id).then(
      (track) => track.layout,
      () => null,
    );
    drawn.set(version, layout);
  }
  return layout;
}

/** A ready track of one kind. */
export interface Ready<K extends Kind = Kind> extends ReadyTrack {
  layout: Extract<Layout, { kind: K }>;
}

export async function readyTracks<K extends Kind>(kind: K): Promise<Ready<K>[]> {
  const all = await api.get("/api/tracks/ready");
  return all.filter((track): track is Ready<K> => track.layout.kind === kind);
}

/** Keep a track, in place of an earlier version where there is one. */
export function keepTrack(
  id: string | null,
  name: string,
  layout: Layout | Rally,
  shared: boolean,
): Promise<TrackInfo> {
  const body = { name, layout, shared };
  return id ? api.put(`/api/tracks/${encodeURIComponent(id)}`, body) : api.post("/api/tracks", body);
}

export async function generateTrack(
  kind: Kind,
  seed: number,
  wish: Record<string, unknown>,
): Promise<Layout> {
  return (await api.post("/api/tracks/generate", { kind, seed, wish })).layout;
}

/** The layout in a track file of any known format. */
export async function importTrack(file: File): Promise<Layout> {
  const data = toBase64(new Uint8Array(await file.arrayBuffer()));
  return (await api.post("/api/tracks/import", { name: file.name.slice(0, 80), data })).layout;
}

/** A track as a file to keep. */
export async function exportTrack(layout: Layout, format: TrackFormat): Promise<File> {
  const told = await api.post("/api/tracks/export", { layout, format });
  return new File([fromBase64(told.data)], told.name, { type: "application/json" });
}

/** What to call a ready track in the reader's language; see paddock.tracks.layouts.title. */
export function readyTitle(track: ReadyTrack): string {
  const [rally, stage] = track.id.split("/");
  if (track.kind === "circuit")
    return say({
      id: "tracks.title.circuit",
      params: { label: track.id.replace("list-", "").toUpperCase() },
    });
  const number = rally!.replace("rally-", "");
  if (track.kind === "rally") return say({ id: "tracks.title.rally", params: { number } });
  return say({ id: "tracks.title.stage", params: { number, stage: stage! } });
}

export function toBase64(bytes: Uint8Array): string {
  let text = "";
  for (let at = 0; at < bytes.length; at += 0x8000)
    text += String.fromCharCode(...bytes.subarray(at, at + 0x8000));
  return btoa(text);
}

export function fromBase64(data: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
}
