import { mayBePhone } from "@/lib/domain/till-payment";
import type { Unit } from "@/lib/services/core/world";
import { toldOf } from "./rows";

/** People send first and write it down later, or the other way round. */
const reachMs = 7 * 24 * 60 * 60_000;
const returnsMax = 20;

/**
 * Finds the messages of what was given back by hand from this phone: the network's number of the transaction becomes that of the
 * refund. A message stands for one refund, of its very amount and to a phone that it may show; of several, none is taken.
 */
export async function confirmReturned(
  unit: Unit,
  { storeId, rail }: { storeId: number; rail: string },
): Promise<void> {
  const since = new Date(unit.now.getTime() - reachMs);
  const open = await unit.tx.refund.findMany({
    where: { storeId, createdAt: { gt: since }, status: "paid", railRef: null, attempt: { rail } },
    include: { attempt: { select: { phoneSealed: true } } },
    orderBy: { createdAt: "asc" },
    take: returnsMax,
  });
  if (open.length === 0) return;
  const sent = await unreferred(unit, storeId, rail, since);
  for (const { id, amountMinor, attempt } of open) {
    const payer = attempt.phoneSealed && unit.world.secrets.open(attempt.phoneSealed);
    const theirs = sent.filter(
      ({ amount, phone }) =>
        amount === String(amountMinor) && (phone === null || (payer !== null && mayBePhone(phone, payer))),
    );
    const [only, ...others] = theirs;
    if (!only || others.length > 0) continue;
    sent.splice(sent.indexOf(only), 1);
    await unit.tx.refund.update({ where: { id }, data: { railRef: only.receipt } });
  }
}

/** What left this phone by a message that is true, and stands for no refund yet. */
async function unreferred(unit: Unit, storeId: number, rail: string, since: Date) {
  const rows = await unit.tx.phoneMessage.findMany({
    where: {
      rail,
      at: { gt: since },
      kind: "sent",
      state: { in: ["fits", "proved"] },
      receipt: { not: null },
    },
  });
  const known = await unit.tx.refund.findMany({
    where: {
      storeId,
      createdAt: { gt: since },
      railRef: { in: rows.flatMap(({ receipt }) => receipt ?? []) },
    },
    select: { railRef: true },
  });
  const used = new Set(known.map(({ railRef }) => railRef));
  return rows.flatMap((row) => {
    if (row.receipt === null || used.has(row.receipt)) return [];
    const { amount, phone } = toldOf(unit.world, row);
    return [{ receipt: row.receipt, amount, phone }];
  });
}
