import { type CsvColumn, csv, csvMoney, csvOf, csvTime } from "@/app/_lists/csv";
import { amounts, amountsOf, oneOf, period, spanOf, type Values } from "@/app/_lists/filters";
import type { Column } from "@/app/_lists/list";
import { moment } from "@/app/_lists/list-view";
import { StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import {
  listPayouts,
  type PayoutFilters,
  type PayoutRow,
  walkPayouts,
} from "@/lib/services/money/out/payouts/read";
import { payoutPath, payoutsPath, walletPath } from "../../paths";
import { type AtStore, sellerList } from "../../seller-list";
import { payoutTones } from "../words";

/** Those of the newest in the wallet, too. */
export const payoutColumns: Column<PayoutRow>[] = [
  {
    label: "toWhom",
    cell: ({ id, destinationLabel }) => (
      <a href={payoutPath(id)} className="underline-offset-2 hover:underline">
        <bdi>{destinationLabel}</bdi>
      </a>
    ),
  },
  {
    label: "status",
    cell: ({ status }, { words }) => (
      <StatusMark tone={payoutTones[status]}>{words.text(`payout_${status}`)}</StatusMark>
    ),
  },
  { label: "when", cell: ({ createdAt }, reading) => moment(createdAt, reading) },
  {
    label: "fee",
    onPhone: true,
    money: ({ feeMinor, currency }) => ({ minor: feeMinor, currency }),
  },
  {
    label: "amount",
    money: ({ amountMinor, currency }) => ({ minor: amountMinor, currency }),
  },
];

const filters = {
  status: oneOf(
    "status",
    ["requested", "sent", "paid", "failed", "returned"],
    (status) => `payout_${status}`,
  ),
  ...period,
  ...amounts,
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): PayoutFilters {
  const { status } = values;
  const spans = { ...spanOf(who, values), ...amountsOf(who.seller.store.currency, values) };
  return { status: status || undefined, ...spans };
}

const csvColumns: CsvColumn<PayoutRow>[] = [
  csv("id", ({ id }) => id),
  csv("to", ({ destinationLabel }) => destinationLabel),
  csv("status", ({ status }) => status),
  csv("currency", ({ currency }) => currency),
  csvMoney("amount", ({ amountMinor }) => amountMinor),
  csvMoney("fee", ({ feeMinor }) => feeMinor),
  csv("receipt", ({ receipt }) => receipt),
  csvTime("requested", ({ createdAt }) => createdAt),
  csvTime("completed", ({ completedAt }) => completedAt),
  csv("scheduled_for", ({ scheduledFor }) => scheduledFor),
];

export const payoutList = sellerList({
  path: payoutsPath,
  filters,
  read: (who, values, page) => listPayouts(who.world, who.caller, page, wanted(who, values)),
  keyOf: ({ id }) => id,
  head: ({ words }) => ({ title: words.text("payouts"), purpose: words.text("payoutsPurpose") }),
  caption: "payoutsCaption",
  columns: payoutColumns,
  empty: {
    noneMatches: "noPayoutMatches",
    none: ({ words }) => ({
      sentence: words.text("noPayout"),
      action: <ButtonLink href={walletPath}>{words.text("toWallet")}</ButtonLink>,
    }),
  },
  csv: {
    name: ({ seller }) => `payouts-${seller.store.slug}`,
    pieces: csvOf(csvColumns, (who: AtStore, values: Wanted) =>
      walkPayouts(who.world, who.caller, wanted(who, values)),
    ),
  },
});
