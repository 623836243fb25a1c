import { type CsvColumn, csv, csvMoney, csvTime } from "@/app/_lists/csv";
import {
  amounts,
  amountsOf,
  carriedCurrency,
  oneOf,
  period,
  spanOf,
  type Values,
} from "@/app/_lists/filters";
import { ButtonLink } from "@/components/ui/button";
import {
  listPayouts,
  type PayoutFilters,
  type PayoutRow,
  walkPayouts,
} from "@/lib/services/money/out/payouts/read";
import { payoutsPath, walletPath } from "../../paths";
import { sellerListPage, storeFile } from "../../seller-list";
import { type AtStore, titled } from "../../words";
import { payoutColumns } from "../parts";

export const generateMetadata = titled("payouts");

const filters = {
  status: oneOf(
    "status",
    ["under_way", "requested", "sent", "paid", "failed", "returned"],
    (status) => `payout_${status}`,
  ),
  ...period,
  ...amounts,
  currency: carriedCurrency,
};
type Wanted = Values<typeof filters>;

function wanted(who: AtStore, values: Wanted): PayoutFilters {
  const { status, currency } = values;
  const spans = {
    ...(currency ? { currency } : {}),
    ...spanOf(who, values),
    ...amountsOf(who.seller.store.currency, values),
  };
  if (status === "under_way") return { isUnderWay: true, ...spans };
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

export default sellerListPage(
  "wallet",
  {
    path: payoutsPath,
    filters,
    read: (who, values, page) => listPayouts(who.world, who.caller, page, wanted(who, values)),
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
    csv: storeFile("payouts", csvColumns, (who: AtStore, values: Wanted) =>
      walkPayouts(who.world, who.caller, wanted(who, values)),
    ),
  },
  "payouts",
);
