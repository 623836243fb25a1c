import { drawable, onestFile } from "@/lib/providers/pdf/onest";
import { withPalette } from "@/lib/providers/png";

let files: { regular: Buffer; semiBold: Buffer } | undefined;

/** The font of preview pictures. */
export function cardFonts(): { regular: Buffer; semiBold: Buffer } {
  files ??= { regular: onestFile("regular"), semiBold: onestFile("semiBold") };
  return files;
}

/**
 * The text as the picture can draw it, at most `most` characters. What the font lacks is left out: the drawing library
 * would fetch a font for it from somebody else's server.
 */
export function cardText(text: string, most: number): string {
  const drawn = [...text.normalize("NFC")].filter((one) => drawable(one) === one).join("");
  const words = drawn.replace(/\s+/g, " ").trim();
  return words.length <= most ? words : `${words.slice(0, most - 1).trimEnd()}…`;
}

/** Smaller, so that no chat drops it. */
export function smallerPng(png: ArrayBuffer): Buffer {
  return withPalette(Buffer.from(png));
}
