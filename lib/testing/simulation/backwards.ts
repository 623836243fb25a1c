import type { AttemptRow } from "@/lib/db/rows";
import { outsideRail } from "@/lib/domain/outside";
import type { RailDispute } from "@/lib/providers/rails/port";
import { checkRefund } from "@/lib/services/money/out/refunds/work";
import { railOf } from "@/lib/services/money/rails";
import { askAgain } from "@/lib/services/money/settlement/disputes/record";
import { deadLine } from "./rail";
import type { Town } from "./town";

const day = 24 * 3_600_000;

/** A bank or a rail takes money back that had come, in one of the ways that there are. */
export async function moneyGoesBack(town: Town): Promise<string> {
  const { luck, book } = town;
  const paid = await town.world.db.paymentAttempt.findMany({
    where: { storeId: town.shop.store.id, paidAt: { not: null }, rail: { not: outsideRail } },
    orderBy: [{ orderId: "asc" }, { createdAt: "asc" }, { id: "asc" }],
  });
  const refundsEnd = luck.once(4);
  const one = luck.any(luck.once(2) ? paid.slice(-3) : paid);
  if (!one) return "nothing to take back";
  if (refundsEnd) return refundComesBack(town);
  const disputes = book.truth.disputes.get(one.id) ?? [];
  if (disputes.some(({ state }) => state === "open") && !luck.once(3)) return disputeEnds(town, one);
  if (!luck.once(3)) return disputeOpens(town, one);
  return takeBack(town, one, luck.once(3) ? 1n : 2n);
}

/** All that is left at the rail, or a part of it; what is set aside is taken whole. */
async function takeBack(town: Town, attempt: AttemptRow, parts: bigint): Promise<string> {
  const left = await town.book.left(attempt.id);
  const minor = attempt.suspenseReason === null ? left / parts : left;
  if (minor <= 0n) return "nothing left to take back";
  taken(town, attempt.id, minor);
  await tell(town, attempt.id);
  return `${minor} taken back of ${attempt.id}`;
}

function taken({ book: { truth } }: Town, id: string, minor: bigint): void {
  truth.takenBack.set(id, (truth.takenBack.get(id) ?? 0n) + minor);
}

async function disputeOpens(town: Town, attempt: AttemptRow): Promise<string> {
  const { luck, book, world } = town;
  const known = book.truth.disputes.get(attempt.id) ?? [];
  const left = await book.left(attempt.id);
  if (known.some(({ state }) => state === "open") || left <= 1n) return "nothing to dispute";
  const isPart = luck.once(2);
  const dispute: RailDispute = {
    ref: `dp_${attempt.id}_${known.length}`,
    state: "open",
    reason: "fraudulent",
    openedAt: world.clock.now(),
    dueAt: new Date(world.clock.now().getTime() + 7 * day),
    ...(isPart ? { amount: { minor: left / 2n, currency: attempt.currency } } : {}),
    ...(luck.once(3) ? { fee: { minor: 15n, currency: attempt.currency } } : {}),
  };
  book.truth.disputes.set(attempt.id, [...known, dispute]);
  await tell(town, attempt.id);
  return `dispute of ${isPart ? "a part of " : ""}${attempt.id}`;
}

/** Lost, a dispute takes what is left at most: what the payer has back already the bank does not give twice. */
async function disputeEnds(town: Town, attempt: AttemptRow): Promise<string> {
  const { luck, book } = town;
  const known = book.truth.disputes.get(attempt.id) ?? [];
  const open = known.find(({ state }) => state === "open");
  if (!open) return "no dispute to decide";
  const state = luck.pick<RailDispute["state"]>(["won", "lost", "lost", "accepted"]);
  const left = await book.left(attempt.id);
  const isMore = open.amount === undefined || open.amount.minor > left;
  const wanted = isMore ? left : (open.amount?.minor ?? left);
  const minor = state === "won" ? 0n : wanted;
  const amount = minor > 0n ? { amount: { minor, currency: attempt.currency } } : {};
  book.truth.disputes.set(
    attempt.id,
    known.map((one) => (one === open ? { ...one, ...amount, state } : one)),
  );
  if (minor > 0n) taken(town, attempt.id, minor);
  await tell(town, attempt.id);
  return `dispute ${state} of ${attempt.id}`;
}

/** A refund that was called paid fails after all, while the rail still speaks of it. */
async function refundComesBack(town: Town): Promise<string> {
  const { world, luck, book, shop } = town;
  const since = new Date(world.clock.now().getTime() - 3 * day);
  const where = { storeId: shop.store.id, status: "paid" as const, completedAt: { gt: since } };
  const refunds = await world.db.refund.findMany({ where, orderBy: { id: "asc" } });
  const one = luck.any(refunds);
  if (!one) return "no refund to come back";
  book.truth.cameBack.add(one.id);
  await Promise.all(Array.from({ length: 1 + luck.roll(2) }, () => checkRefund(world, one.id)));
  return `refund ${one.id} came back`;
}

/** A rail tells until it is heard: callbacks of what could not be asked about are worked again. */
async function tell(town: Town, attemptId: string): Promise<void> {
  town.untold.add(attemptId);
  if (town.luck.once(2)) await retell(town);
}

export async function retell(town: Town): Promise<void> {
  for (const id of [...town.untold]) {
    const attempt = await town.world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    try {
      await askAgain(town.world, railOf(town.world, attempt.rail), attempt);
      town.untold.delete(id);
    } catch (error) {
      if (!(error instanceof Error) || error.message !== deadLine) throw error;
    }
  }
}
