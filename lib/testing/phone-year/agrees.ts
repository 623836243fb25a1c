import type { PhoneChain, PhoneMessage } from "@/lib/db/generated/client";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { endOf } from "@/lib/services/money/phone/relink";
import { toldOf } from "@/lib/services/money/phone/rows";
import { poolOfChecks } from "../world";
import type { Move } from "./account";
import type { Life, PhoneShop } from "./shop";

const dayMs = 24 * 3_600_000;

interface Heard {
  row: PhoneMessage;
  /** Undefined: no network wrote it. */
  move: Move | undefined;
}

/**
 * How the books differ from the SIM's true account; empty when they do not. `isQuiet`: what was late has come, and the seller
 * answered. `since`: of messages that were heard since then; all when it is left out.
 */
export async function differences(
  life: Life,
  shop: PhoneShop,
  { isQuiet, days }: { isQuiet: boolean; days?: number },
): Promise<string[]> {
  const { world } = life;
  const since = new Date(days === undefined ? 0 : world.clock.now().getTime() - days * dayMs);
  const rows = await world.db.phoneMessage.findMany({
    where: { rail: shop.key, heardAt: { gt: since } },
    orderBy: { id: "asc" },
  });
  const heard = rows.map((row) => ({ row, move: shop.sim.of(toldOf(world, row).text) }));
  const chain = await world.db.phoneChain.findUniqueOrThrow({ where: { rail: shop.key } });
  return [
    ...life.errors.splice(0),
    ...heard.flatMap(misread),
    ...(await booked(life, shop, since)),
    ...(await wrongBooks(life, shop)),
    ...(isQuiet ? await unfinished(life, shop, heard) : []),
    ...(isQuiet ? await wrongEnd(life, shop, chain, heard) : []),
    ...(isQuiet ? await unpaid(life, shop, heard) : []),
    ...(isQuiet ? await notTakenBack(life, shop, heard) : []),
    ...(await checkInvariants({ ...world, pool: poolOfChecks() }, { storeId: shop.store.store.id })),
  ];
}

const said = ({ row }: Heard) =>
  `message ${row.id} (${row.kind} ${row.movedMinor}, ${row.state} ${row.why ?? ""})`;

/** What was made up fits nothing; what is true is read as it is, and never called false. */
function misread(one: Heard): string[] {
  const { row, move } = one;
  if (!move)
    return row.state === "fits" || row.state === "proved" ? [`Forged, and believed: ${said(one)}`] : [];
  if (row.state === "unread" || row.movedMinor !== BigInt(move.moved))
    return [`Read wrongly, for it moved ${move.moved}: ${said(one)}`];
  return row.state === "false" ? [`True, and called false: ${said(one)}`] : [];
}

/** Every payment in the books is one that the SIM got, of its amount, once. */
async function booked({ world }: Life, { key, sim, takenBack }: PhoneShop, since: Date): Promise<string[]> {
  const tills = await world.db.tillPayment.findMany({ where: { rail: key, createdAt: { gt: since } } });
  const attempts = await world.db.paymentAttempt.findMany({
    where: { rail: key, paidAt: { not: null }, settledAt: { gt: since } },
  });
  const of = new Map(
    (
      await world.db.tillPayment.findMany({
        where: { rail: key, attemptId: { in: attempts.map(({ id }) => id) } },
      })
    ).map((one) => [one.attemptId, one]),
  );
  const problems = tills.flatMap(({ receipt, amountMinor, attemptId }) => {
    const move = sim.received(receipt);
    if (!move) return attemptId === null ? [] : [`Booked, and never received: ${receipt}`];
    return BigInt(move.amount) === amountMinor || attemptId === null
      ? []
      : [`Booked ${amountMinor}, received ${move.amount}: ${receipt}`];
  });
  for (const { id, status, amountMinor, suspenseReason } of attempts) {
    const till = of.get(id);
    const isBack = till !== undefined && takenBack.has(till.receipt);
    if (!till) problems.push(`Paid, by nothing that was received: ${id}`);
    else if (till.amountMinor !== amountMinor && suspenseReason === null)
      problems.push(`Paid ${amountMinor} by ${till.amountMinor}: ${id}`);
    if (status !== "succeeded" && !isBack) problems.push(`Paid, and ${status}: ${id}`);
  }
  return problems;
}

/** What the books have on the phone is what they took in, less what went back. */
async function wrongBooks({ world }: Life, { key, store }: PhoneShop): Promise<string[]> {
  const { rows } = await world.pool.query<{ books: string; taken: string }>(
    `SELECT (SELECT coalesce(sum(balance_minor), 0) FROM ledger_balances b JOIN ledger_accounts a ON a.id = b.account_id
         WHERE a.store_id = $1 AND a.kind = 'own_account') AS books,
       (SELECT coalesce(sum(t.amount_minor - coalesce(a.reversed_minor, 0)), 0) FROM till_payments t
         JOIN payment_attempts a ON a.id = t.attempt_id WHERE t.rail = $2)
       - (SELECT coalesce(sum(r.amount_minor), 0) FROM refunds r JOIN payment_attempts a ON a.id = r.attempt_id
         WHERE a.rail = $2 AND r.status = 'paid') AS taken`,
    [store.store.id, key],
  );
  const [found] = rows;
  return found && found.books === found.taken
    ? []
    : [`The books have ${found?.books}, and took ${found?.taken}`];
}

/** Each true payment that was heard is booked, was taken back, or waits with a task that says so. */
async function unfinished(
  { world }: Life,
  { key, denied, takenBack }: PhoneShop,
  heard: Heard[],
): Promise<string[]> {
  const problems: string[] = [];
  const open = await world.db.task.findMany({
    where: { kind: { in: ["till_payment", "phone_gap"] }, resolvedAt: null },
    select: { subject: true },
  });
  const tasks = new Set(open.map(({ subject }) => subject));
  const chain = await world.db.phoneChain.findUniqueOrThrow({ where: { rail: key } });
  if (chain.gapBefore !== null && !denied.has(chain.gapBefore) && !tasks.has(`${key}/${chain.gapBefore}`))
    problems.push(`A gap that nobody is asked about: before ${chain.gapBefore}`);
  for (const one of heard) {
    const { row, move } = one;
    if (!move) continue;
    if (row.state === "waiting") problems.push(`True, and still waits: ${said(one)}`);
    if (row.kind !== "received" || row.state === "twice" || row.state === "false") continue;
    const till = await world.db.tillPayment.findUnique({
      where: { rail_receipt: { rail: key, receipt: move.code } },
    });
    if (till?.why === "taken_back") {
      // Nobody has to decide about what is not there any more.
      if (!takenBack.has(move.code)) problems.push(`Said to be taken back, and is not: ${said(one)}`);
    } else if (!till) problems.push(`True, and nobody knows of it: ${said(one)}`);
    else if (till.attemptId === null && !tasks.has(String(till.id)))
      problems.push(`True, and nobody is asked about it: ${said(one)}`);
  }
  return problems;
}

/** What the network took back is paid no more, where it had paid something. */
async function notTakenBack(
  { world }: Life,
  { key, refunded }: PhoneShop,
  heard: Heard[],
): Promise<string[]> {
  const problems: string[] = [];
  for (const { row, move } of heard) {
    if (move?.kind !== "taken_back" || row.state !== "fits") continue;
    const till = await world.db.tillPayment.findUnique({
      where: { rail_receipt: { rail: key, receipt: move.undoes } },
    });
    if (!till?.attemptId) continue;
    const { status, orderId, suspenseReason } = await world.db.paymentAttempt.findUniqueOrThrow({
      where: { id: till.attemptId },
    });
    if (status !== "reversed" && suspenseReason === null && !refunded.has(orderId))
      problems.push(`Taken back, and ${status}: ${move.undoes}`);
  }
  return problems;
}

/** The chain ends with what is on the account, as far as anything was heard of it. */
async function wrongEnd(
  { world }: Life,
  { sim, typedPlace }: PhoneShop,
  chain: PhoneChain,
  heard: Heard[],
): Promise<string[]> {
  // What tells no balance is proved by the next that does.
  const places = heard.map(({ row, move }) =>
    toldOf(world, row).balance === null ? -1 : (move?.place ?? -1),
  );
  const last = Math.max(typedPlace - 1, ...places);
  const end = endOf({ world }, chain);
  return end === BigInt(sim.balanceAfter(last)) && chain.stoppedWhy === null
    ? []
    : [`The chain ends with ${end} (${chain.stoppedWhy}), the account with ${sim.balanceAfter(last)}`];
}

/** Whoever sent what was asked and typed its number, within an hour before it was heard or a day after it, has paid. */
async function unpaid({ world }: Life, shop: PhoneShop, heard: Heard[]): Promise<string[]> {
  const problems: string[] = [];
  const rowOf = new Map(heard.map(({ row, move }) => [move, row]));
  for (const { sent, isRight, typedAt, attemptId } of shop.opened) {
    const row = sent ? rowOf.get(sent) : undefined;
    if (!sent || !row || !isRight || shop.contested.has(sent.code)) continue;
    // It may have gone back before its number was typed; what it had paid is looked at in `notTakenBack`.
    if (shop.takenBack.has(sent.code)) continue;
    if (row.state !== "fits" && row.state !== "proved") continue;
    const heardMs = row.heardAt.getTime();
    const isTyped = typedAt.some(
      (at) => at.getTime() > heardMs - 59 * 60_000 && at.getTime() < heardMs + dayMs,
    );
    if (!isTyped) continue;
    const { status } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: attemptId } });
    if (status !== "succeeded" && status !== "reversed")
      problems.push(`Sent and typed ${sent.code}, and ${status}: ${attemptId}`);
  }
  return problems;
}
