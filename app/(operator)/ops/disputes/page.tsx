import { disputeTones } from "@/app/(seller)/dashboard/orders/[id]/disputes";
import { pageLabels } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader, Section } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Tabs } from "@/components/ui/tabs";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { formatMoney } from "@/lib/domain/money";
import {
  type Debt,
  listDebts,
  listOperatorDisputes,
  type OperatorDispute,
} from "@/lib/services/desk/operator/list-disputes";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { operatorWords, titledForOperator } from "../words";

export const generateMetadata = titledForOperator("opsDisputes");

const perPage = 25;
const path = "/ops/disputes";
const views = ["open", "decided"] as const;

/** What payers dispute at their banks, and what stores owe after banks took money back. */
export default async function OperatorDisputesPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const words = operatorWords(person);
  const one = readSearch(await searchParams);
  const view = views.find((known) => known === one("show")) ?? "open";
  const page = pageOf(one);
  const world = systemWorld();
  const operator = await operatorCaller();
  const [{ rows, total }, debts] = await Promise.all([
    listOperatorDisputes(world, operator, { view }, { skip: (page - 1) * perPage, take: perPage }),
    listDebts(world, operator),
  ]);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const when = words.text(view === "open" ? "evidenceUntil" : "decidedOn");
  return (
    <OperatorPage person={person} section="disputes">
      <PageHeader title={words.text("opsDisputes")} purpose={words.text("disputesPurpose")} />
      <Tabs
        label={words.text("which")}
        items={views.map((each) => ({
          href: hrefOf(path, { show: each }),
          label: words.text(`disputes_${each}`),
          current: each === view,
        }))}
      />
      {rows.length === 0 ? (
        <EmptyState sentence={words.text(`noDispute_${view}`)} />
      ) : (
        <Table
          caption={words.text("opsDisputes")}
          columns={[
            { label: words.text("amount") },
            { label: words.text("endpointState") },
            { label: when, onPhone: when },
            { label: words.text("keptBack"), onPhone: words.text("keptBack") },
            { label: words.text("store") },
            { label: words.text("atProvider") },
            { label: words.text("order") },
          ]}
          rows={rows.map((dispute) => ({ key: dispute.id, cells: cellsOf(dispute, words) }))}
        />
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={(other) => hrefOf(path, { show: view, page: other })}
      />
      <Section title={words.text("debts")}>
        <Debts debts={debts} words={words} />
      </Section>
    </OperatorPage>
  );
}

function cellsOf(dispute: OperatorDispute, words: DashboardWords) {
  const { currency, amountMinor, state, feeCurrency, feeMinor, dueAt, decidedAt, order } = dispute;
  const reservedMinor = dispute.reservedPendingMinor + dispute.reservedAvailableMinor;
  const at = decidedAt ?? dueAt;
  const fee = feeCurrency && feeMinor > 0n ? formatMoney({ minor: feeMinor, currency: feeCurrency }) : null;
  return [
    <span key="amount" className="whitespace-nowrap font-medium">
      {formatMoney({ minor: amountMinor, currency })}
    </span>,
    <StatusMark key="state" tone={disputeTones[state]} wraps>
      {words.text(`dispute_${state}`)}
    </StatusMark>,
    at ? <Timestamp key="at" at={at} timeZone="UTC" locale={words.locale} /> : words.text("noDate"),
    <span key="kept" className="whitespace-nowrap">
      {formatMoney({ minor: reservedMinor, currency: order.currency })}
    </span>,
    <a key="store" className="underline underline-offset-2" href={`/ops/stores/${dispute.store.id}`}>
      <bdi>{dispute.store.name}</bdi>
    </a>,
    <span key="rail" className="block break-all sm:min-w-36">
      {dispute.rail} {dispute.railRef}
      {fee ? (
        <span className="block break-normal text-ink-2">{words.text("disputeFee", { fee })}</span>
      ) : null}
    </span>,
    // The last cell stands beside the first on a phone, so it is a short one.
    <span key="order" className="whitespace-nowrap">
      {order.number}
    </span>,
  ];
}

function Debts({ debts, words }: { debts: Debt[]; words: DashboardWords }) {
  if (debts.length === 0) return <p className="py-4 text-ink-2">{words.text("noDebts")}</p>;
  return (
    <Table
      caption={words.text("debts")}
      columns={[{ label: words.text("store") }, { label: words.text("owesUs") }]}
      rows={debts.map(({ store, currency, minor }) => ({
        key: `${store.id}/${currency}`,
        cells: [
          <a key="store" className="underline underline-offset-2" href={`/ops/stores/${store.id}`}>
            <bdi>{store.name}</bdi>
          </a>,
          formatMoney({ minor, currency }),
        ],
      }))}
    />
  );
}
