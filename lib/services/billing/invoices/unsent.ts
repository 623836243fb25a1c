import type { MessageRow } from "@/lib/db/rows";
import type { Unit, World } from "@/lib/services/core/world";
import { invoiceIdOf } from "@/lib/services/notify/messages/notify";

/** An invoice that its schedule made, as a task names it. */
interface Made {
  id: number;
  storeId: number;
  recurringId: number | null;
  number: string;
  customerName: string;
}

/** Nobody has it yet, and nobody was there to see it: one task for each schedule, however many wait. */
export async function raiseDrafts(
  unit: Unit,
  { storeId, recurringId, customerName: customer }: Made,
): Promise<void> {
  const subject = `recurring/${recurringId}`;
  await unit.raiseTask({ storeId, kind: "recurring_drafts", subject, details: { customer } });
}

/**
 * Called when a message failed for good. Where it was the last one of an invoice that its schedule sent, its customer
 * has nothing: somebody has to know.
 */
export async function raiseUnsent(
  _: World,
  unit: Unit,
  message: Pick<MessageRow, "template" | "storeId" | "objectId">,
): Promise<void> {
  const { template, storeId, objectId } = message;
  const id = invoiceIdOf(objectId);
  if (id === null || storeId === null) return;
  if (template !== "invoice_sent" && template !== "invoice_sent_due") return;
  const invoice = await unit.tx.invoice.findFirst({ where: { id, storeId, ...stillDraft } });
  if (!invoice || invoice.recurringId === null) return;
  const queued = { storeId, objectId, template, status: "queued" as const };
  if ((await unit.tx.message.count({ where: queued })) > 0) return;
  const details = { customer: invoice.customerName, invoice: invoice.number };
  await unit.raiseTask({ storeId, kind: "recurring_unsent", subject: `invoice/${id}`, details });
}

const stillDraft = { sentAt: null, viewedAt: null, paidAt: null, cancelledAt: null };

/** It is no draft any more: what somebody had to do about it is done. */
export async function closeDrafts(unit: Unit, { id, storeId, recurringId }: Made): Promise<void> {
  if (recurringId === null) return;
  await unit.resolveTasks({ storeId, kind: "recurring_unsent", subject: `invoice/${id}` });
  if ((await unit.tx.invoice.count({ where: { storeId, recurringId, ...stillDraft } })) > 0) return;
  await unit.resolveTasks({ storeId, kind: "recurring_drafts", subject: `recurring/${recurringId}` });
}
