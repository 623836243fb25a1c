import { moment } from "@/app/_lists/cells";
import type { Column } from "@/app/_lists/list";
import { Amount } from "@/components/dashboard/amount";
import { ButtonLink } from "@/components/ui/button";
import { StatusMark } from "@/components/ui/status-mark";
import { listPayouts, type PayoutRow } from "@/lib/services/money/out/payouts/read";
import { sellerList } from "../../seller-list";
import { payoutPath, payoutsPath, walletPath } from "../paths";
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
    align: "end",
    onPhone: true,
    cell: ({ feeMinor, currency }, { words }) => (
      <Amount lang={words.lang} minor={feeMinor} currency={currency} />
    ),
  },
  {
    label: "amount",
    align: "end",
    cell: ({ amountMinor, currency }, { words }) => (
      <Amount lang={words.lang} minor={amountMinor} currency={currency} />
    ),
  },
];

export const payoutList = sellerList({
  path: payoutsPath,
  filters: {},
  read: ({ world, caller }, _, page) => listPayouts(world, caller, page),
  keyOf: ({ id }) => id,
  head: ({ words }) => ({ title: words.text("payouts"), purpose: words.text("payoutsPurpose") }),
  caption: "payoutsCaption",
  columns: payoutColumns,
  empty: {
    none: ({ words }) => ({
      sentence: words.text("noPayout"),
      action: <ButtonLink href={walletPath}>{words.text("toWallet")}</ButtonLink>,
    }),
  },
});
