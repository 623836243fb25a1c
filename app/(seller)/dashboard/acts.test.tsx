import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { ReactNode } from "react";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type FormAction, freshForm } from "@/lib/auth/form-state";
import { openedForField, pressedField } from "@/lib/domain/opened-for";
import { whoMay } from "@/lib/domain/roles";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { connectDevice } from "@/lib/services/money/fiscal/device";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { recordPayment } from "@/lib/services/money/outside/record";
import { sealTold } from "@/lib/services/money/phone/rows";
import { connectWhatsapp } from "@/lib/services/notify/whatsapp/connect";
import { atPages, formWith, html, of, search, signIn } from "@/lib/testing/dashboard";
import { discount } from "@/lib/testing/discounts";
import { testDraft, testQuote } from "@/lib/testing/invoices";
import { sellingStore, testPassword } from "@/lib/testing/money";
import { payingWorld, press } from "@/lib/testing/payments";
import { paymentLink, sentInvoice } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";
import { openNumbers, typedOf } from "@/lib/testing/whatsapp";
import type { Act } from "./act-page";

type Shop = Awaited<ReturnType<typeof sellingStore>>;
interface ActPage {
  (props: ReturnType<typeof of> & ReturnType<typeof search>): Promise<ReactNode>;
  // biome-ignore lint/suspicious/noExplicitAny: acts about all kinds of things stand in one table.
  act: Act<any, any, any>;
  send: FormAction;
}

/** One act: a thing that it can be done to (none where it is about none), what is typed, and the rows that it writes. */
interface Row {
  thing: (shop: Shop) => Promise<number | string | null>;
  typed: (shop: Shop) => Promise<Record<string, string>> | Record<string, string>;
  writes:
    | "customers"
    | "discount_redemptions"
    | "discounts"
    | "invoices"
    | "orders"
    | "payment_links"
    | "payout_destinations"
    | "bookkeeping_settings"
    | "fiscal_devices"
    | "fiscal_items"
    | "payout_schedules"
    | "phone_messages"
    | "phone_patterns"
    | "products"
    | "quotes"
    | "rail_accounts"
    | "recurring_invoices"
    | "stores"
    | "subscriptions"
    | "subscription_periods"
    | "whatsapp_numbers";
  /** What comes of the same form sent once more: refused in words, nothing new, or the same again. */
  again: "refused" | "same" | "new";
}

const world = atPages(await payingWorld());
const none = async () => null;
const proof = { password: testPassword, code: "" };
const practice = {
  ...{ kind: "practice", tin: "P051234567A", branch: "00", serial: "dvc1130" },
  ...{ untaxedClass: "D", itemClass: "8111150000" },
};
const duka = {
  ...{ contactPhone: "", contactEmail: "", address: "", taxNumber: "" },
  ...{ timeZone: "Africa/Kampala", language: "en" },
};
const person = { email: "", company: "", address: "", city: "", country: "", phone: "" };

const customer = async ({ accountId }: Shop) => {
  const now = world.clock.now();
  const times = { customerSince: now, createdAt: now, updatedAt: now };
  const data = {
    accountId,
    livemode: true,
    name: "Amina",
    phone: "+256772000111",
    source: "manual" as const,
  };
  return (await world.db.customer.create({ data: { ...data, ...times } })).id;
};
const subscriber = async (shop: Shop) =>
  (await paidSubscription(world, shop, { livemode: true, ref: randomUUID() })).id;
const account = async (shop: Shop) => {
  const where = { kind: "mobile_money" as const, phone: "0772 000 789", network: "", name: "Achieng Otieno" };
  return (await addDestination(world, shop.seller, { ...where, password: testPassword })).id;
};
const ownAccount = async (shop: Shop) => {
  const typed = { rail: "sandbox", livemode: false, label: "Till", credentials: {}, password: testPassword };
  return (await saveAccount(world, shop.seller, typed)).key;
};
/** Switched off long enough ago that no process offers it any more. */
const ownAccountOff = async (shop: Shop) => {
  const key = await ownAccount(shop);
  const updatedAt = new Date(world.clock.now().getTime() - 60_000);
  await world.db.railAccount.update({ where: { key }, data: { enabled: false, updatedAt } });
  return key;
};
/** What a phone of the seller's told. */
const told = async (shop: Shop, what: { kind: string; state: string; movedMinor: bigint }) => {
  const typed = { rail: "phone", livemode: true, label: "Phone", password: testPassword };
  const credentials = { network: "mtn_ug", number: "0772 000111" };
  const { key } = await saveAccount(world, shop.seller, { ...typed, credentials });
  const text = "Dear customer, UGX 5,000 was put to you, you now have UGX 25,000. Nr 20000000001";
  const told = { ...{ text, sender: "MTNMobMoney", amount: "0" }, balance: null, phone: null, name: null };
  const at = world.clock.now();
  const data = {
    ...{ storeId: shop.store.id, rail: key, digest: randomBytes(32), currency: "UGX", ...what },
    ...{ sealed: sealTold(world, { ...told, reference: null }), at, isExact: false, heardAt: at },
  };
  return String((await world.db.phoneMessage.create({ data })).id);
};
const unread = (shop: Shop) => told(shop, { kind: "unread", state: "unread", movedMinor: 0n });
const believed = (shop: Shop) => told(shop, { kind: "received", state: "fits", movedMinor: 5_000n });
const paidByHand = async (shop: Shop) => {
  const { id } = await sentInvoice(world, shop, {});
  const paid = {
    method: "cash",
    amount: "",
    day: world.clock.now().toISOString().slice(0, 10),
    reference: "",
  };
  const of = { kind: "invoice" as const, invoiceId: id };
  return (await recordPayment(world, shop.seller, { id: randomUUID(), for: of, ...paid, agrees: false }))
    .orderId;
};

const numbers = await openNumbers(world);
afterAll(numbers.close);
const typedNumber = async () => ({ ...typedOf(await numbers.open()), ...proof });

const today = () => world.clock.now().toISOString().slice(0, 10);
const line = { "description.0": "Water", "quantity.0": "2", "unitPrice.0": "1500" };
const paper = { customerName: "Amina", customerEmail: "amina@example.com", ...line };
const less = { applies: "code", type: "percent", value: "20", duration: "once" };

const unpaid = async (shop: Shop) => {
  const { id } = await press(world, shop, { phone: "0772 345 678" });
  return (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).orderId;
};
const draft = async (shop: Shop) => (await testDraft(world, shop.live, {})).id;
const quote = async (shop: Shop) => (await testQuote(world, shop.seller, {})).id;

const rows: Record<string, Row> = {
  "subscriptions/[id]/days": {
    ...{ thing: subscriber, writes: "subscription_periods", again: "refused" },
    typed: () => ({ days: "7", reason: "A gift" }),
  },
  "subscriptions/[id]/discount": {
    ...{ thing: subscriber, writes: "subscriptions", again: "same" },
    typed: async (shop) => {
      await discount(world, shop, { duration: "forever" });
      return { code: "SAVE20" };
    },
  },
  "customers/new": {
    ...{ thing: none, writes: "customers", again: "same" },
    typed: () => ({ ...person, name: "Ben", email: "ben@example.com" }),
  },
  "customers/[id]/edit": {
    ...{ thing: customer, writes: "customers", again: "same" },
    typed: () => ({ ...person, name: "Ben", email: "ben2@example.com" }),
  },
  "customers/[id]/erase": { thing: customer, writes: "customers", again: "refused", typed: () => proof },
  "orders/[id]/payment/undo": {
    ...{ thing: paidByHand, writes: "orders", again: "same" },
    typed: () => ({ reason: "Typed twice" }),
  },
  "orders/[id]/payment": {
    ...{ thing: unpaid, writes: "orders", again: "same" },
    typed: () => ({ method: "cash", day: today(), reference: "", agrees: "yes" }),
  },
  "orders/sell": {
    ...{ thing: none, writes: "orders", again: "same" },
    typed: () => ({ amount: "5000", method: "cash" }),
  },
  "invoices/new": { thing: none, writes: "invoices", again: "new", typed: () => paper },
  "invoices/[id]/edit": { thing: draft, writes: "invoices", again: "refused", typed: () => paper },
  "invoices/[id]/payment": {
    ...{ thing: async (shop) => (await sentInvoice(world, shop, {})).id, writes: "orders", again: "same" },
    typed: () => ({ method: "cash", day: today(), reference: "", agrees: "yes" }),
  },
  "invoices/quotes/new": {
    ...{ thing: none, writes: "quotes", again: "new", typed: () => ({ ...paper, validUntil: "2030-01-31" }) },
  },
  "invoices/quotes/[id]/edit": {
    ...{ thing: quote, writes: "quotes", again: "refused" },
    typed: () => ({ ...paper, validUntil: "2030-01-31" }),
  },
  "products/new": {
    ...{ thing: none, writes: "products", again: "new" },
    typed: () => ({ kind: "service", name: "A cut", price: "5000", trialDays: "0" }),
  },
  "products/[id]/edit": {
    ...{ thing: async (shop) => shop.products[0].id, writes: "products", again: "same" },
    typed: () => ({ name: "Gold", price: "60000", status: "active", trialDays: "0", trialProof: "phone" }),
  },
  "links/new": {
    ...{ thing: none, writes: "payment_links", again: "new" },
    // A browser that does not hide the least amount sends it; with a fixed price nobody reads it.
    typed: () => ({
      ...{ title: "Swimming", amountType: "fixed", amount: "5000", minAmount: "none", isReusable: "many" },
    }),
  },
  "links/[id]/edit": {
    ...{ thing: async (shop) => (await paymentLink(world, shop, {})).id, writes: "payment_links" },
    ...{ again: "refused" },
    typed: () => ({ title: "Swimming", amountType: "fixed", amount: "5000", isReusable: "many" }),
  },
  "discounts/new": {
    ...{ thing: none, writes: "discounts", again: "refused" },
    typed: () => ({ ...less, name: "Launch", code: "launch" }),
  },
  "discounts/[id]/edit": {
    ...{ thing: async (shop) => (await discount(world, shop, {})).id, writes: "discounts", again: "same" },
    typed: () => ({ ...less, name: "Other", code: "save20" }),
  },
  settings: {
    ...{ thing: none, writes: "stores", again: "same" },
    typed: () => ({ ...duka, name: "Maji Kwetu" }),
  },
  "settings/look": {
    ...{ thing: none, writes: "stores", again: "same" },
    typed: ({ store }) => ({ slug: store.slug, description: "Water", brandColour: "" }),
  },
  "settings/selling": {
    thing: none,
    writes: "stores",
    again: "same",
    typed: () => ({ returnUrl: "https://a.example" }),
  },
  "settings/tax": {
    ...{ thing: none, writes: "stores", again: "same" },
    typed: () => ({ label: "VAT", rate: "18", from: "2026-01-01" }),
  },
  "settings/fiscal": { thing: none, writes: "fiscal_devices", again: "same", typed: () => practice },
  "settings/fiscal/off": {
    thing: async (shop) => {
      await connectDevice(world, shop.seller, { ...practice, key: "", lastNumber: "" });
      return null;
    },
    ...{ writes: "fiscal_devices", again: "same", typed: () => ({}) },
  },
  "settings/fiscal/items": {
    ...{ thing: none, writes: "fiscal_items", again: "same" },
    typed: (shop) => ({ productId: String(shop.products[0].id), taxClass: "C", itemClass: "8111150000" }),
  },
  "settings/whatsapp": {
    ...{ thing: none, writes: "whatsapp_numbers", again: "same" },
    typed: typedNumber,
  },
  "settings/whatsapp/off": {
    thing: async (shop) => {
      await connectWhatsapp(world, shop.seller, await typedNumber());
      return null;
    },
    ...{ writes: "whatsapp_numbers", again: "refused", typed: () => proof },
  },
  "settings/numbering": {
    ...{ thing: none, writes: "stores", again: "same" },
    typed: () => ({ prefix: "BK-", next: "0100" }),
  },
  "bookkeeping/settings": {
    ...{ thing: none, writes: "bookkeeping_settings", again: "same" },
    typed: () => ({ program: "xero", email: "books@example.com", sales: "200" }),
  },
  "wallet/accounts/[id]": {
    ...{ thing: account, writes: "payout_destinations", again: "same", typed: () => proof },
  },
  "wallet/automatic": {
    ...{ thing: none, writes: "payout_schedules", again: "same" },
    typed: async (shop) => ({
      ...{ destination: String(await account(shop)), weekday: "", hour: "6", minimum: "", keep: "" },
      ...proof,
    }),
  },
  "wallet/own/[id]/switch": {
    ...{ thing: ownAccount, writes: "rail_accounts", again: "same" },
    typed: () => ({ ...proof, wish: "off" }),
  },
  "wallet/own/[id]/remove": {
    ...{ thing: ownAccountOff, writes: "rail_accounts", again: "refused", typed: () => proof },
  },
  "wallet/own/say/[id]": {
    ...{ thing: unread, writes: "phone_patterns", again: "refused" },
    typed: () => ({ kind: "received", amount: "5,000", balance: "25,000", fee: "", code: "20000000001" }),
  },
  "wallet/own/never/[id]": {
    ...{ thing: believed, writes: "phone_messages", again: "refused", typed: () => ({}) },
  },
  "account/stores/new": {
    ...{ thing: none, writes: "stores", again: "new" },
    typed: () => ({ storeName: "Second", country: "UG", currency: "UGX", timeZone: "Africa/Kampala" }),
  },
};

const root = path.resolve("app/(seller)/dashboard");
const found = readdirSync(root, { recursive: true, encoding: "utf8" }).filter(
  (file) =>
    path.basename(file) === "page.tsx" && readFileSync(path.join(root, file), "utf8").includes("= actPage("),
);
const pages = new Map<string, ActPage>();
let shop: Shop;
let other: Shop;

beforeAll(async () => {
  for (const file of found) pages.set(path.dirname(file), (await import(path.join(root, file))).default);
});
beforeEach(async () => {
  [shop, other] = [await sellingStore(world), await sellingStore(world)];
  await signIn(world, shop);
});

test("every act of a page has a row here", () => {
  expect([...pages.keys()].sort()).toEqual(Object.keys(rows).sort());
});

/** All rows of a table in the shop's store or account, as they are now. */
async function written(table: Row["writes"], { store, accountId }: Shop): Promise<unknown> {
  const key = { stores: "account_id", customers: "account_id" }[table as string] ?? "store_id";
  const sql = `SELECT md5(coalesce(string_agg(t::text, ';' ORDER BY t::text), '')) AS all FROM ${table} t WHERE ${key} = $1`;
  return (await world.pool.query(sql, [key === "store_id" ? store.id : accountId])).rows[0].all;
}

const open = (page: ActPage, id: number | string | null) => html(page({ ...of(id ?? ""), ...search() }));

function formOf(fields: Record<string, string>): FormData {
  return formWith({ [openedForField]: String(shop.store.id), ...fields });
}

/** What the form of a page carries: which thing it is about, and what the page said of it. */
function hiddenIn(page: string): Record<string, string> {
  const inputs = page.split('id="content"')[1]?.match(/<input type="hidden"[^>]*>/g) ?? [];
  const of = (input: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(input)?.[1] ?? "";
  const sent = inputs.map((input) => [of(input, "name"), of(input, "value")]);
  return Object.fromEntries(sent.filter(([name]) => !name?.startsWith("$")));
}

/** The form of this page, filled in. */
async function filled(page: ActPage, { thing, typed }: Row, of = shop) {
  const id = await thing(of);
  const shown = of === shop ? await open(page, id) : "";
  const fields = { ...(id === null ? {} : { id: String(id) }), ...hiddenIn(shown), ...(await typed(of)) };
  return { id, shown, form: () => formOf(fields) };
}

/** What was refused in words; null where the form was taken. */
async function pressed(page: ActPage, form: FormData): Promise<string | null> {
  const state = await page.send(freshForm, form).catch((error: Error) => {
    if (error.message.startsWith("NEXT_REDIRECT")) return null;
    throw error;
  });
  return state && (state.message ?? Object.values(state.errors).flat().join());
}

describe.each(Object.entries(rows))("%s", (at, row) => {
  const pageOf = () => pages.get(at) ?? expect.fail(`${at} is no act`);

  test("is done by its form, once", async () => {
    const page = pageOf();
    const { form } = await filled(page, row);
    const before = await written(row.writes, shop);
    expect(await pressed(page, form())).toBeNull();
    const after = await written(row.writes, shop);
    expect(after).not.toBe(before);
    const again = await pressed(page, form());
    if (row.again === "refused") expect(again).toMatch(/\w{3}/);
    else expect(again).toBeNull();
    if (row.again === "new") expect(await written(row.writes, shop)).not.toBe(after);
    if (row.again === "refused") expect(await written(row.writes, shop)).toBe(after);
  });

  test("counts one press once, however often a bad line brings it", async () => {
    const page = pageOf();
    const { form } = await filled(page, row);
    const before = await written(row.writes, shop);
    const named = form();
    named.set(pressedField, randomUUID());
    const arrivals = Array.from({ length: 3 }, () => pressed(page, named));
    expect(await Promise.all(arrivals)).toEqual([null, null, null]);
    const after = await written(row.writes, shop);
    expect(after).not.toBe(before);
    expect(await pressed(page, named)).toBeNull();
    expect(await written(row.writes, shop)).toBe(after);
  });

  test("is not shown to a lower role, nor done for it", async () => {
    const page = pageOf();
    const { id, form } = await filled(page, row);
    const before = await written(row.writes, shop);
    for (const role of ["admin", "support", "developer", "viewer"] as const) {
      if (whoMay(page.act.may).includes(role)) continue;
      await world.db.member.updateMany({ where: { userId: shop.owner.id }, data: { role } });
      const content = (await open(page, id)).split('id="content"')[1] ?? "";
      expect([role, content.includes("<form")]).toEqual([role, false]);
      expect(await pressed(page, form())).toMatch(/Nothing was changed/);
    }
    expect(await written(row.writes, shop)).toBe(before);
  });

  test("is done to nothing of another store, and to nothing that is gone", async () => {
    const page = pageOf();
    const theirs = await filled(page, row, other);
    if (theirs.id === null) return;
    const before = await written(row.writes, other);
    const nobody = typeof theirs.id === "number" ? 999_999_999 : "sub_0000000000000000000000000";
    for (const id of [theirs.id, nobody]) {
      await expect(open(page, id)).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
      const form = theirs.form();
      form.set("id", String(id));
      expect(await pressed(page, form)).toMatch(/\w{3}/);
    }
    expect(await written(row.writes, other)).toBe(before);
  });

  test("answers what is no form", async () => {
    const send = pageOf().send as (...given: unknown[]) => Promise<unknown>;
    for (const given of [[], [null, null], [0, { get: 1, toString: 2 }], [freshForm, ["id"]]]) {
      const failed = await send(...given).then(
        () => null,
        (error: Error) => error.message,
      );
      expect(failed === null || /^NEXT_(REDIRECT|HTTP)/.test(failed)).toBe(true);
    }
  });
});
