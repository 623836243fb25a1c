import { Prisma } from "@/lib/db/client";
import { columns, inserted, part } from "@/lib/db/columns";
import type { AttemptRow } from "@/lib/db/rows";
import { beginAttempt, takesAttempt } from "@/lib/domain/order";
import { type OpenPayment, PaymentOpen } from "@/lib/domain/payment-open";
import { nextPollAt } from "@/lib/domain/poll-plan";
import { composeToken } from "@/lib/domain/token";
import { maskedPhone } from "@/lib/providers/phone";
import { currentRequest } from "@/lib/providers/request-context";
import { keepDelivery } from "@/lib/services/billing/orders/delivery";
import { reserveSlot } from "@/lib/services/catalog/payment-links/pay";
import type { Caller } from "@/lib/services/core/caller";
import type { Unit, World } from "@/lib/services/core/world";
import { browserHash, isBrowserOf } from "./browser";
import { makeCustomer, type Payer, rememberLanguage } from "./customer";
import { countPrompt } from "./prompt-limit";
import type { Purchase } from "./purchase";
import type { PayInput, Quote } from "./quote";
import { writeOrder } from "./write-order";

export interface NewPayment extends PayInput {
  /** UUIDv4 in lower case, created with the form. It is the attempt's id, so pressing twice makes one attempt. */
  id: string;
  /** The random value that identifies the payer's browser. */
  browser: string;
  /** The code that the payer fetched beforehand, on networks with `otp_first`. */
  preAuthCode?: string;
}

/** The attempt to watch, at `/attempt/<token>`. */
export interface StartedPayment {
  id: string;
  token: string;
  /**
   * False: this press, or an earlier one in the same browser for the same thing, already has an attempt; no new prompt
   * is sent.
   */
  isNew: boolean;
}

/** For how long an unpaid order may be reused for the same thing, instead of creating another. */
const reuseMs = 72 * 60 * 60 * 1000;

/**
 * Writes the order (or reuses the unpaid one for the same thing) and the attempt; or returns the attempt that this
 * browser has open for it. Call it under the lock of the thing. Throws PaymentOpen while another payment for it is
 * open.
 */
export async function openAttempt(
  world: World,
  unit: Unit,
  caller: Caller,
  { quote, payer, rail }: { quote: Quote; payer: Payer; rail: string },
  input: NewPayment,
): Promise<StartedPayment> {
  const { purchase } = quote;
  const customerId = purchase.customerId ?? (await makeCustomer(unit, caller, payer, purchase));
  const found = await unpaidOrders(unit, caller, quote, customerId);
  const repeated = found.find(({ attempt }) => attempt?.id === input.id)?.attempt;
  if (repeated) return started(repeated);
  const open = found
    .flatMap(({ attempt }) => attempt ?? [])
    .find((attempt) => blocks(world, unit, attempt, quote));
  const keep = (orderId: number) =>
    purchase.delivery &&
    keepDelivery(world, unit, { id: orderId, storeId: caller.storeId }, purchase.delivery);
  if (open) {
    const theirs = sameOrRefused(world, unit, open, quote, input);
    keep(open.orderId);
    return theirs;
  }
  const earlier = found.find((order) => isSame(order, quote, customerId));
  const orderId =
    (earlier && (await takeUp(unit, earlier.id, quote))) ??
    (await createOrder(world, unit, caller, quote, customerId));
  keep(orderId);
  await reserveSlot(unit, orderId, purchase);
  await countPrompt(world, unit, caller, quote.phone);
  const attempt = attemptOf(world, unit, caller, quote, input, rail, orderId);
  unit.tx.$send(Prisma.sql`INSERT INTO payment_attempts ${inserted(attempt)}`);
  rememberLanguage(unit, customerId, input.language);
  unit.wake("attempts");
  return { id: attempt.id, token: attempt.token, isNew: true };
}

/** Makes concurrent presses for one thing wait for each other. */
export function lockThing(unit: Unit, { storeId }: Caller, thing: string): void {
  unit.tx.$send(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pay/${storeId}/${thing}`}, 0))`);
}

/** An unpaid order for the same thing, with its first line, and one of its open attempts if it has any. */
interface Unpaid {
  id: number;
  customerId: number;
  totalMinor: bigint;
  feeMinor: bigint;
  quantity: number | null;
  unitPriceMinor: bigint | null;
  attempt: AttemptRow | null;
}

async function unpaidOrders(
  unit: Unit,
  caller: Caller,
  { purchase }: Quote,
  customerId: number,
): Promise<Unpaid[]> {
  const rows = await unit.tx.$queryRaw<(Omit<Unpaid, "attempt"> & Record<string, unknown>)[]>`/* one plan */
    SELECT o.id, o.customer_id AS "customerId", o.total_minor AS "totalMinor", o.fee_minor AS "feeMinor",
      item.quantity, item.unit_price_minor AS "unitPriceMinor",
      ${columns("attempt", Prisma.PaymentAttemptScalarFieldEnum, "attempt")}
    FROM orders o LEFT JOIN order_items item ON item.order_id = o.id AND item.position = 0
    LEFT JOIN payment_attempts attempt ON attempt.order_id = o.id AND attempt.status IN ('created', 'pending')
    WHERE o.store_id = ${caller.storeId} AND o.source = ${purchase.source}
      AND o.payment_status IN ('pending', 'failed') AND o.order_status <> 'cancelled'
      AND o.created_at > ${new Date(unit.now.getTime() - reuseMs)} AND ${sameThing(purchase, customerId)}
    ORDER BY o.id DESC`;
  return rows.map((row) => ({ ...row, attempt: row["attempt.id"] === null ? null : part(row, "attempt") }));
}

/** An invoice is the same thing for every payer. A purchase without a ref is a separate thing for each customer. */
function sameThing(purchase: Purchase, customerId: number): Prisma.Sql {
  const { source, ref, subscriptionId, paymentLinkId, invoiceId, line } = purchase;
  const theirs = Prisma.sql`o.customer_id = ${customerId}`;
  const ofProduct = Prisma.sql`EXISTS (
    SELECT 1 FROM order_items sold WHERE sold.order_id = o.id AND sold.product_id = ${line.productId})`;
  switch (source) {
    case "invoice":
      return Prisma.sql`o.invoice_id = ${invoiceId}`;
    case "payment_link":
      return Prisma.sql`o.payment_link_id = ${paymentLinkId} AND ${theirs}`;
    case "storefront":
      return Prisma.sql`${theirs} AND ${ofProduct}`;
    case "subscription": {
      const whose =
        ref === null
          ? Prisma.sql`o.subscriber_ref IS NULL AND ${theirs}`
          : Prisma.sql`o.subscriber_ref = ${ref}`;
      return Prisma.sql`(o.subscription_id = ${subscriptionId} OR o.subscription_id IS NULL AND ${whose} AND ${ofProduct})`;
    }
  }
}

/** Whether the order is for exactly this purchase, so that it can be reused. */
function isSame(order: Unpaid, { purchase, totalMinor, feeMinor }: Quote, customerId: number): boolean {
  const { quantity, unitPriceMinor } = purchase.line;
  const isSameLine = order.quantity === quantity && order.unitPriceMinor === unitPriceMinor;
  const isTheirs = purchase.source === "subscription" || order.customerId === customerId;
  return isSameLine && isTheirs && order.totalMinor === totalMinor && order.feeMinor === feeMinor;
}

/**
 * Whether this open attempt prevents another one: two prompts can become two debits. When its time to approve is over,
 * the payer may try another number or method; if the first still succeeds, its money is paid back. A card is charged on
 * the page that the rail names: without that page nobody can pay, so such an attempt blocks only for a short time.
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

/** Returns the attempt only to the browser that began it, and only for the same amount, method and phone. */
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
  // Whoever has an invoice's link may know who pays it. A ref or an e-mail is not such a secret: it only names
  // somebody.
  if (purchase.source === "invoice") return { kind: "invoice", token: null, amount, phone: masked, endsAt };
  const isOnTheirPhone = purchase.source !== "subscription" && phone !== null && phone === asked;
  return { kind: isOnTheirPhone ? "number" : "hidden", token: null, amount: null, phone: null, endsAt };
}

/** Null when the order was paid or cancelled meanwhile. */
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
  return writeOrder(world, unit, caller, lines, {
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
  });
}

/** The fee that the buyer pays is a separate line, so that subtotal − discount + shipping equals the total. */
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
    requestId: currentRequest(),
    createdAt: unit.now,
  };
}

function started({ id, token }: { id: string; token: string }): StartedPayment {
  return { id, token, isNew: false };
}
