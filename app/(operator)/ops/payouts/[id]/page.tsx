import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { currentOperator } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { handOf, payoutActRules, payoutActs } from "@/lib/services/desk/operator/decide-payout";
import type { OperatorPayout } from "@/lib/services/desk/operator/list-payouts";
import { payoutTrouble } from "@/lib/services/money/out/payouts/reason";
import { ActLine } from "../../act-line";
import { payoutActWords } from "../../act-words";
import { findPayout } from "../../find";
import { OperatorPage } from "../../operator-page";
import { OperatorTime } from "../../operator-time";
import { railName } from "../../rails/words";
import { operatorWords, titledForOperator } from "../../words";
import { askAboutPayoutAction } from "../actions";
import { payoutsPath } from "../paths";

export const generateMetadata = titledForOperator("payoutPage");

type Params = Promise<{ id: string }>;

export default async function OperatorPayoutPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const payout = await findPayout((await params).id);
  const hand = handOf(payout);
  const words = operatorWords(person);
  const isOpen = hand !== "done";
  return (
    <OperatorPage person={person} section="payouts">
      <PageHeader
        title={words.text("opsPayoutOf", {
          amount: moneyOf(payout, words),
          destination: payout.destinationLabel,
        })}
        purpose={
          isOpen ? (
            <bdi>{payout.store.name}</bdi>
          ) : (
            <StatusMark tone={payout.status === "paid" ? "ok" : "ended"}>
              {words.text(payout.status === "paid" ? "payoutPaid" : "payoutReturned")}
            </StatusMark>
          )
        }
        actions={payout.status === "sent" ? <AskButton id={payout.id} words={words} /> : null}
      />
      {isOpen ? (
        <div className="mb-6">
          <Notice
            tone={hand === "unknown" || hand === "refused" ? "warn" : "info"}
            title={words.text(`hand_${hand}`)}
          >
            {words.text(`hand_${hand}_what`)}
          </Notice>
        </div>
      ) : null}
      <Acts payout={payout} words={words} />
      <Section title={words.text("aboutIt")}>
        <Facts items={factsOf(payout, words)} />
      </Section>
    </OperatorPage>
  );
}

function AskButton({ id, words }: { id: string; words: DashboardWords }) {
  return (
    <ActionForm to={{ action: askAboutPayoutAction, fields: { payout: id } }}>
      <Button>{words.text("askAgain")}</Button>
    </ActionForm>
  );
}

function Acts({ payout, words }: { payout: OperatorPayout; words: DashboardWords }) {
  const possible = payoutActs.filter((act) => payoutActRules[act].applies(payout));
  if (possible.length === 0) return null;
  return (
    <Section title={words.text("whatYouCanDo")}>
      <ul>
        {possible.map((act) => (
          <ActLine
            key={act}
            href={`${payoutsPath}/${payout.id}/${act}`}
            label={payoutActWords(act, payout, words).label}
            effect={payoutActWords(act, payout, words).effect}
          />
        ))}
      </ul>
    </Section>
  );
}

function factsOf(payout: OperatorPayout, words: DashboardWords) {
  const moment = (at: Date) => <OperatorTime at={at} />;
  const { store, currency, feeMinor, failureReason, railRef, receipt, completedAt, nextPollAt } = payout;
  return [
    {
      label: words.text("store"),
      value: (
        <a className="underline underline-offset-2" href={`/ops/stores/${store.id}`}>
          <bdi>{store.name}</bdi>
        </a>
      ),
    },
    {
      label: words.text("amountAndFee"),
      value: `${moneyOf(payout, words)}, ${formatMoney({ minor: feeMinor, currency }, words.lang)}`,
    },
    { label: words.text("provider"), value: railName(payout.rail, words) },
    ...(payout.scheduledFor === null
      ? []
      : [{ label: words.text("payoutBy"), value: words.text("payoutAutomatic") }]),
    {
      label: words.text("ourId"),
      value: <code className="text-label wrap-anywhere">{payout.id}</code>,
    },
    ...(railRef
      ? [
          {
            label: words.text("itsReference"),
            value: <code className="text-label wrap-anywhere">{railRef}</code>,
          },
        ]
      : []),
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
    { label: words.text("opsAskedFor"), value: moment(payout.createdAt) },
    ...(nextPollAt ? [{ label: words.text("lookedAtNext"), value: moment(nextPollAt) }] : []),
    ...(completedAt ? [{ label: words.text("endedAt"), value: moment(completedAt) }] : []),
  ];
}

function moneyOf({ amountMinor, currency }: OperatorPayout, words: DashboardWords): string {
  return formatMoney({ minor: amountMinor, currency }, words.lang);
}
