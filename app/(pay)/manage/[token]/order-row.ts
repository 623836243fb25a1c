import { knownReason } from "@/components/pay/attempt-end";
import { everyInWords, wordsOf } from "@/components/pay/parts";
import type { OrderRow, PayPage, PostForm } from "@/components/pay/types";
import { type CivilDate, instantAt } from "@/lib/domain/civil-date";
import { formatMoney } from "@/lib/domain/money";
import type { ManagePage } from "@/lib/services/money/checkout/pages/read-manage-page";
import type { OrderFacts, OrderOffer } from "@/lib/services/money/renewal/standing-orders";
import { day } from "@/lib/text/dates";

type Page = Pick<PayPage, "lang" | "timeZone">;

/** The payer's standing order, in words; null where there is none and none is offered. */
export function orderRowOf(page: Page, found: ManagePage, action: string): OrderRow | null {
  const { order, offer } = found.standing;
  const words = wordsOf(page.lang);
  const form = (act: string, more = {}): PostForm => ({ action, fields: { act, ...more } });
  const ask = offer && { label: words.text("orderOffer"), form: form("order_on", { seen: offer.seen }) };
  const offered = offer ? [orderTerms(page, found, offer)] : [];
  if (!order) return offer && { lines: offered, act: ask };
  if (order.state === "refused") return { lines: [...refused(page, found, order), ...offered], act: ask };
  const over = (label: string) => ({ label, form: form("order_over") });
  const { name, phone, next, last } = order;
  const values = { price: priceOf(page, found, order), phone, name, last: dayOf(page, last) };
  switch (order.state) {
    case "asked":
      return { lines: [words.text("orderAsked", { phone })], act: null };
    case "unsure":
      return { lines: [words.text("orderUnsure", { name })], act: over(words.text("orderNotThere")) };
    case "active": {
      const state = order.isWanted
        ? words.text("orderOn", { ...values, date: dayOf(page, next ?? last) })
        : words.text("orderRuns", values);
      const missed = order.isWanted && found.renewal?.hasFailed ? [words.text("renewsFailed")] : [];
      const lines = [state, ...missed, words.text("orderStop", { name })];
      return { lines, act: over(words.text("orderStopped")), warns: !order.isWanted };
    }
  }
}

/** What the payer agrees to, in the words above the button. */
export function orderTerms(page: Page, found: ManagePage, offer: OrderOffer): string {
  const { phone, first, last } = offer;
  const days = { first: dayOf(page, first), last: dayOf(page, last) };
  return wordsOf(page.lang).text("orderTerms", { price: priceOf(page, found, offer), phone, ...days });
}

function refused(page: Page, found: ManagePage, order: OrderFacts): string[] {
  const words = wordsOf(page.lang);
  const { amountMinor: minor, phone, reason } = order;
  const amount = formatMoney({ minor, currency: found.subscription.currency }, page.lang);
  const why =
    reason === "unknown"
      ? []
      : [words.loose(`reason_${knownReason(reason)}`, { network: "M-PESA", amount, phone })];
  return [words.text("orderRefused"), ...why];
}

type Priced = Pick<OrderFacts, "amountMinor" | "interval">;

function priceOf({ lang }: Page, { subscription }: ManagePage, { amountMinor, interval }: Priced): string {
  const price = formatMoney({ minor: amountMinor, currency: subscription.currency }, lang);
  return everyInWords(wordsOf(lang), price, interval);
}

function dayOf(page: Page, date: CivilDate): string {
  return day(page, instantAt(date, 12, page.timeZone));
}
