import { streamed } from "@/app/_lists/csv";
import { currentSeller } from "@/lib/auth/current-seller";
import { mayRead } from "@/lib/domain/roles";
import { fiscalFile } from "@/lib/services/money/fiscal/read";
import { atStore } from "../../../words";
import { monthIn } from "../../asked";

export const dynamic = "force-dynamic";

/** The documents of the page's month as a file. */
export async function GET(request: Request): Promise<Response> {
  const who = atStore(await currentSeller());
  if (!mayRead(who.seller.role, "money")) return new Response(null, { status: 403 });
  const of = await monthIn(who, Object.fromEntries(new URL(request.url).searchParams));
  const name = `${who.seller.store.slug}-${of.month}-${of.currency}-tax.csv`;
  return streamed(fiscalFile(who.world, who.caller, of), name);
}
