import type { Column } from "@/app/_lists/list";
import { RowLink } from "@/app/_lists/list-view";
import { StatusMark } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { listRecurring, type RecurringRow } from "@/lib/services/billing/recurring/recurring";
import { Allowed } from "../../allowed";
import { type AtStore, sellerList } from "../../seller-list";
import { dayText } from "../words";
import { recurringPath, recurringTones, stateOf } from "./words";

const columns: Column<RecurringRow>[] = [
  {
    label: "customer",
    cell: (row) => <RowLink href={`${recurringPath}/${row.id}`}>{row.customerName}</RowLink>,
  },
  {
    label: "status",
    cell: (row, { words }) => {
      const state = stateOf(row);
      return <StatusMark tone={recurringTones[state]}>{words.text(`recurring_${state}`)}</StatusMark>;
    },
  },
  { label: "recurringEvery", cell: ({ interval }, { words }) => words.text(`every_${interval}`) },
  {
    label: "recurringNext",
    onPhone: true,
    cell: ({ nextOn, pausedAt }, { words }) => (nextOn && !pausedAt ? dayText(nextOn, words) : ""),
  },
  { label: "total", money: ({ totalMinor, currency }) => ({ minor: totalMinor, currency }) },
];

function AddOne({ who, look }: { who: AtStore; look?: "primary" }) {
  return (
    <Allowed seller={who.seller} act="invoice.change">
      <ButtonLink {...(look ? { look } : {})} href={`${recurringPath}/new`}>
        {who.words.text("newRecurring")}
      </ButtonLink>
    </Allowed>
  );
}

export const recurringList = sellerList({
  path: recurringPath,
  filters: {},
  read: (who, _, page) => listRecurring(who.world, who.caller, page),
  keyOf: ({ id }) => String(id),
  head: (who) => ({
    title: who.words.text("recurring"),
    purpose: who.words.text("recurringPurpose"),
    actions: <AddOne who={who} look="primary" />,
  }),
  caption: "recurringCaption",
  columns,
  empty: {
    noneMatches: "noRecurring",
    none: (who) => ({ sentence: who.words.text("noRecurring"), action: <AddOne who={who} /> }),
  },
});
