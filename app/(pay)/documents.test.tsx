import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { languageCodes } from "@/lib/domain/languages";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { cancelInvoice } from "@/lib/services/billing/invoices/record";
import { createPaymentLink, deletePaymentLink } from "@/lib/services/catalog/payment-links/change";
import { testDraft, testInvoice, testPaid } from "@/lib/testing/invoices";
import { pressSeen } from "@/lib/testing/seen";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { GET as invoicePdf } from "./invoice/[token]/pdf/route";
import { GET as invoicePage, POST as payInvoice } from "./invoice/[token]/route";
import { GET as seen } from "./invoice/[token]/seen.gif/route";
import { GET as shareLink } from "./pay/[token]/[share]/route";
import { GET as linkPage, POST as payLink } from "./pay/[token]/route";

// The session's cookies belong to Next's request. Nobody is signed in, unless a test says who.
const session = vi.hoisted(() => ({ current: null as unknown }));
vi.mock("@/lib/auth/session", () => ({ currentSession: async () => session.current }));

const world = testWorld();
const hourMs = 60 * 60 * 1000;
let shop: TestStore;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world, {
    store: {
      name: "Maji Kwetu",
      contactPhone: "+256772000000",
      taxNumber: "P051234567X",
      timeZone: "Africa/Kampala",
    },
  });
});
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

type Handler = (request: Request, context: { params: Promise<{ token: string }> }) => Promise<Response>;

const share =
  (name: string): Handler =>
  async (request, { params }) =>
    shareLink(request, { params: Promise.resolve({ ...(await params), share: name }) });
const [card, qrPng, qrSvg] = [share("card.png"), share("qr.png"), share("qr.svg")];

function open(handler: Handler, token: string, headers: Record<string, string> = {}, query = "") {
  const request = new Request(`http://localhost:3000/x/${token}${query}`, {
    headers: { "user-agent": "Mozilla/5.0 (Linux; Android 8.1)", ...headers },
  });
  return handler(request, { params: Promise.resolve({ token }) });
}

async function html(handler: Handler, token: string, query = "?hl=en"): Promise<string> {
  const response = await open(handler, token, {}, query);
  expect(response.headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(response.headers.get("cache-control")).toBe("no-store");
  return response.text();
}

function link(body: Record<string, unknown>) {
  const input = NewPaymentLink.parse({ title: "Swimming lessons", amount: 50_000, ...body });
  return createPaymentLink(world, shop.live, input);
}

const paid = (id: number, count: number, slots = count) =>
  world.db.paymentLink.update({ where: { id }, data: { paymentsCount: count, slotsReserved: slots } });

test("a payment link shows its title, description, amount and question, and a form that posts to itself", async () => {
  const { token } = await link({ description: "Each <b>Tuesday</b>\nat 5", custom_question: "Whose child?" });
  const page = await html(linkPage, token);
  for (const part of [
    "Swimming lessons",
    "Each &lt;b&gt;Tuesday",
    "UGX 50,000",
    "Whose child?",
    'method="post"',
  ])
    expect(page).toContain(part);
  expect(page).not.toContain("places taken");
  expect(page).not.toContain('name="email"');
  expect(gzipSync(page).length).toBeLessThan(8 * 1024);
});

test("a custom link asks for an amount from its minimum on; an e-mail is asked for when the seller requires it", async () => {
  const { token } = await link({
    amount_type: "custom",
    amount: null,
    min_amount: 1_000,
    collect_email: true,
  });
  const page = await html(linkPage, token);
  expect(page).toContain('name="amount"');
  expect(page).toContain("At least UGX 1,000");
  expect(page).toContain('name="email"');
});

test("places taken are shown only if the seller turned it on", async () => {
  const { id, token } = await link({ max_payments: 50, shows_places: true });
  await paid(id, 10, 12);
  expect(await html(linkPage, token)).toContain("12 of 50 places taken");
});

test("what a chat shows of a shared link: whom to pay, for what, how much, and a picture", async () => {
  const { token } = await link({});
  const page = await html(linkPage, token);
  expect(page).toContain('property="og:title" content="Pay Maji Kwetu"');
  expect(page).toContain('property="og:description" content="Swimming lessons. UGX 50,000"');
  expect(page).toContain(`property="og:image" content="http://localhost:3000/pay/${token}/card.png"`);
});

test("every closed state has words of its own, status 200, the seller's contact and no form, in every language", async () => {
  const paused = await link({ is_active: false });
  const expired = await link({ expires_at: "2026-03-02T10:00:00Z" });
  const full = await link({ max_payments: 2 });
  const once = await link({ is_reusable: false });
  const busy = await link({ max_payments: 2 });
  const gone = await link({});
  await paid(full.id, 2);
  await paid(once.id, 1);
  await paid(busy.id, 1, 2);
  await deletePaymentLink(world, shop.live, gone.id);
  const start = world.clock.now();
  world.clock.advance(hourMs);
  for (const language of languageCodes) {
    const titles = new Set<string>();
    for (const { token } of [paused, expired, full, once, busy, gone]) {
      const response = await open(linkPage, token, {}, `?hl=${language}`);
      const page = await response.text();
      expect(response.status).toBe(200);
      expect(page).toContain("+256772000000");
      expect(page).not.toContain('method="post"');
      titles.add(/<h1>(.*?)<\/h1>/.exec(page)?.[1] ?? "");
    }
    expect(titles.size).toBe(6);
  }
  expect(await html(linkPage, gone.token)).not.toContain("Swimming lessons");
  world.clock.set(start);
});

test("an address that leads nowhere is 404, and pressing Pay there too", async () => {
  for (const token of ["x".repeat(22), "short", "../../etc"]) {
    expect((await open(linkPage, token)).status).toBe(404);
    expect((await open(invoicePage, token)).status).toBe(404);
    expect((await open(invoicePdf, token)).status).toBe(404);
    expect((await open(qrSvg, token)).status).toBe(404);
  }
  const request = new Request("http://localhost:3000/pay/nowhere", {
    method: "POST",
    headers: { "content-type": "application/x-www-form-urlencoded" },
    body: "phone=0772123456",
  });
  const nowhere = { params: Promise.resolve({ token: "x".repeat(22) }) };
  expect((await payLink(request, nowhere)).status).toBe(404);
});

async function press(handler: Handler, path: string, token: string, fields: Record<string, string>) {
  const send = (sent: Record<string, string>) => {
    const request = new Request(`http://localhost:3000/${path}/${token}`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", "x-client-ip": randomUUID() },
      body: new URLSearchParams(sent),
    });
    return handler(request, { params: Promise.resolve({ token }) });
  };
  return pressSeen(send, { id: randomUUID(), method: "mobile_money", phone: "0772 123 789", ...fields });
}

test("pressing Pay on a link leads to its attempt, with the answer and the place kept; again leads there too", async () => {
  const { id, token } = await link({ custom_question: "Whose child?", max_payments: 3 });
  const fields = { id: randomUUID(), shown: "50000", answer: "Ben" };
  const first = await press(payLink, "pay", token, fields);
  expect(first.status).toBe(303);
  expect(first.headers.get("location")).toMatch(/^\/attempt\/[0-9A-Za-z]{22}$/);
  const again = await press(payLink, "pay", token, fields);
  expect(again.headers.get("location")).toBe(first.headers.get("location"));
  const orders = await world.db.order.findMany({ where: { paymentLinkId: id } });
  expect(orders).toMatchObject([
    { answer: "Ben", totalMinor: 50_000n, holdsSlot: true, source: "payment_link" },
  ]);
});

test("a link that closed while its form was open is not paid: the page says why", async () => {
  const { id, token } = await link({});
  await world.db.paymentLink.update({ where: { id }, data: { isActive: false } });
  const answer = await press(payLink, "pay", token, { shown: "50000" });
  expect(answer.status).toBe(303);
  expect(answer.headers.get("location")).toBe(`/pay/${token}`);
  expect(await world.db.order.count({ where: { paymentLinkId: id } })).toBe(0);
});

test("an amount below the least of a custom link comes back with words, and what was typed", async () => {
  const { token } = await link({ amount_type: "custom", amount: null, min_amount: 1_000 });
  const answer = await press(payLink, "pay", token, { amount: "999" });
  expect(answer.status).toBe(422);
  const page = await answer.text();
  expect(page).toContain("UGX 1,000");
  expect(page).toContain('value="999"');
});

test("part of an invoice is paid with the amount that was typed, more than is owed is refused in words", async () => {
  const { id, token } = await testInvoice(world, shop.live, { allow_part_payment: true });
  const tooMuch = await press(payInvoice, "invoice", token, { amount: "50001" });
  expect(tooMuch.status).toBe(422);
  expect(await tooMuch.text()).toContain("UGX 50,000");
  const part = await press(payInvoice, "invoice", token, { amount: "20,000" });
  expect(part.headers.get("location")).toMatch(/^\/attempt\//);
  expect(await world.db.order.findMany({ where: { invoiceId: id } })).toMatchObject([
    { totalMinor: 20_000n, source: "invoice" },
  ]);
});

test("where the button names a total, another amount is said once before it is paid", async () => {
  const { id, token } = await testInvoice(world, shop.live, { allow_part_payment: true });
  expect(await html(invoicePage, token)).toMatch(/id="go">Pay UGX 50,000</);
  const fields = { id: randomUUID(), amount: "20000", shown: "50000" };
  const asked = await press(payInvoice, "invoice", token, fields);
  expect(asked.status).toBe(200);
  const page = await asked.text();
  expect(page).toContain("You pay UGX 20,000. Nothing has been taken yet.");
  expect(page).toMatch(/id="go">Pay UGX 20,000</);
  expect(page).not.toContain("With charges");
  // What the page says is seen without scrolling through the invoice.
  expect(page.indexOf("Look at the total")).toBeLessThan(page.indexOf("Borehole repair"));
  expect(await world.db.order.count({ where: { invoiceId: id } })).toBe(0);
  const shown = /name="shown" value="(\d+)"/.exec(page)?.[1] ?? "";
  const paid = await press(payInvoice, "invoice", token, { ...fields, shown });
  expect(paid.headers.get("location")).toMatch(/^\/attempt\//);
  expect(await world.db.order.findMany({ where: { invoiceId: id } })).toMatchObject([
    { totalMinor: 20_000n },
  ]);
});

test("a problem elsewhere in the form keeps the typed amount on the button", async () => {
  const { token } = await testInvoice(world, shop.live, { allow_part_payment: true });
  const told = await press(payInvoice, "invoice", token, { amount: "20 000", phone: "0772" });
  expect(told.status).toBe(422);
  const page = await told.text();
  expect(page).toMatch(/id="go">Pay UGX 20,000</);
  expect(page).toContain('name="shown" value="20000"');
});

test("a cancelled invoice whose form is still open cannot be paid", async () => {
  const { id, token } = await testInvoice(world, shop.live);
  await cancelInvoice(world, shop.live, id);
  const answer = await press(payInvoice, "invoice", token, { shown: "50000" });
  expect(answer.headers.get("location")).toBe(`/invoice/${token}`);
  expect(await world.db.order.count({ where: { invoiceId: id } })).toBe(0);
});

test("the QR code is a small SVG and a PNG of the page's address", async () => {
  const { token } = await link({});
  const svg = await open(qrSvg, token);
  expect(svg.headers.get("content-type")).toBe("image/svg+xml");
  expect((await svg.text()).length).toBeLessThan(4_096);
  const png = Buffer.from(await (await open(qrPng, token)).arrayBuffer());
  expect(png.subarray(1, 4).toString()).toBe("PNG");
});

test("the picture of a shared link is 1200×630 and at most 60 KB, whatever the title is written in", async () => {
  for (const title of ["Swimming lessons", "Ẹ̀kọ́ ".repeat(40), "مرحبا 😀 Rent", "W".repeat(255)]) {
    const { token } = await link({ title, amount: 99_999_999_999 });
    const png = Buffer.from(await (await open(card, token)).arrayBuffer());
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([1200, 630]);
    expect(png.length).toBeLessThan(60 * 1024);
  }
});

test("an invoice shows its lines, totals, dates, tax number and what is owed, and the form that pays it", async () => {
  const { token } = await testInvoice(world, shop.live, {
    items: [{ description: "Borehole repair", quantity: 1.5, unit_price: 80_000 }],
    discount: 20_000,
    tax_label: "VAT",
    tax_rate: 18,
    due_on: "2026-03-06",
    notes: "Thank you.",
  });
  const page = await html(invoicePage, token);
  // Who owes what, and the way to the form, stand before the paper.
  const top = page.slice(page.indexOf("<main>"), page.indexOf('class="paper"'));
  for (const part of [
    "UGX 118,000",
    "Amina Okello",
    '<a class="btn pri" href="#payment">Pay UGX 118,000</a>',
  ])
    expect(top).toContain(part);
  expect(page).toContain('id="payment"');
  for (const part of [
    ...["Due in 4 days", "Maji Kwetu", "P051234567X", "Amina Okello", "Borehole repair", "1.5 × UGX 80,000"],
    ...[
      "UGX 120,000",
      "− UGX 20,000",
      "VAT 18\u00a0%",
      "UGX 18,000",
      "UGX 118,000",
      "6 Mar 2026",
      "Thank you.",
    ],
    ...['method="post"', "/pdf", "seen.gif"],
  ])
    expect(page).toContain(part);
});

test("a shared invoice names nobody and no amount, in its title and in what chats read", async () => {
  const { token } = await testInvoice(world, shop.live);
  const page = await html(invoicePage, token);
  const head = page.slice(0, page.indexOf("</head>"));
  expect(head).toContain("<title>Invoice</title>");
  expect(head).not.toMatch(/Maji|Amina|UGX|INV-/);
});

test("the state is said in words: due, late, paid, cancelled, with what became of the money", async () => {
  const start = world.clock.now();
  const owed = await testInvoice(world, shop.live, { due_on: "2026-03-03", allow_part_payment: true });
  const settled = await testInvoice(world, shop.live);
  const gone = await testInvoice(world, shop.live);
  await testPaid(world, settled, settled.totalMinor);
  await testPaid(world, gone, 10_000n);
  await cancelInvoice(world, shop.live, gone.id);
  expect(await html(invoicePage, owed.token)).toContain("Due tomorrow");
  world.clock.advance(8 * 24 * hourMs);
  expect(await html(invoicePage, owed.token)).toContain("7 days late");
  world.clock.set(start);
  const paidPage = await html(invoicePage, settled.token);
  expect(paidPage).toContain("Paid in full on 2 Mar 2026. Nothing more is owed.");
  expect(paidPage).not.toContain('method="post"');
  const cancelledPage = await html(invoicePage, gone.token);
  expect(cancelledPage).toContain("This invoice was cancelled on 2 Mar 2026. Nothing is owed.");
  expect(cancelledPage).toContain("UGX 10,000 had been paid");
  expect(cancelledPage).toMatch(/Balance<\/dt><dd>UGX 0</);
  expect(cancelledPage).not.toContain('method="post"');
});

test("part payment: the amount is asked for, from the minimum, and starts with the whole balance", async () => {
  const { token } = await testInvoice(world, shop.live, {
    allow_part_payment: true,
    min_part_payment: 10_000,
  });
  const page = await html(invoicePage, token);
  expect(page).toContain("at least UGX 10,000");
  expect(page).toMatch(
    /<input[^>]*name="amount"[^>]*value="50000"|<input[^>]*value="50000"[^>]*name="amount"/,
  );
});

test("a draft is seen, printed and paid from the moment it exists: to whoever holds its link it is an invoice", async () => {
  const draft = await testDraft(world, shop.live);
  const page = await html(invoicePage, draft.token);
  expect(page).toContain("Waiting for payment");
  expect(page).not.toContain("Draft");
  expect(page).toContain('method="post"');
  expect((await open(invoicePdf, draft.token)).headers.get("content-type")).toBe("application/pdf");
  expect(await viewedAt(draft.id)).toBeNull();
  await open(seen, draft.token);
  expect(await viewedAt(draft.id)).not.toBeNull();
});

test("to its signed-in seller the page of a draft says that it is one, and their look does not count", async () => {
  const draft = await testDraft(world, shop.live);
  session.current = { memberships: [{ account: { id: shop.accountId } }] };
  const page = await html(invoicePage, draft.token);
  expect(page).toContain("Draft. Only you, its seller, see this line");
  await open(seen, draft.token);
  expect(await viewedAt(draft.id)).toBeNull();
  session.current = { memberships: [{ account: { id: shop.accountId + 1 } }] };
  expect(await html(invoicePage, draft.token)).not.toContain("Draft");
  session.current = null;
});

test("opening the page marks nothing, loading its picture does; robots and pages loaded ahead do not", async () => {
  const { id, token } = await testInvoice(world, shop.live);
  await html(invoicePage, token);
  await open(invoicePdf, token);
  await open(seen, token, { "user-agent": "WhatsApp/2.23" });
  await open(seen, token, { "user-agent": "facebookexternalhit/1.1" });
  await open(seen, token, { "sec-purpose": "prefetch" });
  await open(seen, token, { "sec-fetch-dest": "document" });
  expect(await viewedAt(id)).toBeNull();
  const response = await open(seen, token, { "sec-fetch-dest": "image" });
  expect(response.headers.get("content-type")).toBe("image/gif");
  expect(await viewedAt(id)).not.toBeNull();
  expect(await html(invoicePage, token)).not.toContain("seen.gif");
});

test("an invoice of fifty long lines stays within 14 KB, and its PDF comes in the payer's language", async () => {
  const { token } = await testInvoice(world, shop.live, {
    items: Array.from({ length: 50 }, (_, index) => ({
      description: `Line ${index} ${"pump and pipes ".repeat(19)}`.slice(0, 300),
      quantity: 2,
      unit_price: 1_000 + index,
    })),
  });
  expect(gzipSync(await html(invoicePage, token)).length).toBeLessThan(14 * 1024);
  const pdf = await open(invoicePdf, token, {}, "?hl=sw");
  expect(pdf.headers.get("content-type")).toBe("application/pdf");
  const bytes = Buffer.from(await pdf.arrayBuffer());
  expect(bytes.length).toBeLessThan(60 * 1024);
  expect(bytes.toString("latin1")).toContain("/Lang (sw)");
});

test("a suspended store's invoice can be read and not paid; its link takes nothing", async () => {
  const suspended = await testStore(world, { store: { name: "Closed Shop", status: "suspended" } });
  const { token } = await testInvoice(world, suspended.live);
  const page = await html(invoicePage, token);
  expect(page).toContain("This seller cannot take payments right now");
  expect(page).not.toContain('method="post"');
  const input = NewPaymentLink.parse({ title: "Rent", amount: 5 });
  const closedLink = await createPaymentLink(world, suspended.live, input);
  expect(await html(linkPage, closedLink.token)).toContain("This seller cannot take payments right now");
});

async function viewedAt(id: number): Promise<Date | null> {
  return (await world.db.invoice.findUniqueOrThrow({ where: { id } })).viewedAt;
}
