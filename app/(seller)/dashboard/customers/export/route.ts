import { currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { customersCsv } from "@/lib/services/people/customers/csv";
import { csvAnswer } from "../../csv-answer";
import { filtersOf } from "../filters";

export const dynamic = "force-dynamic";

/** The list as a file, with the filters of the page. */
export async function GET(request: Request): Promise<Response> {
  const seller = await currentSeller();
  const { search } = filtersOf(Object.fromEntries(new URL(request.url).searchParams));
  const { timeZone, slug } = seller.store;
  const pieces = customersCsv(systemWorld(), seller.caller(true), { search }, timeZone);
  return csvAnswer(pieces, `customers-${slug}.csv`);
}
