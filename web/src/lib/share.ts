/** Sharing a race: by the device's own way, by a copied link, as a picture. */

import { api } from "./api";
import type { TableInfo } from "../generated/wire";

/** An address that opens for friends too: to a private race it carries the invitation of those who were there. */
export async function linkFor(table: TableInfo, address: string): Promise<string> {
  if (table.public) return location.origin + address;
  const told = await api.get(`/api/tables/${table.id}/invitation`).catch(() => null);
  if (!told) return location.origin + address;
  const card = `${location.origin}/invitation/${table.id}/${told.card}`;
  return `${card}?${new URLSearchParams({ to: address })}#${told.invitation}`;
}

/** The lines under the picture. */
export interface Caption {
  title: string;
  lines: { text: string; colour: string }[];
}

const [WIDTH, ROAD, LINE, MARGIN] = [1200, 760, 44, 40];

/** A PNG of a drawn board with the places under it. */
export async function pictureOf(
  board: { svg: string; box: [number, number, number, number] },
  { title, lines }: Caption,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = WIDTH;
  canvas.height = ROAD + 110 + lines.length * LINE;
  const pen = canvas.getContext("2d")!;
  pen.fillStyle = "#f6f4ef";
  pen.fillRect(0, 0, canvas.width, canvas.height);
  const image = await drawnImage(board.svg);
  const [, , wide, high] = board.box;
  const scale = Math.min((WIDTH - 2 * MARGIN) / wide, (ROAD - 2 * MARGIN) / high);
  pen.drawImage(image, (WIDTH - wide * scale) / 2, (ROAD - high * scale) / 2, wide * scale, high * scale);
  pen.fillStyle = "#1b1e21";
  pen.font = "800 40px system-ui, sans-serif";
  pen.fillText(title, MARGIN, ROAD + 40, WIDTH - 2 * MARGIN);
  lines.forEach(({ text, colour }, at) => {
    const y = ROAD + 96 + at * LINE;
    pen.fillStyle = colour;
    pen.fillRect(MARGIN, y - 24, 28, 28);
    pen.fillStyle = "#1b1e21";
    pen.font = `${at ? 500 : 800} 28px system-ui, sans-serif`;
    pen.fillText(text, MARGIN + 44, y, WIDTH - 2 * MARGIN - 44);
  });
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("no picture"))), "image/png"),
  );
}

function drawnImage(svg: string): Promise<HTMLImageElement> {
  return new Promise((resolve, reject) => {
    const image = new Image();
    image.onload = () => resolve(image);
    image.onerror = () => reject(new Error("the board cannot be drawn"));
    image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  });
}

/** Hand a file to the person: by the device's own way where there is one, else as a download. */
export async function handOver(blob: Blob, name: string): Promise<void> {
  const file = new File([blob], name, { type: blob.type });
  if (navigator.canShare?.({ files: [file] })) return navigator.share({ files: [file] });
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
