import { currentSeller } from "@/lib/auth/current-seller";
import { linksCsv } from "@/lib/services/catalog/payment-links/csv";
import { systemWorld } from "@/lib/services/desk/system-world";
import { csvAnswer } from "../../csv-answer";
import { filtersOf, linkFilters } from "../filters";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export async function GET(request: Request): Promise<Response> {
  const seller = await currentSeller();
  const filters = linkFilters(filtersOf(Object.fromEntries(new URL(request.url).searchParams)));
  const pieces = linksCsv(systemWorld(), seller.caller(true), filters, seller.store.timeZone);
  return csvAnswer(pieces, `payment-links-${seller.store.slug}.csv`);
}
