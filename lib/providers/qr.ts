import QRCode from "qrcode";

/** Medium error correction: readable when a sixth is dirty or torn, and small enough for a phone's screen. */
export const qrOptions = { errorCorrectionLevel: "M", margin: 2 } as const;

/** An SVG of a few KB, always black on white, because QR readers expect that. */
export function qrSvg(text: string): Promise<string> {
  return QRCode.toString(text, { ...qrOptions, type: "svg" });
}

/** The dark squares as rows, without the quiet margin, for callers that draw the code themselves. */
export function qrModules(text: string): boolean[][] {
  const { modules } = QRCode.create(text, qrOptions);
  const { size } = modules;
  return Array.from({ length: size }, (_, row) =>
    Array.from({ length: size }, (_, column) => modules.get(row, column) === 1),
  );
}
