import { join } from "node:path";
import PDFDocument from "pdfkit";

/** Onest, which can write our payers' names; see fonts/LICENSE.txt. */
export type OnestWeight = "regular" | "semiBold";

const files: Record<OnestWeight, string> = { regular: "Onest-Regular.ttf", semiBold: "Onest-SemiBold.ttf" };

/** A font that is opened once for all documents: opening it costs more than writing an invoice with it. */
export interface OpenedFont {
  hasGlyphForCodePoint(codePoint: number): boolean;
}

const opened: Partial<Record<OnestWeight, OpenedFont>> = {};

export function onest(weight: OnestWeight): OpenedFont {
  const font = opened[weight] ?? openFont(weight);
  opened[weight] = font;
  return font;
}

/** The text with "?" for each character that Onest cannot draw. Line breaks stay. */
export function drawable(text: string): string {
  return [...text.normalize("NFC")]
    .map((character) => (character === "\n" || isCovered(character) ? character : "?"))
    .join("");
}

const known = new Map<string, boolean>();
/** The cache is limited, because texts that people type could grow it without end. */
const knownMax = 5_000;

function isCovered(character: string): boolean {
  const before = known.get(character);
  if (before !== undefined) return before;
  const answer = onest("regular").hasGlyphForCodePoint(character.codePointAt(0) ?? 0);
  if (known.size < knownMax) known.set(character, answer);
  return answer;
}

/** Safe: pdfkit stores the opened font here, which its types omit. A test checks it. */
function openFont(weight: OnestWeight): OpenedFont {
  const document = new PDFDocument({ font: onestPath(weight) });
  return (document as unknown as { _font: { font: OpenedFont } })._font.font;
}

/** The font's file, found from where the server was started. */
export function onestPath(weight: OnestWeight): string {
  return join(process.cwd(), "lib/providers/pdf/fonts", files[weight]);
}
