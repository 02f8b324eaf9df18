/** The server's side of the workshop: boxes, ready tracks, the shelf of kept ones, files. */

import { api } from "../lib/api";
import { say, type Message } from "../lib/words.svelte";
import type { Layout } from "./draft";
import type { Rally } from "./rally";
import { BOX_OF, openBox, type Box, type BoxFace, type Danger, type Kind } from "./faces";

export interface ReadyTrack {
  id: string;
  name: string;
  kind: string;
  layout: Layout;
}

export interface TrackInfo {
  id: string;
  name: string;
  kind: string;
  owner: string;
  owner_name: string;
  shared: boolean;
  changed: number;
  layout: Layout | Rally | null;
}

export interface Figures {
  tiles: number;
  spaces: number;
  corners: number;
  danger: Record<Danger, number>;
  jumps: number;
  water: number;
  shortcuts: number;
}

export interface Checked {
  problems: { message: Message; index: number | null; stage: number | null }[];
  figures: Figures[];
}

export type TrackFormat = "paddock" | "rekee" | "rgt";

const boxes = new Map<Kind, Promise<Box>>();

/** The tiles of a box; fetched once. */
export function boxOf(kind: Kind): Promise<Box> {
  let box = boxes.get(kind);
  if (!box) {
    box = api.get<BoxFace[]>(`/api/tracks/boxes/${BOX_OF[kind]}`).then((told) => openBox(kind, told));
    box.catch(() => boxes.delete(kind));
    boxes.set(kind, box);
  }
  return box;
}

export const checkTrack = (layout: Layout | Rally) => api.post<Checked>("/api/tracks/check", { layout });

export const keptTrack = (id: string) => api.get<TrackInfo>(`/api/tracks/${encodeURIComponent(id)}`);

export const keptTracks = () => api.get<TrackInfo[]>("/api/tracks");

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

export async function readyTracks(kind: Kind): Promise<ReadyTrack[]> {
  return (await api.get<ReadyTrack[]>("/api/tracks/ready")).filter((track) => track.kind === kind);
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
  return (await api.post<{ layout: Layout }>("/api/tracks/generate", { kind, seed, wish })).layout;
}

/** The layout in a track file of any known format. */
export async function importTrack(file: File): Promise<Layout> {
  const data = toBase64(new Uint8Array(await file.arrayBuffer()));
  return (await api.post<{ layout: Layout }>("/api/tracks/import", { name: file.name.slice(0, 80), data }))
    .layout;
}

/** A track as a file to keep. */
export async function exportTrack(layout: Layout, format: TrackFormat): Promise<File> {
  const told = await api.post<{ name: string; data: string }>("/api/tracks/export", { layout, format });
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
  return say({ id: "tracks.title.stage", params: { number: rally!.replace("rally-", ""), stage } });
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
