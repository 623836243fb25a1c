import { linkStatus } from "@/lib/domain/payment-link";
import { NotFound } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { lockLink, publishLink } from "./create";

const batchMax = 100;
/** Events are retained for longer than this, so that a published one is always found again. */
const lookBackMs = 30 * 24 * 60 * 60 * 1000;

/**
 * Publishes `payment_link.expired` once for each expiry date of a link. Only the event needs this job; the status does
 * not. Safe to repeat and to run twice at once.
 */
export async function expireDueLinks(world: World): Promise<{ told: number; more: boolean }> {
  const due = await findDue(world);
  let told = 0;
  for (const link of due) {
    try {
      if (await expireLink(world, link)) told += 1;
    } catch (error) {
      // A failure of one link must not stop the others.
      world.log.error({ err: error, linkId: link.id }, "The expiry of a payment link could not be told.");
    }
  }
  return { told, more: due.length === batchMax && told > 0 };
}

function findDue(world: World): Promise<{ id: number; storeId: number }[]> {
  const now = world.clock.now();
  return world.db.$queryRaw<{ id: number; storeId: number }[]>`
    SELECT id, store_id AS "storeId" FROM payment_links link
    WHERE expires_at <= ${now} AND expires_at > ${new Date(now.getTime() - lookBackMs)} AND deleted_at IS NULL
      AND NOT (CASE WHEN is_reusable THEN payments_count >= coalesce(max_payments, 2147483647)
               ELSE payments_count >= 1 END)
      AND NOT EXISTS (
        SELECT 1 FROM events WHERE dedupe_key =
          'payment_link/' || link.id || '/expired/' || (extract(epoch FROM link.expires_at) * 1000)::bigint)
    ORDER BY expires_at LIMIT ${batchMax}`;
}

async function expireLink(world: World, link: { id: number; storeId: number }): Promise<boolean> {
  return transact(world, async (unit) => {
    const row = await lockLink(unit, link, link.id).catch(noneIfGone);
    if (!row?.expiresAt || linkStatus(row, unit.now) !== "expired") return false;
    const dedupeKey = `payment_link/${row.id}/expired/${row.expiresAt.getTime()}`;
    const isTold = await unit.tx.event.findUnique({ where: { dedupeKey }, select: { id: true } });
    if (isTold) return false;
    await publishLink(world, unit, row, { type: "payment_link.expired", at: row.expiresAt, dedupeKey });
    return true;
  });
}

function noneIfGone(error: unknown): null {
  if (error instanceof NotFound) return null;
  throw error;
}
