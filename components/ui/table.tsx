import type { ReactNode } from "react";
import { ButtonLink, classes } from "./button";

export type TableColumn = {
  label: string;
  align?: "end";
  /** On narrow pages, where the head is hidden: a word before a value that would be unclear alone. */
  onPhone?: string;
  /** On narrow pages the cell is left out, or takes what is left of the line and is cut there. */
  narrow?: "hidden" | "cut";
  /** Only where there is room for it. */
  isExtra?: boolean;
};
export type TableRow = { key: string; cells: ReactNode[] };
export type TableProps = {
  /** The content of the table, for screen readers. */
  caption: string;
  columns: TableColumn[];
  rows: TableRow[];
};

/** With so many columns a table needs more room. */
const manyColumns = 6;

/**
 * Rows of 42 px; where the table has not enough room, each becomes a card of two lines (globals.css, `.ledger`). It is
 * the room of the table that counts, not the window's. The roles are explicit, because a browser drops them when the
 * display of a row changes.
 */
export function Table({ caption, columns, rows }: TableProps) {
  const isWide = columns.filter(({ isExtra }) => !isExtra).length >= manyColumns;
  return (
    <div className={isWide ? "ledger-many" : "ledger-few"}>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
      <table role="table" className="ledger w-full border-collapse text-start">
        <caption className="sr-only">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th
                key={column.label}
                scope="col"
                data-extra={column.isExtra ? "" : undefined}
                className={classes(
                  "h-[42px] border-b border-rule pe-4 text-note font-medium text-ink-2 last:pe-0",
                  column.align === "end" ? "text-end whitespace-nowrap" : "text-start",
                )}
              >
                {column.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableLine key={row.key} row={row} columns={columns} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableLine({ row, columns }: { row: TableRow; columns: TableColumn[] }) {
  return (
    // biome-ignore lint/a11y/noRedundantRoles: the row is a flex box on phones and would lose its role.
    <tr role="row" className="border-b border-rule">
      {columns.map((column, index) => (
        <td
          // biome-ignore lint/a11y/noRedundantRoles: as above.
          role="cell"
          key={column.label}
          data-label={column.onPhone}
          data-narrow={column.narrow}
          data-extra={column.isExtra ? "" : undefined}
          className={column.align === "end" ? "text-end" : undefined}
        >
          {row.cells[index]}
        </td>
      ))}
    </tr>
  );
}

export type PaginationProps = {
  page: number;
  lastPage: number;
  /** The address of a page, with the filters kept. */
  hrefOf: (page: number) => string;
  /** In the page's language; `where` says which page of how many. */
  labels: { pages: string; where: string; newer: string; older: string };
};

/** Page numbers live in the address, as in the API. */
export function Pagination({ page, lastPage, hrefOf, labels }: PaginationProps) {
  if (lastPage <= 1) return null;
  const { pages, where, newer, older } = labels;
  return (
    <nav aria-label={pages} className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-label text-ink-2">{where}</p>
      <div className="flex gap-2">
        {page > 1 ? (
          <ButtonLink href={hrefOf(page - 1)} rel="prev">
            {newer}
          </ButtonLink>
        ) : null}
        {page < lastPage ? (
          <ButtonLink href={hrefOf(page + 1)} rel="next">
            {older}
          </ButtonLink>
        ) : null}
      </div>
    </nav>
  );
}
