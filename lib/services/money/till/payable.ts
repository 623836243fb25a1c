import { Prisma } from "@/lib/db/client";
import type { TillPayment } from "@/lib/domain/till-payment";
import { findNamed, type Named } from "@/lib/services/catalog/till/account-numbers";
import type { Caller, Unit } from "@/lib/services/core/world";
import { lockOf, type PaymentFor } from "../checkout/purchase";

/** What a typed number pays. */
export interface Payable {
  /** Null: it names one payment that we asked for, by our own reference. */
  for: PaymentFor | null;
  /** The lock under which a press of Pay for the same thing is. */
  lock: string;
  /** Which orders are for it. */
  orders: Prisma.Sql;
  /** Whoever pays, it is the same thing that is paid: not so for a link, where each payer has an order of their own. */
  isOfOne: boolean;
}

/** A payer at the till says nothing of themselves. */
const nobody = { name: null, email: null, phone: null };

/** What the payer's number names in this store; null where it names nothing. */
export async function payableNamed(
  unit: Unit,
  caller: Caller,
  { account, typed, attemptId }: TillPayment,
): Promise<Payable | null> {
  const named = attemptId ? null : await findNamed(unit.tx, caller.storeId, typed);
  if (named) return { ...payableOf(named), isOfOne: named.kind !== "link" };
  if (typed === null && !attemptId) return null;
  // Some networks tell our own prompts here too, with the reference that we gave them.
  const asked = await unit.tx.paymentAttempt.findFirst({
    where: { rail: account, ...(attemptId ? { id: attemptId } : { railRef: typed ?? "" }) },
    select: { id: true, orderId: true },
  });
  if (!asked) return null;
  const orders = Prisma.sql`o.id = ${asked.orderId} AND a.id = ${asked.id}::uuid`;
  return { for: null, lock: `order ${asked.orderId}`, orders, isOfOne: true };
}

function payableOf(named: Named): Omit<Payable, "isOfOne"> {
  const [paidFor, orders] = ordersOf(named);
  return { for: paidFor, lock: lockOf(paidFor, nobody), orders };
}

function ordersOf(named: Named): [PaymentFor, Prisma.Sql] {
  switch (named.kind) {
    case "invoice":
      return [{ kind: "invoice", invoiceId: named.id, amount: null }, Prisma.sql`o.invoice_id = ${named.id}`];
    case "subscription":
      return [
        { kind: "subscription_renewal", subscriptionId: named.id },
        Prisma.sql`o.subscription_id = ${named.id}`,
      ];
    case "link":
      return [
        { kind: "payment_link", linkId: named.id, amount: null, answer: null },
        Prisma.sql`o.payment_link_id = ${named.id}`,
      ];
  }
}
