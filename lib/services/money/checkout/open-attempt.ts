import type { Prisma } from "@/lib/db/client";
import { inserted } from "@/lib/db/columns";
import type { AttemptRow } from "@/lib/db/rows";
import { beginAttempt, newOrder, orderNumbers, orderTotals, takesAttempt } from "@/lib/domain/order";
import { type OpenPayment, PaymentOpen } from "@/lib/domain/payment-open";
import { nextPollAt } from "@/lib/domain/poll-plan";
import { composeToken } from "@/lib/domain/token";
import { maskedPhone } from "@/lib/providers/phone";
import { reserveSlot } from "@/lib/services/catalog/payment-links/pay";
import type { Caller } from "@/lib/services/core/caller";
import type { Unit, World } from "@/lib/services/core/world";
import { browserHash, isBrowserOf } from "./browser";
import { ensureCustomer, rememberLanguage } from "./customer";
import { countPrompt } from "./prompt-limit";
import type { Purchase } from "./purchase";
import { type PayInput, payerOf, type Quote, totalChanged } from "./quote";
import { readPurchase } from "./read-purchase";

export interface NewPayment extends PayInput {
  /** UUIDv4 in lower case that the form was made with: the attempt's id, so pressing twice is one attempt. */
  id: string;
  /** The random value by which the payer's browser is known again. */
  browser: string;
  /** The code that the payer fetched beforehand, on networks with `otp_first`. */
  preAuthCode?: string;
  /** The total that the payer was shown; another one is refused, so that nobody pays what they did not see. */
  shownMinor?: bigint;
}

/** The attempt to watch, at `/attempt/<token>`. */
export interface StartedPayment {
  id: string;
  token: string;
  /** False: this press, or one before it in the same browser for the same thing, has an attempt; nobody was asked again. */
  isNew: boolean;
}

/** How long an unpaid order may be taken up again, rather than making another for the same thing. */
const reuseMs = 72 * 60 * 60 * 1000;

/**
 * Writes the order (or takes up the unpaid one for the same thing) and the attempt; or gives back the attempt that this
 * very browser has open for it. Presses for one thing wait for each other here, and what is for sale is looked at again.
 * Throws PaymentOpen while another payment for it is open.
 */
export async function openAttempt(
  world: World,
  unit: Unit,
  caller: Caller,
  quote: Quote,
  input: NewPayment,
  rail: string,
): Promise<StartedPayment> {
  const payer = payerOf(input, quote.phone);
  await lockThing(unit, caller, quote);
  const repeated = await unit.tx.paymentAttempt.findFirst({
    where: { id: input.id, storeId: caller.storeId },
  });
  if (repeated) return started(repeated);
  const customerId = quote.purchase.customerId ?? (await ensureCustomer(unit, caller, payer, quote.purchase));
  const found = await unpaidOrders(unit, caller, quote, customerId);
  const open = found
    .flatMap(({ attempts }) => attempts)
    .find((attempt) => blocks(world, unit, attempt, quote));
  if (open) return sameOrRefused(world, unit, open, quote, input);
  const fresh = await readPurchase(unit.tx, caller, input.for, payer, unit.now);
  if (fresh.priceMinor !== quote.priceMinor) throw totalChanged({ ...quote, totalMinor: fresh.priceMinor });
  const earlier = found.find((order) => isSame(order, quote, customerId));
  const orderId =
    (earlier && (await takeUp(unit, earlier.id, quote))) ??
    (await createOrder(world, unit, caller, quote, customerId));
  await reserveSlot(unit, orderId, quote.purchase);
  await countPrompt(world, unit, caller, quote.phone);
  const attempt = attemptOf(world, unit, caller, quote, input, rail, orderId);
  await unit.tx.$executeRaw`INSERT INTO payment_attempts ${inserted(attempt)}`;
  await rememberLanguage(unit, customerId, input.language);
  unit.wake("attempts");
  return { id: attempt.id, token: attempt.token, isNew: true };
}

/** Presses for one thing wait for each other here. */
export async function lockThing(unit: Unit, caller: Caller, { purchase }: Quote): Promise<void> {
  const key = `pay/${caller.storeId}/${purchase.lock}`;
  await unit.tx.$executeRaw`SELECT pg_advisory_xact_lock(hashtextextended(${key}, 0))`;
}

async function unpaidOrders(unit: Unit, caller: Caller, { purchase }: Quote, customerId: number) {
  return unit.tx.order.findMany({
    where: {
      storeId: caller.storeId,
      source: purchase.source,
      paymentStatus: { in: ["pending", "failed"] },
      orderStatus: { not: "cancelled" },
      createdAt: { gt: new Date(unit.now.getTime() - reuseMs) },
      ...sameThing(purchase, customerId),
    },
    orderBy: { id: "desc" },
    select: {
      id: true,
      customerId: true,
      totalMinor: true,
      feeMinor: true,
      items: { where: { position: 0 } },
      attempts: { where: { status: { in: ["created", "pending"] } } },
    },
  });
}

/** An invoice is one thing whoever pays it; what is not somebody's by a ref is one thing for each customer. */
function sameThing(purchase: Purchase, customerId: number): Prisma.OrderWhereInput {
  const { source, ref, subscriptionId, paymentLinkId, invoiceId, line } = purchase;
  switch (source) {
    case "invoice":
      return { invoiceId };
    case "payment_link":
      return { paymentLinkId, customerId };
    case "storefront":
      return { customerId, items: { some: { productId: line.productId } } };
    case "subscription": {
      const first: Prisma.OrderWhereInput = {
        subscriptionId: null,
        subscriberRef: ref,
        items: { some: { productId: line.productId } },
        ...(ref === null ? { customerId } : {}),
      };
      return { OR: subscriptionId === null ? [first] : [first, { subscriptionId }] };
    }
  }
}

/** Whether the order asks for exactly this, so that it can be taken up again. */
function isSame(
  order: Awaited<ReturnType<typeof unpaidOrders>>[number],
  { purchase, totalMinor, feeMinor }: Quote,
  customerId: number,
): boolean {
  const [item] = order.items;
  const isSameLine =
    item?.quantity === purchase.line.quantity && item.unitPriceMinor === purchase.line.unitPriceMinor;
  const isTheirs = purchase.source === "subscription" || order.customerId === customerId;
  return isSameLine && isTheirs && order.totalMinor === totalMinor && order.feeMinor === feeMinor;
}

/**
 * Whether this open attempt keeps another from beginning: two prompts can be two debits. Once its time to approve is
 * over, another number or method may be tried; a success that still comes for the first is then paid back. A card is
 * charged on the page that the rail names: without one nobody can pay, so it keeps nobody for long.
 */
function blocks(world: World, unit: Unit, attempt: AttemptRow, quote: Quote): boolean {
  if (attempt.method === "card" && attempt.prompt === null)
    return unit.now.getTime() - attempt.createdAt.getTime() < cardPageMs;
  const isOver = attempt.promptExpiresAt !== null && attempt.promptExpiresAt <= unit.now;
  if (!isOver || attempt.method !== quote.method) return !isOver;
  return phoneOf(world, attempt) === quote.phone;
}

/** How long a rail may take to name its page. */
export const cardPageMs = 30_000;

function phoneOf(world: World, { phoneSealed }: AttemptRow): string | null {
  return phoneSealed && world.secrets.open(phoneSealed);
}

/** The page of an attempt is given to the browser that began it, and there only for the same amount in the same way. */
function sameOrRefused(
  world: World,
  unit: Unit,
  attempt: AttemptRow,
  quote: Quote,
  input: NewPayment,
): StartedPayment {
  const phone = phoneOf(world, attempt);
  const isTheirs = isBrowserOf(world, attempt, input.browser);
  const isSame =
    attempt.method === quote.method && phone === quote.phone && attempt.amountMinor === quote.totalMinor;
  if (isTheirs && isSame) return started(attempt);
  throw new PaymentOpen(whatMayBeKnown(unit, attempt, quote, { phone, isTheirs }));
}

function whatMayBeKnown(
  unit: Unit,
  attempt: AttemptRow,
  { purchase, phone: asked }: Quote,
  { phone, isTheirs }: { phone: string | null; isTheirs: boolean },
): OpenPayment {
  const isOver = attempt.promptExpiresAt !== null && attempt.promptExpiresAt <= unit.now;
  const endsAt = isOver ? null : attempt.promptExpiresAt;
  const amount = { minor: attempt.amountMinor, currency: attempt.currency };
  const masked = phone && maskedPhone(phone);
  if (isTheirs) return { kind: "yours", token: attempt.token, amount, phone: masked, endsAt };
  // Whoever holds an invoice's link may know who pays it; a ref or an e-mail is no such key, it names somebody.
  if (purchase.source === "invoice") return { kind: "invoice", token: null, amount, phone: masked, endsAt };
  const isOnTheirPhone = purchase.source !== "subscription" && phone !== null && phone === asked;
  return { kind: isOnTheirPhone ? "number" : "hidden", token: null, amount: null, phone: null, endsAt };
}

/** Null when it was paid or called off in this moment. */
async function takeUp(unit: Unit, id: number, quote: Quote): Promise<number | null> {
  await unit.tx.$queryRaw`SELECT 1 FROM orders WHERE id = ${id} FOR NO KEY UPDATE`;
  const order = await unit.tx.order.findUniqueOrThrow({ where: { id } });
  if (!takesAttempt(order)) return null;
  const { paymentStatus, orderStatus } = beginAttempt(order);
  await unit.tx.order.update({
    where: { id },
    data: {
      paymentStatus,
      orderStatus,
      paymentMethod: quote.method,
      answer: quote.purchase.answer,
      updatedAt: unit.now,
    },
  });
  return id;
}

async function createOrder(
  world: World,
  unit: Unit,
  caller: Caller,
  quote: Quote,
  customerId: number,
): Promise<number> {
  const { source, line, ref, subscriptionId, paymentLinkId, invoiceId, answer } = quote.purchase;
  const lines = quote.addedMinor === 0n ? [line] : [line, chargesLine(quote.addedMinor)];
  const [number] = await unit.tx.$queryRaw<{ taken: number }[]>`
    UPDATE stores SET next_order_number = next_order_number + 1 WHERE id = ${caller.storeId}
    RETURNING next_order_number - 1 AS taken`;
  if (!number) throw new Error("The store of a payment is gone.");
  const order = {
    ...newOrder,
    ...orderNumbers(number.taken),
    ...orderTotals({ items: lines }),
    storeId: caller.storeId,
    accountId: caller.accountId,
    livemode: true,
    receiptToken: composeToken(world.random.bytes(24)),
    customerId,
    paymentMethod: quote.method,
    source,
    currency: quote.currency,
    feeMinor: quote.feeMinor,
    netMinor: quote.netMinor,
    subscriptionId,
    subscriberRef: ref,
    paymentLinkId,
    invoiceId,
    answer,
    createdAt: unit.now,
    updatedAt: unit.now,
  };
  const of = <Value>(value: (line: (typeof lines)[number]) => Value) => lines.map(value);
  const [made] = await unit.tx.$queryRaw<{ id: number }[]>`
    WITH made AS (INSERT INTO orders ${inserted(order)} RETURNING id), written AS (
      INSERT INTO order_items (store_id, order_id, position, product_id, name, quantity, unit_price_minor, total_minor)
      SELECT ${caller.storeId}::int, made.id, line.place - 1, line.product_id, line.name, line.quantity, line.price,
        line.price * line.quantity
      FROM made, unnest(${of(({ productId }) => productId)}::int[], ${of(({ name }) => name)}::text[],
        ${of(({ quantity }) => quantity)}::int[], ${of((line) => String(line.unitPriceMinor))}::bigint[])
        WITH ORDINALITY AS line(product_id, name, quantity, price, place))
    SELECT id FROM made`;
  if (!made) throw new Error("An order was not written.");
  return made.id;
}

/** The fee that the buyer bears is a line of its own, so that subtotal − discount + shipping stays the total. */
function chargesLine(addedMinor: bigint) {
  return { productId: null, name: "Charges", quantity: 1, unitPriceMinor: addedMinor };
}

function attemptOf(
  world: World,
  unit: Unit,
  caller: Caller,
  quote: Quote,
  input: NewPayment,
  rail: string,
  orderId: number,
) {
  return {
    id: input.id,
    storeId: caller.storeId,
    orderId,
    token: composeToken(world.random.bytes(24)),
    rail,
    method: quote.method,
    network: quote.network?.code ?? null,
    phoneSealed: quote.phone === null ? null : world.secrets.seal(quote.phone),
    browserHash: browserHash(world, input.browser),
    currency: quote.currency,
    amountMinor: quote.totalMinor,
    nextPollAt: nextPollAt({ startedAt: unit.now, pollsMade: 0, now: unit.now }),
    createdAt: unit.now,
  };
}

function started({ id, token }: { id: string; token: string }): StartedPayment {
  return { id, token, isNew: false };
}
