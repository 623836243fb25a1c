import type { ReactNode } from "react";
import { Amount } from "@/components/dashboard/figures";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import { SavedViews, SaveView } from "@/components/dashboard/saved-views";
import { EmptyState, PageHeader, StatusMark, type StatusTone, Tabs, Timestamp } from "@/components/ui/blocks";
import { ButtonLink } from "@/components/ui/button";
import { Pagination, Table } from "@/components/ui/table";
import { formatNumber } from "@/lib/domain/money";
import { given } from "@/lib/services/core/list";
import { BulkBar, BulkQuestion, Chosen, RowBox } from "./bulk";
import { ClearFilters, choicesOf, FilterChips, FilterForm } from "./filter-form";
import { addressOf, type Filters, isNarrowed } from "./filters";
import type { Bulk, Column, Opened, Reading } from "./list";

/** A whole page of a list, to stand in the frame of its area. */
export async function ListPage<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, who, values } = props;
  return (
    <>
      <div className={headLook}>{list.head ? <PageHeader {...(await list.head(who, values))} /> : null}</div>
      <ListView {...props} />
      {list.below?.(who, values)}
    </>
  );
}

/** On a phone the rows are what counts: what the list is for is left out, and its buttons stand beside its name. */
const headLook =
  "max-sm:[&_p]:hidden max-sm:[&>header]:mb-3 max-sm:[&>header]:items-center max-sm:[&>header]:gap-2 max-sm:[&>header>:first-child]:grow max-sm:[&>header>div+div]:contents";

/** Tabs, saved filters, filters, rows or what to do without any, page numbers. */
export function ListView<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, who, values, page, perPage, found, views } = props;
  // A list that has nothing to filter shows no filters.
  const isEmpty = found.rows.length === 0 && page === 1 && !isNarrowed(list.filters, values);
  return (
    <>
      <TabLines {...props} />
      {views ? <SavedViews {...views} /> : null}
      {isEmpty ? null : <FilterForm {...props} />}
      {isEmpty ? null : (
        <div className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-1 empty:hidden">
          <FilterChips {...props} />
          {views ? <SaveView {...views} /> : null}
        </div>
      )}
      <BulkQuestion {...props} />
      {found.rows.length > 0 ? <BulkRows {...props} /> : <Nothing {...props} />}
      <Pages
        {...{ page, perPage, words: who.words }}
        total={found.total}
        isMore={found.isMore ?? false}
        hrefOf={(other) => addressOf(list.path, values, other)}
      />
    </>
  );
}

function TabLines<Who extends Reading, Row, F extends Filters>({ list, who, values }: Opened<Who, Row, F>) {
  const lines = Object.entries(list.filters).filter(([, { look }]) => look === "tabs");
  return lines.map(([name, filter]) => (
    <Tabs
      key={name}
      label={filter.label ? who.words.loose(filter.label, {}) : name}
      items={choicesOf(name, filter, {}, who.words).map(({ value, label }) => ({
        href: addressOf(list.path, { ...(filter.isOther ? {} : values), [name]: value }),
        label,
        current: values[name] === value,
      }))}
    />
  ));
}

/** The rows, and below them what can be done with those that are chosen. */
function BulkRows<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const bulk = props.list.bulk?.(props.who);
  if (!bulk) return <Rows {...props} />;
  return (
    <div className="group/bulk">
      <Rows {...props} bulk={bulk} />
      <BulkBar bulk={bulk} {...props} />
    </div>
  );
}

/** Either a table or pieces. The keys j and k go from row to row in both (components/dashboard/shortcut-keys.tsx). */
function Rows<Who extends Reading, Row, F extends Filters>(
  props: Opened<Who, Row, F> & { bulk?: Bulk<Row> },
) {
  const { list, who, values, found, bulk } = props;
  // Safe: rows of a list without it have an id.
  const { item, keyOf = (row) => String((row as { id: unknown }).id) } = list;
  const columns = typeof list.columns === "function" ? list.columns(values) : list.columns;
  if (columns) {
    const caption = list.caption ? who.words.loose(list.caption, {}) : "";
    return <ListTable {...{ caption, columns, keyOf, who, bulk }} rows={found.rows} />;
  }
  return (
    <ul className="border-t border-rule">
      {found.rows.map((row) => (
        <li key={keyOf(row)} data-row="" className="border-b border-rule">
          {item?.(row, who)}
        </li>
      ))}
    </ul>
  );
}

/** The columns of a list, for rows that stand on another page too. */
export function ListTable<Who extends Reading, Row>(props: {
  caption: string;
  columns: Column<Row, Who>[];
  rows: Row[];
  keyOf: (row: Row) => string;
  who: Who;
  bulk?: Bulk<Row> | undefined;
}) {
  const { caption, columns, rows, keyOf, who, bulk } = props;
  const currency = sharedCurrency(props);
  const said = (column: Column<Row, Who>) => {
    const { onPhone, align, narrow, isExtra } = column;
    const named = who.words.loose(column.label, {});
    const label = "money" in column && currency ? `${named}, ${currency}` : named;
    const small = onPhone === true ? named : onPhone && who.words.loose(onPhone, {});
    const end = "money" in column ? "end" : align;
    return { label, ...given({ align: end, onPhone: small, narrow, isExtra }) };
  };
  const cellOf = (row: Row, column: Column<Row, Who>) => {
    if ("cell" in column) return column.cell(row, who);
    const money = column.money(row, who);
    if (!money) return <span className="text-ink-2">–</span>;
    return <Amount {...money} lang={who.words.lang} bare={currency !== null} />;
  };
  return (
    <Table
      caption={caption}
      columns={columns.map(said)}
      rows={rows.map((row) => {
        const [first, ...others] = columns.map((column) => cellOf(row, column));
        const key = keyOf(row);
        const chooses = bulk && <RowBox value={key} label={bulk.nameOf(row)} words={who.words} />;
        return { key, cells: [chooses ? <Chosen box={chooses}>{first}</Chosen> : first, ...others] };
      })}
    />
  );
}

/** The one currency of all amounts of the table; null where there are several. */
function sharedCurrency<Who extends Reading, Row>(props: {
  columns: Column<Row, Who>[];
  rows: Row[];
  who: Who;
}): string | null {
  const { columns, rows, who } = props;
  const all = columns.flatMap((column) =>
    "money" in column ? rows.flatMap((row) => column.money(row, who)?.currency ?? []) : [],
  );
  const [first, ...others] = new Set(all);
  return first !== undefined && others.length === 0 ? first : null;
}

async function Nothing<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, who, values, page } = props;
  const { none, noneMatches = "nothingOnPage", pastTheEnd = "nothingOnPage" } = list.empty;
  const says = (sentence: string, action: ReactNode) => <EmptyState sentence={sentence} action={action} />;
  if (isNarrowed(list.filters, values))
    return says(who.words.loose(noneMatches, {}), <ClearFilters {...props} />);
  if (page > 1)
    return says(
      who.words.loose(pastTheEnd, {}),
      <ButtonLink href={addressOf(list.path, values)}>{who.words.text("toNewest")}</ButtonLink>,
    );
  return <EmptyState {...(await none(who, values))} />;
}

/**
 * The page numbers of a list; `total` is null where rows are not counted, and the list continues while there are more.
 */
export function Pages(props: {
  words: DashboardWords;
  page: number;
  perPage: number;
  total: number | null;
  isMore?: boolean;
  hrefOf: (page: number) => string;
}) {
  const { words, page, perPage, total, isMore = false, hrefOf } = props;
  const lastPage = total === null ? page + (isMore ? 1 : 0) : Math.max(1, Math.ceil(total / perPage));
  return (
    <Pagination
      page={page}
      lastPage={lastPage}
      labels={{
        pages: words.text("pages"),
        where: total === null ? "" : where(words, page, lastPage, total, isMore),
        newer: words.text("newer"),
        older: words.text("older"),
      }}
      hrefOf={hrefOf}
    />
  );
}

/** `isMore`: `last` and `total` are as far as rows were counted, and there are more. */
function where(words: DashboardWords, page: number, last: number, total: number, isMore: boolean): string {
  const count = (number: number) => formatNumber(number, words.lang);
  const atLeast = (number: number) => `${count(number)}${isMore ? "+" : ""}`;
  return words.text("pageOf", { page: count(page), last: atLeast(last), total: atLeast(total) });
}

/** The link that opens a row: the keys j and k move to the first link of each row. */
export function RowLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} className="wrap-anywhere font-medium underline-offset-2 hover:underline">
      {children}
    </a>
  );
}

/** How a row stands: its status at this moment, by its mark and its word. */
export function standing<Row, Status extends string>(
  tones: Record<Status, StatusTone>,
  word: string,
  statusOf: (row: Row, now: Date) => Status,
): Column<Row> {
  return {
    label: "status",
    cell: (row, { now, words }) => {
      const status = statusOf(row, now);
      return <StatusMark tone={tones[status]} word={words.loose(`${word}_${status}` as DashboardKey, {})} />;
    },
  };
}

/** A moment in the reader's time zone, without the year where it is this one; `never` where there is none. */
export function moment(at: Date | null, { timeZone, words, now }: Reading, never: string = ""): ReactNode {
  return at ? <Timestamp at={at} timeZone={timeZone} locale={words.locale} now={now} /> : never;
}

/** The same of a page that is not read at a glance: with the year. Nothing where there is none. */
export function stamp(at: Date | null | undefined, { timeZone, words }: Pick<Reading, "timeZone" | "words">) {
  return at && <Timestamp at={at} timeZone={timeZone} locale={words.locale} />;
}
