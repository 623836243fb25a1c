import { beforeEach, expect, test, vi } from "vitest";
import type { Mail } from "@/lib/providers/mail/mailer";
import { transact } from "@/lib/services/core/unit";
import { settle } from "@/lib/services/money/settlement/settle";
import { deliverDueMessages } from "@/lib/services/notify/messages/deliver-due";
import { testDraft } from "@/lib/testing/invoices";
import { deliverMessages } from "@/lib/testing/outbox";
import { type PayingWorld, payingWorld, press } from "@/lib/testing/payments";
import { sentInvoice } from "@/lib/testing/products";
import { type TestStore, testStore } from "@/lib/testing/world";
import { type InvoicePdf, invoicePdf } from "./read";
import { cancelInvoice } from "./record";
import { sendInvoice } from "./send";
import { invoiceSending } from "./sent";

// What was to be printed is read before it becomes a document.
vi.mock("./read", async (original) => {
  const read = await original<typeof import("./read")>();
  return { ...read, invoicePdf: vi.fn(read.invoicePdf) };
});
const rendered = vi.mocked(invoicePdf);

let world: PayingWorld;
let shop: TestStore;
let sent: Mail[];
const partly = { customerEmail: "amina@example.com", allowPartPayment: true };
const amina = { customer_name: "Amina Okello", customer_email: "amina@example.com" };

beforeEach(async () => {
  rendered.mockClear();
  sent = [];
  world = await payingWorld({
    mailer: {
      send: async (mail) => ({ ref: `<${sent.push(mail)}@mail>` }),
    },
  });
  shop = await testStore(world);
});

const printed = (): InvoicePdf | undefined => rendered.mock.calls.at(-1)?.[0];
const pass = () => deliverMessages(world, { storeId: shop.store.id });

test("the mail of an invoice carries it as a PDF, named by its number", async () => {
  const { id, number, token } = await testDraft(world, shop.live, amina);
  await sendInvoice(world, shop.live, id, ["email"]);
  const [mail] = sent;
  expect(mail?.document).toMatchObject({ name: `${number}.pdf`, type: "application/pdf" });
  const bytes = Buffer.from(mail?.document?.bytes ?? []);
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-");
  expect(bytes.subarray(-6).toString()).toContain("%%EOF");
  expect(bytes.length).toBeLessThan(60_000);
  expect(printed()).toMatchObject({ lang: "en", pay: { url: `http://localhost:3000/invoice/${token}` } });
});

test("it is printed in the language of the customer, else of the store", async () => {
  await world.db.store.update({ where: { id: shop.store.id }, data: { language: "fr" } });
  const first = await testDraft(world, shop.live, { ...amina, customer_email: "other@example.com" });
  await sendInvoice(world, shop.live, first.id, ["email"]);
  expect(printed()).toMatchObject({ lang: "fr", title: `Facture ${first.number}` });
  const second = await testDraft(world, shop.live, amina);
  await world.db.customer.updateMany({ where: { email: amina.customer_email }, data: { language: "sw" } });
  await sendInvoice(world, shop.live, second.id, ["email"]);
  expect(printed()).toMatchObject({ lang: "sw", title: `Ankara ${second.number}` });
});

test("the mail of a part payment shows what is open, that of the last one is stamped paid", async () => {
  const invoice = await sentInvoice(world, shop, partly);
  await pay(invoice.id, "20000");
  await pass();
  expect(sent.at(-1)?.document?.name).toBe(`${invoice.number}.pdf`);
  expect(printed()).toMatchObject({ status: { look: "open" }, pay: { label: "Pay online" } });
  await pay(invoice.id, null);
  await pass();
  expect(sent.at(-1)?.document?.name).toBe(`${invoice.number}.pdf`);
  expect(printed()).toMatchObject({ status: { words: "PAID", look: "paid" }, pay: null });
  // Both payments are on it.
  expect(printed()?.totals.filter(({ value }) => value.startsWith("−"))).toHaveLength(2);
});

test("a document that cannot be made does not stop the mail, and the log says so", async () => {
  rendered.mockRejectedValueOnce(new Error("no font"));
  const { id } = await testDraft(world, shop.live, amina);
  const log = vi.spyOn(world.log, "error");
  const { deliveries } = await sendInvoice(world, shop.live, id, ["email"]);
  expect(deliveries).toEqual([{ channel: "email", status: "sent", reason: null }]);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.document).toBeUndefined();
  expect(log).toHaveBeenCalledWith(expect.anything(), "A mail goes out without its document.");
});

test("a document that is larger than mail servers take is left out", async () => {
  rendered.mockResolvedValueOnce(new Uint8Array(1_000_001));
  const { id } = await testDraft(world, shop.live, amina);
  await sendInvoice(world, shop.live, id, ["email"]);
  expect(sent[0]?.document).toBeUndefined();
});

test("a text message, a reminder and the receipt of a cancelled invoice carry none", async () => {
  const invoice = await sentInvoice(world, shop, partly);
  await pay(invoice.id, "20000");
  await cancelInvoice(world, shop.live, invoice.id);
  await queue("invoice_seven_days_late", `invoice/${invoice.id}`);
  await pass();
  expect(sent.length).toBeGreaterThan(0);
  expect(rendered).not.toHaveBeenCalled();
});

test("mails whose documents are still being made hold up no other mail", async () => {
  const { id } = await testDraft(world, shop.live, amina);
  for (const key of ["a", "b", "c"]) await queue("invoice_sent", `invoice/${id}`, key);
  for (const key of ["d", "e", "f", "g", "h", "i", "j"]) await queue("receipt_order", null, key);
  let letGo = () => {};
  const others = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let atOnce = 0;
  let most = 0;
  const documentOf = async () => {
    most = Math.max(most, ++atOnce);
    await others;
    atOnce -= 1;
    return null;
  };
  const passing = deliverDueMessages(world, { ...invoiceSending, documentOf }, { storeId: shop.store.id });
  // The documents are finished only after all others went out; if they held them up, this would never end.
  await vi.waitUntil(() => sent.length === 7 && most === 2, { timeout: 30_000 });
  letGo();
  expect(await passing).toMatchObject({ sent: 10, failed: 0 });
  expect(most).toBe(2);
});

async function pay(invoiceId: number, amount: string | null): Promise<void> {
  const { id } = await press(world, shop, {
    for: { kind: "invoice", invoiceId, amount },
    phone: "0772 123 789",
  });
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  const settlement = {
    railRef: `sbx_${id}`,
    amount: { minor: attempt.amountMinor, currency: attempt.currency },
    paidAt: world.clock.now(),
    method: "mobile_money" as const,
  };
  await settle(world, id, { kind: "succeeded", settlement });
}

function queue(template: string, objectId: string | null, key = template): Promise<boolean> {
  return transact(world, (unit) =>
    unit.queueMessage({
      why: "paid",
      ...{ accountId: shop.accountId, storeId: shop.store.id, channel: "email", template },
      ...{ recipient: "amina@example.com", subject: "Hello", body: "Text" },
      ...(objectId ? { objectId } : {}),
      dedupeKey: `${key}/${shop.store.id}`,
    }),
  );
}
