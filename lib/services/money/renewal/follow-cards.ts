import { Prisma } from "@/lib/db/client";
import type { PaymentInstrumentRow } from "@/lib/db/rows";
import { cardEndsAt } from "@/lib/domain/renewal-plan";
import type { CardChange, KeptCard } from "@/lib/providers/rails/kept-card";
import { notifyRenewal, publishRenewal } from "@/lib/services/billing/renewal/announce";
import { endRenewal } from "@/lib/services/billing/renewal/change";
import { cardHash } from "@/lib/services/billing/renewal/renewing";
import { isDue, type Leased, lease, workThrough } from "@/lib/services/core/lease";
import type { Unit, World } from "@/lib/services/core/world";
import { railOf } from "../rails";
import { endForAll, heldToken, type LockedCard, tokenHash, warnedOf, withCard } from "./keep-card";

/**
 * What a rail says of cards that it keeps: one that its bank replaced goes on under its new number, as the payer agreed
 * to be charged and not to a number; one that was taken off there ends the renewal of all that it paid for, and their
 * payers are told. A card that we do not hold, or that nobody uses any more, changes nothing.
 */
export async function followCards(world: World, rail: string, changes: readonly CardChange[]): Promise<void> {
  for (const { token, card } of changes) {
    const held = await world.db.paymentInstrument.findMany({
      where: { rail, tokenHash: tokenHash(world, rail, token), status: "active", nextForgetAt: null },
      select: { id: true },
      orderBy: { id: "asc" },
    });
    for (const { id } of held) await withCard(world, id, (unit, locked) => follow(unit, locked, card));
  }
}

async function follow(unit: Unit, locked: LockedCard, card: KeptCard | null): Promise<void> {
  const { card: known, users } = locked;
  if (known.status !== "active") return;
  if (card) for (const row of users) await showCard(unit, row, card);
  else await endForAll(unit, locked, "taken off");
  const data = card ? replacedBy(unit.world, known, card) : takenOff;
  await unit.tx.paymentInstrument.update({ where: { id: known.id }, data, select: { id: true } });
  if (card) {
    // Its payers agreed to be charged, and not to a number.
    const instrumentHash = cardHash(unit.world, known.rail, card.fingerprint);
    await unit.tx.renewalConsent.updateMany({ where: { instrumentId: known.id }, data: { instrumentHash } });
  }
}

/** The rail keeps it no more, so there is nothing left to forget. */
const takenOff = { status: "revoked" as const, tokenSealed: null, tokenHash: null, nextForgetAt: null };

function replacedBy(world: World, known: PaymentInstrumentRow, card: KeptCard) {
  const { brand, last4, expMonth, expYear } = card;
  return {
    ...{ brand, last4, expMonth, expYear, ...warnedOf(known, card) },
    fingerprint: cardHash(world, known.rail, card.fingerprint),
    ...heldToken(world, known.rail, card.token),
  };
}

async function showCard(
  unit: Unit,
  row: Parameters<typeof publishRenewal>[1],
  { brand, last4, expMonth, expYear }: KeptCard,
): Promise<void> {
  const renewalCard = { brand, last4, expMonth, expYear };
  await unit.tx.subscription.update({
    where: { id: row.id },
    data: { renewalCard, updatedAt: unit.now },
    select: { id: true },
  });
  await publishRenewal(unit, { ...row, renewalCard, updatedAt: unit.now });
}

const due: Leased = { table: "payment_instruments", dueAt: "next_forget_at", leaseMs: 60_000 };
const atOnce = 4;
const laterMs = 60 * 60_000;
const passMs = 20_000;

/**
 * Has the rails forget the cards that no subscription uses any more, or no bank takes, and forgets their tokens here. A
 * rail that does not answer is asked again in an hour; one that is no longer set up can charge nothing, and its token is
 * dropped.
 */
export async function forgetCards(world: World): Promise<{ forgotten: number; failed: number }> {
  const result = { forgotten: 0, failed: 0 };
  const endsAt = world.clock.now().getTime() + passMs;
  await workThrough(
    atOnce,
    (limit) =>
      lease<{ id: bigint }>(world, due, { which: isDue(world, due), limit, columns: Prisma.sql`id` }),
    async ({ id }) => {
      try {
        if (await forgetOne(world, id)) result.forgotten += 1;
      } catch (error) {
        result.failed += 1;
        // The error may quote what was sent, which is the token.
        world.log.error({ instrument: String(id), kind: nameOf(error) }, "A card could not be forgotten.");
      }
    },
    () => world.clock.now().getTime() >= endsAt,
  );
  return result;
}

async function forgetOne(world: World, id: bigint): Promise<boolean> {
  const unused = await withCard(world, id, (unit, locked) => letGo(unit, locked));
  if (!unused) return false;
  const rail = railOf(world, unused.rail);
  const { tokenSealed } = unused;
  const answer =
    tokenSealed && rail?.forget
      ? await rail.forget(world.secrets.open(tokenSealed))
      : ({ kind: "forgotten" } as const);
  const isDone = answer.kind === "forgotten";
  await world.db.paymentInstrument.update({
    where: { id },
    data: isDone ? forgotten : { nextForgetAt: new Date(world.clock.now().getTime() + laterMs), ...noLease },
  });
  return isDone;
}

const noLease = { leasedUntil: null };
const forgotten = { tokenSealed: null, tokenHash: null, nextForgetAt: null, ...noLease };

/** The card, if its rail is to forget it now. One that no bank takes any more is of no use to whoever has it. */
async function letGo(unit: Unit, locked: LockedCard): Promise<PaymentInstrumentRow | null> {
  const { tx } = unit;
  const { card, users } = locked;
  const { id, status, rail, tokenHash } = card;
  if (status === "refused") await endForAll(unit, locked, "refused");
  else if (users.length > 0) {
    await tx.paymentInstrument.update({ where: { id }, data: { nextForgetAt: null, ...noLease } });
    return null;
  }
  // A rail may give the same token when the card pays again. Of a token without a hash nobody can say so.
  const sameToken = { rail, tokenHash, id: { not: id }, nextForgetAt: null };
  const isKeptAnew = tokenHash !== null && (await tx.paymentInstrument.count({ where: sameToken })) > 0;
  const left = status === "active" ? "revoked" : status;
  await tx.paymentInstrument.update({
    where: { id },
    data: { status: left, ...(isKeptAnew ? forgotten : {}) },
  });
  return isKeptAnew ? null : card;
}

function nameOf(error: unknown): string {
  return error instanceof Error ? error.name : typeof error;
}

const dayMs = 24 * 60 * 60_000;
const batchMax = 200;
/** Days before the end of a card at which its payer is warned; of two that are due, the later one. */
const [first, second] = [30, 7] as const;

/**
 * Warns the payers of cards that end in 30 and in 7 days; once a card has ended, what it paid for is renewed by hand
 * again, and its payer is told. Each once.
 */
export async function warnOfCards(world: World): Promise<{ warned: number; ended: number }> {
  const result = { warned: 0, ended: 0 };
  for (const card of await endingSoon(world)) {
    try {
      await withCard(world, card.id, (unit, locked) => tell(unit, locked, card));
      if (card.days === 0) result.ended += 1;
      else result.warned += 1;
    } catch (error) {
      const instrument = String(card.id);
      world.log.error({ err: error, instrument }, "A payer could not be warned of their card.");
    }
  }
  return result;
}

interface Ending {
  id: bigint;
  endsAt: Date;
  /** 30, 7, or 0 when it has ended. */
  days: number;
}

async function endingSoon(world: World): Promise<Ending[]> {
  const now = world.clock.now();
  const rows = await world.db.$queryRaw<
    {
      id: bigint;
      expMonth: number;
      expYear: number;
      days: number;
    }[]
  >`
      SELECT * FROM (
        SELECT id, exp_month AS "expMonth", exp_year AS "expYear", warned_days,
          CASE WHEN ends <= ${now} THEN 0
            WHEN ends <= ${new Date(now.getTime() + second * dayMs)} THEN ${second}::int
            WHEN ends <= ${new Date(now.getTime() + first * dayMs)} THEN ${first}::int END AS days
        FROM payment_instruments, LATERAL (
          SELECT make_timestamptz(exp_year, exp_month, 1, 0, 0, 0, 'UTC') + interval '1 month' AS ends) month
        WHERE status = 'active' AND EXISTS (SELECT 1 FROM subscriptions s WHERE s.instrument_id = payment_instruments.id)
      ) card
      WHERE days < coalesce(warned_days, ${first} + 1) ORDER BY id LIMIT ${batchMax}`;
  return rows.flatMap(({ expMonth, expYear, ...card }) => {
    const endsAt = cardEndsAt({ expMonth, expYear });
    return endsAt ? [{ ...card, endsAt }] : [];
  });
}

async function tell(
  unit: Unit,
  { card: { id }, users }: LockedCard,
  { endsAt, days }: Ending,
): Promise<void> {
  // Its last day is the one before the month after it.
  const day = new Date(endsAt.getTime() - dayMs / 2);
  const fact = `${endsAt.toISOString()}/${days}`;
  for (const row of users) {
    await notifyRenewal(unit, row, days === 0 ? "card_over" : "card_ends", fact, { day });
    if (days === 0) await endRenewal(unit, row, "card_over");
  }
  await unit.tx.paymentInstrument.update({
    where: { id },
    data: { warnedDays: days, ...(days === 0 ? { status: "expired" } : {}) },
  });
}
