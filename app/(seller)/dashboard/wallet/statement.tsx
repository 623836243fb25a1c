import { Amount } from "@/components/dashboard/amount";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Input, Select } from "@/components/ui/field";
import { Section } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Table } from "@/components/ui/table";
import { Timestamp } from "@/components/ui/timestamp";
import { type StatementLine, statementGroups } from "@/lib/services/money/wallet/statement";
import { pageLabels } from "../words";
import { type Filters, hrefWith, queryOf } from "./filters";
import { payoutPath, walletPath } from "./paths";
import { lineText } from "./words";

type Props = {
  filters: Filters;
  statement: { lines: StatementLine[]; total: number };
  /** Those that the store has a wallet in. */
  currencies: string[];
  timeZone: string;
  perPage: number;
  words: DashboardWords;
};

/** Every line that the ledger wrote about the store's money, in words, with what the wallet held after it. */
export function Statement({ filters, statement, currencies, timeZone, perPage, words }: Props) {
  const { lines, total } = statement;
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <div id="statement" className="mt-10">
      <Section
        title={words.text("statementIn", { currency: filters.currency })}
        aside={
          <a
            className="underline underline-offset-2"
            href={`${walletPath}/statement?${queryOf(filters)}`}
            download
          >
            {words.text("downloadCsv")}
          </a>
        }
      >
        <StatementFilters filters={filters} currencies={currencies} words={words} />
        {lines.length === 0 ? (
          <EmptyState
            sentence={words.text(filters.group || filters.from || filters.to ? "noLineMatches" : "noLine")}
          />
        ) : (
          <Lines lines={lines} timeZone={timeZone} words={words} />
        )}
        <Pagination
          page={filters.page}
          lastPage={lastPage}
          total={total}
          labels={pageLabels(words, filters.page, lastPage, total)}
          hrefOf={(page) => hrefWith(filters, page)}
        />
      </Section>
    </div>
  );
}

function StatementFilters({ filters, currencies, words }: Pick<Props, "filters" | "currencies" | "words">) {
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
          label={words.text("currency")}
          defaultValue={filters.currency}
          options={currencies.map((value) => ({ value, label: value }))}
        />
      ) : (
        <input type="hidden" name="currency" value={filters.currency} />
      )}
      <Select
        name="what"
        label={words.text("what")}
        defaultValue={filters.group ?? ""}
        options={[
          { value: "", label: words.text("everything") },
          ...statementGroups.map((value) => ({ value, label: words.text(`group_${value}`) })),
        ]}
      />
      <Input name="from" label={words.text("from")} type="date" defaultValue={filters.from} />
      <Input name="to" label={words.text("to")} type="date" defaultValue={filters.to} />
      <Button>{words.text("show")}</Button>
      {isFiltered ? (
        <ButtonLink look="quiet" href={walletPath}>
          {words.text("clearFilters")}
        </ButtonLink>
      ) : null}
    </form>
  );
}

function Lines({
  lines,
  timeZone,
  words,
}: {
  lines: StatementLine[];
  timeZone: string;
  words: DashboardWords;
}) {
  return (
    <Table
      caption={words.text("statementCaption")}
      columns={[
        { label: words.text("what") },
        { label: words.text("when") },
        { label: words.text("onHold"), align: "end", onPhone: words.text("onHold") },
        { label: words.text("available"), align: "end", onPhone: words.text("available") },
        { label: words.text("walletAfter"), align: "end" },
      ]}
      rows={lines.map((line) => ({ key: String(line.id), cells: cellsOf(line, timeZone, words) }))}
    />
  );
}

function cellsOf(line: StatementLine, timeZone: string, words: DashboardWords) {
  const { currency, effects, after } = line;
  const change = (minor: bigint) => (minor === 0n ? "–" : <Amount minor={minor} currency={currency} />);
  const href = hrefOf(line);
  const what = lineText(line, words);
  return [
    href ? (
      <a key="what" href={href} className="wrap-anywhere underline-offset-2 hover:underline">
        <bdi>{what}</bdi>
      </a>
    ) : (
      what
    ),
    <Timestamp key="when" at={line.at} timeZone={timeZone} locale={words.locale} />,
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
  if (!about || about.type === "correction") return null;
  return about.type === "order" ? `/dashboard/orders/${about.orderId}` : payoutPath(about.payoutId);
}
