import { notFound, redirect } from "next/navigation";
import type { FieldSpec } from "@/app/_forms/form-field";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { formatMoney } from "@/lib/domain/money";
import { type PayoutAct, payoutActRules, payoutActs } from "@/lib/services/desk/operator/decide-payout";
import { ActPage } from "../../../act-page";
import { payoutActWords } from "../../../act-words";
import { findPayout } from "../../../find";
import { currentOperatorWords, titledForOperator } from "../../../words";
import { decidePayoutAction } from "../../actions";
import { payoutsPath } from "../../paths";

export const generateMetadata = titledForOperator("decidePayout");

type Params = Promise<{ id: string; act: string }>;

/** The exact effect of an action, before it is done. */
export default async function PayoutActPage({ params }: { params: Params }) {
  const { id, act: name } = await params;
  const act = payoutActs.find((known) => known === name);
  if (!act) notFound();
  const payout = await findPayout(id);
  const back = `${payoutsPath}/${id}`;
  const rule = payoutActRules[act];
  if (!rule.applies(payout)) redirect(back);
  const words = await currentOperatorWords();
  const { evidence, ...told } = payoutActWords(act, payout, words);
  const money = formatMoney({ minor: payout.amountMinor, currency: payout.currency }, words.lang);
  return (
    <ActPage
      {...{ section: "payouts", back, ...told }}
      about={words.text("opsPayoutOf", { amount: money, destination: payout.destinationLabel })}
      action={decidePayoutAction}
      hidden={{ payout: id, act }}
      fields={evidence ? [evidenceField(act, evidence, words)] : []}
      isHarsh={act !== "paid"}
    />
  );
}

function evidenceField(act: PayoutAct, evidence: string, words: DashboardWords): FieldSpec {
  const kept = words.text(act === "paid" ? "sellerSeesIt" : "hears_nobody");
  return { kind: "text", name: "evidence", label: words.text("whatYouSaw"), help: `${evidence}. ${kept}` };
}
