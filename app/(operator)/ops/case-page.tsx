import { notFound, redirect } from "next/navigation";
import type { ReactNode } from "react";
import { ActionForm } from "@/components/dashboard/action-form";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import {
  type FactItem,
  Facts,
  Notice,
  PageHeader,
  Section,
  StatusMark,
  type StatusTone,
} from "@/components/ui/blocks";
import { Button } from "@/components/ui/button";
import type { ButtonAction, FormAction } from "@/lib/auth/form-state";
import { ActLine, ActPage } from "./act-page";
import { OperatorPage, type OperatorSection, OperatorTime } from "./operator-page";
import { currentOperatorWords, operatorWithWords, titledForOperator } from "./words";

// What an operator decides about one thing whose end no provider told: its page, and the page of each decision.

/** The texts of one decision. `evidence`: what to look at first; null where nothing can have moved. */
interface Decision {
  label: string;
  effect: string;
  undo: string;
  evidence: string | null;
}

export interface Case<Row, Act extends string> {
  section: OperatorSection;
  /** Of its list; its own page is below. */
  path: string;
  titles: { page: DashboardKey; act: DashboardKey };
  /** Ends with the page for what does not exist. */
  find(id: string): Promise<Row & { id: string }>;
  about(row: Row, words: DashboardWords): string;
  /** Below the title. */
  standing(row: Row, words: DashboardWords): ReactNode;
  /** While it is open: how it stands, and what that means. */
  notice(row: Row, words: DashboardWords): { tone: "warn" | "info"; title: string; text: string } | null;
  facts(row: Row, words: DashboardWords): FactItem[];
  /** Whether its rail can be asked again now. */
  isAsked(row: Row): boolean;
  acts: readonly Act[];
  applies(act: Act, row: Row): boolean;
  decision(act: Act, row: Row, words: DashboardWords): Decision;
  isHarsh(act: Act): boolean;
  /** Who reads what the operator saw. */
  seenBy(act: Act): DashboardKey;
}

export function casePages<Row, Act extends string>(of: Case<Row, Act>) {
  return {
    metadata: titledForOperator(of.titles.page),
    actMetadata: titledForOperator(of.titles.act),
    page: (ask: ButtonAction) => (props: { params: Promise<{ id: string }> }) => casePage(of, ask, props),
    actPage: (decide: FormAction) => (props: { params: Promise<{ id: string; act: string }> }) =>
      decisionPage(of, decide, props),
  };
}

async function casePage<Row, Act extends string>(
  of: Case<Row, Act>,
  ask: ButtonAction,
  { params }: { params: Promise<{ id: string }> },
) {
  const { person, words } = await operatorWithWords();
  const row = await of.find((await params).id);
  const notice = of.notice(row, words);
  const possible = of.acts.filter((act) => of.applies(act, row));
  return (
    <OperatorPage person={person} section={of.section}>
      <PageHeader
        title={of.about(row, words)}
        purpose={of.standing(row, words)}
        actions={
          of.isAsked(row) ? (
            <ActionForm to={{ action: ask, fields: { id: row.id } }}>
              <Button>{words.text("askAgain")}</Button>
            </ActionForm>
          ) : null
        }
      />
      {notice ? (
        <div className="mb-6">
          <Notice tone={notice.tone} title={notice.title}>
            {notice.text}
          </Notice>
        </div>
      ) : null}
      {possible.length > 0 ? (
        <Section title={words.text("whatYouCanDo")}>
          <ul>
            {possible.map((act) => {
              const { label, effect } = of.decision(act, row, words);
              return <ActLine key={act} href={`${of.path}/${row.id}/${act}`} label={label} effect={effect} />;
            })}
          </ul>
        </Section>
      ) : null}
      <Section title={words.text("aboutIt")}>
        <Facts items={of.facts(row, words)} />
      </Section>
    </OperatorPage>
  );
}

/** The exact effect of a decision, before it is made. */
async function decisionPage<Row, Act extends string>(
  of: Case<Row, Act>,
  decide: FormAction,
  { params }: { params: Promise<{ id: string; act: string }> },
) {
  const { id, act: name } = await params;
  const act = of.acts.find((known) => known === name);
  if (!act) notFound();
  const row = await of.find(id);
  const back = `${of.path}/${id}`;
  if (!of.applies(act, row)) redirect(back);
  const words = await currentOperatorWords();
  const { evidence, ...told } = of.decision(act, row, words);
  const help = `${evidence}. ${words.loose(of.seenBy(act), {})}`;
  return (
    <ActPage
      {...{ section: of.section, back, ...told }}
      about={of.about(row, words)}
      action={decide}
      hidden={{ id, act }}
      fields={evidence ? [{ kind: "text", name: "evidence", label: words.text("whatYouSaw"), help }] : []}
      isHarsh={of.isHarsh(act)}
    />
  );
}

/** The facts that every case has: whose it is, and how we and its provider call it. */
export function commonFacts(
  { store, id, railRef }: { store: { id: number; name: string }; id: string; railRef: string | null },
  words: DashboardWords,
): { store: FactItem; ids: FactItem[] } {
  const code = (text: string) => <code className="text-label wrap-anywhere">{text}</code>;
  const link = (
    <a className="underline underline-offset-2" href={`/ops/stores/${store.id}`}>
      <bdi>{store.name}</bdi>
    </a>
  );
  return {
    store: { label: words.text("store"), value: link },
    ids: [
      { label: words.text("ourId"), value: code(id) },
      ...(railRef ? [{ label: words.text("itsReference"), value: code(railRef) }] : []),
    ],
  };
}

/** When it began, is looked at next, and ended. */
export function timeFacts(
  {
    createdAt,
    nextPollAt,
    completedAt,
  }: Record<"nextPollAt" | "completedAt", Date | null> & { createdAt: Date },
  words: DashboardWords,
): FactItem[] {
  const moment = (at: Date) => <OperatorTime at={at} />;
  return [
    { label: words.text("opsAskedFor"), value: moment(createdAt) },
    ...(nextPollAt ? [{ label: words.text("lookedAtNext"), value: moment(nextPollAt) }] : []),
    ...(completedAt ? [{ label: words.text("endedAt"), value: moment(completedAt) }] : []),
  ];
}

export function mark(tone: StatusTone, text: string): ReactNode {
  return <StatusMark tone={tone}>{text}</StatusMark>;
}
