import type { LinkCard } from "@/lib/providers/link-pictures";
import { drawable } from "@/lib/providers/pdf/fonts";
import { qrSvg } from "@/lib/providers/qr";
import { createRenderings, type Renderings } from "@/lib/providers/renderings";

/** The preview picture of a shared payment link in chats. */
export async function drawCard(card: LinkCard): Promise<Uint8Array> {
  // It draws with a library of 10 MB, which a server that draws nothing does not load.
  return (await import("@/lib/providers/link-pictures")).drawLinkCard(card);
}

/**
 * The drawable part of a text, at most `most` characters. Characters that our fonts lack are removed: they would be
 * drawn in some other font of this machine.
 */
export function cardText(text: string, most: number): string {
  const drawn = [...text.normalize("NFC")].filter((one) => drawable(one) === one).join("");
  const words = drawn.replace(/\s+/g, " ").trim();
  return words.length <= most ? words : `${words.slice(0, most - 1).trimEnd()}…`;
}

/** The QR code of a link's address. */
export async function drawQr(url: string, format: "svg" | "png"): Promise<string | Uint8Array> {
  return format === "svg" ? qrSvg(url) : (await import("@/lib/providers/link-pictures")).qrPng(url);
}

// Stored on globalThis because each route of the framework has its own copy of a module, but all share one processor.
const holder = globalThis as { senteRenderings?: Renderings };

holder.senteRenderings ??= createRenderings({ atOnce: 1, waitingMax: 16, bytesMax: 16 * 1024 * 1024 });

/** Link pictures, QR codes and PDFs of this process. */
export const renderings: Renderings = holder.senteRenderings;
