import { FieldForm } from "@/app/_forms/field-form";
import { proofSpecs } from "@/app/_forms/fields";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import { found } from "@/app/service-name";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { operatorCaller } from "@/lib/auth/guarded-action";
import type { Effect } from "@/lib/domain/correction";
import { formatMoney } from "@/lib/domain/money";
import { type CorrectionLine, readCorrection } from "@/lib/services/desk/operator/corrections/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage, OperatorTime } from "../../operator-page";
import { railName } from "../../rails/words";
import { operatorWithWords, titledForOperator } from "../../words";
import { approveCorrectionAction, declineCorrectionAction, withdrawCorrectionAction } from "../actions";
import { accountWord, correctionTones } from "../paths";

export const generateMetadata = titledForOperator("correctionPage");

type Found = Awaited<ReturnType<typeof readCorrection>>;

export default async function CorrectionPage({ params }: { params: Promise<{ id: string }> }) {
  const { person, words } = await operatorWithWords();
  const found = await find((await params).id);
  return (
    <OperatorPage person={person} section="corrections">
      <PageHeader
        title={words.text("correctionOf", {
          amount: formatMoney({ minor: found.amountMinor, currency: found.currency }, words.lang),
          from: accountWord(found.from, words),
          to: accountWord(found.to, words),
        })}
        purpose={
          <StatusMark tone={correctionTones[found.state]}>
            {words.text(`correction_${found.state}`)}
          </StatusMark>
        }
        actions={found.state === "proposed" && found.isOwn ? <Withdraw id={found.id} words={words} /> : null}
      />
      {found.effects ? (
        <Section title={words.text("correctionChanges")}>
          <EffectTable effects={found.effects} currency={found.currency} words={words} />
          {found.effects.some(({ isTooLow }) => isTooLow) ? (
            <Notice tone="bad" title={words.text("correctionTooLow")}>
              {words.text("correctionTooLow_what")}
            </Notice>
          ) : null}
        </Section>
      ) : null}
      {found.state === "proposed" && !found.isOwn ? (
        <Decide person={person} id={found.id} words={words} />
      ) : null}
      {found.state === "proposed" && found.isOwn ? (
        <p className="my-4 max-w-[68ch] text-ink-2">{words.text("correctionWaits")}</p>
      ) : null}
      <Section title={words.text("aboutIt")}>
        <Facts items={factsOf(found, words)} />
      </Section>
    </OperatorPage>
  );
}

async function find(id: string): Promise<Found> {
  return found(readCorrection(systemWorld(), await operatorCaller(), id));
}

function EffectTable(props: { effects: Effect[]; currency: string; words: DashboardWords }) {
  const { effects, currency, words } = props;
  const money = (minor: bigint) => formatMoney({ minor, currency }, words.lang);
  const [before, after] = [words.text("correctionBefore"), words.text("correctionAfter")];
  return (
    <Table
      caption={words.text("correctionChanges")}
      columns={[
        { label: words.text("correctionAccount") },
        { label: before, align: "end", onPhone: before },
        { label: after, align: "end", onPhone: after },
      ]}
      rows={effects.map(({ kind, beforeMinor, afterMinor }) => ({
        key: kind,
        cells: [accountWord(kind, words), money(beforeMinor), money(afterMinor)],
      }))}
    />
  );
}

function Decide({
  id,
  person,
  words,
}: {
  id: string;
  person: { hasTwoStep: boolean };
  words: DashboardWords;
}) {
  return (
    <Section title={words.text("whatYouCanDo")}>
      <p className="my-4 max-w-[68ch] text-ink-2">{words.text("correctionApprove_what")}</p>
      <FieldForm
        action={approveCorrectionAction}
        hidden={{ id }}
        fields={proofSpecs(words, person)}
        titles={problemTitles(words)}
        submit={words.text("correctionApprove")}
      />
      <div className="mt-4">
        <ActionForm to={{ action: declineCorrectionAction, fields: { id } }}>
          <Button>{words.text("correctionDecline")}</Button>
        </ActionForm>
      </div>
    </Section>
  );
}

function Withdraw({ id, words }: { id: string; words: DashboardWords }) {
  return (
    <ActionForm to={{ action: withdrawCorrectionAction, fields: { id } }}>
      <Button>{words.text("correctionWithdraw")}</Button>
    </ActionForm>
  );
}

function factsOf(found: CorrectionLine, words: DashboardWords) {
  const moment = (at: Date) => <OperatorTime at={at} />;
  const { store, rail, reason, proposer, proposedAt, expiresAt, decider, decidedAt, state } = found;
  return [
    { label: words.text("whyDone"), value: <bdi className="wrap-anywhere">{reason}</bdi> },
    ...(store
      ? [
          {
            label: words.text("store"),
            value: (
              <a className="underline underline-offset-2" href={`/ops/stores/${store.id}`}>
                <bdi>{store.name}</bdi>
              </a>
            ),
          },
        ]
      : []),
    ...(rail ? [{ label: words.text("provider"), value: railName(rail, words) }] : []),
    { label: words.text("correctionProposer"), value: <bdi>{proposer}</bdi> },
    { label: words.text("correctionProposedAt"), value: moment(proposedAt) },
    ...(state === "proposed" ? [{ label: words.text("correctionUntil"), value: moment(expiresAt) }] : []),
    ...(decider ? [{ label: words.text("correctionDecider"), value: <bdi>{decider}</bdi> }] : []),
    ...(decidedAt ? [{ label: words.text("endedAt"), value: moment(decidedAt) }] : []),
  ];
}
