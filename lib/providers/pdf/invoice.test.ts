import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inflateSync } from "node:zlib";
import { expect, test } from "vitest";
import { drawable } from "./fonts";
import { inThread } from "./in-thread";
import { type InvoicePdf, renderInvoicePdf } from "./invoice";

const line = { description: "Borehole repair", quantity: "1.5", unitPrice: "KES 1,000", total: "KES 1,500" };

function invoice(more: Partial<InvoicePdf> = {}): InvoicePdf {
  return {
    lang: "en",
    isMirrored: false,
    title: "Invoice INV-000042",
    status: { words: "Due in 4 days", look: "open" },
    from: { label: "From", name: "Maji Kwetu", lines: ["12 Moi Avenue, Nairobi", "0700 000 000"] },
    to: { label: "To", name: "Ẹ̀kọ́ Ọlá", lines: ["amina@example.com"] },
    facts: [{ label: "Tax number", value: "P051234567X" }],
    columns: { description: "Description", quantity: "Quantity", unitPrice: "Unit price", total: "Amount" },
    lines: [line],
    totals: [
      { label: "Total", value: "KES 1,500" },
      { label: "Balance", value: "KES 1,500", isStrong: true },
    ],
    notes: { label: "Notes", text: "Thank you.\nPay by M-PESA." },
    pay: { label: "Pay online", url: "https://pay.example/invoice/abcdefghijklmnopqrstuv" },
    contact: "Need help? Ask Maji Kwetu. 0700 000 000",
    pageOf: "Page {page} of {pages}",
    at: new Date("2026-03-02T09:30:00Z"),
    ...more,
  };
}

/** The document's objects as text, with what is compressed in them opened. */
function opened(pdf: Buffer): string {
  const raw = pdf.toString("latin1");
  const streams = [...raw.matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = ""]) => {
    try {
      return inflateSync(Buffer.from(body, "latin1")).toString("latin1");
    } catch {
      return "";
    }
  });
  return raw + streams.join("\n");
}

function pagesOf(pdf: Buffer): number {
  return Number(/\/Type \/Pages\s+\/Count (\d+)/.exec(opened(pdf))?.[1] ?? "0");
}

const reader = spawnSync("pdftotext", ["-v"]).error ? null : "pdftotext";
if (!reader)
  process.stdout.write("pdftotext (poppler-utils) is not installed: texts of PDFs are not read.\n");

function textOf(pdf: Buffer): string {
  const file = join(mkdtempSync(join(tmpdir(), "pdf-")), "invoice.pdf");
  writeFileSync(file, pdf);
  return execFileSync("pdftotext", ["-layout", file, "-"], { encoding: "utf8" });
}

test("one line makes one page that is tagged, says its language and title, and embeds its fonts", async () => {
  const pdf = await renderInvoicePdf(invoice());
  const objects = opened(pdf);
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  expect(pagesOf(pdf)).toBe(1);
  expect(objects).toMatch(/\/Lang \(en\)/);
  expect(objects).toMatch(/\/Marked true/);
  expect(objects).toMatch(/\/DisplayDocTitle true/);
  expect(objects).toMatch(/\/S \/Table\b/);
  expect(objects).toMatch(/\/S \/TH\b/);
  expect(objects).toMatch(/\/Alt \(Pay online: https:\/\/pay\.example/);
  expect(objects.match(/\/FontName \/\w+\+Onest-\w+/g)?.length).toBeGreaterThanOrEqual(2);
  expect(objects).toMatch(/\/URI \(https:\/\/pay\.example\/invoice\/abcdefghijklmnopqrstuv\)/);
});

test("a thread of its own makes the same document, and a failure there is one here", async () => {
  const pdf = await renderInvoicePdf(invoice());
  expect(Buffer.from(await inThread(invoice())).equals(pdf)).toBe(true);
  // Safe: this is what must fail.
  const broken = invoice({ lines: null as unknown as InvoicePdf["lines"] });
  await expect(inThread(broken)).rejects.toThrow(/iterable/);
});

test("fifty lines of 300 characters are several pages, at most 60 KB, and made in far less than a second", async () => {
  const words = "Pump, pipe and labour for the borehole behind the school, second visit, with spares. ";
  const lines = Array.from({ length: 50 }, (_, index) => ({
    ...line,
    description: `${index + 1}. ${words.repeat(4)}`.slice(0, 300),
  }));
  await renderInvoicePdf(invoice());
  const started = process.cpuUsage();
  const pdf = await renderInvoicePdf(invoice({ lines }));
  const { user, system } = process.cpuUsage(started);
  expect(pagesOf(pdf)).toBeGreaterThan(2);
  expect(pdf.length).toBeLessThan(60 * 1024);
  // The goal is 150 ms on a quiet machine; the processor's own time, for other tests run beside this one.
  expect((user + system) / 1000).toBeLessThan(1_500);
});

test("characters that no font here has become question marks, others stay", () => {
  expect(drawable("Ẹ̀kọ́ ɓɗƙ − × ’\nKES")).toBe("Ẹ̀kọ́ ɓɗƙ − × ’\nKES".normalize("NFC"));
  expect(drawable("مرحبا አበበ ₦₵ 😀 漢")).toBe("مرحبا አበበ ₦₵ ? ?");
});

test.skipIf(!reader)("everything that is on the invoice can be read in the document", async () => {
  const text = textOf(await renderInvoicePdf(invoice({ status: { words: "PAID", look: "paid" } })));
  for (const part of [
    "Invoice INV-000042",
    "PAID",
    "Maji Kwetu",
    "12 Moi Avenue, Nairobi",
    "amina@example.com",
    "P051234567X",
    "Borehole repair",
    "1.5",
    "KES 1,000",
    "Balance",
    "Pay by M-PESA.",
    "https://pay.example/invoice/abcdefghijklmnopqrstuv",
    "Page 1 of 1",
  ])
    expect(text).toContain(part);
});

test.skipIf(!reader)(
  "rows are never split, and each page repeats whose invoice it is and its columns",
  async () => {
    const long = "word ".repeat(60).trim();
    const lines = Array.from({ length: 50 }, (_, index) => ({
      ...line,
      description: `first${index} ${long} last${index}`,
    }));
    const pages = textOf(await renderInvoicePdf(invoice({ lines })))
      .split("\f")
      .filter((page) => page.trim() !== "");
    const tables = pages.filter((page) => /first\d/.test(page));
    expect(tables.length).toBeGreaterThan(2);
    for (const page of tables) {
      const starts = [...page.matchAll(/first(\d+)/g)].map(([, index]) => index);
      const ends = [...page.matchAll(/last(\d+)/g)].map(([, index]) => index);
      expect(starts).toEqual(ends);
      expect(page).toContain("Unit price");
      expect(page).toContain("INV-000042");
    }
    for (const [index, page] of pages.entries())
      expect(page).toContain(`Page ${index + 1} of ${pages.length}`);
  },
);

const arabic: Partial<InvoicePdf> = {
  lang: "ar",
  isMirrored: true,
  title: "فاتورة \u2068INV-000042\u2069",
  to: { label: "من", name: "محمد سعيد", lines: ["+254 700 000 000"] },
  totals: [{ label: "المجموع", value: "KES 1,500" }],
};

test.skipIf(!reader)(
  "names in Arabic and Amharic, and the signs of naira and cedi, are letters",
  async () => {
    const to = { label: "To", name: "አበበ ቢቂላ", lines: ["محمد سعيد", "₦1,500 ₵20 Ẹ̀kọ́ ṣẹ́"] };
    const pdf = await renderInvoicePdf(invoice({ to }));
    const text = textOf(pdf);
    for (const part of ["አበበ ቢቂላ", "محمد سعيد", "₦1,500 ₵20 Ẹ̀kọ́ ṣẹ́", "Borehole repair", "INV-000042"])
      expect(text).toContain(part);
    expect(text).not.toMatch(/\?(?! Ask)/);
    expect(pdf.length).toBeLessThan(60 * 1024);
    const fonts = [...opened(pdf).matchAll(/\/FontName \/\w+\+(\w+)-/g)].map(([, name]) => name);
    expect(fonts).toEqual(
      expect.arrayContaining(["Onest", "NotoSans", "NotoSansEthiopic", "IBMPlexSansArabic"]),
    );
  },
);

test("two Arabic letters that are drawn as one sign are named in the order in which they are read", async () => {
  const pdf = opened(await renderInvoicePdf(invoice({ notes: { label: "ملاحظات", text: "لا" } })));
  const lamAlef = ["0644", "0627"];
  expect(pdf).toContain(`<${lamAlef.join(" ")}>`);
  expect(pdf).not.toContain(`<${lamAlef.toReversed().join(" ")}>`);
});

test.skipIf(!reader)("in Arabic the paper is mirrored, and phones and amounts keep their order", async () => {
  const text = textOf(await renderInvoicePdf(invoice(arabic)));
  const said = text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");
  for (const part of ["فاتورة", "INV-000042", "محمد سعيد", "+254 700 000 000", "KES 1,500", "المجموع"])
    expect(said).toContain(part);
  const row = (word: string) => said.split("\n").find((line) => line.includes(word)) ?? "";
  // The description stands at the right, its amount at the left.
  expect(row("Borehole repair").indexOf("KES 1,500")).toBeLessThan(
    row("Borehole repair").indexOf("Borehole"),
  );
});

test.skipIf(!reader)("a long text of two scripts goes over lines, and its row grows with it", async () => {
  const words = "ቡና የይርጋጨፌ 12 kg ";
  const description = `begin ${words.repeat(15)}end`;
  const long = invoice({
    lines: [
      { ...line, description },
      { ...line, description: "after" },
    ],
  });
  const text = textOf(await renderInvoicePdf(long));
  expect(text.match(/የይርጋጨፌ/g)).toHaveLength(15);
  const lines = text.split("\n");
  const at = (word: string) => lines.findIndex((one) => one.includes(word));
  expect(at("end")).toBeGreaterThan(at("begin") + 2);
  expect(at("after")).toBeGreaterThan(at("end"));
});
