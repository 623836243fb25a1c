import { isOwnAccount } from "@/lib/domain/rail-account";
import type { Settlement } from "@/lib/providers/rails/port";
import type { Unit } from "@/lib/services/core/world";
import type { LockedAttempt } from "./lock-attempt";

/**
 * Takes the receipt of money in an account of a store's own for this attempt. One receipt is one payment, whichever door
 * told of it first: the attempt's own callback, the till, a statement. `anothers`: it paid something else, and is not booked
 * again. `had`: it is the receipt of the payment that this attempt has already, whatever else the answer says.
 */
export async function claimReceipt(
  unit: Unit,
  attempt: LockedAttempt,
  { receipt, railRef, amount, paidAt }: Settlement,
): Promise<"new" | "had" | "anothers"> {
  const { id, storeId, rail, status } = attempt;
  if (!isOwnAccount(rail)) return "new";
  // Paid at the till before the rail's own reference was known: that one names the same payment.
  const isOfTill = attempt.receipt !== null && attempt.settledRef === attempt.receipt;
  if (receipt === undefined) return status === "succeeded" && isOfTill ? "had" : "new";
  const [row] = await unit.tx.$queryRaw<{ id: bigint; attemptId: string; isNew: boolean }[]>`
    INSERT INTO till_payments (store_id, rail, receipt, currency, amount_minor, paid_at, attempt_id, created_at)
    VALUES (${storeId}, ${rail}, ${receipt}, ${amount.currency}, ${amount.minor}, ${paidAt}, ${id}::uuid, ${unit.now})
    ON CONFLICT (rail, receipt) DO UPDATE SET attempt_id = coalesce(till_payments.attempt_id, excluded.attempt_id)
    RETURNING id, attempt_id AS "attemptId", xmax = 0 AS "isNew"`;
  if (!row) throw new Error(`The receipt ${receipt} was not written.`);
  if (row.attemptId !== id) return "anothers";
  // It waited for its seller: there is nothing to decide any more.
  if (!row.isNew) await unit.resolveTasks({ kind: tillTask, subject: String(row.id), storeId });
  if (status !== "succeeded") return "new";
  if (attempt.receipt !== null) return attempt.receipt === receipt ? "had" : "new";
  if (attempt.settledRef !== railRef) return "new";
  // The rail's first answer did not name it.
  await unit.tx.paymentAttempt.update({ where: { id }, data: { receipt } });
  return "had";
}

/** Whether the till told of its money, which may have been sent beside the prompt. */
export async function isPaidAtTill(
  { tx }: Unit,
  { id: attemptId, rail, receipt }: LockedAttempt,
): Promise<boolean> {
  if (!isOwnAccount(rail) || receipt === null) return false;
  const where = { rail, receipt, attemptId, payerSealed: { not: null } };
  return (await tx.tillPayment.count({ where })) > 0;
}

/** The kind of the task about money at the till that waits for its seller; its subject is the row's id. */
export const tillTask = "till_payment";
