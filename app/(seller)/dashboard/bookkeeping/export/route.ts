import { streamed } from "@/app/_lists/csv";
import { currentSeller } from "@/lib/auth/current-seller";
import { mayRead } from "@/lib/domain/roles";
import { bookFile, bookFileName, isBookProgram } from "@/lib/services/desk/bookkeeping/files";
import { namesOfBooks, ownLabels, readBookSettings } from "@/lib/services/desk/bookkeeping/monthly";
import { atStore } from "../../words";
import { monthIn } from "../asked";

export const dynamic = "force-dynamic";

/** The month of the page as a file for one program. */
export async function GET(request: Request): Promise<Response> {
  const who = atStore(await currentSeller());
  if (!mayRead(who.seller.role, "money")) return new Response(null, { status: 403 });
  const search = Object.fromEntries(new URL(request.url).searchParams);
  const { world, caller, words, seller } = who;
  const of = await monthIn(who, search);
  const program = search.program && isBookProgram(search.program) ? search.program : "plain";
  const nameOf = namesOfBooks(
    words.lang,
    await readBookSettings(world, caller),
    await ownLabels(world, caller.storeId),
  );
  return streamed(bookFile(world, caller, of, program, nameOf), bookFileName(of, program, seller.store.slug));
}
