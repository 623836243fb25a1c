import { randomUUID } from "node:crypto";
import { parse } from "csv-parse/sync";
import { beforeEach, describe, expect, test } from "vitest";
import type { BookMonth } from "@/lib/domain/bookkeeping";
import { Invalid } from "@/lib/domain/refusal";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { recordPayment, undoPayment } from "@/lib/services/money/outside/record";
import { sellAtCounter } from "@/lib/services/money/outside/sell";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { checkBooks } from "@/lib/testing/check-books";
import { openStage } from "@/lib/testing/in-paying-world";
import { testInvoice } from "@/lib/testing/invoices";
import { later, paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { type BookProgram, bookFile } from "./files";
import { mailMonths, openMailedMonth, readBookSettings, saveBookSettings } from "./monthly";
import { listEntries, monthAsked, readAccounts, walkEntries } from "./read-month";

const world = await openStage();
let shop: Awaited<ReturnType<typeof sellingStore>>;
const april: BookMonth = { month: "2026-04", currency: "UGX", timeZone: "Africa/Kampala" };
const may = { ...april, month: "2026-05" };

beforeEach(async () => {
  world.clock.set(new Date("2026-04-12T08:00:00Z"));
  shop = await sellingStore(world);
});

async function account(): Promise<number> {
  const { id } = await addDestination(world, shop.seller, {
    ...{ kind: "mobile_money" as const, phone: "0772 000 789", network: "mtn_ug", name: "Achieng Otieno" },
    password: testPassword,
  });
  return id;
}

async function month(of = april) {
  const rows = await readAccounts(world, shop.live, of);
  return Object.fromEntries(
    rows.map(({ account, openingMinor, debitMinor, creditMinor, closingMinor }) => [
      account,
      [openingMinor, debitMinor, creditMinor, closingMinor],
    ]),
  );
}

const ours = (name: string) => name;

async function file(program: BookProgram, of = april): Promise<Record<string, string>[]> {
  let text = "";
  for await (const piece of bookFile(world, shop.live, of, program, ours)) text += piece;
  return parse(text, { bom: true, columns: true });
}

/** A sale, a refund of a part of it, one at the counter, and a payout in the next month. */
async function twoMonths() {
  const { orderId } = await paidPayment(world, shop);
  await requestRefund(world, shop.seller, {
    ...{ orderId, reason: "Broken", requestKey: randomUUID(), amountMinor: 10_000n },
  });
  await later(world, 4_000);
  await sellAtCounter(world, shop.seller, {
    ...{ id: randomUUID(), lines: [{ name: "Rope", quantity: "1", price: "7000" }], reference: "" },
    ...{ method: "cash", customer: { name: "", email: "", phone: "" } },
  });
  await releaseAll(world);
  world.clock.set(new Date("2026-05-02T08:00:00Z"));
  const destinationId = await account();
  await requestPayout(world, shop.seller, {
    ...{ id: randomUUID(), destinationId, amount: "1000", password: testPassword },
  });
  await later(world, 4_000);
  return { orderId };
}

describe("a month", () => {
  test("has sales whole, fees beside them, what went back, and what the seller took", async () => {
    const { orderId } = await twoMonths();
    const { feeMinor } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    const { feeBackMinor } = await world.db.refund.findFirstOrThrow({ where: { orderId } });
    const wallet = 50_000n - feeMinor - (10_000n - feeBackMinor);
    expect(await month()).toEqual({
      wallet: [0n, 50_000n - feeMinor, 10_000n - feeBackMinor, wallet],
      cash: [0n, 7_000n, 0n, 7_000n],
      sales: [null, 0n, 57_000n, null],
      refunds: [null, 10_000n, 0n, null],
      fees: [null, feeMinor, feeBackMinor, null],
    });
    const second = await month(may);
    expect(second.wallet?.[0]).toBe(wallet);
    expect(second.bank).toEqual([null, 1_000n, 0n, null]);
    expect(second.cash).toEqual([7_000n, 0n, 0n, 7_000n]);
    expect(await checkBooks(world, shop.store.id)).toEqual([]);
  });

  test("has the tax apart, and of refunds in parts exactly what was in the whole", async () => {
    const { orderId } = await paidPayment(world, shop);
    await world.db.order.update({
      where: { id: orderId },
      data: { taxLabel: "VAT", taxRatePpm: 180_000, taxMinor: 7_627n },
    });
    expect(await month()).toMatchObject({ sales: [null, 0n, 42_373n, null], tax: [null, 0n, 7_627n, null] });
    for (const amountMinor of [3_333n, 3_333n, 43_334n]) {
      await requestRefund(world, shop.seller, {
        ...{ orderId, reason: "Broken", requestKey: randomUUID(), amountMinor },
      });
      await later(world, 4_000);
    }
    expect(await month()).toMatchObject({
      refunds: [null, 42_373n, 0n, null],
      tax: [null, 7_627n, 7_627n, null],
    });
    expect(await checkBooks(world, shop.store.id)).toEqual([]);
  });

  test("has the tax that an invoice states, of its parts exactly all of it, and of what went back as much", async () => {
    const { id, ...invoice } = await testInvoice(world, shop.live, {
      ...{ items: [{ description: "Pipe", quantity: 3, unit_price: 3_335 }], discount: 4 },
      ...{ tax_label: "VAT", tax_rate: 18, allow_part_payment: true },
    });
    expect(invoice).toMatchObject({ taxMinor: 1_800n, totalMinor: 11_801n });
    const parts: number[] = [];
    for (const amount of ["3333", "4001", ""]) {
      const { orderId } = await recordPayment(world, shop.seller, {
        ...{ id: randomUUID(), for: { kind: "invoice", invoiceId: id }, method: "cash", amount },
        ...{ day: "2026-04-12", reference: "", agrees: false },
      });
      parts.push(orderId);
    }
    expect(await month()).toEqual({
      cash: [0n, 11_801n, 0n, 11_801n],
      sales: [null, 0n, 10_001n, null],
      tax: [null, 0n, 1_800n, null],
    });
    const rows = await file("plain");
    expect(rows.flatMap(({ account, credit }) => (account === "tax" ? credit : []))).toEqual([
      ...["508", "611", "681"],
    ]);
    world.clock.set(new Date("2026-05-02T08:00:00Z"));
    const back = { orderId: parts[1] ?? 0, amountMinor: 1_000n, reason: "Broken" };
    await requestRefund(world, shop.seller, { ...back, requestKey: randomUUID() });
    await undoPayment(world, shop.seller, { orderId: parts[0] ?? 0, reason: "Never came" });
    // Of 1,000 of 4,001 with 611 in it: 153; and the part that never came whole.
    expect(await month(may)).toMatchObject({ tax: [null, 508n + 153n, 0n, null] });
    expect((await month()).tax).toEqual([null, 0n, 1_800n, null]);
    expect(await checkBooks(world, shop.store.id)).toEqual([]);
  });

  test("begins at the store's own midnight", async () => {
    // Half past eleven in the evening of Kampala's 30 April: an hour later it is May there, and April in UTC.
    world.clock.set(new Date("2026-04-30T20:30:00Z"));
    await paidPayment(world, shop);
    world.clock.set(new Date("2026-04-30T22:00:00Z"));
    await paidPayment(world, shop);
    expect((await month()).sales).toEqual([null, 0n, 50_000n, null]);
    expect((await month(may)).sales).toEqual([null, 0n, 50_000n, null]);
  });

  test("shows nothing of another store, and nothing to who may not read money", async () => {
    await twoMonths();
    const other = await sellingStore(world);
    expect(await readAccounts(world, other.live, april)).toEqual([]);
    expect((await listEntries(world, other.live, april, { skip: 0, take: 10 })).rows).toEqual([]);
    const viewer = { ...shop.seller, role: "support" as const };
    await expect(readAccounts(world, viewer, april)).rejects.toThrow(NotAllowed);
    await expect(walkEntries(world, viewer, april).next()).rejects.toThrow(NotAllowed);
  });

  test.each(["", "2026", "2026-13", "2026-1", "0000-01", "2026-10-01", "' OR 1=1"])(
    "is refused as %j",
    async (typed) => {
      await expect(monthAsked(world, shop.live, { month: typed })).rejects.toThrow(Invalid);
    },
  );
});

describe("files", () => {
  test("the plain one has every line with the provider's reference between both balances", async () => {
    const { orderId } = await twoMonths();
    const { number } = await world.db.order.findUniqueOrThrow({ where: { id: orderId } });
    const attempt = await world.db.paymentAttempt.findFirstOrThrow({ where: { orderId } });
    const rows = await file("plain");
    expect(rows.filter(({ what }) => what === "opening_balance")).toEqual([]);
    const sale = rows.find(({ what, account }) => what === "payment_settled" && account === "sales");
    expect(sale).toMatchObject({
      ...{ credit: "50000", currency: "UGX", order: number, provider: "sandbox" },
      provider_reference: attempt.receipt ?? attempt.settledRef ?? attempt.railRef,
    });
    const total = (side: "debit" | "credit") =>
      rows.filter(({ entry }) => entry !== "").reduce((sum, row) => sum + Number(row[side]), 0);
    expect(total("debit")).toBe(total("credit"));
    const opened = (await file("plain", may)).filter(({ what }) => what === "opening_balance");
    const closed = rows.filter(({ what }) => what === "closing_balance");
    expect(opened.map(({ account, debit }) => [account, debit])).toEqual(
      closed.map(({ account, debit }) => [account, debit]),
    );
  });

  test.each([
    [
      "quickbooks",
      { JournalNo: "UGX-20260412", JournalDate: "04/12/2026", AccountName: "sales", Credits: "57000" },
    ],
    [
      "xero",
      { "*Narration": "UGX-20260412", "*Date": "12/04/2026", "*AccountCode": "sales", "*Amount": "-57000" },
    ],
    [
      "zoho",
      { "Journal Date": "2026-04-12", "Reference Number": "UGX-20260412", Account: "sales", Credit: "57000" },
    ],
  ] as const)("%s takes one entry a day in its own columns", async (program, line) => {
    await twoMonths();
    expect(await file(program)).toContainEqual(expect.objectContaining(line));
  });

  test("of a month with too many days for Xero has its weeks", async () => {
    for (let day = 1; day <= 30; day += 1) {
      world.clock.set(new Date(`2026-04-${String(day).padStart(2, "0")}T08:00:00Z`));
      await twelveAccounts(day);
    }
    const rows = await file("xero");
    expect(rows.length).toBeLessThanOrEqual(300);
    expect([...new Set(rows.map((row) => row["*Date"]))]).toEqual([
      ...["07/04/2026", "14/04/2026", "21/04/2026", "28/04/2026", "30/04/2026"],
    ]);
    expect(rows.reduce((sum, row) => sum + Number(row["*Amount"]), 0)).toBe(0);
  });

  /** Money into twelve own accounts, as the ledger has it. */
  async function twelveAccounts(day: number) {
    const { storeId } = shop.live;
    for (let index = 0; index < 12; index += 1)
      await transactPost(storeId, `sandbox:till${index}`, `${day}/${index}/${storeId}`);
  }
});

/** So many sales of 100 each, as the ledger has them: a busy month's file is made of them in pieces. */
const many = process.env.LONG ? 34_000 : 2_100;

test(`a month of ${many} payments is a file of every line, made in pieces`, async () => {
  await paidPayment(world, shop);
  await world.pool.query(
    `WITH account AS (
       SELECT a.id AS clearing, b.id AS wallet FROM ledger_accounts a, ledger_accounts b
       WHERE a.kind = 'clearing' AND a.rail = 'sandbox' AND a.currency = 'UGX' AND a.stripe = $1 % 16
         AND b.store_id = $1 AND b.kind = 'wallet_pending' AND b.currency = 'UGX'),
     entry AS (
       INSERT INTO ledger_transactions (kind, source_id, occurred_at)
       SELECT 'payment_settled', 'many/' || $1 || '/' || n, $2 FROM generate_series(1, $3) n RETURNING id)
     INSERT INTO ledger_postings (transaction_id, from_account_id, to_account_id, currency, amount_minor)
     SELECT entry.id, clearing, wallet, 'UGX', 100 FROM entry, account`,
    [shop.store.id, world.clock.now(), many],
  );
  const pieces: string[] = [];
  for await (const piece of bookFile(world, shop.live, april, "plain", ours)) pieces.push(piece);
  expect(pieces.length).toBeGreaterThan(many / 1_000);
  expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(400_000);
  const lines = pieces.join("").split("\r\n");
  expect(lines.filter((line) => line.includes(",sales,"))).toHaveLength(many + 1);
  const { sales } = await month();
  expect(sales).toEqual([null, 0n, BigInt(many) * 100n + 50_000n, null]);
}, 240_000);

async function transactPost(storeId: number, rail: string, sourceId: string) {
  const { transact } = await import("@/lib/services/core/unit");
  const { paymentSettled } = await import("@/lib/domain/posting");
  await transact(world, (unit) =>
    unit.post({
      ...{ ...paymentSettled({ netMinor: 100n, feeMinor: 0n }), sourceId, storeId, rail },
      currency: "UGX",
    }),
  );
}

describe("the bookkeeper's mail", () => {
  const typed = { program: "xero", email: "books@example.com", names: { sales: " 200 " } };
  const mails = () =>
    world.db.message.findMany({
      where: { storeId: shop.store.id, template: "bookkeeping" },
      orderBy: { id: "asc" },
    });
  const link = (body: string) => /\/bookkeeping\/(\S+)/.exec(body)?.[1] ?? "";

  test("goes once, in the first hours of the next month, with what moved and a link to that month alone", async () => {
    await saveBookSettings(world, shop.seller, typed);
    expect(await readBookSettings(world, shop.live)).toEqual({
      ...{ program: "xero", email: "books@example.com", names: { sales: "200" } },
    });
    await twoMonths();
    world.clock.set(new Date("2026-04-30T23:59:00Z"));
    await mailMonths(world);
    expect(await mails()).toEqual([]);
    world.clock.set(new Date("2026-05-01T00:01:00Z"));
    await Promise.all([mailMonths(world), mailMonths(world)]);
    const [mail, ...others] = await mails();
    expect([mail?.recipient, others]).toEqual(["books@example.com", []]);
    expect(mail?.body).toContain("57,000");
    const token = link(mail?.body ?? "");
    const opened = await openMailedMonth(world, token);
    expect(opened?.name).toMatch(/-2026-04-UGX-xero\.csv$/);
    let text = "";
    for await (const piece of opened?.pieces ?? []) text += piece;
    expect(text).toContain('"200"'.replaceAll('"', ""));
    expect(await openMailedMonth(world, token.replace("2026-04", "2026-05"))).toBe(null);
    expect(await openMailedMonth(world, `${token}x`)).toBe(null);
    world.clock.set(new Date("2026-06-16T00:00:00Z"));
    expect(await openMailedMonth(world, token)).toBe(null);
  });

  test("ends for one bookkeeper when another has the books", async () => {
    await saveBookSettings(world, shop.seller, typed);
    await twoMonths();
    await mailMonths(world);
    const [mail] = await mails();
    const token = link(mail?.body ?? "");
    await saveBookSettings(world, shop.seller, { ...typed, program: "plain" });
    expect(await openMailedMonth(world, token)).not.toBe(null);
    await saveBookSettings(world, shop.seller, { ...typed, email: "other@example.com" });
    expect(await openMailedMonth(world, token)).toBe(null);
    // What is over is not mailed again.
    await mailMonths(world);
    expect(await mails()).toHaveLength(1);
  });

  test("is set by who may, with good values", async () => {
    const wrong = { ...typed, program: "sage" };
    await expect(saveBookSettings(world, shop.seller, wrong)).rejects.toThrow(Invalid);
    await expect(saveBookSettings(world, shop.seller, { ...typed, email: "nobody" })).rejects.toThrow(
      Invalid,
    );
    const viewer = { ...shop.seller, role: "viewer" as const };
    await expect(saveBookSettings(world, viewer, typed)).rejects.toThrow(NotAllowed);
    expect((await readBookSettings(world, shop.live)).email).toBe(null);
  });
});
