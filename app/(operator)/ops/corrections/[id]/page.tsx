import { proofSpecs } from "@/app/_forms/fields";
import type { Column } from "@/app/_lists/list";
import { ListTable } from "@/app/_lists/list-view";
import { found } from "@/app/service-name";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Facts, Notice, PageHeader, Section, StatusMark } from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import type { Effect } from "@/lib/domain/correction";
import { formatMoney } from "@/lib/domain/money";
import { type CorrectionLine, readCorrection } from "@/lib/services/desk/operator/corrections/read";
import { DeskForm } from "../../act-page";
import { approveCorrectionAction, declineCorrectionAction, withdrawCorrectionAction } from "../../actions";
import { type AtDesk, titledForOperator } from "../../desk";
import { OperatorTime, operatorPage, StoreLink } from "../../operator-page";
import { railName } from "../../rails/words";
import { accountWord, correctionTones } from "../correction-fields";

export const generateMetadata = titledForOperator("correctionPage");

export default operatorPage("corrections", async (who, { params }: { params: Promise<{ id: string }> }) => {
  const { world, operator, words } = who;
  const line = await found(readCorrection(world, operator, (await params).id));
  const { id, state, isOwn, currency, effects } = line;
  return (
    <>
      <PageHeader
        title={words.text("correctionOf", {
          amount: formatMoney({ minor: line.amountMinor, currency }, words.lang),
          from: accountWord(line.from, words),
          to: accountWord(line.to, words),
        })}
        purpose={<StatusMark tone={correctionTones[state]} word={words.text(`correction_${state}`)} />}
        actions={
          state === "proposed" && isOwn ? (
            <ActionForm to={{ action: withdrawCorrectionAction, fields: { id } }}>
              <Button>{words.text("correctionWithdraw")}</Button>
            </ActionForm>
          ) : null
        }
      />
      {effects ? (
        <Section title={words.text("correctionChanges")}>
          <ListTable
            caption={words.text("correctionChanges")}
            columns={effectColumns(currency)}
            rows={effects}
            keyOf={({ kind }) => kind}
            who={who}
          />
          {effects.some(({ isTooLow }) => isTooLow) ? (
            <Notice tone="bad" title={words.text("correctionTooLow")}>
              {words.text("correctionTooLow_what")}
            </Notice>
          ) : null}
        </Section>
      ) : null}
      {state === "proposed" && !isOwn ? <Decide id={id} who={who} /> : null}
      {state === "proposed" && isOwn ? (
        <p className="my-4 max-w-[68ch] text-ink-2">{words.text("correctionWaits")}</p>
      ) : null}
      <Section title={words.text("aboutIt")}>
        <Facts items={factsOf(line, words)} />
      </Section>
    </>
  );
});

function effectColumns(currency: string): Column<Effect>[] {
  const money = (minor: bigint, { lang }: DashboardWords) => formatMoney({ minor, currency }, lang);
  const end = { align: "end", onPhone: true } as const;
  return [
    { label: "correctionAccount", cell: ({ kind }, { words }) => accountWord(kind, words) },
    { label: "correctionBefore", ...end, cell: ({ beforeMinor }, { words }) => money(beforeMinor, words) },
    { label: "correctionAfter", ...end, cell: ({ afterMinor }, { words }) => money(afterMinor, words) },
  ];
}

function Decide({ id, who: { person, words } }: { id: string; who: AtDesk }) {
  return (
    <Section title={words.text("whatYouCanDo")}>
      <p className="my-4 max-w-[68ch] text-ink-2">{words.text("correctionApprove_what")}</p>
      <DeskForm
        action={approveCorrectionAction}
        hidden={{ id }}
        fields={proofSpecs(words, person)}
        words={words}
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

function factsOf(found: CorrectionLine, words: DashboardWords) {
  const moment = (at: Date) => <OperatorTime at={at} />;
  const { store, rail, reason, proposer, proposedAt, expiresAt, decider, decidedAt, state } = found;
  return [
    { label: words.text("whyDone"), value: <bdi className="wrap-anywhere">{reason}</bdi> },
    ...(store ? [{ label: words.text("store"), value: <StoreLink store={store} /> }] : []),
    ...(rail ? [{ label: words.text("provider"), value: railName(rail, words) }] : []),
    { label: words.text("correctionProposer"), value: <bdi>{proposer}</bdi> },
    { label: words.text("correctionProposedAt"), value: moment(proposedAt) },
    ...(state === "proposed" ? [{ label: words.text("correctionUntil"), value: moment(expiresAt) }] : []),
    ...(decider ? [{ label: words.text("correctionDecider"), value: <bdi>{decider}</bdi> }] : []),
    ...(decidedAt ? [{ label: words.text("endedAt"), value: moment(decidedAt) }] : []),
  ];
}
