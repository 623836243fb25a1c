import type { PaymentAttempt, PhoneMessage } from "@/lib/db/generated/client";
import { orderInclude } from "@/lib/db/rows";
import { phoneNetworkOf } from "@/lib/domain/phone-messages/networks";
import { mayBePhone, type TillPayment } from "@/lib/domain/till-payment";
import { parsePhone } from "@/lib/providers/phone";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { alertReversed } from "@/lib/services/notify/messages/notify-paid";
import { railOf } from "../rails";
import { settle } from "../settlement/settle";
import { askSeller } from "../till/ask";
import { keepReceipt, withdraw } from "../till/keep";
import { systemOf, takeTillPayment } from "../till/take";
import { doubt } from "./doubt";
import { confirmReturned } from "./returned";
import { isBelieved, toldOf } from "./rows";

const atOnceMax = 200;
/** How long a message without a balance, or from too long ago, waits for what proves it. */
const patienceMs = 30 * 60_000;
const dayMs = 24 * 60 * 60_000;

/**
 * Takes in the payments whose messages fit the chain, and asks the seller about those that nothing proves. What takes a payment
 * back is told of then, and takes nothing. Nothing of a phone that is in doubt. Safe to repeat: a receipt is booked once.
 */
export async function bookLinked(world: World, only?: PaymentRail): Promise<void> {
  const rows = await world.db.$queryRaw<{ id: bigint }[]>`
    SELECT m.id FROM phone_messages m JOIN phone_chains c ON c.rail = m.rail
      JOIN rail_accounts a ON a.key = m.rail AND a.removed_at IS NULL
    WHERE NOT m.is_taken AND c.stopped_why IS NULL AND (${only?.id ?? null}::text IS NULL OR m.rail = ${only?.id ?? null})
      AND (m.state IN ('fits', 'proved')
        OR m.state IN ('loose', 'old') AND m.at > m.heard_at - interval '1 day' AND m.heard_at < ${new Date(world.clock.now().getTime() - patienceMs)})
    ORDER BY m.id LIMIT ${atOnceMax}`;
  for (const { id } of rows) {
    try {
      await bookOne(world, id);
    } catch (error) {
      world.log.warn({ err: error, message: String(id) }, "A payment of a phone is taken in again.");
    }
  }
}

async function bookOne(world: World, id: bigint): Promise<void> {
  const row = await world.db.phoneMessage.findUniqueOrThrow({ where: { id } });
  const rail = railOf(world, row.rail);
  if (!rail?.phone) return;
  if (row.kind === "sent") await transact(world, (unit) => confirmReturned(unit, row));
  else if (row.kind === "taken_back") {
    if (isBelieved(row)) await takeBack(world, row);
    else await transact(world, (unit) => doubt(unit, row.storeId, row));
  } else {
    const payment = paymentOf(world, row);
    const why = whyAsked(row, payment);
    if (why) await ask(world, row, payment, why);
    else await take(world, rail, payment, row);
  }
  // What was proved meanwhile is looked at again.
  await world.db.phoneMessage.updateMany({ where: { id, state: row.state }, data: { isTaken: true } });
}

/** Null: it is taken. A charge hides in the balance how much a forged message says that came. */
function whyAsked(row: PhoneMessage, { amount }: TillPayment): string | null {
  if (!isBelieved(row)) return row.state === "old" ? "too_late" : "no_balance";
  return row.movedMinor * 2n < amount.minor ? "charge" : null;
}

/** A message as a payment at the till. One without a number of the network has one that follows from its words. */
function paymentOf(world: Pick<World, "secrets">, row: PhoneMessage): TillPayment {
  const { amount, phone, name, reference } = toldOf(world, row);
  return {
    ...{ account: row.rail, receipt: receiptOf(row), at: row.at },
    amount: { minor: BigInt(amount), currency: row.currency },
    ...{ typed: reference, phone, name },
  };
}

export function receiptOf({ receipt, digest }: Pick<PhoneMessage, "receipt" | "digest">): string {
  return receipt ?? Buffer.from(digest).toString("hex", 0, 8);
}

async function take(
  world: World,
  rail: PaymentRail,
  payment: TillPayment,
  { heardAt }: PhoneMessage,
): Promise<void> {
  const attemptId = await payerOf(world, rail, payment, heardAt);
  await takeTillPayment(world, attemptId ? { ...payment, attemptId } : payment);
}

/**
 * The payment whose payer typed this number; else the one that was begun with this very phone. A number can be guessed: one that
 * was typed for another phone than the message shows takes nothing from a payment that waits for the shown one.
 */
async function payerOf(
  world: World,
  rail: PaymentRail,
  payment: TillPayment,
  heardAt: Date,
): Promise<string | null> {
  const claimed = await claimOf(world, payment, heardAt);
  if (claimed?.isShown) return claimed.id;
  const theirs = await shownIn(world, rail, payment);
  if (claimed) return theirs.length > 0 ? null : claimed.id;
  const country = phoneNetworkOf(rail.phone?.network ?? "")?.country ?? "";
  const parsed = parsePhone(payment.phone ?? "", country);
  const isOfTime = ({ createdAt }: { createdAt: Date }) =>
    createdAt.getTime() < payment.at.getTime() + beforeMs;
  const exact = parsed.ok ? theirs.filter((one) => one.phone === parsed.phone && isOfTime(one)) : [];
  const orders = new Set(exact.map(({ orderId }) => orderId));
  return orders.size === 1 ? (exact[0]?.id ?? null) : null;
}

/** The payment of this amount whose payer typed this number; of several, the one whose phone the message may show. */
async function claimOf(
  world: World,
  { account, receipt, amount, phone }: TillPayment,
  heardAt: Date,
): Promise<{ id: string; isShown: boolean } | null> {
  const claims = await world.db.phoneClaim.findMany({
    where: { rail: account, receipt, createdAt: { gt: new Date(heardAt.getTime() - claimedMs) } },
    take: claimsMax,
  });
  const { currency, minor: amountMinor } = amount;
  const fits = await world.db.paymentAttempt.findMany({
    where: { id: { in: claims.map(({ attemptId }) => attemptId) }, rail: account, currency, amountMinor },
    select: { id: true, phoneSealed: true },
  });
  const shown = fits.filter(
    ({ phoneSealed }) => phoneSealed && mayBePhone(phone, world.secrets.open(phoneSealed)),
  );
  const [only, ...others] = fits.length > 1 ? shown : fits;
  return only && others.length === 0 ? { id: only.id, isShown: shown.includes(only) } : null;
}

const claimsMax = 100;

/** How long a typed code waits for its message; once that came it stays, for the message may wait behind a gap. */
export const claimedMs = 60 * 60_000;

/** The open payments of this amount that were begun with a phone which the message may show, newest first. */
async function shownIn(world: World, rail: PaymentRail, { amount, at, phone: shown }: TillPayment) {
  const rows = await world.db.paymentAttempt.findMany({
    where: {
      ...{ rail: rail.id, currency: amount.currency, amountMinor: amount.minor },
      status: { in: ["created", "pending", "unknown", "failed"] },
      createdAt: { gt: new Date(at.getTime() - dayMs) },
      order: { paymentStatus: { in: ["pending", "failed", "expired"] }, orderStatus: { not: "cancelled" } },
    },
    orderBy: { createdAt: "desc" },
    take: candidatesMax,
    select: { id: true, orderId: true, phoneSealed: true, createdAt: true },
  });
  return rows.flatMap(({ id, orderId, phoneSealed, createdAt }) => {
    const phone = phoneSealed && world.secrets.open(phoneSealed);
    return phone && mayBePhone(shown, phone) ? [{ id, orderId, phone, createdAt }] : [];
  });
}

const candidatesMax = 500;
/** Some send first and open the page then. Who comes later pays for something else: they type their number. */
const beforeMs = 10 * 60_000;

/** Of money that went back by hand and by the network, no booking tells: that has nothing of it left to take. */
function tellBesideRefund(world: World, { id, reversedMinor }: PaymentAttempt): Promise<void> {
  return transact(world, async (unit) => {
    const after = await unit.tx.paymentAttempt.findUniqueOrThrow({
      where: { id },
      include: { order: { include: orderInclude } },
    });
    if (after.reversedMinor > reversedMinor || after.order.refundedMinor < after.order.totalMinor) return;
    await alertReversed(unit, after.order, { sourceId: id, minor: after.amountMinor });
  });
}

/** Nobody can say whether it is true but the seller, who looks at the phone. */
function ask(world: World, { storeId }: PhoneMessage, payment: TillPayment, why: string): Promise<void> {
  return transact(world, async (unit) => {
    const kept = await keepReceipt(unit, { storeId }, payment);
    if (kept.attemptId !== null || !kept.isNew) return;
    await askSeller(unit, await systemOf(unit, storeId), kept, payment, why);
  });
}

/**
 * What this message told of is not paid any more, and waits for nobody. Where the network took it back, its message has a
 * number of its own, and names that of the payment.
 */
export async function takeBack(world: World, row: PhoneMessage): Promise<void> {
  const { rail, kind, currency, at } = row;
  const told = toldOf(world, row);
  const named = kind === "taken_back" ? told.reference?.toUpperCase() : undefined;
  const where = { rail, receipt: { in: [receiptOf(row), ...(named ? [named] : [])] } };
  const kept = await world.db.tillPayment.findMany({ where });
  const paid = kept.find(({ attemptId }) => attemptId !== null);
  // What was booked of it, whatever charge was told beside it.
  const amount = { minor: BigInt(told.amount), currency };
  if (paid?.attemptId) {
    const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: paid.attemptId } });
    const railRef = attempt.railRef ?? paid.receipt;
    const settlement = { railRef, amount, paidAt: at, method: "mobile_money" as const };
    await settle(world, attempt.id, { kind: "reversed", settlement });
    await tellBesideRefund(world, attempt);
    // It was not given back by the seller: no page says "refunded". What they gave back before was, and stays so.
    const gone = {
      ...{ id: attempt.orderId, paymentStatus: "refunded" as const, takenBackAt: null },
      attempts: { some: { id: attempt.id, status: "reversed" as const } },
    };
    await world.db.order.updateMany({ where: gone, data: { takenBackAt: world.clock.now() } });
    return;
  }
  const receipt = kept[0]?.receipt ?? named;
  if (kind !== "taken_back" || !receipt) return;
  const payment = { ...{ account: rail, receipt, at, amount }, ...{ typed: null, phone: null, name: null } };
  await transact(world, (unit) => withdraw(unit, row, payment));
}
