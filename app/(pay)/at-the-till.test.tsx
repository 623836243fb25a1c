import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { languageCodes } from "@/lib/domain/languages";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { printOf } from "@/lib/services/billing/invoices/paper";
import { readStoreInvoice } from "@/lib/services/billing/invoices/read";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { payForUrl } from "@/lib/services/core/manage-token";
import { letterOf } from "@/lib/services/notify/messages/letter";
import { openPages } from "@/lib/testing/in-paying-world";
import { testInvoice } from "@/lib/testing/invoices";
import { paidPayment } from "@/lib/testing/money";
import { PayerBrowser } from "@/lib/testing/payer-browser";
import { tillStore } from "@/lib/testing/till";
import { testStore } from "@/lib/testing/world";
import { GET as attemptPage } from "./attempt/[token]/route";
import { pdfResponse } from "./drawn";
import { GET as codeOf } from "./invoice/[token]/code.png/route";
import { GET as invoicePage, POST as payInvoice } from "./invoice/[token]/route";
import { GET as linkPage } from "./pay/[token]/route";
import { GET as renewPage } from "./renew/[token]/route";

const world = await openPages();
let shop: Awaited<ReturnType<typeof tillStore>>;
let payer: PayerBrowser;
let paybill: string;

beforeEach(async () => {
  shop = await tillStore(world);
  payer = new PayerBrowser(`10.4.0.${shop.store.id % 250}`);
  paybill = world.rails.own?.find(shop.key)?.till?.number ?? "";
});

const says = (account: string) => `Or pay at paybill ${paybill}, account ${account}.`;

test("an invoice says where it is paid at a till: on its page, on paper, and while a prompt waits, which turns green", async () => {
  const { id, token } = await testInvoice(world, shop.live);
  const page = await payer.read(invoicePage, `/invoice/${token}?hl=en`);
  const account = await shop.number({ kind: "invoice", id });
  expect(page).toContain(says(account));
  const found = await readStoreInvoice(world, shop.live, id);
  const { print } = printOf("https://pay.example", found, "en", world.clock.now());
  expect(print.pay?.till).toBe(says(account));
  const fields = { id: randomUUID(), method: "mobile_money", phone: "0772 555 788" };
  const pressed = await payer.post(payInvoice, `/invoice/${token}`, fields);
  const attempt = `${pressed.headers.get("location")}?hl=en`;
  expect(await payer.read(attemptPage, attempt)).toContain(says(account));
  await shop.pay({ typed: account, at: world.clock.now() });
  const green = await payer.read(attemptPage, attempt);
  expect(green).toContain("mark m-ok");
  expect(green).not.toContain(says(account));
  expect(await payer.read(invoicePage, `/invoice/${token}?hl=en`)).not.toContain("Or pay at paybill");
});

test("an invoice has a code to scan where the rail gives one, at an address of its own, and nothing where it gives none", async () => {
  const { id, token } = await testInvoice(world, shop.live);
  const account = await shop.number({ kind: "invoice", id });
  const path = `/invoice/${token}/code.png`;
  const code = async () => {
    const answer = await codeOf(new Request("http://localhost:3000"), { params: Promise.resolve({ token }) });
    return [answer.status, answer.headers.get("content-type")];
  };
  expect(await payer.read(invoicePage, `/invoice/${token}?hl=en`)).not.toContain(path);
  expect(await code()).toEqual([200, "image/gif"]);
  const asked: unknown[] = [];
  let png: string | null = null;
  const payCode = async (wish: unknown) => {
    asked.push(wish);
    return png === null ? null : { png };
  };
  Object.assign(world.rails.own?.find(shop.key) ?? {}, { direct: { payCode } });
  const page = await payer.read(invoicePage, `/invoice/${token}?hl=en`);
  expect(page).toMatch(new RegExp(`<img src="${path}"[^>]* loading="lazy"`));
  expect(Buffer.byteLength(gzipSync(page))).toBeLessThanOrEqual(5_000);
  // Showing the page asked nobody.
  expect(asked).toEqual([]);
  expect(await code()).toEqual([200, "image/gif"]);
  await code();
  expect(asked).toEqual([
    { name: "Test Store", reference: account, amount: { minor: 50_000n, currency: "UGX" } },
  ]);
  png = qr;
  world.clock.advance(61_000);
  expect(await code()).toEqual([200, "image/png"]);
  world.clock.advance(23 * 3_600_000);
  expect(await code()).toEqual([200, "image/png"]);
  expect(asked).toHaveLength(2);
  const found = await readStoreInvoice(world, shop.live, id);
  const document = { lang: "en" } as never;
  const pdf = await pdfResponse(new Request("http://localhost:3000"), document, found);
  expect((await pdf.text()).match(/\/Subtype \/Image/g)).not.toBeNull();
});

/** A picture of one dot. */
const qr = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

test("a subscriber and a link have theirs; a link that asks something has none", async () => {
  const { orderId } = await paidPayment(world, shop);
  const order = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  const subscription = await world.db.subscription.findUniqueOrThrow({
    where: { id: order.subscriptionId ?? "" },
    include: { customer: true },
  });
  const renewing = payForUrl(world, subscription).replace("http://localhost:3000", "");
  const theirs = await payer.read(renewPage, `${renewing}?hl=en`);
  expect(theirs).toContain(says(await shop.number({ kind: "subscription", id: subscription.id })));
  const body = { title: "Choir fee", amount: 50_000 };
  const link = await createPaymentLink(world, shop.seller, NewPaymentLink.parse(body));
  const shown = await payer.read(linkPage, `/pay/${link.token}?hl=en`);
  expect(shown).toContain(says(await shop.number({ kind: "link", id: link.id })));
  const asks = { ...body, custom_question: "Which voice?" };
  const asking = await createPaymentLink(world, shop.seller, NewPaymentLink.parse(asks));
  expect(await payer.read(linkPage, `/pay/${asking.token}?hl=en`)).not.toContain("Or pay at paybill");
});

test("the letters of an invoice, its reminders among them, name both numbers", async () => {
  const { id } = await testInvoice(world, shop.live);
  const account = await shop.number({ kind: "invoice", id });
  const queued = { template: "invoice_reminder", storeId: shop.store.id, objectId: `invoice/${id}` };
  const letter = await letterOf(world, queued);
  expect(letter?.facts).toEqual(
    expect.arrayContaining([
      { label: "Till or paybill", value: paybill },
      { label: "Account number", value: account },
    ]),
  );
});

test("it is said in every language of payers, and only where the store has such an account", async () => {
  const { id, token } = await testInvoice(world, shop.live);
  const account = await shop.number({ kind: "invoice", id });
  for (const lang of languageCodes) {
    const page = await payer.read(invoicePage, `/invoice/${token}?hl=${lang}`);
    expect(page).toContain(paybill);
    expect(page).toContain(account);
  }
  const other = await testStore(world);
  const plain = await testInvoice(world, other.live);
  expect(await payer.read(invoicePage, `/invoice/${plain.token}?hl=en`)).not.toContain("paybill");
  expect(await world.db.accountNumber.count({ where: { storeId: other.store.id } })).toBe(0);
});

test("a store whose payers bear the charges says nothing of a till: the sum would be another one there", async () => {
  await world.db.store.update({ where: { id: shop.store.id }, data: { buyerPaysCharges: true } });
  const { token } = await testInvoice(world, shop.live);
  expect(await payer.read(invoicePage, `/invoice/${token}?hl=en`)).not.toContain("Or pay at paybill");
});
