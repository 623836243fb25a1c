import type { DashboardKey } from "@/components/dashboard/messages/words";
import type { FormAction } from "@/components/dashboard/shell-types";
import { rowIdOf } from "@/lib/domain/uuid";

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
