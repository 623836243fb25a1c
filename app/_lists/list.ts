import type { ReactNode } from "react";
import type { DashboardKey, DashboardWords } from "@/components/dashboard/messages/words";
import type { SavedViewsProps } from "@/components/dashboard/saved-views";
import type { FormAction } from "@/components/dashboard/shell-types";
import type { EmptyStateProps, PageHeaderProps } from "@/components/ui/blocks";
import type { Money } from "@/lib/domain/money";
import { rowIdOf } from "@/lib/domain/token";
import type { Page } from "@/lib/services/core/list";
import { type Choice, type Filters, pageIn, readValues, type Search, type Values } from "./filters";

/** What a cell is written with. */
export interface Reading {
  words: DashboardWords;
  timeZone: string;
  now: Date;
}

interface ColumnLook {
  label: DashboardKey;
  align?: "end";
  /** On narrow pages, where the head is not seen: the label stands before the value too, or another word. */
  onPhone?: true | DashboardKey;
  /** On narrow pages the cell is left out, or takes what is left of the line and is cut there. */
  narrow?: "hidden" | "cut";
  /** Only where there is room for it. */
  isExtra?: true;
}

export type Column<Row, Who extends Reading = Reading> = ColumnLook &
  (
    | { cell: (row: Row, who: Who) => ReactNode }
    /** An amount: its code stands in the head where all amounts of the table have the same. Null is a dash. */
    | { money: (row: Row, who: Who) => Money | null }
  );

/** Rows of a page. `total` is null where they are not counted; with `isMore` there are more rows than that. */
export interface Found<Row> {
  rows: Row[];
  total: number | null;
  isMore?: boolean;
}

export type Choices<F extends Filters> = { [Name in keyof F]?: Choice[] };

/** A list, defined once: its page, its file and its keyboard navigation use this definition. */
export interface List<Who extends Reading, Row, F extends Filters> {
  /** Its address; what follows a # is the part of the page. */
  path: string;
  filters: F;
  /** The choices of a select that must be looked up. Any other value counts as none. */
  choices?: (who: Who, values: Values<F>) => Promise<Choices<F>>;
  /** One page of it. */
  read: (who: Who, values: Values<F>, page: Page) => Promise<Found<Row>>;
  perPage?: number;
  /** Names a row among the others: its id, where nothing is said. */
  keyOf?: (row: Row) => string;
  /** The title of its own page, what the list is for, and what can be begun here. */
  head?: (who: Who, values: Values<F>) => PageHeaderProps | Promise<PageHeaderProps>;
  /** What the table holds, for people who hear it. */
  caption?: DashboardKey;
  /** The cells of a row; in place of columns, a row as one piece. */
  columns?: Column<Row, Who>[] | ((values: Values<F>) => Column<Row, Who>[]);
  item?: (row: Row, who: Who) => ReactNode;
  /** The texts where there are no rows at all, where none match the filters, and for a page after the last. */
  empty: {
    none: (who: Who, values: Values<F>) => EmptyStateProps | Promise<EmptyStateProps>;
    noneMatches?: DashboardKey;
    pastTheEnd?: DashboardKey;
  };
  /** Stands below the list on its page. */
  below?: (who: Who, values: Values<F>) => ReactNode;
  /** What can be done with several of its rows at once; null where this reader may do nothing. */
  bulk?: (who: Who) => Bulk<Row> | null;
  csv?: {
    /** The name of the file, without what a file of lines ends with. */
    name: (who: Who, values: Values<F>) => string;
    /** Where it is, when that is not `export` under the page. */
    path?: string;
    /** `chosen`: the keys of rows; null is all of them. */
    pieces: (who: Who, values: Values<F>, chosen: string[] | null) => AsyncGenerator<string>;
  };
}

/** A list as it is asked for. */
export interface Opened<Who extends Reading, Row, F extends Filters> {
  list: List<Who, Row, F>;
  who: Who;
  values: Values<F>;
  choices: Choices<F>;
  page: number;
  perPage: number;
  found: Found<Row>;
  /** What is about to be done with which rows, to be asked first. */
  asked?: AskedBulk | null;
  /** Filters that its reader saved, where the area has such. */
  views?: SavedViewsProps;
}

export async function openList<Who extends Reading, Row, F extends Filters>(
  list: List<Who, Row, F>,
  who: Who,
  search: Search,
): Promise<Opened<Who, Row, F>> {
  const { values, choices } = await valuesOf(list, who, search);
  const page = pageIn(search);
  const perPage = list.perPage ?? 25;
  const found = await list.read(who, values, { skip: (page - 1) * perPage, take: perPage });
  return { list, who, values, choices, page, perPage, found };
}

/** The values from the address, without those that are not among the choices. */
export async function valuesOf<Who extends Reading, Row, F extends Filters>(
  list: List<Who, Row, F>,
  who: Who,
  search: Search,
): Promise<{ values: Values<F>; choices: Choices<F> }> {
  const read = readValues(list.filters, search);
  const choices: Choices<F> = (await list.choices?.(who, read)) ?? {};
  const known = Object.entries(read).map(([name, value]) => {
    const offered = choices[name];
    return [name, !offered || offered.some((choice) => choice.value === value) ? value : ""];
  });
  // Safe: the same names, and values that were read or none.
  return { values: Object.fromEntries(known) as Values<F>, choices };
}

/** The name of the boxes of rows, in the form and in an address. */
export const rowsField = "rows";
/** So many rows at once. */
export const rowsMax = 100;

/** Chosen keys that are numbers of rows; undefined where all rows are meant. */
export function numbersOf(chosen: string[] | null): number[] | undefined {
  return chosen?.map(rowIdOf).filter((id) => id > 0);
}

/** One thing that can be done with chosen rows. */
export interface BulkAct {
  name: string;
  label: DashboardKey;
  /** What is asked before it is done, with the number of rows. */
  asks?: DashboardKey;
  /** It is done with what is typed into the bar's field. */
  usesText?: true;
}

/** The one field of the bar. */
export interface BulkText {
  name: string;
  label: DashboardKey;
  /** The filter whose choices are offered. */
  offers: string;
  maxLength: number;
}

export interface Bulk<Row> {
  /** Gets the list's path as `list`, the act's name as `act`, and `rows`. */
  action: FormAction;
  acts: BulkAct[];
  text?: BulkText;
  /** What a row is called, for people who hear it. */
  nameOf: (row: Row) => string;
}

/** An act and the keys of its rows, as the address says them. */
export interface AskedBulk {
  act: string;
  rows: string[];
}
