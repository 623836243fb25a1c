import sharp from "sharp";
import { families, familyOf, fontPath, type Weight } from "./pdf/fonts";
import { qrModules, qrOptions } from "./qr";

/** Everything that the picture of a payment link shows. Characters that our fonts lack are removed before. */
export interface LinkCard {
  seller: string;
  title: string;
  amount: string;
  host: string;
  brand: string;
  /** A PNG or JPEG; it stands before the seller. */
  logo: Uint8Array | null;
}

interface Style {
  size: number;
  colour: string;
  isBold?: boolean;
  /** As much as stands between the edges, unless it says less. */
  width?: number;
}

/** A text as a picture, cropped to what is drawn. */
interface Words {
  input: Buffer;
  width: number;
  height: number;
}

/** Where a picture lies on the card. */
interface Part {
  input: Buffer;
  left: number;
  top: number;
  width: number;
}

const page = { width: 1200, height: 630 };
const bandHeight = 24;
const edges = { left: 80, right: page.width - 80, top: bandHeight + 56, bottom: page.height - 72 };
const logoEdge = 96;
/** The address of the site stands beside it. */
const amountWidth = 700;
const small: Style = { size: 40, colour: "#56584F" };
const large: Style = { size: 72, colour: "#1B1C19", isBold: true };

/** A PNG of a few KB, drawn off the main thread. It uses few colours, because chats drop large previews. */
export async function drawLinkCard(card: LinkCard): Promise<Buffer> {
  const { seller, title, amount, host, brand, logo } = card;
  const mirrored = runsLeft(seller);
  const middle = (bandHeight + page.height) / 2;
  const indent = logo ? logoEdge + 32 : 0;
  const band = { create: { width: page.width, height: bandHeight, channels: 3 as const, background: brand } };
  const parts = await Promise.all([
    putLogo(logo),
    put(seller, { ...small, width: edges.right - edges.left - indent }, ({ height }) => ({
      left: edges.left + indent,
      top: logo ? edges.top + (logoEdge - height) / 2 : edges.top,
    })),
    put(title, large, ({ height }) => ({ left: edges.left, top: middle - height / 2 })),
    put(amount, { ...large, size: amount.length > 22 ? 40 : 56, width: amountWidth }, ({ height }) => ({
      left: edges.left,
      top: edges.bottom - height,
    })),
    put(host, { ...small, size: 30 }, ({ width, height }) => ({
      left: edges.right - width,
      top: edges.bottom - height,
    })),
  ]);
  const placed = parts
    .flat()
    .map(({ width, left, ...part }) => ({ ...part, left: mirrored ? page.width - left - width : left }));
  return sharp({ create: { ...page, channels: 3, background: "#FBFAF6" } })
    .composite([{ input: band, left: 0, top: 0 }, ...placed])
    .png({ palette: true, colours: 64, effort: 7 })
    .toBuffer();
}

/** Whether the first letter of a text belongs to a script that runs from right to left: the card does so then. */
function runsLeft(text: string): boolean {
  const [first = ""] = text.match(/\p{L}/u) ?? [];
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(first);
}

async function putLogo(logo: Uint8Array | null): Promise<Part[]> {
  if (logo === null) return [];
  const size = { width: logoEdge, height: logoEdge };
  const input = await sharp(logo)
    .resize({ ...size, fit: "contain", background: "#fff" })
    .png()
    .toBuffer();
  return [{ input, left: edges.left, top: edges.top, width: logoEdge }];
}

/** The position of a text depends on its size. An empty text takes no space. */
async function put(
  text: string,
  style: Style,
  place: (words: Words) => { left: number; top: number },
): Promise<Part[]> {
  if (text.trim() === "") return [];
  const words = await drawWords(text, style);
  const { left, top } = place(words);
  return [{ input: words.input, left: Math.round(left), top: Math.round(top), width: words.width }];
}

async function drawWords(text: string, style: Style): Promise<Words> {
  const { size, colour, isBold = false, width = edges.right - edges.left } = style;
  const weight: Weight = isBold ? "SemiBold" : "Regular";
  await knowFonts(text, weight);
  const { data, info } = await sharp({
    text: {
      text: `<span foreground="${colour}" line_height="1.15">${escaped(text)}</span>`,
      font: `Onest, Noto Sans, IBM Plex Sans Arabic, Noto Sans Ethiopic ${isBold ? "Semi-Bold " : ""}${size}`,
      fontfile: fontPath("Onest", weight),
      // At 72 dpi, a point is a pixel.
      dpi: 72,
      rgba: true,
      width,
      wrap: "word-char",
    },
  })
    .png()
    .toBuffer({ resolveWithObject: true });
  return { input: data, width: info.width, height: info.height };
}

/** The library takes one font's file at a time and keeps it, so a text of another script is drawn once for its font. */
async function knowFonts(text: string, weight: Weight): Promise<void> {
  for (const family of families) {
    if (family === "Onest" || ![...text].some((one) => familyOf(one) === family)) continue;
    await sharp({ text: { text: "-", font: "Onest 8", fontfile: fontPath(family, weight) } }).metadata();
  }
}

/** The text is parsed as markup, so it is escaped. */
function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** A PNG for printing and for chats, 1,000 pixels wide, drawn off the main thread. */
export function qrPng(text: string): Promise<Buffer> {
  const rows = qrModules(text);
  const { margin } = qrOptions;
  const edge = rows.length + 2 * margin;
  const points = new Uint8Array(edge * edge).fill(255);
  for (const [row, line] of rows.entries())
    for (const [column, isDark] of line.entries())
      if (isDark) points[(row + margin) * edge + column + margin] = 0;
  return sharp(points, { raw: { width: edge, height: edge, channels: 1 } })
    .resize({ width: 1_000, kernel: "nearest" })
    .png({ palette: true, colours: 2 })
    .toBuffer();
}
