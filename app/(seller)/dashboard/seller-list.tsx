import { askedOf } from "@/app/_lists/bulk";
import { type CsvColumn, csvOf, listFile } from "@/app/_lists/csv";
import { addressOf, type Filters, isNarrowed } from "@/app/_lists/filters";
import {
  type Bulk,
  type BulkAct,
  type BulkText,
  type List,
  openList,
  rowsField,
  rowsMax,
} from "@/app/_lists/list";
import { ListPage } from "@/app/_lists/list-view";
import type { PlainKey } from "@/components/dashboard/messages/words";
import type { SavedViewsProps } from "@/components/dashboard/saved-views";
import { ButtonLink } from "@/components/ui/button";
import { currentSeller } from "@/lib/auth/current-seller";
import { type Action, may, mayRead } from "@/lib/domain/roles";
import { listViews } from "@/lib/services/people/views/views";
import { bulkAction, deleteViewAction, saveViewAction } from "./list-actions";
import { readableOf, type Section } from "./sections";
import { Allowed, isThere, SellerPage, sellerPage } from "./seller-page";
import { type AtStore, atStore } from "./words";

export type SellerList<Row, F extends Filters> = List<AtStore, Row, F>;

/** The page of a list in the seller's dashboard, with its list for the file; `here` where it is below its section. */
export function sellerListPage<Row, F extends Filters>(
  section: Section,
  list: SellerList<Row, F>,
  here?: PlainKey,
) {
  const page = sellerPage(section, async (who, { search }) => {
    const opened = await openList(list, who, search);
    const views = await viewsOf(who, list, opened.values);
    return (
      <SellerPage
        {...who}
        {...(here ? { here: who.words.loose(here, {}) } : {})}
        test={opened.values.mode === "test" ? { liveHref: `${list.path}?mode=live` } : null}
      >
        <ListPage {...opened} views={views} asked={askedOf(search)} />
      </SellerPage>
    );
  });
  return Object.assign(page, { list });
}

/** What this member saved of the list's filters. */
async function viewsOf<Row, F extends Filters>(
  { world, caller, words }: AtStore,
  list: SellerList<Row, F>,
  values: Record<string, string>,
): Promise<SavedViewsProps> {
  const queryOf = (address: string) => address.split("?")[1] ?? "";
  const here = queryOf(addressOf(list.path, values));
  const views = await listViews(world, caller, list.path);
  const isSaved = views.some(({ query }) => query === here);
  return {
    words,
    views: views.map(({ id, name, query }) => ({
      ...{ id, name, href: `${list.path}?${query}`, current: query === here },
    })),
    unsaved: isNarrowed(list.filters, values) && !isSaved ? { list: list.path, query: here } : null,
    ...{ save: saveViewAction, remove: deleteViewAction },
  };
}

/** The button that begins something new, for who may. */
export function Begin({ who, act, href, says, look = "secondary" }: BeginProps) {
  return (
    <Allowed seller={who.seller} act={act}>
      <ButtonLink look={look} href={href}>
        {who.words.loose(says, {})}
      </ButtonLink>
    </Allowed>
  );
}

interface BeginProps {
  who: AtStore;
  act: Action;
  href: string;
  says: PlainKey;
  look?: "primary" | "secondary";
}

/** The file of a list, with the name of the store in its own. */
export function storeFile<Row, V>(
  name: string,
  columns: CsvColumn<Row>[],
  walk: (who: AtStore, values: V, chosen: string[] | null) => AsyncIterable<Row[]>,
) {
  return {
    name: ({ seller }: AtStore) => `${name}-${seller.store.slug}`,
    pieces: csvOf(columns, walk),
  };
}

/** The same list as a file; `section` where not every role reads it. */
export function sellerListFile<Row, F extends Filters>(list: SellerList<Row, F>, section?: Section) {
  return async (request: Request): Promise<Response> => {
    const who = atStore(await currentSeller());
    const what = section ? readableOf(section) : null;
    if (section && !(await isThere(who, section))) return new Response(null, { status: 404 });
    if (what && !mayRead(who.seller.role, what)) return new Response(null, { status: 403 });
    const { searchParams } = new URL(request.url);
    const chosen = list.bulk ? searchParams.getAll(rowsField).slice(0, rowsMax) : [];
    return listFile(list, who, Object.fromEntries(searchParams), chosen.length > 0 ? chosen : null);
  };
}

/** An act of bulk-acts.ts, and who may do it; the verb behind it asks again. */
export type SellerAct = BulkAct & { needs: Action };

/** The acts of a list that this person may do. A file of chosen rows is for everybody. */
export function sellerBulk<Row>(acts: SellerAct[], nameOf: (row: Row) => string, text?: BulkText) {
  return ({ seller, words }: AtStore): Bulk<Row> => {
    const allowed = acts.filter(({ needs }) => may(seller.role, needs));
    const asks = text && allowed.some(({ usesText }) => usesText);
    return {
      action: bulkAction,
      acts: allowed,
      nameOf: (row) => words.named(nameOf(row)),
      ...(asks ? { text } : {}),
    };
  };
}
