import { currentSeller } from "@/lib/auth/current-seller";
import { ordersCsv } from "@/lib/services/billing/orders/csv";
import { systemWorld } from "@/lib/services/desk/system-world";
import { csvAnswer } from "../../csv-answer";
import { filtersOf, orderFilters } from "../filters";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export async function GET(request: Request): Promise<Response> {
  const seller = await currentSeller();
  const filters = orderFilters(filtersOf(Object.fromEntries(new URL(request.url).searchParams)));
  const pieces = ordersCsv(systemWorld(), seller.caller(true), filters, seller.store.timeZone);
  return csvAnswer(pieces, `orders-${seller.store.slug}.csv`);
}
