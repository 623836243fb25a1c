import { formatMoney } from "@/lib/domain/money";
import { mailOwners } from "../messages/mail-owners";
import { transact } from "../unit";
import type { World } from "../world";

const kind = "payment_disputed";

/**
 * The payer asks the bank for the money back. Nothing has moved for good: the seller is told, by a task and by mail, while
 * there is time to answer. Again changes nothing.
 */
export async function openDispute(world: World, attemptId: string): Promise<void> {
  await transact(world, async (unit) => {
    const attempt = await unit.tx.paymentAttempt.findUniqueOrThrow({
      where: { id: attemptId },
      include: { order: { select: { number: true, accountId: true } }, store: { select: { name: true } } },
    });
    const { storeId, order, currency, amountMinor } = attempt;
    await unit.raiseTask({
      storeId,
      kind,
      subject: attemptId,
      details: { order: order.number, amount: `${currency} ${amountMinor}`, rail: attempt.rail },
    });
    const amount = formatMoney({ minor: amountMinor, currency });
    await mailOwners(
      unit,
      { storeId, accountId: order.accountId },
      {
        template: kind,
        subject: `A payment of ${amount} to ${attempt.store.name} is disputed`,
        body: (name) =>
          [
            `Hello ${name},`,
            `The payer of order ${order.number} has asked the bank to give ${amount} back. Your wallet has not changed. If the bank decides for the payer, the money is taken out of it again.`,
            "You can give the money back yourself now, or collect what shows that you delivered and send it to whoever runs this service, who answers the bank:",
            `${world.config.siteUrl}/dashboard/orders/${order.number}`,
          ].join("\n\n"),
        objectId: `order/${attempt.orderId}`,
        dedupeKey: `${kind}/${attemptId}`,
      },
    );
  });
}

/** The bank decided for the seller: there is nothing left to do. A dispute that was lost is a payment that is reversed. */
export async function closeDispute(world: World, attemptId: string): Promise<void> {
  await transact(world, async (unit) => {
    await unit.tx.task.updateMany({
      where: { kind, subject: attemptId, resolvedAt: null },
      data: { resolvedAt: unit.now, resolvedBy: "system" },
    });
  });
}
