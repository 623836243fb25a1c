import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { currentOperator } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { refundActRules, refundActs, refundHandOf } from "@/lib/services/desk/operator/decide-refund";
import type { OperatorRefund } from "@/lib/services/desk/operator/list-refunds";
import { ActLine } from "../../act-line";
import { refundActWords } from "../../act-words";
import { findRefund } from "../../find";
import { OperatorPage } from "../../operator-page";
import { OperatorTime } from "../../operator-time";
import { railName } from "../../rails/words";
import { operatorWords, titledForOperator } from "../../words";
import { askAboutRefundAction } from "../actions";
import { refundsPath } from "../paths";

export const generateMetadata = titledForOperator("refundPage");

export default async function OperatorRefundPage({ params }: { params: Promise<{ id: string }> }) {
  const person = await currentOperator();
  const refund = await findRefund((await params).id);
  const words = operatorWords(person);
  const hand = refundHandOf(refund);
  const amount = formatMoney({ minor: refund.amountMinor, currency: refund.currency }, words.lang);
  return (
    <OperatorPage person={person} section="refunds">
      <PageHeader
        title={words.text("opsRefundOf", { amount, order: refund.order.number })}
        purpose={
          <StatusMark tone={refund.status === "paid" ? "ok" : hand === "done" ? "ended" : "plain"}>
            {words.text(`refundIs_${refund.status}`)}
          </StatusMark>
        }
        actions={hand === "done" ? null : <AskButton id={refund.id} words={words} />}
      />
      {hand === "done" ? null : (
        <div className="mb-6">
          <Notice tone={hand === "unknown" ? "warn" : "info"} title={words.text(`refundHand_${hand}`)}>
            {words.text(`refundHand_${hand}_what`)}
          </Notice>
        </div>
      )}
      <Acts refund={refund} words={words} />
      <Section title={words.text("aboutIt")}>
        <Facts items={factsOf(refund, words)} />
      </Section>
    </OperatorPage>
  );
}

function AskButton({ id, words }: { id: string; words: DashboardWords }) {
  return (
    <ActionForm to={{ action: askAboutRefundAction, fields: { refund: id } }}>
      <Button>{words.text("askAgain")}</Button>
    </ActionForm>
  );
}

function Acts({ refund, words }: { refund: OperatorRefund; words: DashboardWords }) {
  const possible = refundActs.filter((act) => refundActRules[act].applies(refund));
  if (possible.length === 0) return null;
  return (
    <Section title={words.text("whatYouCanDo")}>
      <ul>
        {possible.map((act) => (
          <ActLine key={act} href={`${refundsPath}/${refund.id}/${act}`} {...refundActWords(act, words)} />
        ))}
      </ul>
    </Section>
  );
}

function factsOf(refund: OperatorRefund, words: DashboardWords) {
  const moment = (at: Date) => <OperatorTime at={at} />;
  const code = (text: string) => <code className="text-label wrap-anywhere">{text}</code>;
  const { store, order, attempt, railRef, completedAt, nextPollAt } = refund;
  return [
    {
      label: words.text("store"),
      value: (
        <a className="underline underline-offset-2" href={`/ops/stores/${store.id}`}>
          <bdi>{store.name}</bdi>
        </a>
      ),
    },
    { label: words.text("opsOrder"), value: order.number },
    { label: words.text("provider"), value: railName(attempt.rail, words) },
    { label: words.text("ourId"), value: code(refund.id) },
    ...(railRef ? [{ label: words.text("itsReference"), value: code(railRef) }] : []),
    { label: words.text("whyDone"), value: <bdi>{refund.reason}</bdi> },
    { label: words.text("opsAskedFor"), value: moment(refund.createdAt) },
    ...(nextPollAt ? [{ label: words.text("lookedAtNext"), value: moment(nextPollAt) }] : []),
    ...(completedAt ? [{ label: words.text("endedAt"), value: moment(completedAt) }] : []),
  ];
}
