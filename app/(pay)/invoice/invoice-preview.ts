import { wordsOf } from "@/components/pay/parts";
import type { Preview } from "@/components/pay/types";
import { currentSession } from "@/lib/auth/session";
import type { Language } from "@/lib/domain/languages";
import { NotFound } from "@/lib/domain/refusal";
import { type InvoicePage, readStoreInvoice } from "@/lib/services/billing/invoices/read";
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

/** Whether the signed-in person of this browser belongs to this store's account, so that they are not the recipient. */
export async function isOwnSeller({ accountId }: { accountId: number }): Promise<boolean> {
  const session = await currentSession();
  return session?.memberships.some(({ account }) => account.id === accountId) ?? false;
}

/** One invoice, or draft, of a store of the signed-in person; null for everyone else. */
export async function ownInvoice(id: string): Promise<InvoicePage | null> {
  const session = await currentSession();
  if (!session || !/^[1-9]\d{0,8}$/.test(id)) return null;
  for (const { store, account } of session.memberships) {
    const caller = {
      storeId: store.id,
      accountId: account.id,
      livemode: true,
      actor: `user:${session.user.id}`,
    };
    const found = await readStoreInvoice(systemWorld(), caller, Number(id)).catch(noneIfForeign);
    if (found) return found;
  }
  return null;
}

function noneIfForeign(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
