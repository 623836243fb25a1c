import { PayInvalid } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import type { Want, Way } from "@/lib/domain/ussd-menu";
import type { UssdProblem } from "@/lib/domain/ussd-screens";
import type { World } from "@/lib/services/core/world";
import { codesRest, countWrongCode } from "@/lib/services/people/keys/count-within";
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

/** Quotes what was chosen, without writing anything; or says why it cannot be paid here. */
export async function offer(
  world: World,
  store: UssdStore,
  phone: string,
  want: Want,
  way: Way,
): Promise<Offered | UssdProblem> {
  const guesser = { phone, storeId: store.caller.storeId };
  const typed = typedCode(want);
  const isTyped = typed !== null || way.discount !== null;
  if (isTyped && (await codesRest(world, guesser))) return "ussd_too_often";
  const found = await thingOf(world, store, phone, want);
  if (!found) {
    if (typed !== null) await countWrongCode(world, guesser, typed);
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
    // With other numbers a refusal tells who paid here before, so each is a guess.
    if (problem === "ussd_discount_no")
      await countWrongCode(world, guesser, `${way.discount}\n${way.phone ?? ""}`);
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
  const [row] = await world.db.$queryRaw<{ id: number; number: string }[]>`
      SELECT i.id, i.number FROM stores s JOIN invoices i ON i.store_id = s.id AND i.livemode
        AND i.number IN (upper(${typed}), s.invoice_prefix || ${typed},
          s.invoice_prefix || lpad(${typed}, greatest(s.invoice_digits, length(${typed})), '0'))
      LEFT JOIN customers c ON c.id = i.customer_id AND c.account_id = i.account_id
      WHERE s.id = ${storeId} AND (i.sent_at IS NOT NULL OR i.viewed_at IS NOT NULL OR i.paid_minor > 0)
        AND (i.customer_phone = ${phone} OR c.phone = ${phone})
      LIMIT 1`;
  return row ?? null;
}

/** Of an invoice or a link, which somebody could look for by counting. */
function typedCode(want: Want): string | null {
  if (want.kind === "invoice") return want.number;
  return want.kind === "link" ? want.code : null;
}
