import { Amount } from "@/components/dashboard/amount";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import type { PayoutRow } from "@/lib/services/payouts/read";
import { payoutPath } from "./paths";
import { payoutWords } from "./words";

export function PayoutTable({ rows, timeZone }: { rows: PayoutRow[]; timeZone: string }) {
  return (
    <Table
      caption="Payouts, newest first"
      columns={[
        { label: "To" },
        { label: "Status" },
        { label: "When" },
        { label: "Fee", align: "end", onPhone: "Fee" },
        { label: "Amount", align: "end" },
      ]}
      rows={rows.map((payout) => ({
        key: payout.id,
        cells: [
          <a key="to" href={payoutPath(payout.id)} className="underline-offset-2 hover:underline">
            <bdi>{payout.destinationLabel}</bdi>
          </a>,
          <StatusMark key="status" tone={payoutWords[payout.status].tone}>
            {payoutWords[payout.status].word}
          </StatusMark>,
          <Timestamp key="when" at={payout.createdAt} timeZone={timeZone} />,
          <Amount key="fee" minor={payout.feeMinor} currency={payout.currency} />,
          <Amount key="amount" minor={payout.amountMinor} currency={payout.currency} />,
        ],
      }))}
    />
  );
}
