import { qrModules } from "../qr";
import {
  type Box,
  closeSheet,
  colours,
  contentWidth,
  drawRule,
  keepTogether,
  margin,
  measure,
  onPage,
  openSheet,
  put,
  rule,
  type Sheet,
  type Style,
  tagged,
  within,
  write,
} from "./sheet";

/** An invoice to be printed, with all its texts already in one language. */
export interface InvoicePdf {
  lang: string;
  /** In a language from right to left. */
  isMirrored: boolean;
  /** "Invoice INV-000042" */
  title: string;
  /** The state in a few words, and how it looks: `paid` and `ended` are stamps. */
  status: { words: string; look: "open" | "paid" | "ended" };
  from: { label: string; name: string; lines: string[] };
  to: { label: string; name: string; lines: string[] };
  facts: { label: string; value: string }[];
  columns: { description: string; quantity: string; unitPrice: string; total: string };
  lines: { description: string; quantity: string; unitPrice: string; total: string }[];
  totals: { label: string; value: string; isStrong?: boolean }[];
  notes: { label: string; text: string } | null;
  /** Null when there is nothing to pay. `code`: what is scanned to pay at the till, a PNG in base64. */
  pay: { label: string; url: string; till?: string | null; code?: string } | null;
  /** The last line: whom to ask. */
  contact: string | null;
  /** "Page {page} of {pages}" */
  pageOf: string;
  /** When the document was made, for its metadata. */
  at: Date;
}

/** A tagged A4 document, at most about 60 KB. A line or a paragraph is never split over two pages. */
export async function renderInvoicePdf(invoice: InvoicePdf): Promise<Buffer> {
  const { title, from, lang, isMirrored, at } = invoice;
  const about = { title: `${title} · ${from.name}`, author: from.name };
  const sheet = openSheet({ ...about, lang, at, isMirrored });
  heading(sheet, invoice);
  sides(sheet, invoice);
  facts(sheet, invoice);
  sheet.onNewPage = (page) => repeatedHead(page, invoice, true);
  table(sheet, invoice);
  sheet.onNewPage = (page) => repeatedHead(page, invoice, false);
  totals(sheet, invoice);
  notes(sheet, invoice);
  payment(sheet, invoice);
  contact(sheet, invoice);
  return closeSheet(sheet, invoice.pageOf);
}

const whole: Box = { x: margin, width: contentWidth };
const left: Box = { x: margin, width: contentWidth / 2 - 12 };
const right: Box = { x: margin + contentWidth / 2 + 12, width: contentWidth / 2 - 12 };
const columns = {
  description: { x: margin, width: 222 },
  quantity: { x: margin + 232, width: 55 },
  unitPrice: { x: margin + 295, width: 98 },
  total: { x: margin + 401, width: contentWidth - 401 },
} satisfies Record<string, Box>;
type Column = keyof typeof columns;
const soft: Style = { size: 8.5, colour: colours.soft };

function heading(sheet: Sheet, { title, status }: InvoicePdf): void {
  const titleHeight = put(sheet, "H1", title, left, { size: 18, isBold: true });
  const looks = { open: colours.ink, paid: colours.ok, ended: colours.end };
  const stamp: Style = {
    size: status.look === "open" ? 11 : 18,
    isBold: true,
    colour: looks[status.look],
    align: "right",
  };
  sheet.y += Math.max(titleHeight, put(sheet, "P", status.words, right, stamp)) + 10;
  rule(sheet, 1.5, colours.ink);
  sheet.y += 14;
}

function sides(sheet: Sheet, { from, to }: InvoicePdf): void {
  const heights = [
    { side: from, box: left },
    { side: to, box: right },
  ].map(({ side, box }) => {
    const top = sheet.y;
    sheet.y += put(sheet, "P", side.label, box, soft) + 1;
    sheet.y += put(sheet, "P", side.name, box, { size: 11, isBold: true }) + 1;
    for (const line of side.lines) sheet.y += put(sheet, "P", line, box) + 1;
    const height = sheet.y - top;
    sheet.y = top;
    return height;
  });
  sheet.y += Math.max(...heights) + 12;
}

function facts(sheet: Sheet, invoice: InvoicePdf): void {
  const label: Box = { x: margin, width: 110 };
  const value: Box = { x: margin + 118, width: contentWidth - 118 };
  for (const fact of invoice.facts) {
    within(sheet, "P", () => {
      const height = put(sheet, "Span", fact.label, label, soft);
      sheet.y += Math.max(height, put(sheet, "Span", fact.value, value)) + 2;
    });
  }
  sheet.y += 16;
}

function table(sheet: Sheet, invoice: InvoicePdf): void {
  within(sheet, "Table", () => {
    within(sheet, "TR", () => row(sheet, "TH", invoice.columns, { ...soft, isBold: true }));
    rule(sheet, 1, colours.ink);
    sheet.y += 6;
    for (const line of invoice.lines) {
      keepTogether(sheet, rowHeight(sheet, line) + 13);
      within(sheet, "TR", () => row(sheet, "TD", line));
      sheet.y += 2;
      rule(sheet, 0.5, colours.rule);
      sheet.y += 6;
    }
  });
}

const order: Column[] = ["description", "quantity", "unitPrice", "total"];

function row(sheet: Sheet, role: "TH" | "TD", cells: Record<Column, string>, style: Style = {}): void {
  const height = rowHeight(sheet, cells, style);
  for (const column of order) put(sheet, role, cells[column], columns[column], styleOf(column, style));
  sheet.y += height + 4;
}

function rowHeight(sheet: Sheet, cells: Record<Column, string>, style: Style = {}): number {
  return Math.max(...order.map((column) => measure(sheet, cells[column], columns[column], style)));
}

function styleOf(column: Column, style: Style): Style {
  return column === "description" ? style : { ...style, align: "right" };
}

/** At the top of each page after the first: the seller's name, and the column titles while the table continues. */
function repeatedHead(sheet: Sheet, invoice: InvoicePdf, inTable: boolean): void {
  write(sheet, invoice.from.name, left, sheet.y, soft);
  write(sheet, invoice.title, right, sheet.y, { ...soft, align: "right" });
  const names = measure(sheet, invoice.from.name, left, soft);
  sheet.y += Math.max(names, measure(sheet, invoice.title, right, soft)) + 12;
  if (!inTable) return;
  const style: Style = { ...soft, isBold: true };
  for (const column of order)
    write(sheet, invoice.columns[column], columns[column], sheet.y, styleOf(column, style));
  sheet.y += rowHeight(sheet, invoice.columns, style) + 4;
  drawRule(sheet, 1, colours.ink);
  sheet.y += 6;
}

function totals(sheet: Sheet, invoice: InvoicePdf): void {
  const label: Box = { x: margin + 200, width: 190 };
  const value: Box = { x: margin + 340, width: contentWidth - 340 };
  const styles = invoice.totals.map(({ isStrong }) => (isStrong ? { size: 12, isBold: true } : {}));
  keepTogether(sheet, invoice.totals.length * 18 + 24);
  sheet.y += 8;
  invoice.totals.forEach((line, index) => {
    const style = styles[index] ?? {};
    within(sheet, "P", () => {
      const height = put(sheet, "Span", line.label, { ...label, width: 132 }, style);
      sheet.y += Math.max(height, put(sheet, "Span", line.value, value, { ...style, align: "right" })) + 3;
    });
  });
  sheet.y += 10;
}

function notes(sheet: Sheet, invoice: InvoicePdf): void {
  if (!invoice.notes) return;
  const paragraphs = invoice.notes.text.split("\n");
  const first = measure(sheet, paragraphs[0] ?? "", whole);
  keepTogether(sheet, 24 + first);
  sheet.y += put(sheet, "H2", invoice.notes.label, whole, { size: 10.5, isBold: true }) + 2;
  for (const paragraph of paragraphs) {
    keepTogether(sheet, measure(sheet, paragraph, whole));
    if (paragraph.trim() === "") sheet.y += 8;
    else sheet.y += put(sheet, "P", paragraph, whole);
  }
  sheet.y += 14;
}

function contact(sheet: Sheet, invoice: InvoicePdf): void {
  if (!invoice.contact) return;
  const height = measure(sheet, invoice.contact, whole);
  keepTogether(sheet, height + 18);
  sheet.y += 18;
  sheet.y += put(sheet, "P", invoice.contact, whole, soft);
}

const qrSize = 88;

/** The payment address as a QR code and as text. */
function payment(sheet: Sheet, { pay }: InvoicePdf): void {
  if (!pay) return;
  keepTogether(sheet, qrSize + 8);
  const modules = qrModules(pay.url);
  const step = qrSize / modules.length;
  const { y } = sheet;
  const x = onPage(sheet, { x: margin, width: qrSize });
  tagged(
    sheet,
    "Figure",
    () => {
      modules.forEach((line, rowIndex) => {
        line.forEach((isDark, column) => {
          if (isDark) sheet.pdf.rect(x + column * step, y + rowIndex * step, step, step);
        });
      });
      sheet.pdf.fill("#000000");
    },
    { alt: `${pay.label}: ${pay.url}` },
  );
  const { code } = pay;
  const right = { x: margin + contentWidth - qrSize, width: qrSize };
  if (code) {
    const draw = () =>
      sheet.pdf.image(Buffer.from(code, "base64"), onPage(sheet, right), y, { width: qrSize });
    tagged(sheet, "Figure", draw, { alt: pay.till ?? pay.label });
  }
  const beside: Box = { x: margin + qrSize + 16, width: contentWidth - (qrSize + 16) * (code ? 2 : 1) };
  sheet.y += 4;
  sheet.y += put(sheet, "P", pay.label, beside, { size: 11, isBold: true }) + 2;
  sheet.y += put(sheet, "Link", pay.url, beside, {}, { link: pay.url }) + 2;
  if (pay.till) put(sheet, "P", pay.till, beside, {});
  sheet.y = y + qrSize;
}
