import { askedOf } from "@/app/_lists/bulk";
import { listFile } from "@/app/_lists/csv";
import { addressOf, type Filters, isNarrowed, type Search } from "@/app/_lists/filters";
import { type List, openList, type Reading, rowsField, rowsMax } from "@/app/_lists/list";
import { ListPage } from "@/app/_lists/list-view";
import type { SavedViewsProps } from "@/components/dashboard/saved-views";
import { type CurrentSeller, currentSeller } from "@/lib/auth/current-seller";
import { mayRead } from "@/lib/domain/roles";
import type { World } from "@/lib/services/core/world";
import { systemWorld } from "@/lib/services/desk/system-world";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { listViews } from "@/lib/services/people/views/views";
import { onlyReaders } from "./allowed";
import { readableOf, type Section, SellerPage } from "./seller-page";
import { deleteViewAction, saveViewAction } from "./view-actions";
import { wordsFor } from "./words";

/** The reader of a store's list. */
export interface AtStore extends Reading {
  seller: CurrentSeller;
  world: World;
  /** In live mode; lists of test data ask the seller for the other one. */
  caller: Seller;
}

export type SellerList<Row, F extends Filters> = List<AtStore, Row, F>;

/** Gives each list its own type, inferred from its definition. */
export function sellerList<Row, F extends Filters>(list: SellerList<Row, F>): SellerList<Row, F> {
  return list;
}

export function atStore(seller: CurrentSeller): AtStore {
  const world = systemWorld();
  const { timeZone } = seller.store;
  return {
    ...{ seller, world, timeZone, words: wordsFor(seller) },
    ...{ caller: seller.caller(true), now: world.clock.now() },
  };
}

/** The page of a list in the seller's dashboard; `here` where it is below its section. */
export function sellerListPage<Row, F extends Filters>(
  list: SellerList<Row, F>,
  section: Section,
  here?: (who: AtStore) => string,
) {
  return onlyReaders(section, async ({ searchParams }: { searchParams?: Promise<Search> } = {}) => {
    const who = atStore(await currentSeller());
    const search = (await searchParams) ?? {};
    const opened = await openList(list, who, search);
    const { mode } = opened.values;
    const views = await viewsOf(who, list, opened.values);
    return (
      <SellerPage
        {...{ section, seller: who.seller }}
        {...(here ? { here: here(who) } : {})}
        test={mode === "test" ? { liveHref: `${list.path}?mode=live` } : null}
      >
        <ListPage {...opened} views={views} asked={askedOf(search)} />
      </SellerPage>
    );
  });
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

/** The same list as a file; `section` where not every role reads it. */
export function sellerListFile<Row, F extends Filters>(list: SellerList<Row, F>, section?: Section) {
  return async (request: Request): Promise<Response> => {
    const who = atStore(await currentSeller());
    const what = section ? readableOf(section) : null;
    if (what && !mayRead(who.seller.role, what)) return new Response(null, { status: 403 });
    const { searchParams } = new URL(request.url);
    const chosen = list.bulk ? searchParams.getAll(rowsField).slice(0, rowsMax) : [];
    return listFile(list, who, Object.fromEntries(searchParams), chosen.length > 0 ? chosen : null);
  };
}
