import { currentSeller } from "@/lib/auth/current-seller";
import { systemWorld } from "@/lib/services/desk/system-world";
import { statementCsv } from "@/lib/services/money/wallet/csv";
import { csvAnswer } from "../../csv-answer";
import { wordsFor } from "../../words";
import { filtersOf, statementFilters } from "../filters";
import { lineText } from "../words";

export const dynamic = "force-dynamic";

/** The statement as a file, with the filters of the page. It streams, so its length does not matter. */
export async function GET(request: Request): Promise<Response> {
  const seller = await currentSeller();
  const words = wordsFor(seller);
  const { currency: ours, timeZone, slug } = seller.store;
  const filters = filtersOf(Object.fromEntries(new URL(request.url).searchParams), ours);
  const wanted = statementFilters(filters, timeZone);
  const pieces = statementCsv(systemWorld(), seller.caller(true), wanted, timeZone, (line) =>
    lineText(line, words),
  );
  return csvAnswer(pieces, `wallet-${slug}-${filters.currency}.csv`);
}
