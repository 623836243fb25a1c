import { Amount } from "@/components/dashboard/amount";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input, Select } from "@/components/ui/field";
import { Section } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { type StatementLine, statementGroups } from "@/lib/services/wallet/statement";
import { lineWords } from "@/lib/services/wallet/words";
import { type Filters, hrefWith, queryOf } from "./filters";
import { payoutPath, walletPath } from "./paths";
import { groupWords } from "./words";

type Props = {
  filters: Filters;
  statement: { lines: StatementLine[]; total: number };
  /** Those that the store has a wallet in. */
  currencies: string[];
  timeZone: string;
  perPage: number;
};

/** Every line that the ledger wrote about the store's money, in words, with what the wallet held after it. */
export function Statement({ filters, statement, currencies, timeZone, perPage }: Props) {
  const { lines, total } = statement;
  return (
    <div id="statement" className="mt-10">
      <Section
        title={`Statement, ${filters.currency}`}
        aside={
          <a
            className="underline underline-offset-2"
            href={`${walletPath}/statement?${queryOf(filters)}`}
            download
          >
            Download CSV
          </a>
        }
      >
        <StatementFilters filters={filters} currencies={currencies} />
        {lines.length === 0 ? (
          <EmptyState
            sentence={
              filters.group || filters.from || filters.to
                ? "Nothing on the statement matches these filters."
                : "Nothing is on the statement yet. It begins with the first payment."
            }
          />
        ) : (
          <Lines lines={lines} timeZone={timeZone} />
        )}
        <Pagination
          page={filters.page}
          lastPage={Math.max(1, Math.ceil(total / perPage))}
          total={total}
          hrefOf={(page) => hrefWith(filters, page)}
        />
      </Section>
    </div>
  );
}

function StatementFilters({ filters, currencies }: { filters: Filters; currencies: string[] }) {
  const isFiltered = filters.group || filters.from || filters.to;
  return (
    <form
      method="get"
      action={`${walletPath}#statement`}
      className="grid items-end gap-3 py-4 sm:grid-cols-2 nav:grid-cols-[1fr_1fr_1fr_1fr_auto_auto]"
    >
      {currencies.length > 1 ? (
        <Select
          name="currency"
          label="Currency"
          defaultValue={filters.currency}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      ) : (
        <input type="hidden" name="currency" value={filters.currency} />
      )}
      <Select
        name="what"
        label="What"
        defaultValue={filters.group ?? ""}
        options={[
          { value: "", label: "Everything" },
          ...statementGroups.map((value) => ({ value, label: groupWords[value] })),
        ]}
      />
      <Input name="from" label="From" type="date" defaultValue={filters.from} />
      <Input name="to" label="To" type="date" defaultValue={filters.to} />
      <Button>Show</Button>
      {isFiltered ? (
        <ButtonLink look="quiet" href={walletPath}>
          Clear filters
        </ButtonLink>
      ) : null}
    </form>
  );
}

function Lines({ lines, timeZone }: { lines: StatementLine[]; timeZone: string }) {
  return (
    <Table
      caption="What happened to the wallet, newest first"
      columns={[
        { label: "What" },
        { label: "When" },
        { label: "On hold", align: "end", onPhone: "On hold" },
        { label: "Available", align: "end", onPhone: "Available" },
        { label: "Wallet after", align: "end" },
      ]}
      rows={lines.map((line) => ({ key: String(line.id), cells: cellsOf(line, timeZone) }))}
    />
  );
}

function cellsOf(line: StatementLine, timeZone: string) {
  const { currency, effects, after } = line;
  const change = (minor: bigint) => (minor === 0n ? "–" : <Amount minor={minor} currency={currency} />);
  const href = hrefOf(line);
  const words = lineWords(line);
  return [
    href ? (
      <a key="what" href={href} className="wrap-anywhere underline-offset-2 hover:underline">
        <bdi>{words}</bdi>
      </a>
    ) : (
      words
    ),
    <Timestamp key="when" at={line.at} timeZone={timeZone} />,
    change(effects.pendingMinor),
    change(effects.availableMinor),
    <Amount
      key="after"
      minor={after.pendingMinor + after.availableMinor - after.debtMinor}
      currency={currency}
    />,
  ];
}

function hrefOf({ about }: StatementLine): string | null {
  if (!about) return null;
  return about.type === "order" ? `/dashboard/orders/${about.orderId}` : payoutPath(about.payoutId);
}
