import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { pay } from "@/lib/domain/order";
import { paymentSettled } from "@/lib/domain/posting";
import type { Settlement } from "@/lib/providers/rails/port";
import { orderEventData } from "@/lib/resources/order";
import { holdPayment } from "../ledger/hold";
import type { Unit } from "../unit";
import type { World } from "../world";
import { rememberPhone } from "./customer";
import type { LockedAttempt } from "./lock-attempt";
import { prepareSubscription, recordPaid } from "./subscription";

/** The money came as asked: the order is paid, the subscription starts or gains a period, the wallet has it. */
export async function credit(
  world: World,
  unit: Unit,
  attempt: LockedAttempt,
  settlement: Settlement,
): Promise<void> {
  const paidAt = paidTime(unit, attempt, settlement);
  await recordSuccess(unit, attempt, settlement, paidAt);
  const prepared = await prepareSubscription(world, unit, attempt.order, paidAt);
  const order = await unit.tx.order.update({
    where: { id: attempt.orderId },
    data: {
      ...pay(attempt.order, ["subscription"]),
      subscriptionId: prepared.row.id,
      paymentMethod: attempt.method,
      paidAt,
      updatedAt: unit.now,
    },
    include: orderInclude,
  });
  const phone = settlement.payerPhone ?? (attempt.phoneSealed && world.secrets.open(attempt.phoneSealed));
  if (phone) await rememberPhone(unit, { id: order.customerId, accountId: order.accountId }, phone);
  await emitPaid(world, unit, order, paidAt);
  await recordPaid(world, unit, prepared, { orderId: order.id, attemptId: attempt.id });
  await postPayment(unit, attempt, order, settlement);
}

/** When the payer paid, by the rail's word, but neither before we asked nor after we heard of it. */
export function paidTime(unit: Unit, attempt: { createdAt: Date }, { paidAt }: Settlement): Date {
  if (paidAt < attempt.createdAt) return attempt.createdAt;
  return paidAt > unit.now ? unit.now : paidAt;
}

/** What is noted of every success, credited or set aside. */
export async function recordSuccess(
  unit: Unit,
  attempt: LockedAttempt,
  settlement: Settlement,
  paidAt: Date,
  suspenseReason: string | null = null,
): Promise<void> {
  const sameRef = attempt.railRef === null && suspenseReason !== "wrong_reference";
  await unit.tx.paymentAttempt.update({
    where: { id: attempt.id },
    data: {
      status: "succeeded",
      failureReason: null,
      suspenseReason,
      railRef: sameRef ? settlement.railRef : attempt.railRef,
      receipt: settlement.receipt ?? null,
      railFeeMinor: costOf(settlement),
      paidAt,
      settledAt: unit.now,
      nextPollAt: null,
    },
  });
}

/** What the rail kept, where it says so in the currency of the payment. */
export function costOf({ fee, amount }: Settlement): bigint {
  return fee && fee.currency === amount.currency ? fee.minor : 0n;
}

async function emitPaid(world: World, unit: Unit, order: OrderRow, at: Date): Promise<void> {
  await unit.emit({
    type: "order.paid",
    storeId: order.storeId,
    livemode: true,
    objectId: `order/${order.id}`,
    sequence: 1,
    dedupeKey: `order/${order.id}/paid`,
    at,
    data: orderEventData(order, world.config.siteUrl),
  });
}

/** Last, because the balances of the service are shared by all stores. */
async function postPayment(
  unit: Unit,
  attempt: LockedAttempt,
  order: OrderRow,
  settlement: Settlement,
): Promise<void> {
  const { storeId, currency, netMinor, feeMinor } = order;
  await holdPayment(unit, { attemptId: attempt.id, storeId, currency, amountMinor: netMinor });
  const entry = paymentSettled({ netMinor, feeMinor, railCostMinor: costOf(settlement) });
  await unit.post({ ...entry, sourceId: attempt.id, storeId, rail: attempt.rail, currency });
}
