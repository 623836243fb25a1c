import type { MessageRow } from "@/lib/db/rows";
import type { World } from "@/lib/services/core/world";

/** What of a message tells whether it is still true. */
type Aged = Pick<MessageRow, "template" | "createdAt" | "storeId" | "objectId">;

const hourMs = 60 * 60_000;

/**
 * Why a message that waited is not sent any more, or null. After an outage nobody is told that something ends tomorrow
 * which ended last week, nor asked to pay an invoice that is paid or cancelled by now.
 */
export async function whyNotAnyMore(world: World, message: Aged): Promise<string | null> {
  const { template, createdAt, storeId, objectId } = message;
  const ageMs = world.clock.now().getTime() - createdAt.getTime();
  if (ageMs > lifetimeMs(template))
    return "It waited so long that it was not true any more, so it was not sent.";
  const invoiceId = invoiceIdOf(objectId);
  if (invoiceId === null || storeId === null || !template.startsWith("invoice_")) return null;
  if (template === "invoice_paid" || template === "invoice_part_paid") return null;
  const invoice = await world.db.invoice.findFirst({
    where: { id: invoiceId, storeId },
    select: { cancelledAt: true, paidMinor: true, totalMinor: true },
  });
  if (invoice?.cancelledAt) return "The invoice was cancelled before this could go out.";
  if (invoice && invoice.paidMinor >= invoice.totalMinor)
    return "The invoice was paid before this could go out.";
  return null;
}

/** "invoice/12" is invoice 12; null for everything else. */
export function invoiceIdOf(objectId: string | null): number | null {
  const match = /^invoice\/(\d{1,10})$/.exec(objectId ?? "");
  return match ? Number(match[1]) : null;
}

function lifetimeMs(template: string): number {
  if (template === "contact_code") return hourMs / 4;
  if (template.startsWith("renewal_") || template === "invoice_due_day") return 24 * hourMs;
  // May wait for the morning first, and is over with the grace period.
  if (template === "grace_started") return 48 * hourMs;
  return Number.POSITIVE_INFINITY;
}
