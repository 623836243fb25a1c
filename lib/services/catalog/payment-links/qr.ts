import { qrPng } from "@/lib/providers/link-pictures";
import { qrSvg } from "@/lib/providers/qr";

/** The QR code of a link's address. */
export function drawQr(url: string, format: "svg" | "png"): Promise<string | Uint8Array> {
  return format === "svg" ? qrSvg(url) : qrPng(url);
}
