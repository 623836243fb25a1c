import type { z } from "zod";
import type { PaymentLinkRow } from "@/lib/db/rows";
import { linkStatus } from "@/lib/domain/payment-link";
import { NotFound } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import {
  changedLink,
  type NewPaymentLink,
  newPaymentLink,
  type PaymentLinkChanges,
  paymentLinkEventData,
} from "@/lib/resources/payment-link";
import { requireShown, type Shown } from "@/lib/services/core/shown";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";

/** Locks one link of the store and reads it. Throws NotFound for deleted and missing ones and those of other stores. */
export async function lockLink(unit: Unit, scope: { storeId: number }, id: number): Promise<PaymentLinkRow> {
  await unit.tx
    .$queryRaw`SELECT 1 FROM payment_links WHERE id = ${id} AND store_id = ${scope.storeId} FOR UPDATE`;
  const row = await unit.tx.paymentLink.findFirst({ where: { id, storeId: scope.storeId, deletedAt: null } });
  if (!row) throw new NotFound();
  return row;
}

/** Publishes an event of a locked link, and counts it. `at` is when it became true; `dedupeKey` names the fact. */
export async function publishLink(
  world: World,
  unit: Unit,
  row: PaymentLinkRow,
  event: { type: "payment_link.completed" | "payment_link.expired"; at: Date; dedupeKey: string },
): Promise<PaymentLinkRow> {
  const sequence = row.eventSequence + 1;
  const counted = await unit.tx.paymentLink.update({
    where: { id: row.id },
    data: { eventSequence: sequence },
  });
  unit.emit({
    ...event,
    storeId: row.storeId,
    livemode: true,
    objectId: `payment_link/${row.id}`,
    sequence,
    data: paymentLinkEventData(counted, event.at, world.config.siteUrl),
  });
  return counted;
}

/**
 * Creates a link that takes payments at once, in the store's currency (spec, Payment links). Throws Invalid by field.
 */
export async function createPaymentLink(
  world: World,
  caller: Caller,
  body: z.output<typeof NewPaymentLink>,
): Promise<PaymentLinkRow> {
  permit(caller, "payment_link.change");
  return transact(world, async (unit) => {
    const { currency } = await unit.tx.store.findUniqueOrThrow({
      where: { id: caller.storeId },
      select: { currency: true },
    });
    const terms = newPaymentLink(body, { currency, now: unit.now });
    const row = await unit.tx.paymentLink.create({
      data: {
        ...terms,
        storeId: caller.storeId,
        token: composeToken(world.random.bytes(24)),
        currency,
        createdAt: unit.now,
        updatedAt: unit.now,
      },
    });
    await unit.audit(caller, { action: "payment_link.created", target: `payment_link:${row.id}` });
    return row;
  });
}

/**
 * Changes the given fields only. `is_active` pauses and resumes; a higher limit or a later date reopens a link (spec,
 * PATCH /payment-links/{id}). A payment that began before keeps its terms.
 */
export async function updatePaymentLink(
  world: World,
  caller: Caller,
  id: number,
  body: z.output<typeof PaymentLinkChanges>,
): Promise<PaymentLinkRow> {
  permit(caller, "payment_link.change");
  return transact(world, async (unit) => {
    const before = await lockLink(unit, caller, id);
    requireShown(world, caller, `link/${id}`, linkSaved(before));
    const terms = changedLink(before, body, { currency: before.currency, now: unit.now });
    const row = await unit.tx.paymentLink.update({ where: { id }, data: { ...terms, updatedAt: unit.now } });
    await unit.audit(caller, {
      action: "payment_link.changed",
      target: `payment_link:${id}`,
      details: { fields: Object.keys(body).join(", ") },
    });
    // If the limit is lowered to the number of payments so far, the link is completed, as by its last payment.
    const completes =
      linkStatus(row, unit.now) === "completed" && linkStatus(before, unit.now) !== "completed";
    if (!completes) return row;
    const dedupeKey = `payment_link/${id}/${row.eventSequence + 1}`;
    return publishLink(world, unit, row, { type: "payment_link.completed", at: unit.now, dedupeKey });
  });
}

/** The terms of a link as they were saved last: its other columns change with each payment. */
export function linkSaved(link: PaymentLinkRow): Shown {
  const { paymentsCount, slotsReserved, totalPaidMinor, eventSequence, updatedAt, ...terms } = link;
  return { saved: JSON.stringify(terms, (_, fact) => (typeof fact === "bigint" ? String(fact) : fact)) };
}

/** Deletes a link; its page says so, and its payments stay in orders (spec, DELETE). A second call throws NotFound. */
export async function deletePaymentLink(world: World, caller: Caller, id: number): Promise<void> {
  permit(caller, "payment_link.change");
  await transact(world, async (unit) => {
    await lockLink(unit, caller, id);
    await unit.tx.paymentLink.update({ where: { id }, data: { deletedAt: unit.now, updatedAt: unit.now } });
    await unit.audit(caller, { action: "payment_link.deleted", target: `payment_link:${id}` });
  });
}

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
