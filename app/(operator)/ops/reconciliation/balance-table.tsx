import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StatusMark, type StatusTone } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import type { listBalances } from "@/lib/services/desk/reconciliation/read";
import { OperatorTime } from "../operator-time";
import { reconciliationPath, signed } from "./paths";

type Reading = Awaited<ReturnType<typeof listBalances>>[number];

const tones: Record<Reading["state"], StatusTone> = { agrees: "plain", waiting: "warn", differs: "bad" };

/** The balance of each rail without a list, beside the books. */
export function BalanceTable({ rows, words }: { rows: Reading[]; words: DashboardWords }) {
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
