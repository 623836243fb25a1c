import { currentSeller } from "@/lib/auth/current-seller";
import { invoicesCsv } from "@/lib/services/billing/invoices/csv";
import { systemWorld } from "@/lib/services/desk/system-world";
import { csvAnswer } from "../../csv-answer";
import { filtersOf, invoiceFilters } from "../filters";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export async function GET(request: Request): Promise<Response> {
  const seller = await currentSeller();
  const filters = invoiceFilters(filtersOf(Object.fromEntries(new URL(request.url).searchParams)));
  const pieces = invoicesCsv(systemWorld(), seller.caller(true), filters, seller.store.timeZone);
  return csvAnswer(pieces, `invoices-${seller.store.slug}.csv`);
}
