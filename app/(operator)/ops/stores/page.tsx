import type { Metadata } from "next";
import { OpsVolumes } from "@/components/dashboard/ops-volumes";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input, Select } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { currentOperator } from "@/lib/auth/current-seller";
import { operatorCaller } from "@/lib/auth/operator-action";
import { listStores, type StoreFilters, type StoreLine } from "@/lib/services/operator/list-stores";
import { listPlans } from "@/lib/services/operator/read-store";
import { systemWorld } from "@/lib/services/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { failureShare, statusOf, storesPath } from "./words";

export const metadata: Metadata = { title: "Stores" };

const perPage = 25;
const statuses = ["suspended", "blocked", "unverified", "pending", "rejected"] as const;

interface Filters extends StoreFilters {
  search: string;
  planCode: string;
}

export default async function StoresPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const operator = await operatorCaller();
  const one = readSearch(await searchParams);
  const page = pageOf(one);
  const status = statuses.find((value) => value === one("status"));
  const filters: Filters = { search: one("search"), planCode: one("plan"), ...(status ? { status } : {}) };
  const [{ rows, total }, plans] = await Promise.all([
    listStores(systemWorld(), operator, filters, { skip: (page - 1) * perPage, take: perPage }),
    listPlans(systemWorld(), operator),
  ]);
  const hrefWith = (other: number) =>
    hrefOf(storesPath, {
      ...{ search: filters.search, plan: filters.planCode, status: status ?? null, page: other },
    });
  return (
    <OperatorPage person={person} section="stores">
      <PageHeader
        title="Stores"
        purpose="Every store of the service, newest first. Amounts are of 30 days."
      />
      <StoreFilterForm filters={filters} plans={plans} />
      {rows.length > 0 ? (
        <StoreTable rows={rows} />
      ) : (
        <EmptyState
          sentence={
            isFiltered(filters)
              ? "No store matches these filters."
              : "No store yet. The first comes with the first person who signs up."
          }
        />
      )}
      <Pagination
        page={page}
        lastPage={Math.max(1, Math.ceil(total / perPage))}
        total={total}
        hrefOf={hrefWith}
      />
    </OperatorPage>
  );
}

function isFiltered({ search, planCode, status }: Filters): boolean {
  return search !== "" || planCode !== "" || status !== undefined;
}

/** A plain form: the filters are in the address. */
function StoreFilterForm({ filters, plans }: { filters: Filters; plans: { code: string; name: string }[] }) {
  const any = { value: "", label: "Any" };
  return (
    <form
      method="get"
      action={storesPath}
      className="mb-6 grid items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_auto_auto]"
    >
      <Input
        name="search"
        label="Store, number, or owner’s name or address"
        type="search"
        defaultValue={filters.search}
        maxLength={254}
      />
      <Select
        name="plan"
        label="Plan"
        defaultValue={filters.planCode}
        options={[any, ...plans.map(({ code, name }) => ({ value: code, label: name }))]}
      />
      <Select
        name="status"
        label="Status"
        defaultValue={filters.status ?? ""}
        options={[
          any,
          { value: "suspended", label: "Suspended" },
          { value: "blocked", label: "Developer access blocked" },
          { value: "unverified", label: "Not verified" },
          { value: "pending", label: "Being checked" },
          { value: "rejected", label: "Rejected" },
        ]}
      />
      <Button>Show</Button>
      {isFiltered(filters) ? (
        <ButtonLink look="quiet" href={storesPath}>
          Clear filters
        </ButtonLink>
      ) : null}
    </form>
  );
}

function StoreTable({ rows }: { rows: StoreLine[] }) {
  return (
    <Table
      caption="Stores, newest first"
      columns={[
        { label: "Store" },
        { label: "Owner" },
        { label: "Plan" },
        { label: "Status" },
        { label: "Last payment", onPhone: "Last payment" },
        { label: "Failed", align: "end", onPhone: "Failed" },
        { label: "Volume", align: "end", onPhone: "Volume" },
      ]}
      rows={rows.map((store) => ({ key: String(store.id), cells: cellsOf(store) }))}
    />
  );
}

function cellsOf(store: StoreLine) {
  const { tone, word } = statusOf(store);
  const { volumes, lastPaidAt } = store.activity;
  return [
    <a key="store" href={`${storesPath}/${store.id}`} className="underline underline-offset-2">
      <bdi>{store.name}</bdi> <span className="text-ink-2">{store.id}</span>
    </a>,
    store.owner ? (
      <span key="owner" className="wrap-anywhere" title={store.owner.email}>
        <bdi>{store.owner.name}</bdi>
      </span>
    ) : (
      "Nobody"
    ),
    store.planName,
    <StatusMark key="status" tone={tone}>
      {word}
    </StatusMark>,
    lastPaidAt ? <Timestamp key="last" at={lastPaidAt} timeZone="UTC" /> : "Never",
    failureShare(store.activity),
    <OpsVolumes key="volume" volumes={volumes} />,
  ];
}
