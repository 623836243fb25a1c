import { ButtonLink } from "./button";

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
