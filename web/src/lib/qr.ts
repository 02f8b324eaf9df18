/** QR codes: what a camera reads, as the path of a drawing. */

import qrcode from "qrcode-generator";

const QUIET = 4;

export interface Qr {
  /** The side of the square, with the quiet zone around it. */
  side: number;
  /** All dark modules, as one path of an SVG. */
  path: string;
}

/** The smallest code that holds a text and can be read with a seventh of it covered. */
export function qrOf(text: string): Qr {
  const code = qrcode(0, "M");
  // The encoder takes one byte a letter.
  code.addData(String.fromCharCode(...new TextEncoder().encode(text)), "Byte");
  code.make();
  const count = code.getModuleCount();
  let path = "";
  for (let row = 0; row < count; row++)
    for (let column = 0; column < count; column++)
      if (code.isDark(row, column)) path += `M${column + QUIET} ${row + QUIET}h1v1h-1z`;
  return { side: count + 2 * QUIET, path };
}
