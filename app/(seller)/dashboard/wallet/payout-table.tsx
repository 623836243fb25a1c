import { Amount } from "@/components/dashboard/amount";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import type { PayoutRow } from "@/lib/services/money/out/payouts/read";
import { payoutPath } from "./paths";
import { payoutTones } from "./words";

export function PayoutTable({
  rows,
  timeZone,
  words,
}: {
  rows: PayoutRow[];
  timeZone: string;
  words: DashboardWords;
}) {
  return (
    <Table
      caption={words.text("payoutsCaption")}
      columns={[
        { label: words.text("toWhom") },
        { label: words.text("status") },
        { label: words.text("when") },
        { label: words.text("fee"), align: "end", onPhone: words.text("fee") },
        { label: words.text("amount"), align: "end" },
      ]}
      rows={rows.map((payout) => ({
        key: payout.id,
        cells: [
          <a key="to" href={payoutPath(payout.id)} className="underline-offset-2 hover:underline">
            <bdi>{payout.destinationLabel}</bdi>
          </a>,
          <StatusMark key="status" tone={payoutTones[payout.status]}>
            {words.text(`payout_${payout.status}`)}
          </StatusMark>,
          <Timestamp key="when" at={payout.createdAt} timeZone={timeZone} locale={words.locale} />,
          <Amount key="fee" minor={payout.feeMinor} currency={payout.currency} />,
          <Amount key="amount" minor={payout.amountMinor} currency={payout.currency} />,
        ],
      }))}
    />
  );
}
