import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { type SubscriptionFacts, statusAt } from "@/lib/domain/subscription";
import type { Unit } from "@/lib/services/core/world";
import type { Whose } from "./whose";

/**
 * Refuses while something of this customer still goes on: what they paid for, money on its way, and what they owe need a
 * person. Throws Invalid on `form` with what is to be done first.
 */
export async function refuseWhileOpen(unit: Pick<Unit, "tx" | "now">, whose: Whose): Promise<void> {
  const open = [
    await openSubscription(unit, whose),
    await openMoney(unit, whose),
    await openInvoice(unit, whose),
    await openSchedule(unit, whose),
  ].filter((problem) => problem !== null);
  if (open.length > 0) throw new Invalid({ form: open });
}

async function openSubscription(
  { tx, now }: Pick<Unit, "tx" | "now">,
  whose: Whose,
): Promise<Problem | null> {
  const rows = await tx.subscription.findMany({
    where: { id: { in: whose.subscriptionIds } },
    include: { product: { select: { name: true } } },
  });
  const runs = (row: SubscriptionFacts) => ["active", "past_due"].includes(statusAt(row, now));
  const open = rows.find(runs);
  return open ? say("erase_subscription", { product: open.product.name }) : null;
}

async function openMoney({ tx }: Pick<Unit, "tx">, whose: Whose): Promise<Problem | null> {
  const of = { orderId: { in: whose.orderIds } };
  const [attempts, refunds, disputes, suspended] = await Promise.all([
    tx.paymentAttempt.count({ where: { ...of, status: { in: ["created", "pending", "unknown"] } } }),
    tx.refund.count({ where: { ...of, status: { in: ["queued", "sent"] } } }),
    tx.dispute.count({ where: { ...of, state: "open" } }),
    tx.task.count({ where: { kind: "suspense", subject: { in: whose.attemptIds }, resolvedAt: null } }),
  ]);
  return attempts + refunds + disputes + suspended > 0 ? say("erase_money") : null;
}

async function openInvoice({ tx }: Pick<Unit, "tx">, whose: Whose): Promise<Problem | null> {
  const open = await tx.invoice.findFirst({
    where: { id: { in: whose.invoiceIds }, sentAt: { not: null }, paidAt: null, cancelledAt: null },
    select: { number: true },
  });
  return open && say("erase_invoice", { number: open.number });
}

async function openSchedule({ tx }: Pick<Unit, "tx">, whose: Whose): Promise<Problem | null> {
  const open = await tx.recurringInvoice.count({ where: { ...addressedTo(whose), endedAt: null } });
  return open > 0 ? say("erase_recurring") : null;
}

/** Quotes and schedules know a customer by their contact alone. */
export function addressedTo({ storeIds, traces: { emails, phones } }: Pick<Whose, "storeIds" | "traces">) {
  return {
    storeId: { in: storeIds },
    OR: [{ customerEmail: { in: [...emails] } }, { customerPhone: { in: [...phones] } }],
  };
}
