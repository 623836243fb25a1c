import { whyBack } from "@/app/(seller)/dashboard/history-words";
import { found } from "@/app/service-name";
import type { StatusTone } from "@/components/ui/blocks";
import { done } from "@/lib/auth/sealed-cookie";
import { formatMoney } from "@/lib/domain/money";
import {
  askAboutRefund,
  decideRefund,
  type RefundHand,
  readOperatorRefund,
  refundActRules,
  refundActs,
  refundHandOf,
} from "@/lib/services/desk/operator/refunds";
import { casePages, evidenceField } from "../act-page";
import { commonFacts, mark, timeFacts } from "../case-facts";
import { railName } from "../rails/words";

export const refundsPath = "/ops/refunds";

export const handTones: Record<RefundHand, StatusTone> = {
  unknown: "bad",
  under_way: "plain",
  done: "ended",
};

export const refundCase = casePages({
  section: "refunds",
  title: "refundPage",
  actTitle: "decideRefund",
  find: ({ world, operator }, id) => found(readOperatorRefund(world, operator, id)),
  idOf: ({ id }) => id,
  pathOf: ({ id }) => `${refundsPath}/${id}`,
  about: ({ amountMinor, currency, order }, { words }) =>
    words.text("opsRefundOf", {
      amount: formatMoney({ minor: amountMinor, currency }, words.lang),
      order: order.number,
    }),
  standing: (refund, { words }) => {
    const tone = refundHandOf(refund) === "done" ? "ended" : "plain";
    return mark(refund.status === "paid" ? "ok" : tone, words.text(`refundIs_${refund.status}`));
  },
  notice: (refund, words) => {
    const hand = refundHandOf(refund);
    if (hand === "done") return null;
    const tone = hand === "unknown" ? "warn" : "info";
    return { tone, title: words.text(`refundHand_${hand}`), text: words.text(`refundHand_${hand}_what`) };
  },
  ask: {
    path: refundsPath,
    applies: (refund) => refundHandOf(refund) !== "done",
    run: async (operator, id, { world, words }) => {
      const { status } = await askAboutRefund(world, operator, id);
      if (status === "sent") return words.text("askedRefundStill");
      return words.text("askedRefundNow", { status: words.text(`refundIs_${status}`) });
    },
  },
  acts: refundActs,
  applies: (act, refund) => refundActRules[act].applies(refund),
  told: (act, _, words) => ({
    label: words.text(`act_${act}`),
    effect: words.text(`act_${act}_effect`),
    undo: words.text(`act_${act}_undo`),
  }),
  fields: (act, _, { words }) => [evidenceField(words, `act_${act}_evidence`, "hears_nobody")],
  isHarsh: (act) => act !== "arrived",
  run: async (operator, { id, act, reason, evidence }, { world, words }) => {
    await decideRefund(world, operator, { refundId: id, act, reason, evidence });
    return done(`${refundsPath}/${id}`, words.text("doneMailed"));
  },
  facts: (refund, { words }) => {
    const { store, ids } = commonFacts(refund, words);
    return [
      store,
      { label: words.text("opsOrder"), value: refund.order.number },
      { label: words.text("provider"), value: railName(refund.attempt.rail, words) },
      ...ids,
      { label: words.text("whyDone"), value: <bdi>{whyBack(refund.reason, words)}</bdi> },
      ...timeFacts(refund, words),
    ];
  },
});
