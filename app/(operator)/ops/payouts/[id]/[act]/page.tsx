import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import type { FieldSpec } from "@/app/_forms/form-field";
import { formatMoney } from "@/lib/domain/money";
import { type PayoutAct, payoutActRules, payoutActs } from "@/lib/services/operator/payout-acts";
import { ActPage } from "../../../act-page";
import { decidePayoutAction } from "../../actions";
import { payoutsPath } from "../../paths";
import { findPayout } from "../find-payout";

export const metadata: Metadata = { title: "Decide a payout" };

type Params = Promise<{ id: string; act: string }>;

/** What an act changes, word for word, before it is done. */
export default async function PayoutActPage({ params }: { params: Params }) {
  const { id, act: name } = await params;
  const act = payoutActs.find((known) => known === name);
  if (!act) notFound();
  const payout = await findPayout(id);
  const back = `${payoutsPath}/${id}`;
  const rule = payoutActRules[act];
  if (!rule.applies(payout)) redirect(back);
  const { label, undo } = rule;
  const evidence = rule.evidence(payout);
  const money = formatMoney({ minor: payout.amountMinor, currency: payout.currency });
  return (
    <ActPage
      {...{ section: "payouts", back, label, undo }}
      effect={rule.effect(payout)}
      about={`${money} to ${payout.destinationLabel}`}
      action={decidePayoutAction}
      hidden={{ payout: id, act }}
      fields={evidence ? [evidenceField(act, evidence)] : []}
      isHarsh={act !== "paid"}
    />
  );
}

function evidenceField(act: PayoutAct, evidence: string): FieldSpec {
  const kept = act === "paid" ? "The seller sees it as the receipt." : "It is kept in the audit log.";
  return { kind: "text", name: "evidence", label: "What you saw", help: `${evidence}. ${kept}` };
}
