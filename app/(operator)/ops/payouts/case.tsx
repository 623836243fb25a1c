import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/status-mark";
import { formatMoney } from "@/lib/domain/money";
import {
  handOf,
  type PayoutHand,
  payoutActRules,
  payoutActs,
} from "@/lib/services/desk/operator/decide-payout";
import type { OperatorPayout } from "@/lib/services/desk/operator/list-payouts";
import { payoutTrouble } from "@/lib/services/money/out/payouts/read";
import { casePages, commonFacts, mark, timeFacts } from "../case-page";
import { findPayout } from "../find";
import { railName } from "../rails/words";

export const payoutsPath = "/ops/payouts";

export const handTones: Record<PayoutHand, StatusTone> = {
  ...{ unknown: "bad", refused: "bad", waiting: "warn", under_way: "plain", done: "ended" },
};

const moneyOf = ({ amountMinor, currency }: OperatorPayout, words: DashboardWords) =>
  formatMoney({ minor: amountMinor, currency }, words.lang);

export const payoutCase = casePages({
  section: "payouts",
  path: payoutsPath,
  titles: { page: "payoutPage", act: "decidePayout" },
  find: findPayout,
  about: (payout, words) =>
    words.text("opsPayoutOf", { amount: moneyOf(payout, words), destination: payout.destinationLabel }),
  standing: (payout, words) => {
    if (handOf(payout) !== "done") return <bdi>{payout.store.name}</bdi>;
    const isPaid = payout.status === "paid";
    return mark(isPaid ? "ok" : "ended", words.text(isPaid ? "payoutPaid" : "payoutReturned"));
  },
  notice: (payout, words) => {
    const hand = handOf(payout);
    if (hand === "done") return null;
    const tone = hand === "unknown" || hand === "refused" ? "warn" : "info";
    return { tone, title: words.text(`hand_${hand}`), text: words.text(`hand_${hand}_what`) };
  },
  isAsked: ({ status }) => status === "sent",
  acts: payoutActs,
  applies: (act, payout) => payoutActRules[act].applies(payout),
  // What to check first where money may have left us.
  decision: (act, { status }, words) => {
    const isUnsent = act === "returned" && status === "requested";
    return {
      label: words.text(`act_${act}`),
      effect: words.text(isUnsent ? "act_returned_unsent_effect" : `act_${act}_effect`),
      undo: words.text(`act_${act}_undo`),
      evidence: isUnsent ? null : words.text(`act_${act}_evidence`),
    };
  },
  isHarsh: (act) => act !== "paid",
  seenBy: (act) => (act === "paid" ? "sellerSeesIt" : "hears_nobody"),
  facts: (payout, words) => {
    const { store, ids } = commonFacts(payout, words);
    const { currency, feeMinor, failureReason, receipt } = payout;
    const fee = formatMoney({ minor: feeMinor, currency }, words.lang);
    return [
      store,
      { label: words.text("amountAndFee"), value: `${moneyOf(payout, words)}, ${fee}` },
      { label: words.text("provider"), value: railName(payout.rail, words) },
      ...(payout.scheduledFor
        ? [{ label: words.text("payoutBy"), value: words.text("payoutAutomatic") }]
        : []),
      ...ids,
      ...(receipt
        ? [{ label: words.text("receipt"), value: <bdi className="wrap-anywhere">{receipt}</bdi> }]
        : []),
      ...(failureReason
        ? [
            {
              label: words.text("whyDone"),
              value: `${words.text(`trouble_${payoutTrouble(failureReason)}`)} (${failureReason})`,
            },
          ]
        : []),
      ...timeFacts(payout, words),
    ];
  },
});
