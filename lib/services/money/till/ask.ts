import { railIn } from "@/lib/domain/rail-account";
import { mayBePhone, type TillPayment } from "@/lib/domain/till-payment";
import type { Caller, Unit } from "@/lib/services/core/world";
import { tillTask } from "../settlement/claim-receipt";
import type { Kept, TillOutcome } from "./keep";

/** Asks the seller what this money is for. What it may be for is only a suggestion: nothing is booked. */
export async function askSeller(
  unit: Unit,
  { storeId }: Caller,
  { id }: Pick<Kept, "id">,
  payment: TillPayment,
  why: string,
): Promise<TillOutcome> {
  const { amount, typed, phone, name, receipt, account, at } = payment;
  await unit.tx.tillPayment.update({ where: { id }, data: { why } });
  const order = await suggest(unit, storeId, payment);
  const row = await unit.tx.railAccount.findUnique({ where: { key: account }, select: { label: true } });
  const label = row?.label ?? railIn(account);
  await unit.raiseTask({
    ...{ storeId, kind: tillTask, subject: String(id) },
    details: {
      ...{ why, receipt, account: label, at: at.toISOString() },
      got: `${amount.currency} ${amount.minor}`,
      ...(typed === null ? {} : { typed: typed.slice(0, 64) }),
      ...(phone === null ? {} : { phone: phone.slice(0, 64) }),
      ...(name === null ? {} : { name: name.slice(0, 100) }),
      ...(order ? { order: order.number, orderId: order.id } : {}),
    },
  });
  unit.alert({
    ...{ storeId, event: "money_waits", kind: "alert_till_waits", fact: `till/${id}`, amount },
    details: { item: label, path: "/dashboard/tasks" },
  });
  return { kind: "asked", id };
}

const dayMs = 24 * 60 * 60_000;
/** A shop with more open orders of one amount in a day has more than one for any phone. */
const lookedMax = 500;

/** The one open order of the last day with this amount whose payer's phone shows the same digits; null where not exactly one does. */
export async function suggest(
  unit: Unit,
  storeId: number,
  { amount, phone, at }: TillPayment,
): Promise<{ id: number; number: string } | null> {
  if (phone === null) return null;
  const since = new Date(at.getTime() - dayMs);
  const orders = await unit.tx.order.findMany({
    where: {
      ...{ storeId, livemode: true, currency: amount.currency, totalMinor: amount.minor },
      paymentStatus: { in: ["pending", "failed"] },
      orderStatus: { not: "cancelled" },
      OR: [{ createdAt: { gte: since } }, { attempts: { some: { createdAt: { gte: since } } } }],
    },
    select: {
      ...{ id: true, number: true, customer: { select: { phone: true } } },
      attempts: { select: { phoneSealed: true } },
    },
    take: lookedMax,
  });
  const { secrets } = unit.world;
  const fitting = orders.filter(({ customer, attempts }) => {
    const asked = attempts.map(({ phoneSealed }) => phoneSealed && secrets.open(phoneSealed));
    return [customer.phone, ...asked].some((known) => known && mayBePhone(phone, known));
  });
  const [only, ...others] = fitting;
  return only && others.length === 0 ? { id: only.id, number: only.number } : null;
}
