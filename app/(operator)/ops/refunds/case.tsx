import type { StatusTone } from "@/components/ui/blocks";
import { formatMoney } from "@/lib/domain/money";
import {
  type RefundHand,
  refundActRules,
  refundActs,
  refundHandOf,
} from "@/lib/services/desk/operator/decide-refund";
import { casePages, commonFacts, mark, timeFacts } from "../case-page";
import { findRefund } from "../find";
import { railName } from "../rails/words";

export const refundsPath = "/ops/refunds";

export const handTones: Record<RefundHand, StatusTone> = {
  unknown: "bad",
  under_way: "plain",
  done: "ended",
};

export const refundCase = casePages({
  section: "refunds",
  path: refundsPath,
  titles: { page: "refundPage", act: "decideRefund" },
  find: findRefund,
  about: ({ amountMinor, currency, order }, words) =>
    words.text("opsRefundOf", {
      amount: formatMoney({ minor: amountMinor, currency }, words.lang),
      order: order.number,
    }),
  standing: (refund, words) => {
    const tone = refundHandOf(refund) === "done" ? "ended" : "plain";
    return mark(refund.status === "paid" ? "ok" : tone, words.text(`refundIs_${refund.status}`));
  },
  notice: (refund, words) => {
    const hand = refundHandOf(refund);
    if (hand === "done") return null;
    const tone = hand === "unknown" ? "warn" : "info";
    return { tone, title: words.text(`refundHand_${hand}`), text: words.text(`refundHand_${hand}_what`) };
  },
  isAsked: (refund) => refundHandOf(refund) !== "done",
  acts: refundActs,
  applies: (act, refund) => refundActRules[act].applies(refund),
  decision: (act, _, words) => ({
    label: words.text(`act_${act}`),
    effect: words.text(`act_${act}_effect`),
    undo: words.text(`act_${act}_undo`),
    evidence: words.text(`act_${act}_evidence`),
  }),
  isHarsh: (act) => act !== "arrived",
  seenBy: () => "hears_nobody",
  facts: (refund, words) => {
    const { store, ids } = commonFacts(refund, words);
    return [
      store,
      { label: words.text("opsOrder"), value: refund.order.number },
      { label: words.text("provider"), value: railName(refund.attempt.rail, words) },
      ...ids,
      { label: words.text("whyDone"), value: <bdi>{refund.reason}</bdi> },
      ...timeFacts(refund, words),
    ];
  },
});
