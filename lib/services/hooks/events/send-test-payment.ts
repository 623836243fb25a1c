import { invoiceInclude } from "@/lib/db/rows";
import type { ChoosableEventType, EventType } from "@/lib/domain/event-types";
import { chargesOf, fixedFeesIn } from "@/lib/domain/fees";
import { balanceOf } from "@/lib/domain/invoice";
import { toMajor } from "@/lib/domain/money";
import { newOrder, type OrderState, pay, refund, type SoldKind } from "@/lib/domain/order";
import { countPayment, leastAmount } from "@/lib/domain/payment-link";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { composeId } from "@/lib/domain/token";
import { timestamp } from "@/lib/resources/event";
import { invoiceEventData } from "@/lib/resources/invoice";
import type { OrderWire } from "@/lib/resources/order";
import { paymentLinkEventData } from "@/lib/resources/payment-link";
import { sampleEventData } from "@/lib/resources/test-event";
import { requireTestMode } from "@/lib/services/billing/test-mode/start-subscription";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { readTestEvent, type SignedEvent } from "./listen";

/** What a payment without a subscription can come to. */
export const testOutcomes = ["paid", "failed", "refunded", "refund_failed"] as const;
export type TestOutcome = (typeof testOutcomes)[number];

export const testSources = ["product", "link", "invoice"] as const;
export interface TestSource {
  kind: (typeof testSources)[number];
  id: number;
}

/** What is sold, as the order of its payment says it. */
interface Sale {
  source: OrderWire["source"];
  sold: SoldKind;
  productId: number | null;
  delivers?: boolean;
  name: string;
  priceMinor: bigint;
  of: Partial<Pick<OrderWire, "payment_link_id" | "invoice_id">>;
  /** Published after `order.paid`. */
  next: { type: EventType; data: Record<string, unknown> } | null;
}

type TestStore = Awaited<ReturnType<typeof readStore>>;

/** Above every id that an order can get in years: a handler that remembers orders takes each test for a new one. */
const firstTestOrder = 2_000_000_000;
const testOrders = 147_000_000;

/**
 * Publishes what a payment of this product, link or invoice would, to the store's test endpoints: a made-up order of
 * it, and the thing as it would be then. Nothing else is written, and the thing itself stays as it is. A payment that
 * fails has no event. Throws NotFound, Refusal `test_mode_off`.
 */
export async function sendTestPayment(
  world: World,
  caller: Caller,
  what: TestSource,
  outcome: TestOutcome,
): Promise<{ id: string; type: string; endpoints: number }[]> {
  permit(caller, "test_mode.change");
  const { storeId } = caller;
  const objectId = composeId("sample_", world.clock.now().getTime(), world.random.bytes(24));
  await transact(world, async (unit) => {
    await requireTestMode(unit, caller);
    const store = await readStore(unit, storeId);
    const sale = await readSale(unit, storeId, what);
    const told = outcome === "failed" ? [] : eventsOf(unit, store, sale, outcome);
    told.forEach(({ type, data }, index) => {
      unit.emit({
        ...{ type, storeId, livemode: false, objectId, sequence: index + 1, at: unit.now },
        dedupeKey: `${objectId}/${index + 1}`,
        data: { ...data, livemode: false },
      });
    });
  });
  return sentAbout(world, storeId, objectId);
}

async function readStore(unit: Unit, storeId: number) {
  const row = await unit.tx.store.findUniqueOrThrow({ where: { id: storeId }, include: { plan: true } });
  const { currency, buyerPaysCharges, plan } = row;
  return { currency, buyerPaysCharges, feePpm: plan.feePpm, fixed: fixedFeesIn(plan, currency) };
}

function readSale(unit: Unit, storeId: number, { kind, id }: TestSource): Promise<Sale> {
  switch (kind) {
    case "product":
      return productSale(unit, storeId, id);
    case "link":
      return linkSale(unit, storeId, id);
    case "invoice":
      return invoiceSale(unit, storeId, id);
  }
}

async function productSale({ tx }: Unit, storeId: number, id: number): Promise<Sale> {
  const row = await tx.product.findFirst({ where: { id, storeId, interval: null } });
  if (!row) throw new NotFound();
  const priceMinor = row.salePriceMinor ?? row.priceMinor;
  const { name, delivers } = row;
  const sold = row.kind === "digital" && !delivers ? "unready" : row.kind;
  return { source: "storefront", sold, delivers, productId: id, name, priceMinor, of: {}, next: null };
}

async function linkSale({ world, tx, now }: Unit, storeId: number, id: number): Promise<Sale> {
  const row = await tx.paymentLink.findFirst({ where: { id, storeId, deletedAt: null } });
  if (!row) throw new NotFound();
  const priceMinor = row.amountMinor ?? leastAmount(row);
  const { to, completes } = countPayment(row, { amountMinor: priceMinor, heldSlot: false });
  const data = () => paymentLinkEventData({ ...row, ...to }, now, world.config.siteUrl);
  return {
    ...{ source: "payment_link", sold: "link", productId: null, name: row.title, priceMinor },
    of: { payment_link_id: id },
    next: completes ? { type: "payment_link.completed", data: data() } : null,
  };
}

async function invoiceSale({ world, tx, now }: Unit, storeId: number, id: number): Promise<Sale> {
  const row = await tx.invoice.findFirst({ where: { id, storeId }, include: invoiceInclude });
  if (!row) throw new NotFound();
  if (row.cancelledAt) throw new Refusal("invoice_cancelled");
  const priceMinor = balanceOf(row);
  if (priceMinor <= 0n) throw new Refusal("invoice_paid");
  const paid = { ...row, paidMinor: row.totalMinor, paidAt: now };
  return {
    ...{ source: "invoice", sold: "invoice", productId: null, name: row.number, priceMinor },
    of: { invoice_id: id },
    next: { type: "invoice.paid", data: invoiceEventData(paid, now, world.config.siteUrl) },
  };
}

function eventsOf(
  unit: Unit,
  store: TestStore,
  sale: Sale,
  outcome: Exclude<TestOutcome, "failed">,
): { type: EventType; data: Record<string, unknown> }[] {
  const data = testOrder(unit, store, sale, outcome === "refunded");
  if (outcome === "refunded") return [{ type: "order.refunded", data }];
  if (outcome === "refund_failed") return [{ type: "order.refund_failed", data }];
  return [{ type: "order.paid", data }, ...(sale.next ? [sale.next] : [])];
}

function testOrder({ world, now }: Unit, store: TestStore, sale: Sale, isRefunded: boolean): OrderWire {
  const { totalMinor, feeMinor, netMinor, addedMinor } = chargesOf({ ...sale, ...store });
  const amount = (minor: bigint) => toMajor({ minor, currency: store.currency });
  const line = (productId: number | null, name: string, minor: bigint) => ({
    ...{ product_id: productId, name, quantity: 1, unit_price: amount(minor), total: amount(minor) },
    // Nothing was bought, so there is nothing to open.
    download_url: sale.delivers && productId !== null && !isRefunded ? `${world.config.siteUrl}/docs` : null,
  });
  const paid: OrderState = pay(newOrder, [sale.sold]);
  const state = isRefunded ? refund(paid, { totalMinor, refundedMinor: totalMinor }) : paid;
  const kept = isRefunded ? 0n : netMinor;
  const id = firstTestOrder + Number(random(world) % BigInt(testOrders));
  const at = timestamp(now);
  return {
    ...{ id, object: "order", number: `TEST-${id}`, short_number: String(id).slice(-4) },
    ...{ payment_status: state.paymentStatus, order_status: state.orderStatus },
    fulfillment_status: state.fulfillmentStatus,
    ...{
      payment_method: "mobile_money",
      settlement: "wallet",
      source: sale.source,
      currency: store.currency,
    },
    ...{
      subtotal: amount(totalMinor),
      discount: 0,
      discount_code: null,
      tax: null,
      fiscal: null,
      shipping_fee: 0,
      total: amount(totalMinor),
    },
    ...{ fee: amount(isRefunded ? 0n : feeMinor), net: amount(kept) },
    refunded_amount: amount(isRefunded ? totalMinor : 0n),
    customer: { id, name: "Test payer", email: "payer@example.com", phone: null },
    items: [
      line(sale.productId, sale.name, sale.priceMinor),
      ...(addedMinor > 0n ? [line(null, "Charges", addedMinor)] : []),
    ],
    ...{ payment_link_id: null, invoice_id: null, subscription_id: null, ...sale.of },
    receipt_url: `${world.config.siteUrl}/docs`,
    ...{ created_at: at, updated_at: at },
  };
}

function random(world: World): bigint {
  return Buffer.from(world.random.bytes(8)).readBigUInt64BE();
}

async function sentAbout(world: World, storeId: number, objectId: string) {
  const rows = await world.db.event.findMany({
    where: { storeId, livemode: false, objectId },
    orderBy: { sequence: "asc" },
    select: {
      ...{ id: true, type: true },
      _count: { select: { deliveries: { where: { status: { not: "skipped" } } } } },
    },
  });
  return rows.map(({ id, type, _count }) => ({ id, type, endpoints: _count.deliveries }));
}

/**
 * Publishes an event of this type about a sample object, to the store's test endpoints and to listeners: test mode has
 * no real orders or invoices. Nothing else is written. Throws Refusal `test_mode_off`.
 */
export async function sendSampleEvent(
  world: World,
  caller: Caller,
  type: ChoosableEventType,
): Promise<SignedEvent> {
  const { storeId } = caller;
  const objectId = composeId("sample_", world.clock.now().getTime(), world.random.bytes(24));
  await transact(world, async (unit) => {
    await requireTestMode(unit, caller);
    unit.emit({
      ...{ type, storeId, livemode: false, objectId, sequence: 1, dedupeKey: objectId },
      at: unit.now,
      data: sampleEventData(type),
    });
  });
  const { id } = await world.db.event.findUniqueOrThrow({
    where: { dedupeKey: objectId },
    select: { id: true },
  });
  return readTestEvent(world, caller, id);
}

const eachMax = 25;

/** The newest products, links and open invoices of the store that a payment without a subscription can be for. */
export async function listTestSources(
  world: World,
  { storeId }: Caller,
): Promise<(TestSource & { name: string })[]> {
  const newest = { orderBy: { id: "desc" }, take: eachMax } as const;
  const { totalMinor } = world.db.invoice.fields;
  const [products, links, invoices] = await Promise.all([
    world.db.product.findMany({ where: { storeId, interval: null, status: "active" }, ...newest }),
    world.db.paymentLink.findMany({ where: { storeId, deletedAt: null }, ...newest }),
    world.db.invoice.findMany({
      where: { storeId, livemode: true, cancelledAt: null, paidMinor: { lt: totalMinor } },
      ...newest,
    }),
  ]);
  return [
    ...products.map(({ id, name }) => ({ kind: "product" as const, id, name })),
    ...links.map(({ id, title }) => ({ kind: "link" as const, id, name: title })),
    ...invoices.map(({ id, number }) => ({ kind: "invoice" as const, id, name: number })),
  ];
}
