import type { ReactNode } from "react";
import type { DashboardWords } from "@/components/dashboard/messages/words";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Checkbox, Input, Select } from "@/components/ui/field";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import { Table } from "@/components/ui/table";
import { Tabs } from "@/components/ui/tabs";
import { formatNumber } from "@/lib/domain/money";
import { addressOf, besideForm, type Choice, type Filter, type Filters, isNarrowed } from "./filters";
import type { Column, Opened, Reading } from "./list";

/** A whole page of a list, to stand in the frame of its area. */
export async function ListPage<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, who, values } = props;
  return (
    <>
      {list.head ? <PageHeader {...(await list.head(who, values))} /> : null}
      <ListView {...props} />
      {list.below?.(who, values)}
    </>
  );
}

/** Tabs, filters, rows or what to do without any, page numbers. */
export function ListView<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, who, values, page, perPage, found } = props;
  return (
    <>
      <TabLines {...props} />
      <FilterForm {...props} />
      {found.rows.length > 0 ? <Rows {...props} /> : <Nothing {...props} />}
      <Pages
        {...{ page, perPage, words: who.words }}
        total={found.total}
        isMore={found.isMore ?? false}
        hrefOf={(other) => addressOf(list.path, values, other)}
      />
    </>
  );
}

function choicesOf(
  name: string,
  filter: Filter,
  choices: Record<string, Choice[] | undefined>,
  words: DashboardWords,
) {
  return choices[name] ?? filter.choices?.(words) ?? [];
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

/** On wide pages all fields in one line; on phones two per line, and wide fields alone. */
const formClass = [
  "mb-6 grid grid-cols-2 items-end gap-3 [&>div:has([type=search],[type=date])]:col-span-2",
  "sm:flex sm:flex-wrap sm:[&>div]:max-w-96 sm:[&>div]:flex-[1_1_8rem] sm:[&>div:has([type=search])]:flex-[2_1_14rem]",
].join(" ");

/** A plain form: the filters are in the address, and those outside the form are kept. */
function FilterForm<Who extends Reading, Row, F extends Filters>(props: Opened<Who, Row, F>) {
  const { list, values, choices } = props;
  const { words } = props.who;
  const beside = besideForm(list.filters, values);
  const fields = Object.entries(list.filters).filter(([name]) => !(name in beside));
  if (fields.length === 0 && !list.csv) return null;
  return (
    <form method="get" action={list.path} className={formClass}>
      {Object.entries(beside).map(([name, value]) =>
        value === "" ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {fields.map(([name, filter]) => (
        <Field
          key={name}
          {...{ name, filter, words }}
          value={values[name] ?? ""}
          choices={choicesOf(name, filter, choices, words)}
        />
      ))}
      {fields.length > 0 ? <Button>{words.text("filter")}</Button> : null}
      {list.csv ? (
        <ButtonLink href={addressOf(list.csv.path ?? `${list.path}/export`, values)} download>
          {words.text("downloadCsv")}
        </ButtonLink>
      ) : null}
      {isNarrowed(list.filters, values) ? <ClearFilters {...props} look="quiet" /> : null}
    </form>
  );
}

function ClearFilters<Who extends Reading, Row, F extends Filters>({
  list,
  who,
  values,
  look,
}: Opened<Who, Row, F> & { look?: "quiet" }) {
  return (
    <ButtonLink {...(look ? { look } : {})} href={addressOf(list.path, besideForm(list.filters, values))}>
      {who.words.text("clearFilters")}
    </ButtonLink>
  );
}

interface FieldProps {
  name: string;
  filter: Filter;
  value: string;
  choices: Choice[];
  words: DashboardWords;
}

const inputs = {
  search: { type: "search", maxLength: 254 },
  text: { maxLength: 254, autoCapitalize: "off" },
  number: { inputMode: "numeric", maxLength: 9 },
  email: { inputMode: "email", maxLength: 254, autoCapitalize: "off" },
  day: { type: "date" },
} as const;

function Field({ name, filter, value, choices, words }: FieldProps) {
  const { look, placeholder } = filter;
  const label = filter.label ? words.loose(filter.label, {}) : name;
  switch (look) {
    case "tabs":
    case "hidden":
      return null;
    case "check":
      return <Checkbox name={name} value="1" label={label} defaultChecked={value === "1"} />;
    case "select": {
      const none = filter.any ? [{ value: "", label: words.loose(filter.any, {}) }] : [];
      if (none.length + choices.length < 2) return null;
      return <Select name={name} label={label} defaultValue={value} options={[...none, ...choices]} />;
    }
    default:
      return <Input {...inputs[look]} {...{ name, label, placeholder }} defaultValue={value} />;
  }
}

/** Either a table or pieces. The keys j and k go from row to row in both (components/dashboard/shortcut-keys.tsx). */
function Rows<Who extends Reading, Row, F extends Filters>({
  list,
  who,
  values,
  found,
}: Opened<Who, Row, F>) {
  const { item, keyOf } = list;
  const columns = typeof list.columns === "function" ? list.columns(values) : list.columns;
  if (columns) {
    const caption = list.caption ? who.words.loose(list.caption, {}) : "";
    return <ListTable {...{ caption, columns, keyOf, who }} rows={found.rows} />;
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
}) {
  const { caption, columns, rows, keyOf, who } = props;
  const said = (column: Column<Row, Who>) => {
    const label = who.words.loose(column.label, {});
    const { onPhone, align } = column;
    const small = onPhone === true ? label : onPhone && who.words.loose(onPhone, {});
    return { label, ...(align ? { align } : {}), ...(small ? { onPhone: small } : {}) };
  };
  return (
    <Table
      caption={caption}
      columns={columns.map(said)}
      rows={rows.map((row) => ({ key: keyOf(row), cells: columns.map(({ cell }) => cell(row, who)) }))}
    />
  );
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
