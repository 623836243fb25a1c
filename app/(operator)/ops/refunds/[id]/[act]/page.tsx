import { notFound, redirect } from "next/navigation";
import { formatMoney } from "@/lib/domain/money";
import { refundActRules, refundActs } from "@/lib/services/desk/operator/decide-refund";
import { ActPage } from "../../../act-page";
import { refundActWords } from "../../../act-words";
import { findRefund } from "../../../find";
import { currentOperatorWords, titledForOperator } from "../../../words";
import { decideRefundAction } from "../../actions";
import { refundsPath } from "../../paths";

export const generateMetadata = titledForOperator("decideRefund");

type Params = Promise<{ id: string; act: string }>;

/** The exact effect of an action, before it is done. */
export default async function RefundActPage({ params }: { params: Params }) {
  const { id, act: name } = await params;
  const act = refundActs.find((known) => known === name);
  if (!act) notFound();
  const refund = await findRefund(id);
  const back = `${refundsPath}/${id}`;
  if (!refundActRules[act].applies(refund)) redirect(back);
  const words = await currentOperatorWords();
  const { evidence, ...told } = refundActWords(act, words);
  const amount = formatMoney({ minor: refund.amountMinor, currency: refund.currency }, words.lang);
  const help = `${evidence}. ${words.text("hears_nobody")}`;
  return (
    <ActPage
      {...{ section: "refunds", back, ...told }}
      about={words.text("opsRefundOf", { amount, order: refund.order.number })}
      action={decideRefundAction}
      hidden={{ refund: id, act }}
      fields={[{ kind: "text", name: "evidence", label: words.text("whatYouSaw"), help }]}
      isHarsh={act !== "arrived"}
    />
  );
}
