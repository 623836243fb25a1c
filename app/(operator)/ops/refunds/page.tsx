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
  listOperatorRefunds,
  type OperatorRefund,
  type RefundView,
} from "@/lib/services/desk/operator/list-refunds";
import { refundHandOf } from "@/lib/services/desk/operator/refund-acts";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { operatorWords, titledForOperator } from "../words";
import { handTones, refundsPath } from "./paths";

export const generateMetadata = titledForOperator("opsRefunds");

const perPage = 25;
const views: RefundView[] = ["hand", "under_way", "done"];

export default async function OperatorRefundsPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const words = operatorWords(person);
  const one = readSearch(await searchParams);
  const store = /^[1-9]\d{0,8}$/.test(one("store")) ? one("store") : "";
  const view = views.find((known) => known === one("show")) ?? "hand";
  const page = pageOf(one);
  const { rows, total } = await listOperatorRefunds(
    systemWorld(),
    await operatorCaller(),
    { view, ...(store ? { storeId: Number(store) } : {}) },
    { skip: (page - 1) * perPage, take: perPage },
  );
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <OperatorPage person={person} section="refunds">
      <PageHeader
        title={words.text("opsRefunds")}
        purpose={words.text(view === "done" ? "refundsNewest" : "refundsOldest")}
      />
      <Tabs
        label={words.text("which")}
        items={views.map((each) => ({
          href: hrefOf(refundsPath, { show: each, store }),
          label: words.text(`tab_${each}`),
          current: each === view,
        }))}
      />
      {rows.length === 0 ? (
        <EmptyState sentence={words.text(`noRefund_${view}`)} />
      ) : (
        <RefundTable rows={rows} words={words} />
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={(other) => hrefOf(refundsPath, { show: view, store, page: other })}
      />
    </OperatorPage>
  );
}

function RefundTable({ rows, words }: { rows: OperatorRefund[]; words: DashboardWords }) {
  return (
    <Table
      caption={words.text("opsRefunds")}
      columns={[
        { label: words.text("amount") },
        { label: words.text("endpointState") },
        { label: words.text("store") },
        { label: words.text("opsOrder") },
        { label: words.text("payoutBy"), onPhone: words.text("payoutBy") },
        { label: words.text("opsAskedFor") },
      ]}
      rows={rows.map((refund) => ({ key: refund.id, cells: cellsOf(refund, words) }))}
    />
  );
}

function cellsOf(refund: OperatorRefund, words: DashboardWords) {
  const hand = refundHandOf(refund);
  return [
    <a key="amount" href={`${refundsPath}/${refund.id}`} className="font-medium underline underline-offset-2">
      {formatMoney({ minor: refund.amountMinor, currency: refund.currency })}
    </a>,
    <StatusMark key="state" tone={refund.status === "paid" ? "ok" : handTones[hand]}>
      {words.text(hand === "done" ? `refundIs_${refund.status}` : `refundHand_${hand}`)}
    </StatusMark>,
    <bdi key="store">{refund.store.name}</bdi>,
    refund.order.number,
    refund.attempt.rail,
    <Timestamp key="since" at={refund.createdAt} timeZone="UTC" locale={words.locale} />,
  ];
}
