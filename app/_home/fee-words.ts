import type { DashboardWords } from "@/components/dashboard/messages/words";
import { percent } from "@/lib/domain/fees";

/** What selling here costs, as the operator has set it for new stores. */
export function feeWords(words: DashboardWords, plan: { feePpm: number; payoutFeePpm: number }): string {
  const fee = percent(plan.feePpm, words.lang);
  const payoutFee = percent(plan.payoutFeePpm, words.lang);
  if (plan.feePpm === 0 && plan.payoutFeePpm === 0) return words.text("feeNone");
  if (plan.feePpm === 0) return words.text("feePayout", { payoutFee });
  if (plan.payoutFeePpm === 0) return words.text("feePayment", { fee });
  return words.text("feeBoth", { fee, payoutFee });
}
