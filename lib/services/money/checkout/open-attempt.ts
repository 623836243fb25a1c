import { Prisma } from "@/lib/db/client";
import { inserted } from "@/lib/db/columns";
import type { AttemptRow } from "@/lib/db/rows";
import { nextPollAt } from "@/lib/domain/attempt";
import { beginAttempt, takesAttempt } from "@/lib/domain/order";
import { type OpenPayment, PaymentOpen } from "@/lib/domain/pay-problem";
import { composeToken } from "@/lib/domain/token";
import { maskedPhone } from "@/lib/providers/phone";
import { currentRequest } from "@/lib/providers/request-context";
import { writeWanted } from "@/lib/services/billing/changes/apply-change";
import { keepDelivery } from "@/lib/services/billing/orders/downloads";
import { phoneHash } from "@/lib/services/billing/renewal/renewing";
import { reserveRedemption } from "@/lib/services/catalog/discounts/redeem";
import { reserveSlot } from "@/lib/services/catalog/payment-links/pay";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { writeConsent } from "@/lib/services/notify/whatsapp/consent";
import type { TickedConsent } from "../renewal/on-manage-page";
import { browserHash, isBrowserOf } from "./browser";
import { makeCustomer, type Payer, rememberLanguage } from "./customer";
import { countPrompt } from "./prompt-limit";
import { type PayInput, type Quote, redeemerOf } from "./quote";
import { isSame, isSameProduct, unpaidOrders } from "./unpaid-orders";
import { writeOrder } from "./write-order";

export interface NewPayment extends PayInput {
  /** UUIDv4 in lower case, created with the form. It is the attempt's id, so pressing twice makes one attempt. */
  id: string;
  /** The random value that identifies the payer's browser. */
  browser: string;
  /** The code that the payer fetched beforehand, on networks with `otp_first`. */
  preAuthCode?: string;
  /** Of a subscription: the payer agreed that it renews by itself, in these words. */
  renews?: { text: (totalMinor: bigint) => string; language: string };
  /** They want messages by WhatsApp at the phone that pays, and agreed to that in these words. */
  whatsapp?: string;
  /** Begun by dialling: the order says so, and not which kind of thing it is for. */
  via?: "ussd";
  /** The money is there already: it was paid at the till at this time. Nothing stands in its way, and no rail is asked. */
  arrivedAt?: Date;
  /** No payer began it, but the plan of a subscription: by which consent, and the number of the try for which end. */
  scheduled?: {
    consentId: bigint;
    renewalOf: string;
    renewalEnd: Date;
    renewalTry: number;
    instrumentHash: Uint8Array | null;
  };
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

/**
 * Writes the order (or reuses the unpaid one for the same thing) and the attempt; or returns the attempt that this
 * browser has open for it. Call it under the lock of the thing. Throws PaymentOpen while another payment for it is
 * open.
 */
export async function openAttempt(
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
  const { arrivedAt } = input;
  const blocking = arrivedAt
    ? undefined
    : found.find(({ attempt }) => attempt && blocks(unit, attempt, quote));
  const open = blocking?.attempt;
  const keep = (orderId: number) =>
    purchase.delivery && keepDelivery(unit, { id: orderId, storeId: caller.storeId }, purchase.delivery);
  if (open) {
    const theirs = sameOrRefused(unit, open, quote, input, isSameProduct(blocking, purchase));
    keep(open.orderId);
    return theirs;
  }
  const earlier = found.find((order) => isSame(order, quote, customerId));
  const orderId =
    (earlier && (await takeUp(unit, earlier.id, quote))) ??
    (await createOrder(unit, caller, quote, customerId, input.via));
  keep(orderId);
  const who = redeemerOf(caller, { ...purchase, customerId }, payer);
  await reserveRedemption(unit.world, unit, caller, orderId, quote.chosen.reduction, who);
  // Money that came is counted with its link's payments, whether or not a place is left.
  if (!arrivedAt) await reserveSlot(unit, orderId, purchase);
  await countPrompt(unit, caller, quote.phone);
  const attempt = attemptOf(unit, caller, quote, input, rail, orderId);
  unit.tx.$send(Prisma.sql`INSERT INTO payment_attempts ${inserted(attempt)}`);
  rememberLanguage(unit, customerId, input.language);
  const { phone } = quote;
  if (input.whatsapp && phone !== null)
    writeConsent(unit, {
      ...{
        storeId: caller.storeId,
        phone,
        userId: null,
        state: "in",
        how: "checkout",
        words: input.whatsapp,
      },
      paid: { orderId, instrumentHash: phoneHash(unit.world, phone) },
    });
  unit.wake("attempts");
  return { id: attempt.id, token: attempt.token, isNew: true };
}

/** Makes concurrent presses for one thing wait for each other. */
export function lockThing(unit: Unit, { storeId }: Caller, thing: string): void {
  unit.tx.$send(Prisma.sql`SELECT pg_advisory_xact_lock(hashtextextended(${`pay/${storeId}/${thing}`}, 0))`);
}

/**
 * Whether this open attempt prevents another one: two prompts can become two debits. When its time to approve is over,
 * the payer may try another number or method; if the first still succeeds, its money is paid back. A card is charged on
 * the page that the rail names: without that page nobody can pay, so such an attempt blocks only for a short time.
 */
function blocks(unit: Unit, attempt: AttemptRow, quote: Quote): boolean {
  if (attempt.method === "card" && attempt.prompt === null)
    return unit.now.getTime() - attempt.createdAt.getTime() < cardPageMs;
  const isOver = attempt.promptExpiresAt !== null && attempt.promptExpiresAt <= unit.now;
  if (!isOver || attempt.method !== quote.method) return !isOver;
  return phoneOf(unit.world, attempt) === quote.phone;
}

/** How long a rail may take to name its page. */
export const cardPageMs = 30_000;

function phoneOf(world: World, { phoneSealed }: AttemptRow): string | null {
  return phoneSealed && world.secrets.open(phoneSealed);
}

/** Returns the attempt only to the browser that began it, and only for the same amount, method and phone. */
function sameOrRefused(
  unit: Unit,
  attempt: AttemptRow,
  quote: Quote,
  input: NewPayment,
  isSameThing: boolean,
): StartedPayment {
  const phone = phoneOf(unit.world, attempt);
  const isTheirs = isBrowserOf(unit.world, attempt, input.browser);
  const isSame =
    isSameThing &&
    attempt.method === quote.method &&
    phone === quote.phone &&
    attempt.amountMinor === quote.totalMinor;
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
  unit: Unit,
  caller: Caller,
  quote: Quote,
  customerId: number,
  via?: "ussd",
): Promise<number> {
  const {
    source,
    line,
    others,
    ref,
    subscriptionId,
    paymentLinkId,
    invoiceId,
    answer,
    discountMinor,
    change,
  } = quote.purchase;
  const charges = quote.addedMinor === 0n ? [] : [chargesLine(quote.addedMinor)];
  const lines = [line, ...others, ...charges];
  const id = await writeOrder(unit, caller, lines, {
    customerId,
    paymentMethod: quote.method,
    source: via ?? source,
    currency: quote.currency,
    discountMinor: discountMinor + quote.discountMinor,
    discountCode: quote.chosen.reduction?.code ?? null,
    feeMinor: quote.feeMinor,
    netMinor: quote.netMinor,
    subscriptionId,
    subscriberRef: ref,
    paymentLinkId,
    invoiceId,
    answer,
  });
  if (change && subscriptionId !== null) writeWanted(unit, { ...caller, id: subscriptionId }, id, change);
  return id;
}

/** The fee that the buyer pays is a separate line, so that subtotal − discount + shipping equals the total. */
function chargesLine(addedMinor: bigint) {
  return { productId: null, name: "Charges", quantity: 1, unitPriceMinor: addedMinor, isCharge: true };
}

function attemptOf(
  unit: Unit,
  caller: Caller,
  quote: Quote,
  input: NewPayment,
  rail: string,
  orderId: number,
) {
  const consent = consentIn(input, quote);
  return {
    id: input.id,
    storeId: caller.storeId,
    orderId,
    token: composeToken(unit.world.random.bytes(24)),
    rail,
    method: quote.method,
    network: quote.network?.code ?? null,
    phoneSealed: quote.phone === null ? null : unit.world.secrets.seal(quote.phone),
    instrumentHash: quote.phone === null ? null : phoneHash(unit.world, quote.phone),
    browserHash: browserHash(unit.world, input.browser),
    currency: quote.currency,
    amountMinor: quote.totalMinor,
    nextPollAt: input.arrivedAt ? null : nextPollAt({ startedAt: unit.now, pollsMade: 0, now: unit.now }),
    requestId: currentRequest(),
    ...(consent ? { consent: Prisma.sql`${JSON.stringify(consent)}::jsonb` } : {}),
    ...(input.scheduled ? { initiator: Prisma.sql`'schedule'::attempt_initiator`, ...input.scheduled } : {}),
    createdAt: input.arrivedAt ?? unit.now,
  };
}

function consentIn({ renews }: NewPayment, quote: Quote): TickedConsent | null {
  const { purchase, method, lastingTotalMinor: cap } = quote;
  if (!renews || purchase.source !== "subscription" || !purchase.interval || purchase.isByOther) return null;
  const { text, language } = renews;
  const mode = method === "card" ? "charge" : "prompt";
  return { mode, text: text(cap), language, capMinor: String(cap), interval: purchase.interval };
}

function started({ id, token }: { id: string; token: string }): StartedPayment {
  return { id, token, isNew: false };
}
