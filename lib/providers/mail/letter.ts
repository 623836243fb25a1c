/** What a mail of a store shows around its text. The plain text contains the same. */
export interface Letter {
  seller: string;
  /** Attached to the mail and shown beside the name, so that nothing is loaded from the network. */
  logo: { type: string; bytes: Uint8Array } | null;
  /** Shown large. */
  amount: string | null;
  /** What was bought or invoiced. */
  lines: { name: string; total: string }[];
  facts: { label: string; value: string }[];
  /** The seller's address and contact. */
  foot: string[];
}

/** More lines than this are on the page of the receipt or invoice. */
const linesMax = 20;

/** The lines that a mail shows. */
export function shownLines({ lines }: Letter): Letter["lines"] {
  const more = lines.length - linesMax;
  return more > 0 ? [...lines.slice(0, linesMax), { name: `+ ${more}`, total: "…" }] : lines;
}

/** The paragraph after which the facts stand: the greeting and the first sentences come first. */
export const factsAfter = 2;

/** The whole plain text. */
export function textOf(text: string, letter: Letter | null): string {
  if (!letter) return text;
  const paragraphs = text.split(/\n{2,}/);
  const facts = [
    ...(letter.amount ? [letter.amount] : []),
    ...shownLines(letter).map(({ name, total }) => `${name}: ${total}`),
    ...letter.facts.map(({ label, value }) => `${label}: ${value}`),
  ];
  if (facts.length > 0) paragraphs.splice(factsAfter, 0, facts.join("\n"));
  return [letter.seller, ...paragraphs, ...(letter.foot.length > 0 ? [letter.foot.join("\n")] : [])].join(
    "\n\n",
  );
}

/** The one button of a mail. It comes from the template: an address in the text never becomes a button. */
export interface MailAction {
  label: string | null;
  url: string;
}

/** The name under which the logo is attached. */
export const logoId = "logo";

/**
 * The same message as HTML: a letter from the seller, with the line of its action as a button. Only the attached logo is
 * a picture. Colours that no client may choose are not set, so that dark mode stays dark.
 */
export function htmlOf(text: string, action: MailAction | null, letter: Letter | null = null): string {
  const paragraphs = text.split(/\n{2,}/).map((one) => paragraph(one, action));
  if (letter) paragraphs.splice(factsAfter, 0, facts(letter, sidesOf(text)));
  const head = letter ? header(letter, sidesOf(text)) : "";
  const foot = letter ? footer(letter) : "";
  return `<!doctype html><html dir="${sidesOf(text).dir}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"></head><body style="font:16px/1.5 sans-serif;max-width:560px;margin:0 auto;padding:24px 16px">${head}${paragraphs.join("")}${foot}</body></html>`;
}

interface Sides {
  dir: "ltr" | "rtl";
  end: "left" | "right";
}

/** Not every client knows "start" and "end", so the sides are named. A letter runs as its first letter does. */
function sidesOf(text: string): Sides {
  return /^\P{L}*\p{Script=Arabic}/u.test(text) ? { dir: "rtl", end: "left" } : { dir: "ltr", end: "right" };
}

function header({ seller, logo }: Letter, { end }: Sides): string {
  const picture = logo
    ? `<td style="padding-${end}:12px"><img src="cid:${logoId}" alt="" width="48" height="48" style="display:block;border-radius:4px;background:#fff;object-fit:contain"></td>`
    : "";
  return `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:0 0 24px"><tr>${picture}<td style="font-size:20px;font-weight:bold">${shown(seller)}</td></tr></table>`;
}

/** Borders are half transparent, so that they are seen on light and on dark. */
const rule = "1px solid rgba(128,128,128,.4)";

function facts(letter: Letter, { end }: Sides): string {
  const { amount } = letter;
  const pairs = [
    ...shownLines(letter).map(({ name, total }) => [name, total] as const),
    ...letter.facts.map(({ label, value }) => [label, value] as const),
  ];
  const large = amount
    ? `<p style="font-size:28px;line-height:1.25;font-weight:bold;margin:24px 0 12px">${shown(amount)}</p>`
    : "";
  if (pairs.length === 0) return large;
  const rows = pairs.map(
    ([name, value]) =>
      `<tr><td style="padding:8px 0;padding-${end}:12px;border-bottom:${rule};vertical-align:top">${shown(name)}</td><td style="padding:8px 0;border-bottom:${rule};text-align:${end};vertical-align:top">${bdi(value)}</td></tr>`,
  );
  return `${large}<table cellpadding="0" cellspacing="0" width="100%" style="border-collapse:collapse;margin:0 0 24px">${rows.join("")}</table>`;
}

/** A phone or an amount keeps its order in a line from right to left. */
function bdi(value: string): string {
  return `<bdi>${shown(value)}</bdi>`;
}

function footer({ seller, foot }: Letter): string {
  const lines = [seller, ...foot].map(shown).join("<br>");
  return `<p style="border-top:${rule};padding:16px 0 0;margin:32px 0 0;font-size:14px">${lines}</p>`;
}

function paragraph(text: string, action: MailAction | null): string {
  if (!action || !isLineOf(text, action)) return `<p>${shown(text).replaceAll("\n", "<br>")}</p>`;
  const { label, url } = action;
  const style =
    "display:inline-block;padding:12px 20px;border-radius:6px;background:#14532d;color:#fff;text-decoration:none";
  return `<p><a href="${escaped(url)}" style="${style}">${shown(label ?? url)}</a></p><p><small>${shown(url)}</small></p>`;
}

/** The address alone, or its label before it. */
function isLineOf(text: string, { label, url }: MailAction): boolean {
  if (!text.endsWith(url)) return false;
  const before = text.slice(0, -url.length).replace(/\s*:?\s*$/, "");
  return before === "" || before === label;
}

/** A word that a phone may be too narrow for can break. An ordinary one never does, as it would in a table by a style. */
function shown(text: string): string {
  const breaks = (word: string) => word.replace(/(?:.\p{M}*){1,10}(?=.)/gu, "$&\0");
  return escaped(text.replace(/\S{21,}/g, breaks)).replaceAll("\0", "<wbr>");
}

function escaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
