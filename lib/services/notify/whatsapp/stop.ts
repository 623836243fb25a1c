import { NotFound } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { type Seller, verb } from "@/lib/services/people/accounts/permit";
import { customerScope } from "@/lib/services/people/customers/scope";
import { auditCustomer, lockCustomer } from "@/lib/services/people/customers/update";
import { wantsWhatsapp, writeConsent } from "./consent";

/** Whether messages of the seller's store to this customer go by WhatsApp. */
export async function readCustomerWhatsapp(world: World, seller: Seller, id: number): Promise<boolean> {
  const where = { id, ...customerScope(seller) };
  const row = world.whatsapp && (await world.db.customer.findFirst({ where, select: { phone: true } }));
  return Boolean(row?.phone) && wantsWhatsapp(world.db, seller.storeId, row?.phone ?? "");
}

/** Ends them, because the customer told the seller so: only they themselves can begin them. Throws NotFound. */
export const stopCustomerWhatsapp = verb(
  "customer.change",
  async (unit, seller: Seller, id: number): Promise<void> => {
    const row = await lockCustomer(unit, seller, id);
    if (!row) throw new NotFound();
    if (row.phone === null || !(await wantsWhatsapp(unit.tx, seller.storeId, row.phone))) return;
    writeConsent(unit, {
      ...{ storeId: seller.storeId, phone: row.phone, userId: null, state: "out", how: "seller" },
    });
    await auditCustomer(unit, seller, "customer.changed", id, "WhatsApp");
  },
);
