import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { expect } from "@playwright/test";
import { base62 } from "@/lib/domain/token";
import { NewDiscount } from "@/lib/resources/discount-input";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createInvoice, draftInvoice } from "@/lib/services/billing/invoices/draft";
import { planMove } from "@/lib/services/billing/moving/plan";
import { createQuote } from "@/lib/services/billing/quotes/quotes";
import { createRecurring } from "@/lib/services/billing/recurring/recurring";
import { createDiscount } from "@/lib/services/catalog/discounts/save";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { createProduct } from "@/lib/services/catalog/products/save";
import { readWallet, releaseHeld } from "@/lib/services/core/ledger/hold";
import type { World } from "@/lib/services/core/world";
import { pastWorld, payAt } from "@/lib/services/desk/demo/past-world";
import { proposeCorrection } from "@/lib/services/desk/operator/corrections/decide";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { sellAtCounter } from "@/lib/services/money/outside/sell";
import { sealTold } from "@/lib/services/money/phone/rows";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { createKey } from "@/lib/services/people/keys/keys";
import { newOperator } from "@/lib/testing/operator";
import { newPhone } from "./payer";

const dayMs = 24 * 60 * 60 * 1000;
const dayFrom = (days: number) => new Date(Date.now() + days * dayMs).toISOString().slice(0, 10);
const paper = {
  ...{ customer_name: "Kilimani Bakery", customer_email: "bakery@example.com" },
  items: [{ description: "Water, 1,000 litres", quantity: 2, unit_price: 1_500 }],
};

interface Owned {
  world: World;
  seller: Seller;
  password: string;
}

/** One thing of each kind that a page of the dashboard is about, in this store. */
export async function makeOneOfEach(owned: Owned): Promise<void> {
  const { world, seller } = owned;
  // First, since its line is written a little later.
  const { key } = await createKey(world, seller, { livemode: true, name: "Laptop" });
  const headers = { Authorization: `Bearer ${key}`, "Content-Type": "application/json" };
  await fetch(`${world.config.siteUrl}/api/v1/customers`, { method: "POST", headers, body: "{}" });
  await writePapers(owned);
  await sell(owned);
  await createDiscount(world, seller, NewDiscount.parse({ name: "Market", type: "percent", percent: 20 }));
  await createPaymentLink(world, seller, NewPaymentLink.parse({ title: "Goat milk", amount: 700 }));
  const csv = `email,product,current_period_end\namina@example.com,Gold,${dayFrom(20)}\n`;
  await planMove(world, seller, { csv, productId: null });
  await createEndpoint(world, seller, { url: "https://example.com/hooks" });
  const colleague = { email: `${randomUUID()}@example.com`, name: "Baraka Odhiambo", createdAt: new Date() };
  const { id: userId } = await world.db.user.create({ data: colleague });
  const { accountId } = seller;
  await world.db.member.create({ data: { accountId, userId, role: "support", createdAt: new Date() } });
  await connectAccount(owned);
  await connectPhone(owned);
  const at = new Date();
  await world.db.whatsappNumber.create({
    data: {
      ...{
        storeId: seller.storeId,
        numberId: String(randomInt(1e14, 2e14)),
        address: base62(randomBytes(24), 22),
      },
      ...{ tokenSealed: world.secrets.seal("token"), secretSealed: world.secrets.seal("secret") },
      ...{ display: "+254 712 000999", name: "Maji Kwetu", quality: "GREEN" },
      ...{ checkedAt: at, createdAt: at },
    },
  });
  const practised = {
    kind: "practice",
    tin: "P051234567A",
    branch: "00",
    serial: "dvc1130",
    state: "connected",
  };
  await world.db.fiscalDevice.create({
    data: {
      ...{
        ...practised,
        storeId: seller.storeId,
        keySealed: world.secrets.seal("practice"),
        currency: "KES",
      },
      ...{
        controlUnit: "PRACTICE01",
        taxpayer: "",
        untaxedClass: "D",
        itemClass: "8111150000",
        lastNumber: 0,
      },
      ...{ connectedAt: at, seenUntil: at, sweptAt: at, createdAt: at },
    },
  });
}

/** It is off: nobody in these stories pays into it. */
async function connectAccount(
  { world, seller: { storeId } }: Owned,
  rail = "sandbox",
  credentials = {},
): Promise<string> {
  const at = new Date();
  const code = randomUUID().slice(0, 8);
  const key = `${rail}:${code}`;
  const credentialsSealed = world.secrets.seal(JSON.stringify(credentials));
  await world.db.railAccount.create({
    data: {
      ...{ key, storeId, rail, livemode: false, label: "Till", enabled: false },
      ...{ ways: [], credentialsSealed, addressSealed: world.secrets.seal(code) },
      ...{ addressHash: Buffer.from(code), checkedAt: at, updatedBy: "system", createdAt: at, updatedAt: at },
    },
  });
  return key;
}

/** A phone, a message that nothing reads, and money that came. */
async function connectPhone(owned: Owned): Promise<void> {
  const { world, seller } = owned;
  const rail = await connectAccount(owned, "phone", { network: "mpesa_ke", number: "0712 400 400" });
  const told = {
    text: "You, Amina, have Ksh500 more since noon.",
    sender: "MPESA",
    amount: "0",
    balance: null,
  };
  const at = new Date();
  const sealed = sealTold(world, { ...told, phone: null, name: null, reference: null });
  for (const what of [
    { kind: "unread", state: "unread", movedMinor: 0n },
    { kind: "received", state: "fits", movedMinor: 50_000n },
  ])
    await world.db.phoneMessage.create({
      data: {
        ...{ storeId: seller.storeId, rail, digest: randomBytes(32), sealed, currency: "KES", ...what },
        ...{ at, isExact: false, heardAt: at, isTaken: true },
      },
    });
}

async function writePapers({ world, seller }: Owned): Promise<void> {
  const body = NewInvoice.parse(paper);
  await createInvoice(world, seller, NewInvoice.parse({ ...paper, send: ["email"] }));
  await draftInvoice(world, seller, body);
  await createQuote(world, seller, { body, dueDays: null, validUntil: dayFrom(30) });
  const schedule = { interval: "month" as const, startsOn: dayFrom(30), endsOn: null, times: null };
  await createRecurring(world, seller, { ...schedule, body, dueDays: null, channels: [] });
}

/** A subscription, an order that was paid, one that was not, one that was paid in cash; money back, and out. */
async function sell({ world, seller, password }: Owned): Promise<void> {
  const make = (kind: string, name: string, price: string, interval = "") =>
    createProduct(world, seller, { name, description: "", kind, price, salePrice: "", interval });
  const plan = await make("subscription", "Gold", "1500", "month");
  const { id: productId } = await make("service", "A cut", "5000");
  await make("digital", "Songs of the lake", "900");
  const past = pastWorld(world, new Date(Date.now() - 10 * 60_000));
  const payer = { name: "Amina Okello", phone: newPhone(), email: "amina@example.com" };
  const start = { kind: "subscription_start" as const, productId: plan.id, ref: null };
  const { orderId } = await payAt(past, seller, payer, start);
  await payAt(past, seller, payer, { kind: "product", productId, quantity: 1 });
  // The instance may be asking about the first just then, and writes it down itself.
  const first = () => world.db.order.findUniqueOrThrow({ where: { id: orderId } });
  await expect.poll(async () => (await first()).paymentStatus, { timeout: 30_000 }).toBe("paid");
  const another = { name: "Zuri", phone: newPhone(), email: "zuri@example.com" };
  await payAt(past, seller, another, { kind: "product", productId, quantity: 1 }, { fate: "wrong_pin" });
  await requestRefund(past, seller, {
    orderId,
    amountMinor: 10_000n,
    reason: "Broken",
    requestKey: randomUUID(),
  });
  await sellAtCounter(world, seller, {
    ...{ id: randomUUID(), lines: [{ name: "A cut", quantity: "", price: "5000" }], method: "cash" },
    customer: { name: "", email: "", phone: "" },
    reference: "",
  });
  // The instance's own clock may be at the same money.
  for (let tries = 0; tries < 20; tries += 1) {
    await releaseHeld(world);
    if ((await readWallet(world.db, seller.storeId, "KES")).availableMinor >= 100_000n) break;
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
  await payOut({ world: past, seller, password });
}

async function payOut({ world, seller, password }: Owned): Promise<void> {
  const where = { kind: "mobile_money" as const, phone: "0722 000 789", network: "", name: "Achieng Otieno" };
  const { id } = await addDestination(world, seller, { ...where, password });
  // Nothing goes to an account on its first day.
  await world.db.payoutDestination.update({
    where: { id },
    data: { createdAt: new Date(Date.now() - 3 * dayMs) },
  });
  await world.db.store.update({ where: { id: seller.storeId }, data: { verificationStatus: "verified" } });
  await requestPayout(world, seller, { id: randomUUID(), destinationId: id, amount: "500", password });
}

/** What operators have to look at, of this store and of the whole service. */
export async function makeCasesOfOperators({ world, seller }: Owned): Promise<void> {
  const { storeId } = seller;
  const at = new Date();
  const amounts = { currency: "KES", railMinor: 100_000n, booksMinor: 90_000n };
  await world.db.task.create({
    data: { storeId, kind: "clock_doubt", subject: randomUUID(), details: { since: at }, createdAt: at },
  });
  const day = new Date(dayFrom(-1));
  const { id } = await world.db.reconciliation.upsert({
    where: { rail_day: { rail: "paystack", day } },
    create: { rail: "paystack", day, source: "api", state: "differs", lines: 1, checkedAt: at },
    update: {},
  });
  const difference = { kind: "amount_differs", op: "charge", ourId: randomUUID(), at, foundAt: at } as const;
  await world.db.reconciliationDifference.create({
    data: { ...amounts, ...difference, reconciliationId: id },
  });
  await world.db.railBalance.create({
    data: { ...amounts, rail: "paystack", changeMinor: 10_000n, state: "differs", readAt: at },
  });
  const month = new Date(dayFrom(-60));
  await world.db.feeStatement.create({
    data: { storeId, currency: "KES", month, amountMinor: 10_000n, takenMinor: 0n, createdAt: at },
  });
  const accounts = { from: "fee_income", to: "wallet_available", amount: "7", reason: "A fee too many" };
  const of = { id: randomUUID(), store: String(storeId), rail: "", currency: "KES" };
  await proposeCorrection(world, await newOperator(world), { ...of, ...accounts });
}
