import type { DashboardWords } from "@/components/dashboard/messages/words";
import { chargesOf, fixedFeesIn, takesNothing } from "@/lib/domain/fees";
import { formatMoney } from "@/lib/domain/money";

/** What decides the service's fee on a store's sales. */
export interface FeeStore {
  currency: string;
  buyerPaysCharges: boolean;
  plan: { feePpm: number; fixedFees?: unknown };
}

/** What a seller keeps of such a price: "You keep KES 1,470 of KES 1,500"; of KES 1,000 where there is none yet. Empty: all of it. */
export function keepsText(store: FeeStore, priceMinor: bigint | null, words: DashboardWords): string {
  const { currency, buyerPaysCharges, plan } = store;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const price = priceMinor ?? exampleMinor;
  const { totalMinor, netMinor } = chargesOf({
    priceMinor: price,
    feePpm: plan.feePpm,
    fixed: fixedFeesIn(plan, currency),
    buyerPaysCharges,
  });
  if (takesNothing(plan, currency)) return "";
  const sums = { kept: money(netMinor), paid: money(totalMinor) };
  return words.text(buyerPaysCharges ? "keepsBuyerPays" : "keepsOf", sums);
}

const exampleMinor = 100_000n;
