import { drawLinkCard, type LinkCard, qrPng } from "@/lib/providers/link-pictures";
import { drawable } from "@/lib/providers/pdf/onest";
import { qrSvg } from "@/lib/providers/qr";

/** The picture that chats show of a shared payment link. */
export function drawCard(card: LinkCard): Promise<Uint8Array> {
  return drawLinkCard(card);
}

/**
 * The text as the picture can draw it, at most `most` characters. What the font lacks is left out: it would be drawn in
 * whatever font this machine has.
 */
export function cardText(text: string, most: number): string {
  const drawn = [...text.normalize("NFC")].filter((one) => drawable(one) === one).join("");
  const words = drawn.replace(/\s+/g, " ").trim();
  return words.length <= most ? words : `${words.slice(0, most - 1).trimEnd()}…`;
}

/** The QR code of a link's address. */
export function drawQr(url: string, format: "svg" | "png"): Promise<string | Uint8Array> {
  return format === "svg" ? qrSvg(url) : qrPng(url);
}
