import type { Metadata } from "next";
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
import { type ListedKey, listKeys } from "@/lib/services/keys/list-keys";
import { listRequests, type RequestLogRow, requestLogDays } from "@/lib/services/request-log/list";
import { systemWorld } from "@/lib/services/system-world";
import { SellerPage } from "../../seller-page";
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

export const metadata: Metadata = { title: "Requests" };

const perPage = 50;
type Search = Promise<Record<string, string | string[] | undefined>>;

/** What was asked of the API with the keys of this store. It can be read when developer access is off. */
export default async function RequestsPage({ searchParams }: { searchParams: Search }) {
  const seller = await currentSeller();
  const filters = filtersOf(await searchParams);
  const caller = seller.caller(filters.mode === "live");
  const [keys, requests] = await Promise.all([
    listKeys(systemWorld(), caller),
    listRequests(systemWorld(), caller, requestFilters(filters), {
      skip: (filters.page - 1) * perPage,
      take: perPage,
    }),
  ]);
  const shownKeys = keys.filter((key) => key.livemode === caller.livemode);
  return (
    <SellerPage
      seller={seller}
      section="requests"
      test={filters.mode === "test" ? { liveHref: `${requestsPath}?mode=live` } : null}
    >
      <PageHeader
        title="Requests"
        purpose={`What was asked of the API with your keys in the last ${requestLogDays} days. Bodies are not kept.`}
      />
      <ModeTabs path={requestsPath} mode={filters.mode} />
      <RequestFilters filters={filters} keys={shownKeys} />
      {requests.rows.length > 0 ? (
        <RequestTable rows={requests.rows} keys={keys} timeZone={seller.store.timeZone} />
      ) : (
        <EmptyState
          sentence={
            isFiltered(filters)
              ? "No request matches these filters."
              : "No request yet. The first call with a key of this mode is shown here a moment later."
          }
        />
      )}
      <Pagination
        page={filters.page}
        lastPage={Math.max(1, Math.ceil(requests.total / perPage))}
        total={requests.total}
        hrefOf={(page) => hrefWith(filters, page)}
      />
    </SellerPage>
  );
}

/** A plain form: the filters are in the address. */
function RequestFilters({ filters, keys }: { filters: Filters; keys: ListedKey[] }) {
  const any = { value: "", label: "Any" };
  return (
    <form
      method="get"
      action={requestsPath}
      className="mb-6 grid items-end gap-3 sm:grid-cols-[2fr_1fr_1fr_1fr_auto_auto]"
    >
      <input type="hidden" name="mode" value={filters.mode} />
      <Input name="find" label="Path or request id" defaultValue={filters.find} />
      <Select
        name="method"
        label="Method"
        defaultValue={filters.method ?? ""}
        options={[any, ...methodFilters.map((value) => ({ value, label: value }))]}
      />
      <Select
        name="status"
        label="Answer"
        defaultValue={filters.status ?? ""}
        options={[
          any,
          { value: "2", label: "Succeeded" },
          { value: "4", label: "Refused" },
          { value: "5", label: "Failed" },
        ]}
      />
      <Select
        name="key"
        label="Key"
        defaultValue={filters.key === null ? "" : String(filters.key)}
        options={[any, ...keys.map(({ id, name }) => ({ value: String(id), label: name }))]}
      />
      <Button>Filter</Button>
      {isFiltered(filters) ? (
        <ButtonLink href={`${requestsPath}?mode=${filters.mode}`}>Clear filters</ButtonLink>
      ) : null}
    </form>
  );
}

function RequestTable(props: { rows: RequestLogRow[]; keys: ListedKey[]; timeZone: string }) {
  const nameOf = (id: number | null) => props.keys.find((key) => key.id === id)?.name ?? "Deleted key";
  return (
    <Table
      caption="Requests, newest first"
      columns={[
        { label: "Request" },
        { label: "Answer" },
        { label: "Took", align: "end" },
        { label: "Key" },
        { label: "Request id" },
        { label: "Time", align: "end" },
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
          <Timestamp key="at" at={row.createdAt} timeZone={props.timeZone} />,
        ],
      }))}
    />
  );
}

function toneOf(status: number): "plain" | "warn" | "bad" {
  if (status < 400) return "plain";
  return status < 500 ? "warn" : "bad";
}
