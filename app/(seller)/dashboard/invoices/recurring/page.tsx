import type { Column } from "@/app/_lists/list";
import { RowLink, standing } from "@/app/_lists/list-view";
import { listRecurring, type RecurringRow } from "@/lib/services/billing/recurring/recurring";
import { invoicesPath } from "../../paths";
import { Begin, sellerListPage } from "../../seller-list";
import { titled } from "../../words";
import { dayText, recurringPath, recurringTones, stateOf } from "../words";

export const generateMetadata = titled("recurring");

const columns: Column<RecurringRow>[] = [
  {
    label: "customer",
    cell: (row) => <RowLink href={`${recurringPath}/${row.id}`}>{row.customerName}</RowLink>,
  },
  standing(recurringTones, "recurring", stateOf),
  { label: "recurringEvery", cell: ({ interval }, { words }) => words.text(`every_${interval}`) },
  {
    label: "recurringNext",
    onPhone: true,
    cell: ({ nextOn, pausedAt }, { words }) => (nextOn && !pausedAt ? dayText(nextOn, words) : ""),
  },
  { label: "total", money: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }) },
];

const begin = {
  act: "invoice.change",
  href: `${invoicesPath}/new?repeat=month`,
  says: "newRecurring",
} as const;

export default sellerListPage(
  "invoices",
  {
    path: recurringPath,
    filters: {},
    read: (who, _, page) => listRecurring(who.world, who.caller, page),
    head: (who) => ({
      title: who.words.text("recurring"),
      purpose: who.words.text("recurringPurpose"),
      actions: <Begin {...begin} who={who} look="primary" />,
    }),
    caption: "recurringCaption",
    columns,
    empty: {
      noneMatches: "noRecurring",
      none: (who) => ({ sentence: who.words.text("noRecurring"), action: <Begin {...begin} who={who} /> }),
    },
  },
  "recurring",
);
