import type { Tx } from "@/lib/db/client";
import { maskedPhone } from "@/lib/providers/phone";
import type { World } from "@/lib/services/core/world";

/** A payer's own payment whose outcome is not known yet. */
export interface OpenPayment {
  amountMinor: bigint;
  currency: string;
  /** With its middle hidden. */
  phone: string | null;
}

/** The open payments for an order or an invoice, newest first. `db` is the client or a transaction. */
export async function openPayments(
  world: Pick<World, "secrets">,
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
  return attempts.map(({ phoneSealed, ...money }) => ({
    ...money,
    phone: phoneSealed && maskedPhone(world.secrets.open(phoneSealed)),
  }));
}
