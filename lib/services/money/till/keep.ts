import type { TillPayment as TillRow } from "@/lib/db/generated/client";
import type { TillPayment } from "@/lib/domain/till-payment";
import type { Caller, Unit, World } from "@/lib/services/core/world";
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
  /** The network took it back, before it paid for anything. */
  isTakenBack: boolean;
}

/** Why a payment waits that a callback told and nothing proves: `checking`, the rail is asked; `why`, its seller is. */
export const unproved = { checking: "checking", why: "unproved" } as const;
/** Why it waits no more, and pays for nothing. */
export const takenBack = "taken_back";

/**
 * Writes a receipt down, once; whoever tells of the same one meanwhile waits here. With `checking` it is not proved yet; what
 * proves it then says what is true of amount and time, while the payer stays as they were told first.
 */
export async function keepReceipt(
  unit: Unit,
  { storeId }: Pick<Caller, "storeId">,
  payment: TillPayment,
  { checking = null }: { checking?: string | null } = {},
): Promise<Kept> {
  const { account, receipt, railRef = null, amount, at } = payment;
  const payer = sealPayer(unit.world, payment);
  // Rewriting a column with itself locks a row that is there.
  const [row] = await unit.tx.$queryRaw<Kept[]>`
    INSERT INTO till_payments AS t
      (store_id, rail, receipt, rail_ref, currency, amount_minor, paid_at, payer_sealed, why, created_at)
    VALUES (${storeId}, ${account}, ${receipt}, ${railRef}, ${amount.currency}, ${amount.minor}, ${at}, ${payer},
      ${checking}, ${unit.now})
    ON CONFLICT (rail, receipt) DO UPDATE SET receipt = excluded.receipt,
      rail_ref = coalesce(t.rail_ref, excluded.rail_ref),
      amount_minor = CASE WHEN t.why = ${unproved.checking} THEN excluded.amount_minor ELSE t.amount_minor END,
      currency = CASE WHEN t.why = ${unproved.checking} THEN excluded.currency ELSE t.currency END,
      paid_at = CASE WHEN t.why = ${unproved.checking} THEN excluded.paid_at ELSE t.paid_at END
    RETURNING id, store_id AS "storeId", attempt_id AS "attemptId",
      xmax = 0 OR why IS NOT DISTINCT FROM ${unproved.checking} AS "isNew",
      why IS NOT DISTINCT FROM ${takenBack} AS "isTakenBack"`;
  if (!row) throw new Error(`The receipt ${receipt} was not written.`);
  return row;
}

/**
 * Money that the network took back before it paid for anything, or before it was told of: nobody is asked about it any more,
 * and whatever tells of its receipt from now on books nothing. Throws where it has paid for something meanwhile.
 */
export async function withdraw(
  unit: Unit,
  caller: Pick<Caller, "storeId">,
  payment: TillPayment,
): Promise<void> {
  const { id, attemptId } = await keepReceipt(unit, caller, payment);
  if (attemptId !== null) throw new Error(`What ${payment.receipt} paid for is to be reversed.`);
  await unit.tx.tillPayment.update({ where: { id }, data: { why: takenBack } });
  await unit.resolveTasks({ kind: tillTask, subject: String(id), storeId: caller.storeId });
}

type Payer = Pick<TillPayment, "typed" | "phone" | "name">;

function sealPayer({ secrets }: World, { typed, phone, name }: Payer): Uint8Array<ArrayBuffer> {
  return secrets.seal(JSON.stringify({ typed, phone, name }));
}

/** A payment as it was written down. */
export function heardOf({ secrets }: Pick<World, "secrets">, row: TillRow): TillPayment {
  const payer = row.payerSealed && secrets.open(row.payerSealed);
  return {
    ...{ account: row.rail, receipt: row.receipt, at: row.paidAt },
    ...(row.railRef === null ? {} : { railRef: row.railRef }),
    amount: { minor: row.amountMinor, currency: row.currency },
    // Safe: `sealPayer` wrote it.
    ...(payer ? (JSON.parse(payer) as Payer) : { typed: null, phone: null, name: null }),
  };
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
