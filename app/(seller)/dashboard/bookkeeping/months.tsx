import type { ReactNode } from "react";
import { EmptyState, Section } from "@/components/ui/blocks";
import { Table, type TableRow } from "@/components/ui/table";
import type { BookMonth } from "@/lib/domain/bookkeeping";
import { addMonths } from "@/lib/domain/money";
import { monthName } from "../subscriptions/numbers/figures";
import type { AtStore } from "../words";
import { isBegun, pathOf } from "./asked";

/** A month of the page at this path as a table of amounts, with ways to those beside it; none after the present one. */
export function MonthTable({
  of,
  path,
  who: { words, world },
  notice,
  empty,
  caption,
  head,
  rows,
}: {
  of: BookMonth;
  path: string;
  who: Pick<AtStore, "words" | "world">;
  notice?: ReactNode;
  /** Shown in place of the table. */
  empty: string | null;
  caption: string;
  /** The first column names, the others are amounts. */
  head: string[];
  rows: TableRow[];
}) {
  const beside = (month: string, key: "booksEarlier" | "booksLater") => (
    <a className="underline underline-offset-2" href={pathOf({ ...of, month }, path)}>
      {words.text(key)}
    </a>
  );
  const later = addMonths(of.month, 1);
  const months = (
    <span className="flex gap-4">
      {beside(addMonths(of.month, -1), "booksEarlier")}
      {isBegun({ ...of, month: later }, world.clock.now()) ? beside(later, "booksLater") : null}
    </span>
  );
  const columns = head.map((label, index) =>
    index === 0 ? { label } : { label, align: "end" as const, onPhone: label },
  );
  return (
    <Section title={`${monthName(of.month, words, "long")} · ${of.currency}`} aside={months}>
      {notice}
      {empty === null ? (
        <Table caption={caption} columns={columns} rows={rows} />
      ) : (
        <EmptyState sentence={empty} />
      )}
    </Section>
  );
}
