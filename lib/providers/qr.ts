import QRCode from "qrcode";

/** Medium correction: still read when a sixth of it is dirty or torn, and small enough for a phone's screen. */
export const qrOptions = { errorCorrectionLevel: "M", margin: 2 } as const;

/** An SVG of a few KB, black on white whatever the page's theme, because readers expect that. */
export function qrSvg(text: string): Promise<string> {
  return QRCode.toString(text, { ...qrOptions, type: "svg" });
}

/** The dark squares as rows, without the quiet margin, for drawing it oneself. */
export function qrModules(text: string): boolean[][] {
  const { modules } = QRCode.create(text, qrOptions);
  const { size } = modules;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => modules.get(row, column) === 1),
  );
}
