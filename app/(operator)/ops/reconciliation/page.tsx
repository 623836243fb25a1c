import { FieldForm } from "@/app/_forms/field-form";
import { pageLabels, problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Tabs } from "@/components/ui/tabs";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { dayOf, lastDayOver } from "@/lib/domain/reconciliation";
import {
  listBalances,
  listComparable,
  listReconciliations,
  type ReconciliationLine,
  type ReconciliationView,
} from "@/lib/services/desk/reconciliation/read";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { operatorWords, titledForOperator } from "../words";
import { compareNowAction } from "./actions";
import { BalanceTable } from "./balance-table";
import { railWord, reconciliationPath, stateTones } from "./paths";

export const generateMetadata = titledForOperator("opsReconciliation");

const perPage = 25;
const views: ReconciliationView[] = ["open", "all"];

export default async function ReconciliationPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const words = operatorWords(person);
  const one = readSearch(await searchParams);
  const view = views.find((known) => known === one("show")) ?? "open";
  const page = pageOf(one);
  const [world, operator] = [systemWorld(), await operatorCaller()];
  const [{ rows, total }, balances, rails] = await Promise.all([
    listReconciliations(world, operator, view, { skip: (page - 1) * perPage, take: perPage }),
    listBalances(world, operator),
    listComparable(world, operator),
  ]);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <OperatorPage person={person} section="reconciliation">
      <PageHeader
        title={words.text("opsReconciliation")}
        purpose={words.text("reconPurpose")}
        actions={<ButtonLink href={`${reconciliationPath}/file`}>{words.text("reconFromFile")}</ButtonLink>}
      />
      <Tabs
        label={words.text("which")}
        items={views.map((each) => ({
          href: hrefOf(reconciliationPath, { show: each }),
          label: words.text(`reconTab_${each}`),
          current: each === view,
        }))}
      />
      {rows.length === 0 ? (
        <EmptyState sentence={words.text(`reconNone_${view}`)} />
      ) : (
        <DayTable rows={rows} words={words} />
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={(other) => hrefOf(reconciliationPath, { show: view, page: other })}
      />
      {balances.length > 0 ? (
        <Section title={words.text("reconBalances")}>
          <p className="max-w-[68ch] py-3 text-ink-2">{words.text("reconBalancesWhat")}</p>
          <BalanceTable rows={balances} words={words} />
        </Section>
      ) : null}
      {rails.length > 0 ? (
        <Section title={words.text("reconNow")}>
          <div className="grid gap-4 pt-4">
            <p className="max-w-[68ch] text-ink-2">{words.text("reconNowHelp")}</p>
            <FieldForm
              action={compareNowAction}
              titles={problemTitles(words)}
              submit={words.text("reconCompare")}
              fields={[
                {
                  ...{ kind: "select", name: "rail", label: words.text("reconRail") },
                  options: rails.map(({ id, name }) => ({ value: id, label: railWord(name, words) })),
                },
                {
                  ...{ kind: "text", type: "date", name: "day", label: words.text("reconDay") },
                  value: lastDayOver(world.clock.now()),
                },
              ]}
            />
          </div>
        </Section>
      ) : null}
    </OperatorPage>
  );
}

function DayTable({ rows, words }: { rows: ReconciliationLine[]; words: DashboardWords }) {
  return (
    <Table
      caption={words.text("opsReconciliation")}
      columns={[
        { label: words.text("reconDay") },
        { label: words.text("reconResult") },
        { label: words.text("reconRail") },
        { label: words.text("reconLines"), onPhone: words.text("reconLines"), align: "end" },
        { label: words.text("reconRead") },
      ]}
      rows={rows.map((row) => ({ key: String(row.id), cells: cellsOf(row, words) }))}
    />
  );
}

function cellsOf(row: ReconciliationLine, words: DashboardWords) {
  return [
    <a
      key="day"
      href={`${reconciliationPath}/${row.id}`}
      className="font-medium underline underline-offset-2"
    >
      {dayOf(row.day)}
    </a>,
    <StatusMark key="state" tone={stateTones[row.state]}>
      {words.text(`reconState_${row.state}`, { count: String(row.open) })}
    </StatusMark>,
    railWord(row.railName, words),
    String(row.lines),
    <Timestamp key="at" at={row.checkedAt} timeZone="UTC" locale={words.locale} />,
  ];
}
