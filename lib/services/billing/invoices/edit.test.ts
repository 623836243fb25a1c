import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { draftInvoice, editDraft } from "./draft";
import { sendInvoice } from "./send";
import { markInvoiceViewed } from "./sent";

const world = testWorld();
let shop: TestStore;
let seller: Seller;

beforeEach(async () => {
  shop = await testStore(world);
  seller = { ...shop.live, userId: shop.owner.id, role: "support" };
});

const body = (more: Record<string, unknown> = {}) =>
  NewInvoice.parse({
    customer_name: "Amina",
    customer_email: "amina@example.com",
    items: [{ description: "Work", quantity: 2, unit_price: 10_000 }],
    ...more,
  });

test("a draft is written anew under its number, its lines and its sums too", async () => {
  const draft = await draftInvoice(world, seller, body({ discount: 1_000 }));
  const items = [
    { description: "Less work", quantity: 1, unit_price: 5_000 },
    { description: "Materials", quantity: 1.5, unit_price: 2_000 },
  ];
  const edited = await editDraft(
    world,
    seller,
    draft.id,
    body({ items, tax_rate: 18, due_on: "2026-04-01" }),
  );
  expect(edited).toMatchObject({
    ...{ id: draft.id, number: draft.number, token: draft.token, customerId: draft.customerId },
    ...{ subtotalMinor: 8_000n, discountMinor: 0n, taxMinor: 1_440n, totalMinor: 9_440n },
    items: [{ description: "Less work" }, { description: "Materials", quantityMilli: 1_500n }],
  });
  const { nextInvoiceNumber } = await world.db.store.findUniqueOrThrow({ where: { id: shop.store.id } });
  expect(nextInvoiceNumber).toBe(2);
});

test("another address makes it another customer's", async () => {
  const draft = await draftInvoice(world, seller, body());
  const edited = await editDraft(world, seller, draft.id, body({ customer_email: "ben@example.com" }));
  expect(edited.customerId).not.toBe(draft.customerId);
  expect(edited.customerEmail).toBe("ben@example.com");
});

test("what was sent stays as it is, and what is wrong in a draft is said by field", async () => {
  const draft = await draftInvoice(world, seller, body());
  await expect(editDraft(world, seller, draft.id, body({ due_on: "2026-01-01" }))).rejects.toThrow(Invalid);
  await sendInvoice(world, seller, draft.id, ["email"]);
  await expect(editDraft(world, seller, draft.id, body())).rejects.toThrow(Invalid);
  const after = await world.db.invoice.findUniqueOrThrow({ where: { id: draft.id } });
  expect(after.totalMinor).toBe(20_000n);
});

test("what somebody opened, or is paying just now, stays as it is", async () => {
  const opened = await draftInvoice(world, seller, body());
  await markInvoiceViewed(world, opened.token);
  await expect(editDraft(world, seller, opened.id, body())).rejects.toThrow(Invalid);
  const paying = await draftInvoice(world, seller, body());
  const payer = { phone: "0772123456", name: "", email: null, language: "en" as const };
  const paymentFor = { kind: "invoice" as const, invoiceId: paying.id, amount: null };
  await startPayment(world, shop.live, {
    ...{ ...payer, for: paymentFor, method: "mobile_money" as const, id: randomUUID() },
    shownMinor: paying.totalMinor,
    browser: "thepayersownbrowser000",
  });
  await expect(editDraft(world, seller, paying.id, body())).rejects.toThrow(Invalid);
});

test("another store's draft does not exist", async () => {
  const draft = await draftInvoice(world, seller, body());
  const other = await testStore(world);
  const stranger: Seller = { ...other.live, userId: other.owner.id, role: "owner" };
  await expect(editDraft(world, stranger, draft.id, body())).rejects.toThrow(NotFound);
});
