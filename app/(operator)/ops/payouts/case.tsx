import { found } from "@/app/service-name";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import type { StatusTone } from "@/components/ui/blocks";
import { done } from "@/lib/auth/sealed-cookie";
import { formatMoney } from "@/lib/domain/money";
import {
  askAboutPayout,
  decidePayout,
  handOf,
  type OperatorPayout,
  type PayoutAct,
  type PayoutHand,
  payoutActRules,
  payoutActs,
  readOperatorPayout,
} from "@/lib/services/desk/operator/payouts";
import { payoutTrouble } from "@/lib/services/money/out/payouts/read";
import { casePages, evidenceField } from "../act-page";
import { commonFacts, mark, timeFacts } from "../case-facts";
import { railName } from "../rails/words";

export const payoutsPath = "/ops/payouts";

export const handTones: Record<PayoutHand, StatusTone> = {
  ...{ unknown: "bad", refused: "bad", waiting: "warn", under_way: "plain", done: "ended" },
};

const moneyOf = ({ amountMinor, currency }: OperatorPayout, words: DashboardWords) =>
  formatMoney({ minor: amountMinor, currency }, words.lang);

const isUnsent = (act: PayoutAct, { status }: OperatorPayout) => act === "returned" && status === "requested";

export const payoutCase = casePages({
  section: "payouts",
  title: "payoutPage",
  actTitle: "decidePayout",
  find: ({ world, operator }, id) => found(readOperatorPayout(world, operator, id)),
  idOf: ({ id }) => id,
  pathOf: ({ id }) => `${payoutsPath}/${id}`,
  about: (payout, { words }) =>
    words.text("opsPayoutOf", { amount: moneyOf(payout, words), destination: payout.destinationLabel }),
  standing: (payout, { words }) => {
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
  ask: {
    path: payoutsPath,
    applies: ({ status }) => status === "sent",
    run: async (operator, id, { world, words }) => {
      const { status } = await askAboutPayout(world, operator, id);
      if (status === "sent") return words.text("askedStill");
      return words.text("askedNow", { status: words.text(`payoutIs_${status}`) });
    },
  },
  acts: payoutActs,
  applies: (act, payout) => payoutActRules[act].applies(payout),
  told: (act, payout, words) => ({
    label: words.text(`act_${act}`),
    effect: words.text(isUnsent(act, payout) ? "act_returned_unsent_effect" : `act_${act}_effect`),
    undo: words.text(`act_${act}_undo`),
  }),
  // What to check first where money may have left us.
  fields: (act, payout, { words }) =>
    isUnsent(act, payout)
      ? []
      : [evidenceField(words, `act_${act}_evidence`, act === "paid" ? "sellerSeesIt" : "hears_nobody")],
  isHarsh: (act) => act !== "paid",
  run: async (operator, { id, act, reason, evidence }, { world, words }) => {
    await decidePayout(world, operator, { payoutId: id, act, reason, evidence });
    return done(`${payoutsPath}/${id}`, words.text("doneMailed"));
  },
  facts: (payout, { words }) => {
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
