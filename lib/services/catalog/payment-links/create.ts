import type { z } from "zod";
import type { PaymentLinkRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { composeToken } from "@/lib/domain/token";
import { paymentLinkEventData } from "@/lib/resources/payment-link";
import { type NewPaymentLink, newPaymentLink } from "@/lib/resources/payment-link-input";
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
