import { currentSeller } from "@/lib/auth/current-seller";
import { subscriptionsCsv } from "@/lib/services/billing/subscriptions/csv";
import { listProductsForDashboard } from "@/lib/services/catalog/products/list-for-dashboard";
import { systemWorld } from "@/lib/services/desk/system-world";
import { csvAnswer } from "../../csv-answer";
import { filtersOf, subscriptionFilters } from "../filters";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export async function GET(request: Request): Promise<Response> {
  const seller = await currentSeller();
  const world = systemWorld();
  const caller = seller.caller(true);
  const products = await listProductsForDashboard(world, caller);
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const filters = subscriptionFilters(
    filtersOf(
      search,
      products.map(({ id }) => id),
    ),
  );
  const pieces = subscriptionsCsv(world, caller, filters, seller.store.timeZone);
  return csvAnswer(pieces, `subscriptions-${seller.store.slug}.csv`);
}
