import { pageLabels } from "@/app/(seller)/dashboard/words";
import type { DashboardWords } from "@/components/dashboard/messages/words";
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
import { listStores, type StoreFilters, type StoreLine } from "@/lib/services/desk/operator/list-stores";
import { readPlans } from "@/lib/services/desk/operator/read-plans";
import { systemWorld } from "@/lib/services/desk/system-world";
import { OperatorPage } from "../operator-page";
import { hrefOf, pageOf, readSearch, type Search } from "../search-of";
import { operatorWords, titledForOperator } from "../words";
import { failureShare, statusOf, storesPath } from "./words";

export const generateMetadata = titledForOperator("opsStores");

const perPage = 25;
const statuses = ["suspended", "blocked", "unverified", "pending", "rejected"] as const;

interface Filters extends StoreFilters {
  search: string;
  planCode: string;
}

export default async function StoresPage({ searchParams }: { searchParams: Search }) {
  const person = await currentOperator();
  const words = operatorWords(person);
  const operator = await operatorCaller();
  const one = readSearch(await searchParams);
  const page = pageOf(one);
  const status = statuses.find((value) => value === one("status"));
  const filters: Filters = { search: one("search"), planCode: one("plan"), ...(status ? { status } : {}) };
  const [{ rows, total }, plans] = await Promise.all([
    listStores(systemWorld(), operator, filters, { skip: (page - 1) * perPage, take: perPage }),
    readPlans(systemWorld(), operator),
  ]);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const hrefWith = (other: number) =>
    hrefOf(storesPath, {
      ...{ search: filters.search, plan: filters.planCode, status: status ?? null, page: other },
    });
  return (
    <OperatorPage person={person} section="stores">
      <PageHeader title={words.text("opsStores")} purpose={words.text("storesPurpose")} />
      <StoreFilterForm filters={filters} plans={plans} words={words} />
      {rows.length > 0 ? (
        <StoreTable rows={rows} words={words} />
      ) : (
        <EmptyState sentence={words.text(isFiltered(filters) ? "noStoreMatches" : "noStoreYet")} />
      )}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={hrefWith}
      />
    </OperatorPage>
  );
}

function isFiltered({ search, planCode, status }: Filters): boolean {
  return search !== "" || planCode !== "" || status !== undefined;
}

/** A plain form: the filters are in the address. */
function StoreFilterForm(props: {
  filters: Filters;
  plans: { code: string; name: string }[];
  words: DashboardWords;
}) {
  const { filters, plans, words } = props;
  const any = { value: "", label: words.text("any") };
  return (
    <form
      method="get"
      action={storesPath}
      className="mb-6 grid grid-cols-2 items-end gap-3 *:first:col-span-2 sm:*:first:col-span-1 sm:grid-cols-[2fr_1fr_1fr_auto_auto]"
    >
      <Input
        name="search"
        label={words.text("storeSearch")}
        type="search"
        defaultValue={filters.search}
        maxLength={254}
      />
      <Select
        name="plan"
        label={words.text("plan")}
        defaultValue={filters.planCode}
        options={[any, ...plans.map(({ code, name }) => ({ value: code, label: name }))]}
      />
      <Select
        name="status"
        label={words.text("status")}
        defaultValue={filters.status ?? ""}
        options={[any, ...statuses.map((value) => ({ value, label: words.text(`store_${value}`) }))]}
      />
      <Button>{words.text("show")}</Button>
      {isFiltered(filters) ? (
        <ButtonLink look="quiet" href={storesPath}>
          {words.text("clearFilters")}
        </ButtonLink>
      ) : null}
    </form>
  );
}

function StoreTable({ rows, words }: { rows: StoreLine[]; words: DashboardWords }) {
  return (
    <Table
      caption={words.text("storesCaption")}
      columns={[
        { label: words.text("store") },
        { label: words.text("ownerOf") },
        { label: words.text("plan") },
        { label: words.text("status") },
        { label: words.text("opsLastPayment"), onPhone: words.text("opsLastPayment") },
        { label: words.text("failedShare"), align: "end", onPhone: words.text("failedShare") },
        { label: words.text("volume"), align: "end", onPhone: words.text("volume") },
      ]}
      rows={rows.map((store) => ({ key: String(store.id), cells: cellsOf(store, words) }))}
    />
  );
}

function cellsOf(store: StoreLine, words: DashboardWords) {
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
      words.text("nobody")
    ),
    store.planName,
    <StatusMark key="status" tone={tone}>
      {words.loose(word, {})}
    </StatusMark>,
    lastPaidAt ? (
      <Timestamp key="last" at={lastPaidAt} timeZone="UTC" locale={words.locale} />
    ) : (
      words.text("opsNever")
    ),
    failureShare(store.activity, words.text("none")),
    <OpsVolumes key="volume" volumes={volumes} none={words.text("opsNothing")} />,
  ];
}
