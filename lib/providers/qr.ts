import QRCode from "qrcode";

/** Medium correction: still read when a sixth of it is dirty or torn, and small enough for a phone's screen. */
const options = { errorCorrectionLevel: "M", margin: 2 } as const;

/** An SVG of a few KB, black on white whatever the page's theme, because readers expect that. */
export function qrSvg(text: string): Promise<string> {
  return QRCode.toString(text, { ...options, type: "svg" });
}

/** A PNG for printing and for chats, 1,000 pixels wide. */
export function qrPng(text: string): Promise<Buffer> {
  return QRCode.toBuffer(text, { ...options, type: "png", width: 1_000 });
}

/** The dark squares as rows, without the quiet margin, for drawing it oneself. */
export function qrModules(text: string): boolean[][] {
  const { modules } = QRCode.create(text, options);
  const { size } = modules;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => modules.get(row, column) === 1),
  );
}
