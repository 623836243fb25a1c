import type { Metadata } from "next";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Tabs } from "@/components/ui/tabs";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { formatMoney } from "@/lib/domain/money";
import {
  handWords,
  listOperatorPayouts,
  type OperatorPayout,
  type PayoutView,
} from "@/lib/services/operator/list-payouts";
import { handOf } from "@/lib/services/operator/payout-acts";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { handTones, payoutsPath } from "./paths";

export const metadata: Metadata = { title: "Payouts" };

const perPage = 25;
const tabs: { view: PayoutView; label: string; empty: string }[] = [
  {
    view: "hand",
    label: "Need a hand",
    empty: "No payout needs a hand. One that the provider refuses, or never speaks of, would show up here.",
  },
  {
    view: "waiting",
    label: "Waiting",
    empty: "No payout waits for money in our account, or for its store to be restored.",
  },
  { view: "under_way", label: "Under way", empty: "No payout is under way." },
  { view: "done", label: "Done", empty: "No payout has ended yet." },
];

export default async function OperatorPayoutsPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const one = readSearch(await searchParams);
  const store = /^[1-9]\d{0,8}$/.test(one("store")) ? one("store") : "";
  const tab = tabs.find(({ view }) => view === one("show")) ?? tabs[0];
  const view = tab?.view ?? "hand";
  const page = pageOf(one);
  const { rows, total } = await listOperatorPayouts(
    systemWorld(),
    await operatorCaller(),
    { view, ...(store ? { storeId: Number(store) } : {}) },
    { skip: (page - 1) * perPage, take: perPage },
  );
  return (
    <OperatorPage person={person} section="payouts">
      <PageHeader
        title="Payouts"
        purpose={
          view === "done"
            ? "Money on its way to sellers, newest first."
            : "Money on its way to sellers; those that wait longest come first."
        }
      />
      <Tabs
        label="Which"
        items={tabs.map((each) => ({
          href: hrefOf(payoutsPath, { show: each.view, store }),
          label: each.label,
          current: each.view === view,
        }))}
      />
      {rows.length === 0 ? <EmptyState sentence={tab?.empty} /> : <PayoutTable rows={rows} />}
      <Pagination
        page={page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={(other) => hrefOf(payoutsPath, { show: view, store, page: other })}
      />
    </OperatorPage>
  );
}

function PayoutTable({ rows }: { rows: OperatorPayout[] }) {
  return (
    <Table
      caption="Payouts"
      columns={[
        { label: "Amount" },
        { label: "State" },
        { label: "Store" },
        { label: "To" },
        { label: "By", onPhone: "By" },
        { label: "Asked for" },
      ]}
      rows={rows.map((payout) => ({ key: payout.id, cells: cellsOf(payout) }))}
    />
  );
}

function cellsOf(payout: OperatorPayout) {
  const hand = handOf(payout);
  const word = hand === "done" ? (payout.status === "paid" ? "Paid" : "Returned") : handWords[hand].word;
  return [
    <a key="amount" href={`${payoutsPath}/${payout.id}`} className="font-medium underline underline-offset-2">
      {formatMoney({ minor: payout.amountMinor, currency: payout.currency })}
    </a>,
    <StatusMark key="state" tone={payout.status === "paid" ? "ok" : handTones[hand]}>
      {word}
    </StatusMark>,
    <bdi key="store">{payout.store.name}</bdi>,
    <bdi key="to">{payout.destinationLabel}</bdi>,
    payout.rail,
    <Timestamp key="since" at={payout.createdAt} timeZone="UTC" />,
  ];
}
