import type { SubscriptionRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { phoneHash } from "@/lib/services/billing/renewal/renewing";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { isOn, railOf, routeOf } from "../rails";

/** From where a try takes, and by which rail. `none`: just now nothing can be taken. */
export type Source =
  | ({ kind: "phone"; phone: string; network: string } & Common)
  | ({ kind: "card"; token: string } & Common)
  | { kind: "none" };

interface Common {
  consentId: bigint | null;
  rail: PaymentRail;
  instrumentHash: Uint8Array | null;
}

/** Reads it before anything is locked, because rails are asked for it. */
export async function readSource(world: World, row: SubscriptionRow): Promise<Source> {
  switch (row.renewalMode) {
    case "manual":
    case "standing_order":
      return { kind: "none" };
    case "prompt":
      return phoneOf(world, row);
    case "charge":
      return cardOf(world, row);
  }
}

async function phoneOf(world: World, row: SubscriptionRow): Promise<Source> {
  const { renewalPhoneSealed, renewalNetwork: network, currency, renewalConsentId: consentId } = row;
  if (!renewalPhoneSealed || network === null) return { kind: "none" };
  const [store] = await world.db.$queryRaw<{ country: string }[]>`
    SELECT country FROM stores WHERE id = ${row.storeId}`;
  if (!store) throw new NotFound();
  const { country } = store;
  const way = { op: "charge" as const, method: "mobile_money" as const, country, currency, network };
  const [rail] = await routeOf(world, { ...way, storeId: row.storeId });
  const phone = world.secrets.open(renewalPhoneSealed);
  const instrumentHash = phoneHash(world, phone);
  return rail ? { kind: "phone", consentId, phone, network, rail, instrumentHash } : { kind: "none" };
}

/** A card is charged by the rail that keeps it, if that is on. */
async function cardOf(world: World, row: SubscriptionRow): Promise<Source> {
  if (row.instrumentId === null) return { kind: "none" };
  const kept = await world.db.paymentInstrument.findUnique({ where: { id: row.instrumentId } });
  const rail = kept && railOf(world, kept.rail);
  if (!kept?.tokenSealed || kept.status !== "active" || !rail?.chargeKept) return { kind: "none" };
  await world.rails.routes?.ready();
  if (!isOn(world, rail.id)) return { kind: "none" };
  const token = world.secrets.open(kept.tokenSealed);
  const { fingerprint: instrumentHash } = kept;
  return { kind: "card", consentId: row.renewalConsentId, token, rail, instrumentHash };
}

/** So many scheduled payments a rail makes in a day, where the operator has not said. */
export const usualDailyMax = 5_000;
const dayMs = 24 * 60 * 60_000;

/** What the operator allows a rail to take by itself. */
export interface RailLimit {
  enabled: boolean;
  dailyMax: number;
}

export async function limitOf(world: Pick<World, "db">, rail: string): Promise<RailLimit> {
  const row = await world.db.railRenewal.findUnique({ where: { rail } });
  return row ?? { enabled: true, dailyMax: usualDailyMax };
}

/** How many scheduled payments the rail was given in the last day. */
export function scheduledToday(world: Pick<World, "db" | "clock">, rail: string): Promise<number> {
  const since = new Date(world.clock.now().getTime() - dayMs);
  return world.db.paymentAttempt.count({
    where: { rail, initiator: "schedule", createdAt: { gt: since } },
  });
}

/** Whether the operator, or the day's limit, keeps this rail from being asked by itself. */
export async function whyClosed(world: World, rail: string): Promise<"closed" | null> {
  const { enabled, dailyMax } = await limitOf(world, rail);
  // A seller's own phone asks nobody.
  if (!enabled || railOf(world, rail)?.phone) return "closed";
  const made = await scheduledToday(world, rail);
  if (made < dailyMax) return null;
  await transact(world, (unit) =>
    unit.raiseTask({
      storeId: null,
      kind: "renewals_capped",
      subject: rail,
      details: { rail, max: dailyMax },
    }),
  );
  return "closed";
}

/** Whether a payment of it may still bring money: then another try could take twice. */
export async function isUndecided(unit: Unit, subscriptionId: string): Promise<boolean> {
  // What nobody will ever know of an order that was paid by another holds nothing up.
  const found = await unit.tx.$queryRaw<unknown[]>`
    SELECT FROM orders o JOIN payment_attempts t ON t.order_id = o.id
    WHERE o.subscription_id = ${subscriptionId} AND o.order_status <> 'cancelled'
      AND (t.status IN ('created', 'pending') OR t.status = 'unknown' AND o.payment_status IN ('pending', 'failed'))
    LIMIT 1`;
  return found.length > 0;
}
