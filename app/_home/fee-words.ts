import type { DashboardWords } from "@/components/dashboard/messages/words";
import { feeText, fixedCurrencies, type PlanFees, payoutFeeText, percent } from "@/lib/domain/fees";

/** What selling here costs, as the operator has set it for new stores. */
export function feeWords(words: DashboardWords, plan: PlanFees): string {
  const fee = feesText(words, plan);
  const payoutFee = payoutFeesText(words, plan);
  const none = percent(0, words.lang);
  if (fee === none && payoutFee === none) return words.text("feeNone");
  if (fee === none) return words.text("feePayout", { payoutFee });
  if (payoutFee === none) return words.text("feePayment", { fee });
  return words.text("feeBoth", { fee, payoutFee });
}

/** The fee on a payment; behind it the currencies in which it is another: "1.5 % (KES: 1.5 % + KES 10)". */
export function feesText({ lang }: DashboardWords, plan: PlanFees): string {
  return withOthers(plan, percent(plan.feePpm, lang), (currency) => feeText(plan, currency, lang));
}

export function payoutFeesText({ lang }: DashboardWords, plan: PlanFees): string {
  return withOthers(plan, percent(plan.payoutFeePpm, lang), (currency) =>
    payoutFeeText(plan, currency, lang),
  );
}

function withOthers(plan: PlanFees, usual: string, textIn: (currency: string) => string): string {
  const others = fixedCurrencies(plan)
    .map((currency) => [currency, textIn(currency)])
    .filter(([, text]) => text !== usual);
  if (others.length === 0) return usual;
  return `${usual} (${others.map(([currency, text]) => `${currency}: ${text}`).join("; ")})`;
}
