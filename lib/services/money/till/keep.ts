import type { TillPayment } from "@/lib/domain/till-payment";
import type { Caller, Unit } from "@/lib/services/core/world";
import { tillTask } from "../settlement/claim-receipt";

/**
 * `booked`: it paid something, or was set aside under it. `known`: its receipt was taken in before. `asked`: it waits for its
 * seller.
 */
export type TillOutcome =
  | { kind: "booked"; attemptId: string }
  | { kind: "known"; attemptId: string | null }
  | { kind: "asked"; id: bigint };

/** A receipt as it is written down, and the payment that it belongs to by now. */
export interface Kept {
  id: bigint;
  storeId: number;
  attemptId: string | null;
  /** It was not known before. */
  isNew: boolean;
}

/** Writes a receipt down, once; whoever tells of the same one meanwhile waits here. */
export async function keepReceipt(unit: Unit, { storeId }: Caller, payment: TillPayment): Promise<Kept> {
  const { account, receipt, railRef = null, amount, at, typed, phone, name } = payment;
  const payer = unit.world.secrets.seal(JSON.stringify({ typed, phone, name }));
  // Rewriting a column with itself locks a row that is there.
  const [row] = await unit.tx.$queryRaw<Kept[]>`
    INSERT INTO till_payments (store_id, rail, receipt, rail_ref, currency, amount_minor, paid_at, payer_sealed, created_at)
    VALUES (${storeId}, ${account}, ${receipt}, ${railRef}, ${amount.currency}, ${amount.minor}, ${at}, ${payer}, ${unit.now})
    ON CONFLICT (rail, receipt) DO UPDATE SET receipt = excluded.receipt,
      rail_ref = coalesce(till_payments.rail_ref, excluded.rail_ref)
    RETURNING id, store_id AS "storeId", attempt_id AS "attemptId", xmax = 0 AS "isNew"`;
  if (!row) throw new Error(`The receipt ${receipt} was not written.`);
  return row;
}

/** From now on the receipt belongs to this attempt, and nobody has to decide about it. */
export async function takeForAttempt(
  unit: Unit,
  { id, storeId }: Pick<Kept, "id" | "storeId">,
  attemptId: string,
  /** Of an attempt that was paid by an answer without a receipt. */
  named?: { receipt: string },
): Promise<void> {
  await unit.tx.tillPayment.update({ where: { id }, data: { attemptId, why: null } });
  if (named) await unit.tx.paymentAttempt.update({ where: { id: attemptId }, data: named });
  await unit.resolveTasks({ kind: tillTask, subject: String(id), storeId });
}
