/** Turns pictures of the last test run into the README's: at most 256 colours, so that they stay small. */

import { readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { deflateSync } from "node:zlib";
import { browser, closeBrowser, pictures } from "./browser.mjs";

const here = dirname(fileURLToPath(import.meta.url));
const PICTURES = {
  "rallyman-reach-desktop": "gt-table",
  "rallyman-dirt-desktop": "dirt-table",
  "outspeed-dial-desktop": "outspeed-table",
  "dirt-and-dust-driving-desktop": "dirt-and-dust-table",
};

/** The pixels of a PNG: the browser can read it for us. */
async function pixels(page, file) {
  const address = `data:image/png;base64,${(await readFile(file)).toString("base64")}`;
  const { width, height, data } = await page.evaluate(async (address) => {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height);
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0);
    const { width, height, data } = pen.getImageData(0, 0, image.width, image.height);
    let text = "";
    for (let at = 0; at < data.length; at += 30000)
      text += String.fromCharCode(...data.subarray(at, at + 30000));
    return { width, height, data: btoa(text) };
  }, address);
  return { width, height, data: Buffer.from(data, "base64") };
}

/** Split the colours by their widest side until there are 256 groups; the middle of each is its colour. */
function palette(colours) {
  let groups = [
    [...colours.keys()].map((key) => ({
      rgb: [key >> 16, (key >> 8) & 255, key & 255],
      n: colours.get(key),
    })),
  ];
  const side = (group) =>
    [0, 1, 2].map(
      (c) => Math.max(...group.map((one) => one.rgb[c])) - Math.min(...group.map((one) => one.rgb[c])),
    );
  const weight = (group) =>
    group.length < 2 ? 0 : Math.max(...side(group)) * Math.cbrt(group.reduce((sum, one) => sum + one.n, 0));
  while (groups.length < 256) {
    const widest = groups.reduce((best, group) => (weight(group) > weight(best) ? group : best));
    if (weight(widest) === 0) break;
    const spread = side(widest);
    const c = spread.indexOf(Math.max(...spread));
    widest.sort((a, b) => a.rgb[c] - b.rgb[c]);
    const half = Math.ceil(widest.length / 2);
    groups = [...groups.filter((group) => group !== widest), widest.slice(0, half), widest.slice(half)];
  }
  return groups.map((group) => {
    const all = group.reduce((sum, one) => sum + one.n, 0);
    const rgb = [0, 1, 2].map((c) =>
      Math.round(group.reduce((sum, one) => sum + one.rgb[c] * one.n, 0) / all),
    );
    return { rgb, keys: group.map((one) => (one.rgb[0] << 16) | (one.rgb[1] << 8) | one.rgb[2]) };
  });
}

function chunk(name, body) {
  const tagged = Buffer.concat([Buffer.from(name, "latin1"), body]);
  const frame = Buffer.alloc(tagged.length + 8);
  frame.writeUInt32BE(body.length, 0);
  tagged.copy(frame, 4);
  frame.writeUInt32BE(crc(tagged), tagged.length + 4);
  return frame;
}

function crc(bytes) {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}

function squeezed({ width, height, data }) {
  const colours = new Map();
  const keyAt = (at) => (data[at] << 16) | (data[at + 1] << 8) | data[at + 2];
  for (let at = 0; at < data.length; at += 4) colours.set(keyAt(at), (colours.get(keyAt(at)) ?? 0) + 1);
  const chosen = palette(colours);
  const index = new Map(chosen.flatMap(({ keys }, number) => keys.map((key) => [key, number])));
  const rows = Buffer.alloc(height * (width + 1));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) rows[y * (width + 1) + x + 1] = index.get(keyAt((y * width + x) * 4));
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", head),
    chunk("PLTE", Buffer.from(chosen.flatMap(({ rgb }) => rgb))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

const page = await (await browser()).newPage();
for (const [from, to] of Object.entries(PICTURES)) {
  const image = squeezed(await pixels(page, join(pictures, `${from}.png`)));
  await writeFile(join(here, "../../docs/images", `${to}.png`), image);
  console.log(`${to}.png: ${(image.length / 1024).toFixed(0)} kB`);
}
await closeBrowser();
