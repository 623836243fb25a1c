import { currentSession } from "@/lib/auth/session";
import { NotFound } from "@/lib/domain/refusal";
import { type InvoicePage, readStoreInvoice } from "@/lib/services/billing/invoices/read";
import { systemWorld } from "@/lib/services/desk/system-world";

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
