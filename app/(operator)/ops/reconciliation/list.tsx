import { FieldForm } from "@/app/_forms/field-form";
import { period, spanOf, tabs } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment, RowLink } from "@/app/_lists/list-view";
import { problemTitles } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Section, StatusMark, type StatusTone } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Table } from "@/components/ui/table";
import { dayOf, lastDayOver } from "@/lib/domain/reconciliation";
import {
  listBalances,
  listComparable,
  listReconciliations,
  type ReconciliationLine,
} from "@/lib/services/desk/reconciliation/read";
import { type AtDesk, operatorList } from "../operator-list";
import { OperatorTime } from "../operator-page";
import { compareNowAction } from "./actions";
import { railWord, reconciliationPath, signed, stateTones } from "./paths";

type Reading = Awaited<ReturnType<typeof listBalances>>[number];

const tones: Record<Reading["state"], StatusTone> = { agrees: "plain", waiting: "warn", differs: "bad" };

/** The balance of each rail without a list, beside the books. */
function BalanceTable({ rows, words }: { rows: Reading[]; words: DashboardWords }) {
  return (
    <Table
      caption={words.text("reconBalances")}
      columns={[
        { label: words.text("reconRail") },
        { label: words.text("reconResult") },
        { label: words.text("reconHeld"), onPhone: words.text("reconHeld"), align: "end" },
        { label: words.text("reconBooksSay"), onPhone: words.text("reconBooksSay"), align: "end" },
        { label: words.text("reconChange"), onPhone: words.text("reconChange"), align: "end" },
        { label: words.text("reconRead") },
      ]}
      rows={rows.map((row) => ({ key: String(row.id), cells: cellsOf(row, words) }))}
    />
  );
}

function cellsOf(row: Reading, words: DashboardWords) {
  const { id, railName, currency, railMinor, booksMinor, changeMinor, readAt } = row;
  const state = row.settledAt ? "agrees" : row.state;
  return [
    state === "differs" ? (
      <a
        key="rail"
        href={`${reconciliationPath}/balance/${id}`}
        className="font-medium underline underline-offset-2"
      >
        {railName}
      </a>
    ) : (
      railName
    ),
    <StatusMark key="state" tone={tones[state]}>
      {words.text(`reconBalance_${state}`)}
    </StatusMark>,
    signed(railMinor, currency, words),
    signed(booksMinor, currency, words),
    row.settledAt ? "–" : signed(changeMinor, currency, words),
    <OperatorTime key="at" at={readAt} />,
  ];
}

const columns: Column<ReconciliationLine>[] = [
  {
    label: "reconDay",
    cell: ({ id, day }) => <RowLink href={`${reconciliationPath}/${id}`}>{dayOf(day)}</RowLink>,
  },
  {
    label: "reconResult",
    cell: ({ state, open }, { words }) => (
      <StatusMark tone={stateTones[state]}>
        {words.text(`reconState_${state}`, { count: String(open) })}
      </StatusMark>
    ),
  },
  { label: "reconRail", cell: ({ railName }, { words }) => railWord(railName, words) },
  { label: "reconLines", align: "end", onPhone: true, cell: ({ lines }) => String(lines) },
  { label: "reconRead", cell: ({ checkedAt }, reading) => moment(checkedAt, reading) },
];

export const reconciliationList = operatorList({
  path: reconciliationPath,
  filters: { show: tabs("which", ["open", "all"], (view) => `reconTab_${view}`), ...period },
  read: ({ world, operator, now }, values, page) => {
    // Rails and books count days of UTC.
    const wanted = { view: values.show, ...spanOf({ timeZone: "UTC", now }, values) };
    return listReconciliations(world, operator, wanted, page);
  },
  keyOf: ({ id }) => String(id),
  head: ({ words }) => ({
    title: words.text("opsReconciliation"),
    purpose: words.text("reconPurpose"),
    actions: <ButtonLink href={`${reconciliationPath}/file`}>{words.text("reconFromFile")}</ButtonLink>,
  }),
  caption: "opsReconciliation",
  columns,
  empty: { none: ({ words }, { show }) => ({ sentence: words.text(`reconNone_${show}`) }) },
  below: (who) => (
    <>
      <Balances {...who} />
      <CompareNow {...who} />
    </>
  ),
});

async function Balances({ world, operator, words }: AtDesk) {
  const balances = await listBalances(world, operator);
  if (balances.length === 0) return null;
  return (
    <Section title={words.text("reconBalances")}>
      <p className="max-w-[68ch] py-3 text-ink-2">{words.text("reconBalancesWhat")}</p>
      <BalanceTable rows={balances} words={words} />
    </Section>
  );
}

async function CompareNow({ world, operator, words, now }: AtDesk) {
  const rails = await listComparable(world, operator);
  if (rails.length === 0) return null;
  return (
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
              value: lastDayOver(now),
            },
          ]}
        />
      </div>
    </Section>
  );
}
