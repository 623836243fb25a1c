import type { z } from "zod";
import { type InvoiceRow, invoiceInclude } from "@/lib/db/rows";
import { isHandedOver } from "@/lib/domain/invoice";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import type { NewInvoice } from "@/lib/resources/invoice-input";
import { requireShown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { readTerms } from "./create";
import { paperShown } from "./shown";

/**
 * Replaces the content of a draft and keeps its number. An invoice that was handed over cannot change: Invalid on
 * `form`. Throws NotFound, Changed, or Invalid by field.
 */
export async function editDraft(
  world: World,
  seller: Seller,
  id: number,
  body: z.output<typeof NewInvoice>,
): Promise<InvoiceRow> {
  permit(seller, "invoice.change");
  const { storeId } = seller;
  return transact(world, async (unit) => {
    await unit.tx
      .$queryRaw`SELECT 1 FROM invoices WHERE id = ${id} AND store_id = ${storeId} FOR NO KEY UPDATE`;
    const found = await unit.tx.invoice.findFirst({ where: { id, storeId }, include: invoiceInclude });
    if (!found) throw new NotFound();
    if (isHandedOver(found) || found.cancelledAt || (await isBeingPaid(unit, found)))
      throw new Invalid({ form: [say("not_draft")] });
    requireShown(world, seller, `invoice/${id}`, paperShown(found));
    const { items, columns } = await readTerms(unit, seller, {
      ...body,
      // A customer known by id only would be lost: the form contains no ids.
      ...(found.customerId !== null && sameAddresses(found, body) ? { customer_id: found.customerId } : {}),
    });
    await unit.tx.invoiceItem.deleteMany({ where: { invoiceId: id, storeId } });
    await unit.tx.invoiceItem.createMany({
      data: items.map((item, position) => ({ ...item, position, storeId, invoiceId: id })),
    });
    await unit.audit(seller, { action: "invoice.changed", target: `invoice:${id}` });
    const data = { ...columns, updatedAt: unit.now };
    return unit.tx.invoice.update({ where: { id }, data, include: invoiceInclude });
  });
}

/** Whether somebody has its link already and pays it, or has paid. */
async function isBeingPaid(unit: Unit, { id, storeId }: { id: number; storeId: number }): Promise<boolean> {
  const where = { storeId, invoiceId: id, paymentStatus: { in: ["pending" as const, "paid" as const] } };
  return (await unit.tx.order.count({ where })) > 0;
}

function sameAddresses(
  found: { customerEmail: string | null; customerPhone: string | null },
  body: z.output<typeof NewInvoice>,
): boolean {
  return (
    (body.customer_email || null) === found.customerEmail &&
    (body.customer_phone || null) === found.customerPhone
  );
}
