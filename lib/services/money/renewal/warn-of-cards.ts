import { cardEndsAt } from "@/lib/domain/renewal-plan";
import { notifyRenewal } from "@/lib/services/billing/renewal/announce";
import { endRenewal } from "@/lib/services/billing/renewal/change";
import type { Unit, World } from "@/lib/services/core/world";
import { type LockedCard, withCard } from "./lock-card";

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
