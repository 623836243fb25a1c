import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { Code } from "@/components/ui/code";
import { EmptyState } from "@/components/ui/empty-state";
import { Input, Select } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { StatusMark } from "@/components/ui/status-mark";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { listRequests, type RequestLogRow, requestLogDays } from "@/lib/services/hooks/request-log/list";
import { type ListedKey, listKeys } from "@/lib/services/people/keys/list-keys";
import { SellerPage } from "../../seller-page";
import { pageLabels, titled, wordsFor } from "../../words";
import { ModeTabs } from "../mode";
import {
  type Filters,
  filtersOf,
  hrefWith,
  isFiltered,
  methodFilters,
  requestFilters,
  requestsPath,
} from "./filters";

export const generateMetadata = titled("requests");

const perPage = 50;
type Search = Promise<Record<string, string | string[] | undefined>>;

/** What was asked of the API with the keys of this store. It can be read when developer access is off. */
export default async function RequestsPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const filters = filtersOf(await searchParams);
  const caller = seller.caller(filters.mode === "live");
  const [keys, requests] = await Promise.all([
    listKeys(systemWorld(), caller),
    listRequests(systemWorld(), caller, requestFilters(filters), {
      skip: (filters.page - 1) * perPage,
      take: perPage,
    }),
  ]);
  const lastPage = Math.max(1, Math.ceil(requests.total / perPage));
  const shownKeys = keys.filter((key) => key.livemode === caller.livemode);
  return (
    <SellerPage
      seller={seller}
      section="requests"
      test={filters.mode === "test" ? { liveHref: `${requestsPath}?mode=live` } : null}
    >
      <PageHeader
        title={words.text("requests")}
        purpose={words.text("requestsPurpose", { days: String(requestLogDays) })}
      />
      <ModeTabs path={requestsPath} mode={filters.mode} words={words} />
      <RequestFilters filters={filters} keys={shownKeys} words={words} />
      {requests.rows.length > 0 ? (
        <RequestTable rows={requests.rows} keys={keys} timeZone={seller.store.timeZone} words={words} />
      ) : (
        <EmptyState sentence={words.text(emptyOf(filters))} />
      )}
      <Pagination
        page={filters.page}
        lastPage={lastPage}
        total={requests.total}
        labels={pageLabels(words, filters.page, lastPage, requests.total, requests.isMore)}
        hrefOf={(page) => hrefWith(filters, page)}
      />
    </SellerPage>
  );
}

function emptyOf(filters: Filters) {
  if (isFiltered(filters)) return "noRequestMatches";
  return filters.page > 1 ? "pastTheEnd" : "noRequest";
}

/** A plain form: the filters are in the address. */
function RequestFilters(props: { filters: Filters; keys: ListedKey[]; words: DashboardWords }) {
  const { filters, keys, words } = props;
  const any = { value: "", label: words.text("any") };
  return (
    <form
      method="get"
      action={requestsPath}
      className="mb-6 grid grid-cols-2 items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_1fr_auto_auto]"
    >
      <input type="hidden" name="mode" value={filters.mode} />
      <Input name="find" label={words.text("pathOrId")} defaultValue={filters.find} />
      <Select
        name="method"
        label={words.text("httpMethod")}
        defaultValue={filters.method ?? ""}
        options={[any, ...methodFilters.map((value) => ({ value, label: value }))]}
      />
      <Select
        name="status"
        label={words.text("answer")}
        defaultValue={filters.status ?? ""}
        options={[
          any,
          { value: "2", label: words.text("answerSucceeded") },
          { value: "4", label: words.text("answerRefused") },
          { value: "5", label: words.text("answerFailed") },
        ]}
      />
      <Select
        name="key"
        label={words.text("apiKey")}
        defaultValue={filters.key === null ? "" : String(filters.key)}
        options={[any, ...keys.map(({ id, name }) => ({ value: String(id), label: name }))]}
      />
      <Button>{words.text("filter")}</Button>
      {isFiltered(filters) ? (
        <ButtonLink href={`${requestsPath}?mode=${filters.mode}`}>{words.text("clearFilters")}</ButtonLink>
      ) : null}
    </form>
  );
}

function RequestTable(props: {
  rows: RequestLogRow[];
  keys: ListedKey[];
  timeZone: string;
  words: DashboardWords;
}) {
  const { words } = props;
  const nameOf = (id: number | null) =>
    props.keys.find((key) => key.id === id)?.name ?? words.text("deletedKey");
  return (
    <Table
      caption={words.text("requestsCaption")}
      columns={[
        { label: words.text("request") },
        { label: words.text("answer") },
        { label: words.text("took"), align: "end" },
        { label: words.text("apiKey") },
        { label: words.text("requestId") },
        { label: words.text("time"), align: "end" },
      ]}
      rows={props.rows.map((row) => ({
        key: String(row.id),
        cells: [
          <Code key="path">{`${row.method} ${row.path}`}</Code>,
          <StatusMark key="status" tone={toneOf(row.status)}>
            {String(row.status)}
          </StatusMark>,
          <span key="ms" className="tabular-nums">{`${row.durationMs} ms`}</span>,
          nameOf(row.keyId),
          <Code key="id">{row.requestId}</Code>,
          <Timestamp key="at" at={row.createdAt} timeZone={props.timeZone} locale={words.locale} />,
        ],
      }))}
    />
  );
}

function toneOf(status: number): "plain" | "warn" | "bad" {
  if (status < 400) return "plain";
  return status < 500 ? "warn" : "bad";
}
