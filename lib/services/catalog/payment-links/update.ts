import type { z } from "zod";
import type { PaymentLinkRow } from "@/lib/db/rows";
import { linkStatus } from "@/lib/domain/payment-link";
import { changedLink, type PaymentLinkChanges } from "@/lib/resources/payment-link-input";
import { requireShown, type Shown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { lockLink, publishLink } from "./create";

/**
 * Changes the given fields only. `is_active` pauses and resumes; a higher limit or a later date reopens a link (spec,
 * PATCH /payment-links/{id}). A payment that began before keeps its terms.
 */
export async function updatePaymentLink(
  world: World,
  caller: Caller,
  id: number,
  body: z.output<typeof PaymentLinkChanges>,
): Promise<PaymentLinkRow> {
  permit(caller, "payment_link.change");
  return transact(world, async (unit) => {
    const before = await lockLink(unit, caller, id);
    requireShown(world, caller, `link/${id}`, linkSaved(before));
    const terms = changedLink(before, body, { currency: before.currency, now: unit.now });
    const row = await unit.tx.paymentLink.update({ where: { id }, data: { ...terms, updatedAt: unit.now } });
    await unit.audit(caller, {
      action: "payment_link.changed",
      target: `payment_link:${id}`,
      details: { fields: Object.keys(body).join(", ") },
    });
    // If the limit is lowered to the number of payments so far, the link is completed, as by its last payment.
    const completes =
      linkStatus(row, unit.now) === "completed" && linkStatus(before, unit.now) !== "completed";
    if (!completes) return row;
    const dedupeKey = `payment_link/${id}/${row.eventSequence + 1}`;
    return publishLink(world, unit, row, { type: "payment_link.completed", at: unit.now, dedupeKey });
  });
}

/** The terms of a link as they were saved last: its other columns change with each payment. */
export function linkSaved(link: PaymentLinkRow): Shown {
  const { paymentsCount, slotsReserved, totalPaidMinor, eventSequence, updatedAt, ...terms } = link;
  return { saved: JSON.stringify(terms, (_, fact) => (typeof fact === "bigint" ? String(fact) : fact)) };
}

/** Deletes a link; its page says so, and its payments stay in orders (spec, DELETE). A second call throws NotFound. */
export async function deletePaymentLink(world: World, caller: Caller, id: number): Promise<void> {
  permit(caller, "payment_link.change");
  await transact(world, async (unit) => {
    await lockLink(unit, caller, id);
    await unit.tx.paymentLink.update({ where: { id }, data: { deletedAt: unit.now, updatedAt: unit.now } });
    await unit.audit(caller, { action: "payment_link.deleted", target: `payment_link:${id}` });
  });
}
