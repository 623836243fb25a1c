import type { Tx } from "@/lib/db/client";
import type { OrderRow } from "@/lib/db/rows";
import { isCalledOff, isUnpaid, orderKind } from "@/lib/domain/order";
import { maskedPhone } from "@/lib/providers/phone";
import { qrSvg } from "@/lib/providers/qr";
import { chargedIn } from "@/lib/services/billing/orders/reduce";
import type { World } from "@/lib/services/core/world";

/**
 * What a seller may record as paid on this order, without the charges of a rail; null where nothing may be: it is paid,
 * cancelled, or its invoice is what is owed.
 */
export function owedByHand(order: OrderRow): bigint | null {
  if (!isUnpaid(order) || isCalledOff(order) || orderKind(order) === "invoice") return null;
  return order.totalMinor - chargedIn(order);
}

/** The address of an order's receipt, and the same as a code that a buyer's phone reads at the counter. */
export async function receiptCode(
  world: Pick<World, "config">,
  { receiptToken }: Pick<OrderRow, "receiptToken">,
): Promise<{ url: string; svg: string }> {
  const url = `${world.config.siteUrl}/receipt/${receiptToken}`;
  return { url, svg: await qrSvg(url) };
}

/** A payer's own payment whose outcome is not known yet. */
export interface OpenPayment {
  amountMinor: bigint;
  currency: string;
  /** With its middle hidden. */
  phone: string | null;
  sandboxPhone: string | null;
}

/** The open payments for an order or an invoice, newest first. `db` is the client or a transaction. */
export async function openPayments(
  world: Pick<World, "secrets" | "rails">,
  db: Pick<Tx, "paymentAttempt">,
  of: { orderId: number } | { invoiceId: number },
): Promise<OpenPayment[]> {
  const attempts = await db.paymentAttempt.findMany({
    where: {
      status: { in: ["created", "pending", "unknown"] },
      ...("orderId" in of ? of : { order: { invoiceId: of.invoiceId } }),
    },
    orderBy: { createdAt: "desc" },
    select: { amountMinor: true, currency: true, phoneSealed: true },
    take: 10,
  });
  return attempts.map(({ phoneSealed, ...money }) => {
    const phone = phoneSealed && world.secrets.open(phoneSealed);
    return { ...money, phone: phone && maskedPhone(phone), sandboxPhone: sandboxPhone(world, phone) };
  });
}

/** The simulated phone of the sandbox where its payer can answer; null with real money. */
export function sandboxPhone({ rails }: Pick<World, "rails">, phone: string | null): string | null {
  return rails.sandbox && phone ? `/sandbox/phone/${phone.replace("+", "")}` : null;
}
