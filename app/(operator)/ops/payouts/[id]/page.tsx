import type { Metadata } from "next";
import { ActionForm } from "@/components/dashboard/action-form";
import { dashboardWords } from "@/components/dashboard/messages/words";
import { Button } from "@/components/ui/button";
import { Facts } from "@/components/ui/facts";
import { Notice } from "@/components/ui/notice";
import { PageHeader, Section } from "@/components/ui/page-header";
import { StatusMark } from "@/components/ui/status-mark";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { formatMoney } from "@/lib/domain/money";
import { handWords, type OperatorPayout } from "@/lib/services/operator/list-payouts";
import { handOf, payoutActRules, payoutActs } from "@/lib/services/operator/payout-acts";
import { payoutTrouble } from "@/lib/services/payouts/reason";
import { ActLine } from "../../act-line";
import { OperatorPage } from "../../operator-page";
import { askAboutPayoutAction } from "../actions";
import { payoutsPath } from "../paths";
import { findPayout } from "./find-payout";

export const metadata: Metadata = { title: "Payout" };

type Params = Promise<{ id: string }>;

export default async function OperatorPayoutPage({ params }: { params: Params }) {
  const person = await currentOperator();
  const payout = await findPayout((await params).id);
  const hand = handOf(payout);
  const { word, what } = handWords[hand];
  const isOpen = hand !== "done";
  return (
    <OperatorPage person={person} section="payouts">
      <PageHeader
        title={`${moneyOf(payout)} to ${payout.destinationLabel}`}
        purpose={
          isOpen ? (
            <bdi>{payout.store.name}</bdi>
          ) : (
            <StatusMark tone={payout.status === "paid" ? "ok" : "ended"}>
              {payout.status === "paid" ? "Paid" : "Returned"}
            </StatusMark>
          )
        }
        actions={payout.status === "sent" ? <AskButton id={payout.id} /> : null}
      />
      {isOpen ? (
        <div className="mb-6">
          <Notice tone={hand === "unknown" || hand === "refused" ? "warn" : "info"} title={word}>
            {what}
          </Notice>
        </div>
      ) : null}
      <Acts payout={payout} />
      <Section title="About it">
        <Facts items={factsOf(payout)} />
      </Section>
    </OperatorPage>
  );
}

function AskButton({ id }: { id: string }) {
  return (
    <ActionForm to={{ action: askAboutPayoutAction, fields: { payout: id } }}>
      <Button>Ask the provider again</Button>
    </ActionForm>
  );
}

function Acts({ payout }: { payout: OperatorPayout }) {
  const possible = payoutActs.filter((act) => payoutActRules[act].applies(payout));
  if (possible.length === 0) return null;
  return (
    <Section title="What you can do">
      <ul>
        {possible.map((act) => (
          <ActLine
            key={act}
            href={`${payoutsPath}/${payout.id}/${act}`}
            label={payoutActRules[act].label}
            effect={payoutActRules[act].effect(payout)}
          />
        ))}
      </ul>
    </Section>
  );
}

function factsOf(payout: OperatorPayout) {
  const { store, currency, feeMinor, failureReason, railRef, receipt, completedAt, nextPollAt } = payout;
  return [
    {
      label: "Store",
      value: (
        <a className="underline underline-offset-2" href={`/ops/stores/${store.id}`}>
          <bdi>{store.name}</bdi>
        </a>
      ),
    },
    { label: "Amount and fee", value: `${moneyOf(payout)}, ${formatMoney({ minor: feeMinor, currency })}` },
    { label: "Provider", value: payout.rail },
    {
      label: "Our id there",
      value: <code className="text-label wrap-anywhere">{payout.id}</code>,
    },
    ...(railRef
      ? [{ label: "Its own reference", value: <code className="text-label wrap-anywhere">{railRef}</code> }]
      : []),
    ...(receipt ? [{ label: "Receipt", value: <bdi className="wrap-anywhere">{receipt}</bdi> }] : []),
    ...(failureReason
      ? [
          {
            label: "Why",
            value: `${dashboardWords("en").text(`trouble_${payoutTrouble(failureReason)}`)} (${failureReason})`,
          },
        ]
      : []),
    { label: "Asked for", value: <Timestamp at={payout.createdAt} timeZone="UTC" /> },
    ...(nextPollAt ? [{ label: "Looked at next", value: <Timestamp at={nextPollAt} timeZone="UTC" /> }] : []),
    ...(completedAt ? [{ label: "Ended", value: <Timestamp at={completedAt} timeZone="UTC" /> }] : []),
  ];
}

function moneyOf({ amountMinor, currency }: OperatorPayout): string {
  return formatMoney({ minor: amountMinor, currency });
}
