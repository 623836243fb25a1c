import type { Unit } from "@/lib/services/core/world";
import { sealTold, toldOf } from "./rows";

/** Takes a payer's name, phone and words out of the messages that told of their payments. Amount and balance stay: the chain. */
export async function forgetPayer(unit: Unit, attemptIds: readonly string[]): Promise<void> {
  const rows = await unit.tx.$queryRaw<{ id: bigint; sealed: Uint8Array<ArrayBuffer> }[]>`
    SELECT m.id, m.sealed FROM till_payments t JOIN phone_messages m ON m.rail = t.rail
      AND coalesce(m.receipt, encode(substring(m.digest FROM 1 FOR 8), 'hex')) = t.receipt
    WHERE t.attempt_id = ANY (${attemptIds}::uuid[])`;
  for (const row of rows) {
    const told = { ...toldOf(unit.world, row), text: "", name: null, phone: null, reference: null };
    await unit.tx.phoneMessage.update({
      where: { id: row.id },
      data: { sealed: sealTold(unit.world, told) },
    });
  }
}
