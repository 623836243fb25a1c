import QRCode from "qrcode";
import sharp from "sharp";

/** Medium correction: still read when a sixth of it is dirty or torn, and small enough for a phone's screen. */
const options = { errorCorrectionLevel: "M", margin: 2 } as const;

/** An SVG of a few KB, black on white whatever the page's theme, because readers expect that. */
export function qrSvg(text: string): Promise<string> {
  return QRCode.toString(text, { ...options, type: "svg" });
}

/** A PNG for printing and for chats, 1,000 pixels wide, drawn off the main thread. */
export function qrPng(text: string): Promise<Buffer> {
  const rows = qrModules(text);
  const { margin } = options;
  const edge = rows.length + 2 * margin;
  const points = new Uint8Array(edge * edge).fill(255);
  for (const [row, line] of rows.entries())
    for (const [column, isDark] of line.entries())
      if (isDark) points[(row + margin) * edge + column + margin] = 0;
  return sharp(points, { raw: { width: edge, height: edge, channels: 1 } })
    .resize({ width: 1_000, kernel: "nearest" })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}

/** The dark squares as rows, without the quiet margin, for drawing it oneself. */
export function qrModules(text: string): boolean[][] {
  const { modules } = QRCode.create(text, options);
  const { size } = modules;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => modules.get(row, column) === 1),
  );
}
