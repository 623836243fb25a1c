import type { Prisma } from "@/lib/db/client";
import { type Money, parseAmount } from "@/lib/domain/money";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import type { MessageKind } from "@/lib/domain/phone-messages/read";
import { amountProblem, Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { type Seller, verb } from "@/lib/services/people/accounts/permit";
import { railOf } from "../rails";
import { endOf, relink } from "./relink";
import { labelOf, lockChain, type MessageState, openBalance, sealBalance, toldOf } from "./rows";

/** Messages may be late: a gap is asked about when it is this old. */
const gapMs = 2 * 60_000;
const gapsMax = 50;

/**
 * Asks sellers, once for each gap, whether what their phone did not tell was theirs. Those that wait for an answer stand in no
 * other's way. Safe to miss and to repeat.
 */
export async function askAboutGaps(world: World): Promise<void> {
  const due = await world.db.$queryRaw<{ rail: string; storeId: number }[]>`
    SELECT c.rail, c.store_id AS "storeId" FROM phone_chains c
    WHERE c.gap_since <= ${new Date(world.clock.now().getTime() - gapMs)} AND c.stopped_why IS NULL
      AND NOT EXISTS (SELECT 1 FROM tasks t WHERE t.kind = 'phone_gap' AND t.subject = c.rail || '/' || c.gap_before
        AND (t.resolved_at IS NULL OR t.resolved_by <> 'system'))
    ORDER BY c.gap_since LIMIT ${gapsMax}`;
  for (const { rail, storeId } of due) await transact(world, (unit) => askAboutGap(unit, storeId, rail));
}

/** Asks about the gap of one phone, if there is one and nobody was asked. */
export async function askAboutGap(unit: Unit, storeId: number, rail: string): Promise<void> {
  const gap = await readGap(unit, storeId, rail);
  if (!gap) return;
  const label = await labelOf(unit, rail);
  const subject = `${rail}/${gap.before}`;
  const kind = "phone_gap";
  // One that was closed because another gap came before it is asked about again, when that one is gone.
  const isAsked = { OR: [{ resolvedAt: null }, { resolvedBy: { not: "system" } }] };
  if ((await unit.tx.task.count({ where: { kind, subject, ...isAsked } })) > 0) return;
  await unit.raiseTask({
    ...{ storeId, kind, subject },
    details: {
      ...{ account: label, missing: `${gap.currency} ${gap.missing < 0n ? -gap.missing : gap.missing}` },
      ...{ isOut: gap.missing < 0n, from: gap.from?.toISOString() ?? "", to: gap.to.toISOString() },
    },
  });
  unit.alert({
    ...{ storeId, event: "money_waits", kind: "alert_phone_gap", fact: `phone_gap/${gap.before}` },
    details: { item: label, path: `/dashboard/wallet/own/${rail}` },
  });
}

/** What a phone did not tell, before the first message that waits. */
export interface GapView {
  /** The message behind it. */
  before: bigint;
  /** What came + or left − without a message. */
  missing: bigint;
  currency: string;
  from: Date | null;
  to: Date;
  /** What waits first. */
  behind: { kind: MessageKind; moved: Money };
  /** Messages from between that speak of money and that nothing reads. */
  unread: bigint[];
}

export async function readGap(
  { world, tx }: Pick<Unit, "world"> & { tx: Pick<Unit["tx"], "phoneChain" | "phoneMessage"> },
  storeId: number,
  rail: string,
): Promise<GapView | null> {
  const chain = await tx.phoneChain.findFirst({ where: { rail, storeId } });
  const end = chain && endOf({ world }, chain);
  if (!chain?.gapBefore || end === null) return null;
  const row = await tx.phoneMessage.findUniqueOrThrow({ where: { id: chain.gapBefore } });
  const last = await tx.phoneMessage.findFirst({
    where: { rail, state: { in: ["fits", "proved"] } },
    orderBy: [{ at: "desc" }, { id: "desc" }],
    select: { at: true },
  });
  const before = BigInt(toldOf(world, row).balance ?? "0") - row.movedMinor;
  const { currency, at } = row;
  const from = last?.at ?? chain.anchorAt;
  const unread = await tx.phoneMessage.findMany({
    where: {
      rail,
      state: "unread",
      why: "money",
      isBehind: false,
      at: { ...(from && { gte: from }), lte: at },
    },
    orderBy: { id: "asc" },
    take: unreadMax,
    select: { id: true },
  });
  return {
    before: row.id,
    missing: before - (end ?? 0n),
    currency,
    ...{ from, to: at },
    // Safe: only `hear` writes it, and what nothing reads waits for nothing.
    behind: { kind: row.kind as MessageKind, moved: { minor: row.movedMinor, currency } },
    unread: unread.map(({ id }) => id),
  };
}

const unreadMax = 20;

/**
 * The seller's answer about the gap before a message. `isMine`: what is missing was right, so the chain goes on there. Else
 * something that was told is false, before the gap or behind it: nothing is booked until the balance of the phone is typed.
 * Owner and admin only. Throws NotFound, or Invalid on `form` where the gap is closed meanwhile.
 */
export const answerGap = verb(
  "suspense.settle",
  async (unit, seller: Seller, rail: string, before: bigint, isMine: boolean): Promise<void> => {
    const chain = await lockOwn(unit, seller, rail);
    if (chain.gapBefore !== before) throw new Invalid({ form: [say("not_set_aside")] });
    if (isMine) {
      await unit.tx.phoneMessage.update({ where: { id: before }, data: { isAccepted: true } });
      await relink(unit, seller.storeId, rail);
    } else await unit.tx.phoneChain.update({ where: { rail }, data: { stoppedWhy: "denied" } });
    await unit.resolveTasks({ kind: "phone_gap", subject: `${rail}/${before}` }, seller.actor);
    await unit.audit(seller, {
      ...{ action: "phone.gap_answered", target: `rail_account:${rail}` },
      details: { message: String(before), isMine },
    });
  },
);

/**
 * The balance that the phone says now, as its owner typed it: from there on the chain is believed. Where the chain has it too,
 * and nothing leads to it, what waits behind a gap is false; else messages behind a gap that lead to it are true, unless the chain
 * had it. All others are too old to be proved, and the seller is asked about each. Owner and admin only. Throws NotFound, or Invalid on `balance`.
 */
export const startChain = verb(
  "suspense.settle",
  async (unit, seller: Seller, rail: string, typed: string): Promise<void> => {
    const chain = await lockOwn(unit, seller, rail);
    const network = phoneNetworkOf(railOf(unit.world, rail)?.phone?.network ?? "");
    if (!network) throw new NotFound();
    const parsed = parseAmount(typed.trim(), network.currency);
    const isNone = !parsed.ok && parsed.problem === "not_positive" && !typed.includes("-");
    if (!parsed.ok && !isNone)
      throw new Invalid({ balance: [amountProblem(parsed.problem, network.currency)] });
    const minor = parsed.ok ? parsed.money.minor : 0n;
    const isSame = endOf(unit, chain) === minor && openBalance(unit.world, chain.anchorSealed) !== null;
    const led = chain.gapBefore === null ? [] : await leadingTo(unit, rail, minor);
    const isKept = isSame || led.length > 0;
    const anew = { anchorSealed: sealBalance(unit.world, minor), anchorAt: unit.now, endSealed: null };
    await unit.tx.phoneChain.update({
      where: { rail },
      data: { stoppedWhy: null, ...(isKept ? {} : { ...anew, gapBefore: null, gapSince: null }) },
    });
    if (isSame && led.length === 0)
      await settleWaiting(unit, rail, mayBeEarlier, { state: "false", why: "overtaken" });
    // Where the account has what it had before the gap, whoever knew that balance may have forged what leads there.
    const proved = isSame ? [] : led;
    await settleWaiting(unit, rail, { id: { in: proved } }, { state: "old", isBehind: true });
    if (proved[0])
      await unit.tx.phoneMessage.update({ where: { id: proved[0] }, data: { isAccepted: true } });
    if (!isKept)
      await unit.tx.phoneMessage.updateMany({ where: { rail, isBehind: false }, data: { isBehind: true } });
    await relink(unit, seller.storeId, rail);
    await unit.resolveTasks(
      { kind: { in: ["phone_doubt", "phone_gap"] }, subject: { startsWith: `${rail}/` } },
      seller.actor,
    );
    await unit.audit(seller, { action: "phone.balance_typed", target: `rail_account:${rail}` });
  },
);

/**
 * Of what waits, the messages that lead to this balance, one after the other, the oldest first; the last is the newest that
 * tells it. What was forged before them is not among them.
 */
async function leadingTo({ world, tx }: Unit, rail: string, minor: bigint): Promise<bigint[]> {
  const rows = await tx.phoneMessage.findMany({
    where: { rail, isBehind: false, state: "waiting" },
    orderBy: [{ at: "desc" }, { id: "desc" }],
  });
  const left = rows.map((row) => ({ row, balance: toldOf(world, row).balance }));
  const led: bigint[] = [];
  let wanted = minor;
  for (;;) {
    const at = left.findIndex(({ balance }) => balance === String(wanted));
    const [found] = at < 0 ? [] : left.splice(at, 1);
    if (!found) return led;
    led.unshift(found.row.id);
    wanted -= found.row.movedMinor;
  }
}

/** Money that left at some time before the phone heard of it: that the account has the same balance says nothing of it. */
const mayBeEarlier = { isExact: false, movedMinor: { lt: 0 } };

/** The rest of what waits cannot be proved any more, or is not true: the account has the balance that was typed without it. */
async function settleWaiting(
  { tx }: Unit,
  rail: string,
  but: Prisma.PhoneMessageWhereInput,
  data: { state: MessageState; why?: string; isBehind?: true },
): Promise<void> {
  await tx.phoneMessage.updateMany({ where: { rail, isBehind: false, state: "waiting", NOT: but }, data });
}

async function lockOwn(unit: Unit, { storeId }: Seller, rail: string) {
  const where = { key: rail, storeId, rail: "phone", removedAt: null };
  if ((await unit.tx.railAccount.count({ where })) === 0) throw new NotFound();
  return lockChain(unit, storeId, rail);
}
