import { Prisma } from "@/lib/db/client";
import type { SubscriptionRow } from "@/lib/db/rows";
import { type Loss, shorten } from "@/lib/domain/lost-time";
import type { Unit, World } from "@/lib/services/core/world";
import { freshLadder } from "../reminders/ladder";
import { freshTries, isRenewing } from "../renewal/renewing";
import { recordStep } from "../subscriptions/record";
import { minors } from "./apply-change";

/**
 * Takes off a locked subscription what a lost payment had bought: the period gets shorter, and all that follows comes
 * earlier. The credits are written as if the money had gone back before the change of plan, so that it is lost once.
 */
export async function takeTime(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  loss: Loss,
): Promise<SubscriptionRow> {
  writeLoss(unit, row, loss);
  const step = shorten(row, loss, unit.now);
  const store = await unit.store(row.storeId);
  const tries = freshTries({ ...row, ...step.to }, store, unit.now);
  const after = { ...row, ...step.to, ...tries };
  const of = {
    livemode: row.livemode,
    timeZone: store.timeZone,
    isRenewing: isRenewing(after, store, unit.now),
  };
  return recordStep(world, unit, row, step, { ...tries, ...freshLadder(after, of, unit.now) });
}

function writeLoss({ tx }: Unit, { id }: SubscriptionRow, { cuts, number, takenMs }: Loss): void {
  tx.$send(Prisma.sql`
    UPDATE subscription_periods p SET credit_minor = cut.credit, lost_minor = cut.lost
    FROM unnest(${cuts.map((cut) => cut.number)}::int[], ${minors(cuts, "creditMinor")}::bigint[],
      ${minors(cuts, "lostMinor")}::bigint[]) AS cut(number, credit, lost)
    WHERE p.subscription_id = ${id} AND p.number = cut.number`);
  tx.$send(Prisma.sql`
    UPDATE plan_changes c SET credit_minor = coalesce((
      SELECT sum(p.credit_minor) FROM subscription_periods p WHERE p.subscription_id = ${id} AND p.number < c.number
        AND p.number >= coalesce((SELECT max(e.number) FROM plan_changes e
          WHERE e.subscription_id = ${id} AND e.number < c.number), 0)), 0)
    WHERE c.subscription_id = ${id} AND c.number IS NOT NULL`);
  tx.$send(Prisma.sql`
    UPDATE subscription_periods SET ends_at = ends_at - ${takenMs}::bigint * interval '1 millisecond',
      starts_at = starts_at - CASE WHEN number > ${number} THEN ${takenMs}::bigint ELSE 0 END * interval '1 millisecond'
    WHERE subscription_id = ${id} AND number >= ${number}`);
}
