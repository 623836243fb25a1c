import type { ReactNode } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { Pagination } from "@/components/ui/pagination";
import type { CurrentSeller } from "@/lib/auth/current-seller";
import type { Action } from "@/lib/domain/roles";
import { Allowed } from "./allowed";
import { SellerPage } from "./seller-page";
import { pageLabels, wordsFor } from "./words";

const perPage = 25;

/** Which rows a page of the list holds. */
export function rowsOf(page: number): { skip: number; take: number } {
  return { skip: (page - 1) * perPage, take: perPage };
}

export interface DocumentListProps {
  seller: CurrentSeller;
  section: "links" | "invoices";
  path: string;
  /** What a person must be allowed to, to be offered a new one. */
  act: Action;
  texts: { purpose: string; add: string; none: string; noneMatches: string };
  /** The fields of the filter, and the columns that they and the buttons after them stand in. */
  fields: ReactNode;
  columns: string;
  isFiltered: boolean;
  page: number;
  total: number;
  /** The same list, another page of it, or with `/export` as a file. */
  hrefTo: (page: number, under?: string) => string;
  /** The rows of this page; null where it has none. */
  table: ReactNode | null;
}

/** The list of what a seller sends out to be paid: filters, rows or what to do without any, page numbers. */
export function DocumentList(props: DocumentListProps) {
  const { seller, section, texts, page, total, hrefTo, table } = props;
  const words = wordsFor(seller);
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  return (
    <SellerPage seller={seller} section={section}>
      <PageHeader
        title={words.text(section)}
        purpose={texts.purpose}
        actions={<AddOne {...props} look="primary" />}
      />
      <FilterForm {...props} />
      {table ?? <Nothing {...props} />}
      <Pagination
        page={page}
        lastPage={lastPage}
        total={total}
        labels={pageLabels(words, page, lastPage, total)}
        hrefOf={hrefTo}
      />
    </SellerPage>
  );
}

function AddOne({ seller, act, path, texts, look }: DocumentListProps & { look?: "primary" }) {
  return (
    <Allowed seller={seller} act={act}>
      <ButtonLink look={look} href={`${path}/new`}>
        {texts.add}
      </ButtonLink>
    </Allowed>
  );
}

/** A plain form: the filters are in the address. */
function FilterForm({ seller, path, fields, columns, isFiltered, hrefTo }: DocumentListProps) {
  const words = wordsFor(seller);
  return (
    <form method="get" action={path} className={`mb-6 grid grid-cols-2 items-end gap-3 ${columns}`}>
      {fields}
      <Button>{words.text("filter")}</Button>
      <ButtonLink href={hrefTo(1, "/export")} download>
        {words.text("downloadCsv")}
      </ButtonLink>
      {isFiltered ? <ButtonLink href={path}>{words.text("clearFilters")}</ButtonLink> : null}
    </form>
  );
}

function Nothing(props: DocumentListProps) {
  const { seller, path, texts, isFiltered, page } = props;
  const words = wordsFor(seller);
  if (isFiltered)
    return (
      <EmptyState
        sentence={texts.noneMatches}
        action={<ButtonLink href={path}>{words.text("clearFilters")}</ButtonLink>}
      />
    );
  if (page > 1)
    return (
      <EmptyState
        sentence={words.text("nothingOnPage")}
        action={<ButtonLink href={path}>{words.text("toNewest")}</ButtonLink>}
      />
    );
  return <EmptyState sentence={texts.none} action={<AddOne {...props} />} />;
}
