import { pageLabels } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
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
  listOperatorPayouts,
  type OperatorPayout,
  type PayoutView,
} from "@/lib/services/desk/operator/list-payouts";
import { handOf } from "@/lib/services/desk/operator/payout-acts";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { operatorWords, titledForOperator } from "../words";
import { handTones, payoutsPath } from "./paths";

export const generateMetadata = titledForOperator("opsPayouts");

const perPage = 25;
const views: PayoutView[] = ["hand", "waiting", "under_way", "done"];

export default async function OperatorPayoutsPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const words = operatorWords(person);
  const one = readSearch(await searchParams);
  const store = /^[1-9]\d{0,8}$/.test(one("store")) ? one("store") : "";
  const view = views.find((known) => known === one("show")) ?? "hand";
  const page = pageOf(one);
  const { rows, total } = await listOperatorPayouts(
    systemWorld(),
    await operatorCaller(),
    { view, ...(store ? { storeId: Number(store) } : {}) },
    { skip: (page - 1) * perPage, take: perPage },
  );
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <OperatorPage person={person} section="payouts">
      <PageHeader
        title={words.text("opsPayouts")}
        purpose={words.text(view === "done" ? "payoutsNewest" : "payoutsOldest")}
      />
      <Tabs
        label={words.text("which")}
        items={views.map((each) => ({
          href: hrefOf(payoutsPath, { show: each, store }),
          label: words.text(`tab_${each}`),
          current: each === view,
        }))}
      />
      {rows.length === 0 ? (
        <EmptyState sentence={words.text(`noPayout_${view}`)} />
      ) : (
        <PayoutTable rows={rows} words={words} />
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={(other) => hrefOf(payoutsPath, { show: view, store, page: other })}
      />
    </OperatorPage>
  );
}

function PayoutTable({ rows, words }: { rows: OperatorPayout[]; words: DashboardWords }) {
  return (
    <Table
      caption={words.text("opsPayouts")}
      columns={[
        { label: words.text("amount") },
        { label: words.text("endpointState") },
        { label: words.text("store") },
        { label: words.text("payoutTo") },
        { label: words.text("payoutBy"), onPhone: words.text("payoutBy") },
        { label: words.text("opsAskedFor") },
      ]}
      rows={rows.map((payout) => ({ key: payout.id, cells: cellsOf(payout, words) }))}
    />
  );
}

function cellsOf(payout: OperatorPayout, words: DashboardWords) {
  const hand = handOf(payout);
  const ended = payout.status === "paid" ? "payoutPaid" : "payoutReturned";
  return [
    <a key="amount" href={`${payoutsPath}/${payout.id}`} className="font-medium underline underline-offset-2">
      {formatMoney({ minor: payout.amountMinor, currency: payout.currency })}
    </a>,
    <StatusMark key="state" tone={payout.status === "paid" ? "ok" : handTones[hand]}>
      {words.text(hand === "done" ? ended : `hand_${hand}`)}
    </StatusMark>,
    <bdi key="store">{payout.store.name}</bdi>,
    <bdi key="to">{payout.destinationLabel}</bdi>,
    payout.rail,
    <Timestamp key="since" at={payout.createdAt} timeZone="UTC" locale={words.locale} />,
  ];
}
