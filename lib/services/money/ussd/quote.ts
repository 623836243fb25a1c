import { Prisma, readRows } from "@/lib/db/client";
import { PayInvalid } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import type { Want, Way } from "@/lib/domain/ussd-menu";
import type { UssdProblem } from "@/lib/domain/ussd-screens";
import type { World } from "@/lib/services/core/world";
import { countWithin, isOver } from "@/lib/services/people/keys/count-within";
import type { PaymentFor } from "../checkout/purchase";
import type { Quote } from "../checkout/quote";
import { quoteShown } from "../checkout/shown";
import { pressPay } from "../checkout/start-payment";
import { linkOfCode, type UssdStore } from "./facts";

/** What a screen offers to pay: the same quote as the pages'. */
export interface Offered {
  paymentFor: PaymentFor;
  item: string;
  currency: string;
  totalMinor: bigint;
  isFree: boolean;
  /** All that the quote says: agreeing is to that. */
  shown: Record<string, string>;
  /** The number that pays, E.164. */
  phone: string;
}

const hourMs = 60 * 60_000;
/** Wrong codes, so that nobody finds a bill or a link by counting. */
const wrongOfNumber = { windowMs: hourMs, max: 10 };
const wrongOfStore = { windowMs: hourMs, max: 300 };

/** Quotes what was chosen, without writing anything; or says why it cannot be paid here. */
export async function offer(
  world: World,
  store: UssdStore,
  phone: string,
  want: Want,
  way: Way,
): Promise<Offered | UssdProblem> {
  const subjects = wrongSubjects(world, store, phone);
  if (isTypedCode(want) && (await isGuessing(world, subjects))) return "ussd_too_often";
  const found = await thingOf(world, store, phone, want);
  if (!found) {
    if (isTypedCode(want)) await countWrong(world, subjects);
    return "ussd_not_found";
  }
  const asked = {
    ...{ for: found.paymentFor, method: "mobile_money" as const, phone: way.phone ?? phone },
    ...(way.discount === null ? {} : { code: way.discount }),
  };
  try {
    const pressed = await pressPay(world, store.caller, { ...asked, id: "", browser: "" }, () => false);
    return pressed.kind === "confirm" ? offered(pressed.quote, found) : "ussd_not_now";
  } catch (error) {
    const problem = problemOf(error);
    if (problem === null) throw error;
    return problem;
  }
}

/** Null for an error that is no refusal. */
export function problemOf(error: unknown): UssdProblem | null {
  if (error instanceof NotFound) return "ussd_not_found";
  if (error instanceof Refusal) return error.code === "too_many_attempts" ? "ussd_too_often" : "ussd_not_now";
  if (!(error instanceof PayInvalid)) return null;
  switch (error.problems[0]?.field) {
    case "phone":
    case "network":
      return "ussd_phone";
    case "amount":
      return "ussd_amount_no";
    case "code":
      return "ussd_discount_no";
    case "answer":
    case "email":
    case "name":
      return "ussd_on_web";
    default:
      return "ussd_not_now";
  }
}

function offered(
  quote: Quote,
  found: { paymentFor: PaymentFor; item: string | null },
): Offered | UssdProblem {
  const { currency, totalMinor, discountMinor, priceMinor, network, phone, purchase } = quote;
  const isFree = discountMinor === priceMinor;
  if (phone === null) return "ussd_phone";
  // Other networks need a code from the phone itself, or a page.
  if (!isFree && network?.auth !== "pin_push") return "ussd_on_web";
  const item = found.item ?? purchase.line.name;
  const shown = quoteShown(quote);
  return { paymentFor: found.paymentFor, item, currency, totalMinor, isFree, phone, shown };
}

async function thingOf(
  world: World,
  { caller }: UssdStore,
  phone: string,
  want: Want,
): Promise<{ paymentFor: PaymentFor; item: string | null } | null> {
  switch (want.kind) {
    case "renew": {
      const { subscriptionId } = want;
      return { paymentFor: { kind: "subscription_renewal", subscriptionId }, item: null };
    }
    case "subscribe": {
      const { productId } = want;
      return { paymentFor: { kind: "subscription_start", productId, ref: null }, item: null };
    }
    case "invoice": {
      const invoice = await invoiceOf(world, caller.storeId, want.number, phone);
      if (!invoice) return null;
      return { paymentFor: { kind: "invoice", invoiceId: invoice.id, amount: null }, item: invoice.number };
    }
    case "link": {
      const link = await linkOfCode(world, caller.storeId, want.code);
      const { amount } = want;
      if (!link) return null;
      return {
        paymentFor: { kind: "payment_link", linkId: link.id, amount, answer: null },
        item: link.title,
      };
    }
    default:
      return null;
  }
}

/** By its whole number or its digits alone, and only for the phone to which it was made out. */
async function invoiceOf(world: World, storeId: number, typed: string, phone: string) {
  const [row] = await readRows<{ id: number; number: string }>(
    world.pool,
    Prisma.sql`
      SELECT i.id, i.number FROM stores s JOIN invoices i ON i.store_id = s.id AND i.livemode
        AND i.number IN (upper(${typed}), s.invoice_prefix || ${typed},
          s.invoice_prefix || lpad(${typed}, greatest(s.invoice_digits, length(${typed})), '0'))
      LEFT JOIN customers c ON c.id = i.customer_id AND c.account_id = i.account_id
      WHERE s.id = ${storeId} AND (i.sent_at IS NOT NULL OR i.viewed_at IS NOT NULL OR i.paid_minor > 0)
        AND (i.customer_phone = ${phone} OR c.phone = ${phone})
      LIMIT 1`,
  );
  return row ?? null;
}

function isTypedCode({ kind }: Want): boolean {
  return kind === "invoice" || kind === "link";
}

function wrongSubjects({ secrets }: World, { caller }: UssdStore, phone: string) {
  const who = Buffer.from(secrets.mac("ussd-wrong", phone)).toString("base64url");
  return { number: `ussd-wrong:${who}`, store: `ussd-wrong-store:${caller.storeId}` };
}

type Subjects = ReturnType<typeof wrongSubjects>;

async function isGuessing(world: World, { number, store }: Subjects): Promise<boolean> {
  const now = world.clock.now();
  const over = await Promise.all([
    isOver(world.db, number, wrongOfNumber, now),
    isOver(world.db, store, wrongOfStore, now),
  ]);
  return over.includes(true);
}

async function countWrong(world: World, { number, store }: Subjects): Promise<void> {
  const now = world.clock.now();
  await countWithin(world.db, number, [wrongOfNumber], now);
  await countWithin(world.db, store, [wrongOfStore], now);
}
