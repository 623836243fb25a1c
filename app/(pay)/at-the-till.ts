import { wordsOf } from "@/components/pay/parts";
import type { Language } from "@/lib/domain/languages";
import { type Named, readPayAtTill } from "@/lib/services/catalog/till/account-numbers";
import { systemWorld } from "@/lib/services/desk/system-world";
import { tillWords } from "@/lib/text/till-words";
import type { Priced } from "./reduced";

/** A till asks for the listed price: where a charge is added, or a code was typed, it would be another one. */
export async function tillOf(
  {
    till,
    store,
    currency,
    page,
  }: {
    till?: Named;
    store: { id: number; country: string };
    currency: string;
    page: { lang: Language };
  },
  price: Priced | undefined,
): Promise<string | null> {
  if (!till || (price && (price.addedMinor > 0n || price.chosen.reduction?.code))) return null;
  const found = await readPayAtTill(systemWorld(), { ...store, currency }, till);
  return found && tillWords(wordsOf(page.lang), found);
}
