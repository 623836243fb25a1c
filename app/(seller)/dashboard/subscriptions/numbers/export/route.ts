import { streamed } from "@/app/_lists/csv";
import { currentSeller } from "@/lib/auth/current-seller";
import { mayRead } from "@/lib/domain/roles";
import { csvPieces } from "@/lib/services/core/csv/lines";
import { readNumbers } from "@/lib/services/desk/numbers/read-numbers";
import { systemWorld } from "@/lib/services/desk/system-world";
import { chosenNumbers } from "../chosen";
import { csvHead, csvLines } from "../csv";

export const dynamic = "force-dynamic";

/** All figures of the page as a file: every currency, and every month of each cohort. */
export async function GET(request: Request): Promise<Response> {
  const seller = await currentSeller();
  if (!mayRead(seller.role, "money")) return new Response(null, { status: 403 });
  const chosen = chosenNumbers(Object.fromEntries(new URL(request.url).searchParams));
  const numbers = await readNumbers(systemWorld(), seller.caller(!chosen.isTest), chosen.months);
  async function* lines() {
    yield csvLines(numbers);
  }
  const mode = chosen.isTest ? "-test" : "";
  return streamed(csvPieces(csvHead, lines()), `numbers-${seller.store.slug}${mode}.csv`);
}
