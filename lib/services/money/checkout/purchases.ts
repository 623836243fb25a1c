import { Prisma, type Tx } from "@/lib/db/client";
import { type PaymentLinkRow, subscriptionInclude } from "@/lib/db/rows";
import { type InvoiceFacts, invoiceLineName, payableRange, restProblem } from "@/lib/domain/invoice";
import { maxMinor } from "@/lib/domain/money";
import { smallestCharge } from "@/lib/domain/network";
import { gather, type PayProblem, payInvalid, throwProblems } from "@/lib/domain/pay-problem";
import { leastAmount, linkAmount, whyLinkClosed } from "@/lib/domain/payment-link";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { printable } from "@/lib/domain/text";
import { invoiceFacts } from "@/lib/resources/invoice";
import { planShown, quoteChange } from "@/lib/services/billing/changes/change";
import type { Delivery } from "@/lib/services/billing/orders/downloads";
import { isSoldOut } from "@/lib/services/catalog/deliverables/read";
import type { Caller } from "@/lib/services/core/world";
import { blocked, type Payer, readPayer } from "./customer";
import { type DeliveryInput, type PaymentFor, type Purchase, plainPurchase, typedAmount } from "./purchase";
import { readPhone } from "./quote";
import { invoiceShown, linkShown } from "./shown";
import { type NewLine, totalOf } from "./write-order";

const quantityMax = 999;

/** A product of any kind except a subscription, once or several times. */
export async function productPurchase(
  tx: Tx,
  caller: Caller,
  paymentFor: Omit<Extract<PaymentFor, { kind: "product" }>, "kind">,
  payer: Payer,
): Promise<Purchase> {
  const { productId, quantity, delivery = { place: null, contact: null } } = paymentFor;
  const product = await tx.product.findFirst({
    where: { id: productId, storeId: caller.storeId },
    include: { store: { select: { country: true } } },
  });
  if (!product || product.interval) throw new NotFound();
  if (product.status !== "active" || (await isSoldOut(tx, product))) throw new Refusal("not_on_sale");
  const problems: PayProblem[] = [];
  await gather(problems, () => requireQuantity(quantity));
  const brought = product.asksPlace
    ? await gather(problems, () => readDelivery(delivery, payer, product.store.country))
    : null;
  throwProblems(problems);
  const { name, currency } = product;
  const unitPriceMinor = product.salePriceMinor ?? product.priceMinor;
  const priceMinor = unitPriceMinor * BigInt(quantity);
  if (priceMinor > maxMinor) {
    const max = { minor: maxMinor, currency };
    throw payInvalid("quantity", "amount_too_large", { max });
  }
  return {
    ...plainPurchase,
    source: paymentFor.isEmbedded ? "embed" : "storefront",
    line: { productId, name, quantity, unitPriceMinor },
    priceMinor,
    currency,
    shown: { price: String(unitPriceMinor), item: name },
    delivery: brought,
    ...(await readPayer(tx, caller, payer)),
  };
}

function requireQuantity(quantity: number): void {
  if (!Number.isInteger(quantity) || quantity < 1) throw payInvalid("quantity", "quantity_unreadable");
  if (quantity <= quantityMax) return;
  const max = String(quantityMax);
  throw payInvalid("quantity", "quantity_too_large", { max });
}

const placeMaxCodePoints = 200;

/** Whom to bring it to, and where. Throws PayInvalid with all problems: on `name`, `contact` and `place`. */
async function readDelivery(
  { place, contact }: DeliveryInput,
  payer: Payer,
  country: string,
): Promise<Delivery> {
  const problems: PayProblem[] = [];
  const name = await gather(problems, () => nameOf(payer));
  const phone = await gather(problems, () => phoneOf(contact, payer, country));
  const where = await gather(problems, () => placeOf(place));
  throwProblems(problems);
  if (name === null || phone === null || where === null) throw new Error("What has no problem was read.");
  return { name, phone, place: where };
}

function nameOf(payer: Payer): string {
  const name = printable(payer.name ?? "").trim();
  if (name === "") throw payInvalid("name", "name_missing");
  return name;
}

/** A card has no phone. A phone that pays and is wrong is said at its own field. */
function phoneOf(contact: string | null, payer: Payer, country: string): string {
  if (contact !== null && contact.trim() !== "") return readPhone("contact", contact, country);
  if (payer.phone !== null) return payer.phone;
  throw payInvalid("contact", "contact_missing");
}

function placeOf(typed: string | null): string {
  const place = printable((typed ?? "").replace(/\r\n?/g, "\n")).trim();
  if (place === "") throw payInvalid("place", "place_missing");
  if ([...place].length <= placeMaxCodePoints) return place;
  throw payInvalid("place", "place_too_long", { max: String(placeMaxCodePoints) });
}

/**
 * Another plan for a subscription, now. Throws Refusal `not_changeable` where the change would wait for the end of the
 * paid time: nothing is paid for that.
 */
export async function changePurchase(
  tx: Tx,
  caller: Caller,
  { subscriptionId, productId }: { subscriptionId: string; productId: number },
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  const row = await tx.subscription.findFirst({
    where: { id: subscriptionId, storeId: caller.storeId, livemode: true },
    include: subscriptionInclude,
  });
  if (!row) throw new NotFound();
  const change = await quoteChange(tx, row, productId, now);
  if (change.kind !== "now") throw new Refusal("not_changeable");
  const [asked] = await tx.$queryRaw<{ blocked: boolean }[]>`
    SELECT ${blocked(caller, payer, Prisma.sql`${row.customerId}::int`)} AS blocked`;
  const { to, dueMinor, currency } = change;
  return {
    ...plainPurchase,
    source: "subscription",
    line: { productId, name: to.product.name, quantity: 1, unitPriceMinor: to.amountMinor },
    priceMinor: dueMinor,
    discountMinor: to.amountMinor - dueMinor,
    change,
    currency,
    interval: to.interval,
    subscriptionId,
    ref: row.ref,
    customerId: row.customerId,
    shown: planShown(to, row.currentPeriodEnd),
    isBlocked: asked?.blocked === true,
  };
}

/**
 * A payment of an invoice's balance or a part of it. The order belongs to the customer named on the invoice, whoever
 * pays.
 */
export async function invoicePurchase(
  tx: Tx,
  caller: Caller,
  paymentFor: { invoiceId: number; amount: string | null },
  payer: Payer,
): Promise<Purchase> {
  const invoice = await tx.invoice.findFirst({
    where: { id: paymentFor.invoiceId, storeId: caller.storeId },
    include: { store: { select: { country: true } } },
  });
  if (!invoice) throw new NotFound();
  const place = { country: invoice.store.country, currency: invoice.currency };
  const priceMinor = amountOf(invoiceFacts(invoice), place, paymentFor.amount);
  return {
    ...plainPurchase,
    source: "invoice",
    line: {
      productId: null,
      name: invoiceLineName(invoice.number),
      quantity: 1,
      unitPriceMinor: priceMinor,
    },
    priceMinor,
    currency: invoice.currency,
    invoiceId: invoice.id,
    shown: invoiceShown(invoice),
    ...(await readPayer(tx, caller, payer, invoice.customerId)),
    isAmountTyped: paymentFor.amount !== null,
  };
}

function amountOf(
  invoice: InvoiceFacts,
  { country, currency }: { country: string; currency: string },
  typed: string | null,
): bigint {
  const range = payableRange(invoice);
  if (!range) throw new Refusal(invoice.cancelledAt ? "invoice_cancelled" : "invoice_paid");
  const min = { minor: range.minMinor, currency };
  const max = { minor: range.maxMinor, currency };
  if (typed === null) return range.maxMinor;
  const minor = typedAmount(typed, currency, { min, max });
  if (minor === null) throw payInvalid("amount", "amount_missing");
  if (minor < range.minMinor) throw payInvalid("amount", "amount_too_small", { min });
  if (minor > range.maxMinor) throw payInvalid("amount", "amount_over_balance", { max });
  const rest = restProblem(range, minor, smallestCharge(country, currency));
  if (!rest) return minor;
  if (rest.mostMinor === null)
    throw payInvalid("amount", "amount_only_whole", {
      max,
    });
  const most = { minor: rest.mostMinor, currency };
  throw payInvalid("amount", "amount_leaves_too_little", { max, most });
}

const answerMaxCodePoints = 500;

/**
 * A payment to a link. Whether all places are taken is checked only when a place is reserved: this payer may already
 * hold one of them.
 */
export async function linkPurchase(
  tx: Tx,
  caller: Caller,
  paymentFor: { linkId: number; amount: string | null; answer: string | null },
  payer: Payer,
  now: Date,
): Promise<Purchase> {
  const link = await tx.paymentLink.findFirst({ where: { id: paymentFor.linkId, storeId: caller.storeId } });
  if (!link) throw new NotFound();
  const closed = whyLinkClosed(link, now);
  if (closed && closed !== "places_taken") throw new Refusal("link_closed", closed);
  const problems: PayProblem[] = [];
  const priceMinor = await gather(problems, () => linkAmountOf(link, paymentFor.amount));
  const answer = await gather(problems, () => answerTo(link, paymentFor.answer));
  await gather(problems, () => requireEmail(link, payer));
  throwProblems(problems);
  if (priceMinor === null) throw new Error("A link without an amount has a problem.");
  return {
    ...plainPurchase,
    source: "payment_link",
    line: { productId: null, name: link.title, quantity: 1, unitPriceMinor: priceMinor },
    priceMinor,
    currency: link.currency,
    paymentLinkId: link.id,
    shown: linkShown(link),
    answer,
    ...(await readPayer(tx, caller, payer)),
    isAmountTyped: link.amountType === "custom",
  };
}

function linkAmountOf(link: PaymentLinkRow, typed: string | null): bigint {
  const { currency } = link;
  const min = { minor: leastAmount(link), currency };
  const max = { minor: maxMinor, currency };
  const typedMinor = link.amountType === "custom" ? typedAmount(typed, currency, { min, max }) : null;
  const amount = linkAmount(link, typedMinor);
  if (amount.ok) return amount.amountMinor;
  switch (amount.problem) {
    case "amount_missing":
      throw payInvalid("amount", amount.problem);
    case "amount_too_low":
      throw payInvalid("amount", "amount_too_small", { min });
    case "amount_too_large":
      throw payInvalid("amount", amount.problem, { max });
  }
}

/** An answer is required where the link has a question; an unprintable character becomes a space. */
function answerTo(link: PaymentLinkRow, given: string | null): string | null {
  if (link.customQuestion === null) return null;
  const answer = printable(given ?? "").trim();
  if (answer === "") throw payInvalid("answer", "answer_missing");
  if ([...answer].length <= answerMaxCodePoints) return answer;
  const max = String(answerMaxCodePoints);
  throw payInvalid("answer", "answer_too_long", { max });
}

function requireEmail(link: PaymentLinkRow, payer: Payer): void {
  if (link.collectEmail && payer.email === null) throw payInvalid("email", "email_missing");
}

/** What `sellAtCounter` has read: any lines of a store, for a buyer who stands before the seller. */
export async function counterPurchase(
  tx: Tx,
  caller: Caller,
  [line, ...others]: readonly [NewLine, ...NewLine[]],
  payer: Payer,
): Promise<Purchase> {
  const { currency } = await tx.store.findUniqueOrThrow({ where: { id: caller.storeId } });
  return {
    ...plainPurchase,
    ...{ source: "manual", line, others, currency },
    priceMinor: totalOf([line, ...others]),
    ...(await readPayer(tx, caller, payer)),
  };
}
