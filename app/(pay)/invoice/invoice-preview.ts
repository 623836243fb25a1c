import { wordsOf } from "@/components/pay/messages/words";
import type { Preview } from "@/components/pay/types";
import type { Language } from "@/lib/domain/languages";
import { systemWorld } from "@/lib/services/desk/system-world";

/**
 * What a chat shows of an invoice: that it is one. Who holds its address may read it all, but a preview is also read by
 * who looks over a shoulder, so it names no seller, no customer and no amount, and its picture is the same for all.
 */
export function invoicePreview(lang: Language): Preview {
  const words = wordsOf(lang);
  const image = `${systemWorld().config.siteUrl}/invoice/card.png?hl=${lang}`;
  return { title: words.text("invoice"), text: words.text("invoiceShareText"), url: null, image };
}
