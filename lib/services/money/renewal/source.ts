import type { SubscriptionRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { phoneHash } from "@/lib/services/billing/renewal/renewing";
import type { World } from "@/lib/services/core/world";
import { railOf, routeOf } from "../rails";

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
  const [rail] = await routeOf(world, way);
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
  if (world.rails.routes && !world.rails.routes.isOn(rail.id)) return { kind: "none" };
  const token = world.secrets.open(kept.tokenSealed);
  const { fingerprint: instrumentHash } = kept;
  return { kind: "card", consentId: row.renewalConsentId, token, rail, instrumentHash };
}
