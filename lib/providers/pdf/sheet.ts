import PDFDocument from "pdfkit";
import { drawable, type Family, type OpenedFont, openedFont } from "./fonts";
import { isMixed, linesOf, type Piece } from "./mixed";

/** In points. A4, with the same margin on all sides. */
export const margin = 48;
export const contentWidth = 595.28 - 2 * margin;
/** Below this nothing but the page number is drawn. */
const bottom = 841.89 - margin - 20;

export const colours = { ink: "#1B1C19", soft: "#56584F", rule: "#C9C5B8", ok: "#1F6B3A", end: "#56584F" };

export interface Style {
  size?: number;
  isBold?: boolean;
  colour?: string;
  align?: "left" | "right";
}

export interface Box {
  x: number;
  width: number;
}

/** A tagged document and the current position on it: blocks follow each other, and none is split over two pages. */
export interface Sheet {
  pdf: PDFKit.PDFDocument;
  /** Where tags are added: the document, or the row that is being written. */
  tags: PDFKit.PDFStructureElement;
  y: number;
  /** Cached heights of measured texts: a row is measured before its page is known and again when it is written. */
  heights: Map<string, number>;
  /** In a language from right to left, what stands left elsewhere stands right. */
  isMirrored: boolean;
  /** Draws the head of every page but the first, and leaves `y` below it. */
  onNewPage: (sheet: Sheet) => void;
}

export function openSheet(about: {
  title: string;
  author: string;
  lang: string;
  at: Date;
  isMirrored: boolean;
}): Sheet {
  const pdf = new PDFDocument({
    size: "A4",
    margin: 0,
    // None at first: pdfkit would read and parse each font anew.
    font: "",
    pdfVersion: "1.7",
    tagged: true,
    lang: about.lang,
    displayTitle: true,
    bufferPages: true,
    info: { Title: plain(about.title), Author: about.author, CreationDate: about.at, ModDate: about.at },
  });
  const tags = pdf.struct("Document");
  pdf.addStructure(tags);
  return { pdf, tags, y: margin, heights: new Map(), isMirrored: about.isMirrored, onNewPage: () => {} };
}

/** Safe: pdfkit accepts an opened font as well as a file; its types know only the file. */
function fontSource(font: OpenedFont): string {
  return font as unknown as string;
}

/** Ends the document, with `pageOf` at the foot of each page. */
export function closeSheet(sheet: Sheet, pageOf: string): Promise<Buffer> {
  const { pdf } = sheet;
  sheet.tags.end();
  const { start, count } = pdf.bufferedPageRange();
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page);
    const words = pageOf.replace("{page}", String(page - start + 1)).replace("{pages}", String(count));
    asArtifact(sheet, () => write(sheet, words, { x: margin, width: contentWidth }, bottom + 12, foot));
  }
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    pdf.on("data", (chunk: Buffer) => chunks.push(chunk));
    pdf.on("end", () => resolve(Buffer.concat(chunks)));
    pdf.on("error", reject);
    pdf.end();
  });
}

const foot: Style = { size: 8, colour: colours.soft, align: "right" };

/** Makes sure that a block of this height stays whole: on a new page where it does not fit. */
export function keepTogether(sheet: Sheet, height: number): void {
  if (sheet.y + height <= bottom) return;
  sheet.pdf.addPage();
  sheet.y = margin;
  asArtifact(sheet, () => sheet.onNewPage(sheet));
}

/** Writes text as one tagged element and gives its height; `y` does not move. */
export function put(
  sheet: Sheet,
  role: string,
  text: string,
  box: Box,
  style: Style = {},
  more: { link?: string } = {},
): number {
  const { y } = sheet;
  const draw = () => {
    write(sheet, text, box, y, style);
    const x = onPage(sheet, box);
    if (more.link) sheet.pdf.link(x, y, box.width, measure(sheet, text, box, style), more.link);
  };
  tagged(sheet, role, draw, isMixed(text) ? { actual: plain(drawable(text)) } : {});
  return measure(sheet, text, box, style);
}

/** Draws inside a tag of its own. Screen readers read `alt` in place of a drawing, `actual` in place of its letters. */
export function tagged(
  sheet: Sheet,
  role: string,
  draw: () => void,
  said: { alt?: string; actual?: string } = {},
): void {
  const element = sheet.pdf.struct(role, said, draw);
  sheet.tags.add(element);
  element.end();
}

/** Runs with a tag around everything drawn meanwhile, such as a table around its rows. */
export function within(sheet: Sheet, role: string, run: () => void): void {
  const outside = sheet.tags;
  const element = sheet.pdf.struct(role);
  outside.add(element);
  sheet.tags = element;
  run();
  element.end();
  sheet.tags = outside;
}

/** Marks drawings that are not content: rules, and elements repeated on every page. */
export function asArtifact(sheet: Sheet, draw: () => void): void {
  sheet.pdf.markContent("Artifact", { type: "Layout" });
  draw();
  sheet.pdf.endMarkedContent();
}

export function rule(sheet: Sheet, thickness: number, colour: string): void {
  asArtifact(sheet, () => drawRule(sheet, thickness, colour));
}

/** The line itself, for use inside an artifact. */
export function drawRule(sheet: Sheet, thickness: number, colour: string): void {
  sheet.pdf.rect(margin, sheet.y, contentWidth, thickness).fill(colour);
}

export function measure(sheet: Sheet, text: string, box: Box, style: Style = {}): number {
  const key = `${box.width}/${style.size}/${style.isBold}/${text}`;
  const before = sheet.heights.get(key);
  if (before !== undefined) return before;
  pen(sheet, style);
  const drawn = drawable(text);
  const height = isMixed(drawn)
    ? mixedLines(sheet, drawn, box, style).length * mixedHeight(style)
    : sheet.pdf.heightOfString(drawn, { width: box.width, lineGap });
  sheet.heights.set(key, height);
  return height;
}

/** Writes without marking: for use inside a tag or an artifact. */
export function write(sheet: Sheet, text: string, box: Box, y: number, style: Style = {}): void {
  const drawn = drawable(text);
  if (isMixed(drawn)) {
    writeMixed(sheet, drawn, box, y, style);
    return;
  }
  pen(sheet, style);
  sheet.pdf.text(drawn, onPage(sheet, box), y, { width: box.width, lineGap, align: alignOf(sheet, style) });
}

/** Where a box begins on the paper. */
export function onPage({ isMirrored }: Sheet, box: Box): number {
  return isMirrored ? 2 * margin + contentWidth - box.x - box.width : box.x;
}

function alignOf({ isMirrored }: Sheet, { align = "left" }: Style): "left" | "right" {
  return isMirrored === (align === "left") ? "right" : "left";
}

/** A text of several scripts or directions, piece by piece on the line of its letters. */
function writeMixed(sheet: Sheet, text: string, box: Box, y: number, style: Style): void {
  const { size = 9.5 } = style;
  for (const [row, pieces] of mixedLines(sheet, text, box, style).entries()) {
    const width = pieces.reduce((sum, piece) => sum + widthOf(sheet, piece, style), 0);
    let x = onPage(sheet, box) + (alignOf(sheet, style) === "right" ? box.width - width : 0);
    const base = y + row * mixedHeight(style) + size * 1.1;
    for (const piece of pieces) {
      pen(sheet, style, piece.family);
      sheet.pdf.text(piece.text, x, base, { lineBreak: false, baseline: "alphabetic" });
      x += sheet.pdf.widthOfString(piece.text);
    }
  }
}

function mixedLines(sheet: Sheet, text: string, box: Box, style: Style): Piece[][] {
  return linesOf(text, box.width, (piece) => widthOf(sheet, piece, style));
}

function widthOf(sheet: Sheet, piece: Piece, style: Style): number {
  pen(sheet, style, piece.family);
  return sheet.pdf.widthOfString(piece.text);
}

/** Marks stand above and below the letters of Arabic and Ethiopic. */
function mixedHeight({ size = 9.5 }: Style): number {
  return size * 1.5;
}

/** A text without the signs that only say in which direction it runs. */
function plain(text: string): string {
  return text.replace(/[\u200e\u200f\u2066-\u2069]/g, "");
}

const lineGap = 2;

function pen(
  sheet: Sheet,
  { size = 9.5, isBold = false, colour = colours.ink }: Style,
  family: Family = "Onest",
): void {
  const weight = isBold ? "SemiBold" : "Regular";
  sheet.pdf
    .font(fontSource(openedFont(family, weight)), `${family}-${weight}`)
    .fontSize(size)
    .fillColor(colour);
}
