import { join } from "node:path";
import PDFDocument from "pdfkit";

/** Onest writes most of our payers' names; the others write the signs and scripts that it lacks. See fonts/LICENSE-*.txt. */
export const families = ["Onest", "NotoSans", "IBMPlexSansArabic", "NotoSansEthiopic"] as const;
export type Family = (typeof families)[number];
export type Weight = "Regular" | "SemiBold";

/** A font that is opened once for all documents: opening it costs more than writing an invoice with it. */
export interface OpenedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

const opened = new Map<string, OpenedFont>();

export function openedFont(family: Family, weight: Weight): OpenedFont {
  const path = fontPath(family, weight);
  const font = opened.get(path) ?? openFont(path);
  opened.set(path, font);
  return font;
}

/** Signs that only say in which direction the others run. */
const unseen = /^[\u200e\u200f\u2066-\u2069]$/;

/** The text with "?" for each character that no font here can draw. Line breaks and signs of direction stay. */
export function drawable(text: string): string {
  return [...text.normalize("NFC")]
    .map((one) => (one === "\n" || unseen.test(one) || familyOf(one) ? one : "?"))
    .join("");
}

const known = new Map<string, Family | null>();
/** The cache is limited, because texts that people type could grow it without end. */
const knownMax = 5_000;

/** The first family that has the character; null where none has. */
export function familyOf(character: string): Family | null {
  const before = known.get(character);
  if (before !== undefined) return before;
  const code = character.codePointAt(0) ?? 0;
  const found = families.find((family) => openedFont(family, "Regular").hasGlyphForCodePoint(code)) ?? null;
  if (known.size < knownMax) known.set(character, found);
  return found;
}

/** Safe: pdfkit stores the opened font here, which its types omit. A test checks it. */
function openFont(path: string): OpenedFont {
  const document = new PDFDocument({ font: path });
  return (document as unknown as { _font: { font: OpenedFont } })._font.font;
}

/** The font's file, found from where the server was started. */
export function fontPath(family: Family, weight: Weight): string {
  return join(process.cwd(), "lib/providers/pdf/fonts", `${family}-${weight}.ttf`);
}
