import { period, spanOf, tabs } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { ListTable, moment, RowLink } from "@/app/_lists/list-view";
import type { DashboardKey } from "@/components/dashboard/messages/words";
import { Section, StatusMark, type StatusTone } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { dayOf, lastDayOver } from "@/lib/domain/reconciliation";
import {
  listBalances,
  listComparable,
  listReconciliations,
  type ReconciliationLine,
} from "@/lib/services/desk/reconciliation/read";
import { DeskForm } from "../act-page";
import { compareNowAction } from "../actions";
import { type AtDesk, reconciliationPath, titledForOperator } from "../desk";
import { OperatorTime, operatorListPage } from "../operator-page";
import { railWord, signed, stateTones } from "./amounts";

type Reading = Awaited<ReturnType<typeof listBalances>>[number];

const tones: Record<Reading["state"], StatusTone> = { agrees: "plain", waiting: "warn", differs: "bad" };

/** The balance of each rail without a list, beside the books. */
const balanceColumns: Column<Reading>[] = [
  {
    label: "reconRail",
    cell: (row) =>
      stateOf(row) === "differs" ? (
        <a
          href={`${reconciliationPath}/balance/${row.id}`}
          className="font-medium underline underline-offset-2"
        >
          {row.railName}
        </a>
      ) : (
        row.railName
      ),
  },
  {
    label: "reconResult",
    cell: (row, { words }) => (
      <StatusMark tone={tones[stateOf(row)]} word={words.text(`reconBalance_${stateOf(row)}`)} />
    ),
  },
  amount("reconHeld", ({ railMinor }) => railMinor),
  amount("reconBooksSay", ({ booksMinor }) => booksMinor),
  amount("reconChange", ({ settledAt, changeMinor }) => (settledAt ? null : changeMinor)),
  { label: "reconRead", cell: ({ readAt }) => <OperatorTime at={readAt} /> },
];

const stateOf = ({ settledAt, state }: Reading) => (settledAt ? "agrees" : state);

function amount(label: DashboardKey, of: (row: Reading) => bigint | null): Column<Reading> {
  return {
    ...{ label, onPhone: true, align: "end" },
    cell: (row, { words }) => {
      const minor = of(row);
      return minor === null ? "–" : signed(minor, row.currency, words);
    },
  };
}

const columns: Column<ReconciliationLine>[] = [
  {
    label: "reconDay",
    cell: ({ id, day }) => <RowLink href={`${reconciliationPath}/${id}`}>{dayOf(day)}</RowLink>,
  },
  {
    label: "reconResult",
    cell: ({ state, open }, { words }) => (
      <StatusMark
        tone={stateTones[state]}
        word={words.text(`reconState_${state}`, { count: String(open) })}
      />
    ),
  },
  { label: "reconRail", cell: ({ railName }, { words }) => railWord(railName, words) },
  { label: "reconLines", align: "end", onPhone: true, cell: ({ lines }) => String(lines) },
  { label: "reconRead", cell: ({ checkedAt }, reading) => moment(checkedAt, reading) },
];

export const generateMetadata = titledForOperator("opsReconciliation");

export default operatorListPage("reconciliation", {
  path: reconciliationPath,
  filters: { show: tabs("which", ["open", "all"], (view) => `reconTab_${view}`), ...period },
  read: ({ world, operator, now }, values, page) => {
    // Rails and books count days of UTC.
    const wanted = { view: values.show, ...spanOf({ timeZone: "UTC", now }, values) };
    return listReconciliations(world, operator, wanted, page);
  },
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

async function Balances(who: AtDesk) {
  const { world, operator, words } = who;
  const balances = await listBalances(world, operator);
  if (balances.length === 0) return null;
  return (
    <Section title={words.text("reconBalances")}>
      <p className="max-w-[68ch] py-3 text-ink-2">{words.text("reconBalancesWhat")}</p>
      <ListTable
        caption={words.text("reconBalances")}
        columns={balanceColumns}
        rows={balances}
        keyOf={({ id }) => String(id)}
        who={who}
      />
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
        <DeskForm
          action={compareNowAction}
          words={words}
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
