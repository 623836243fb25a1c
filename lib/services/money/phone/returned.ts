import { mayBePhone } from "@/lib/domain/till-payment";
import type { Unit } from "@/lib/services/core/world";
import { toldOf } from "./rows";

/** People send first and write it down later, or the other way round. */
const reachMs = 7 * 24 * 60 * 60_000;
const returnsMax = 200;
/** Networks tell the minute. */
const slackMs = 60_000;

/** What was given back by hand, and waits for its message. */
interface Returned {
  id: string;
  amount: string;
  payer: string | null;
  /** Nobody gives back what did not come yet. */
  paidAt: Date;
}

/**
 * Finds the messages of what was given back by hand from this phone: the network's number of the transaction becomes that of the
 * refund. A message stands for one refund, of its very amount, from after the payment and to a phone that it may show. One that may
 * be of several payers is of none, and neither is any where one payer was sent more often than their refunds say.
 */
export async function confirmReturned(
  unit: Unit,
  { storeId, rail }: { storeId: number; rail: string },
): Promise<void> {
  const since = new Date(unit.now.getTime() - reachMs);
  const open = await readReturned(unit, { storeId, rail, since });
  if (open.length === 0) return;
  const sent = await unreferred(unit, storeId, rail, since);
  for (let pair = pairIn(open, sent); pair; pair = pairIn(open, sent)) {
    const { returned, message } = pair;
    open.splice(open.indexOf(returned), 1);
    sent.splice(sent.indexOf(message), 1);
    await unit.tx.refund.update({ where: { id: returned.id }, data: { railRef: message.receipt } });
  }
}

async function readReturned(
  unit: Unit,
  { storeId, rail, since }: { storeId: number; rail: string; since: Date },
): Promise<Returned[]> {
  const rows = await unit.tx.refund.findMany({
    where: { storeId, createdAt: { gt: since }, status: "paid", railRef: null, attempt: { rail } },
    include: { attempt: { select: { phoneSealed: true, paidAt: true, createdAt: true } } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    take: returnsMax,
  });
  return rows.map(({ id, amountMinor, attempt: { phoneSealed, paidAt, createdAt } }) => ({
    ...{ id, amount: String(amountMinor), paidAt: paidAt ?? createdAt },
    payer: phoneSealed && unit.world.secrets.open(phoneSealed),
  }));
}

/** A refund and its message that nobody can take for another's. */
function pairIn(open: readonly Returned[], sent: readonly Sent[]) {
  for (const returned of open) {
    const theirs = open.filter((one) => isOfOne(one, returned) && one.amount === returned.amount);
    const own = sent.filter(
      (message) =>
        mayBeOf(message, returned) && open.every((one) => isOfOne(one, returned) || !mayBeOf(message, one)),
    );
    const [message] = own;
    if (message && own.length <= theirs.length) return { returned, message };
  }
  return null;
}

function isOfOne(one: Returned, other: Returned): boolean {
  return one === other || (one.payer !== null && one.payer === other.payer);
}

function mayBeOf({ amount, phone, at }: Sent, returned: Returned): boolean {
  const { payer, paidAt } = returned;
  if (amount !== returned.amount || at.getTime() < paidAt.getTime() - slackMs) return false;
  return phone === null || (payer !== null && mayBePhone(phone, payer));
}

interface Sent {
  receipt: string;
  amount: string;
  phone: string | null;
  at: Date;
}

/** What left this phone by a message that is true, and stands for no refund yet. */
async function unreferred(unit: Unit, storeId: number, rail: string, since: Date): Promise<Sent[]> {
  const rows = await unit.tx.phoneMessage.findMany({
    where: {
      rail,
      at: { gt: since },
      kind: "sent",
      state: { in: ["fits", "proved"] },
      receipt: { not: null },
    },
    orderBy: [{ at: "asc" }, { id: "asc" }],
  });
  const known = await unit.tx.refund.findMany({
    where: {
      storeId,
      createdAt: { gt: since },
      // Another network may give the same number.
      attempt: { rail },
      railRef: { in: rows.flatMap(({ receipt }) => receipt ?? []) },
    },
    select: { railRef: true },
  });
  const used = new Set(known.map(({ railRef }) => railRef));
  return rows.flatMap((row) => {
    if (row.receipt === null || used.has(row.receipt)) return [];
    const { amount, phone } = toldOf(unit.world, row);
    return [{ receipt: row.receipt, amount, phone, at: row.at }];
  });
}
