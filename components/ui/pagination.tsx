import { ButtonLink } from "./button";

export type PaginationProps = {
  page: number;
  lastPage: number;
  total: number;
  /** The address of a page, with the filters kept. */
  hrefOf: (page: number) => string;
};

/** Page numbers live in the address, as in the API. */
export function Pagination({ page, lastPage, total, hrefOf }: PaginationProps) {
  if (lastPage <= 1) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap items-center justify-between gap-3">
      <p className="text-label text-ink-2">
        Page {page} of {lastPage}, {total} in all
      </p>
      <div className="flex gap-2">
        {page > 1 ? (
          <ButtonLink href={hrefOf(page - 1)} rel="prev">
            Newer
          </ButtonLink>
        ) : null}
        {page < lastPage ? (
          <ButtonLink href={hrefOf(page + 1)} rel="next">
            Older
          </ButtonLink>
        ) : null}
      </div>
    </nav>
  );
}
