import { Prisma } from "@/lib/db/client";
import type { StoreRow, SubscriptionRow } from "@/lib/db/rows";
import { civilDateIn } from "@/lib/domain/civil-date";
import { nextAmountMinor } from "@/lib/domain/discount";
import { chargesOf, fixedFeesIn } from "@/lib/domain/fees";
import { networkOf, stepOf } from "@/lib/domain/network";
import { minuteOf, nextTryAt, type Renewing, renewsByItself, usualHour } from "@/lib/domain/renewal-plan";
import type { Unit, World } from "@/lib/services/core/world";

/** The columns of a subscription that its payer renews by hand. */
export const renewedByHand = {
  renewalMode: "manual",
  renewalConsentId: null,
  renewalAgreedAt: null,
  instrumentId: null,
  renewalCard: null,
  renewalPhoneSealed: null,
  renewalPhone: null,
  renewalNetwork: null,
  renewalUntil: null,
  nextRenewalTryAt: null,
  renewalTries: 0,
  renewalTriedFor: null,
  renewalTriedAt: null,
  renewalStoppedFor: null,
  renewalRefusals: 0,
  renewalFailure: null,
  renewalFailedAt: null,
} as const;

/** The same for a new row, with what never changes by itself. */
export const newRenewal = { ...renewedByHand, renewalHour: usualHour, leasedUntil: null } as const;

type Store = Pick<StoreRow, "timeZone" | "letsRenew" | "status">;

/** Whether payers of this store may let their subscriptions renew by themselves just now. */
export function letsRenew(store: Pick<Store, "letsRenew" | "status">): boolean {
  return store.letsRenew && store.status !== "suspended";
}

/** Whether the payer has nothing to do for now: see `renewsByItself`. */
export function isRenewing(row: SubscriptionRow, store: Store, now: Date): boolean {
  // A standing order goes on whatever its seller switches.
  const mayRenew = row.renewalMode === "standing_order" || letsRenew(store);
  return mayRenew && renewsByItself(renewingOf(row, store), now);
}

/** The subscription as its plan of tries sees it. In test mode nothing is tried. */
export function renewingOf(row: SubscriptionRow, { timeZone }: Pick<Store, "timeZone">): Renewing {
  const isThisEnd = sameTime(row.renewalTriedFor, row.currentPeriodEnd);
  return {
    mode: row.livemode ? row.renewalMode : "manual",
    facts: row,
    timeZone,
    hour: row.renewalHour,
    minute: minuteOf(row.id),
    agreedAt: row.renewalAgreedAt ?? row.startedAt,
    tries: isThisEnd ? row.renewalTries : 0,
    lastTryAt: row.renewalTriedAt,
    hasFailed: isThisEnd && row.renewalFailure !== null,
    isStopped: sameTime(row.renewalStoppedFor, row.currentPeriodEnd),
    until: row.renewalUntil && civilDateIn(row.renewalUntil, "UTC"),
  };
}

/** The columns after the end has moved: nothing was tried for the new one. None for a subscription renewed by hand. */
export function freshTries(row: SubscriptionRow, store: Pick<Store, "timeZone">, now: Date) {
  if (row.renewalMode === "manual") return {};
  const fresh = {
    renewalTries: 0,
    renewalTriedFor: row.currentPeriodEnd,
    renewalStoppedFor: null,
    renewalRefusals: 0,
    renewalFailure: null,
    renewalFailedAt: null,
  };
  return { ...fresh, nextRenewalTryAt: nextTryAt(renewingOf({ ...row, ...fresh }, store), now) };
}

/** What the next renewal takes from the payer by this way: its price, with the charges where the payer bears them. */
export function renewalTotal(
  store: Pick<StoreRow, "buyerPaysCharges"> & { plan: { feePpm: number; fixedFees?: unknown } },
  row: Parameters<typeof nextAmountMinor>[0],
  network: string | null,
): bigint {
  const { currency } = row;
  const priceMinor = nextAmountMinor(row);
  const known = network === null ? null : networkOf(network);
  return chargesOf({
    priceMinor,
    feePpm: store.plan.feePpm,
    fixed: fixedFeesIn(store.plan, currency),
    buyerPaysCharges: store.buyerPaysCharges,
    stepMinor: known ? stepOf(known, currency) : 1n,
  }).totalMinor;
}

export function sameTime(one: Date | null, other: Date): boolean {
  return one?.getTime() === other.getTime();
}

type Hash = Uint8Array<ArrayBuffer>;

/** A phone (E.164) that pays, as a keyed hash: the same one is known again, and nobody is found by it. */
export function phoneHash({ secrets }: Pick<World, "secrets">, phone: string): Hash {
  return new Uint8Array(secrets.mac("paying-phone", phone));
}

/** The same of a card, by what its rail calls it whoever pays with it. */
export function cardHash({ secrets }: Pick<World, "secrets">, rail: string, fingerprint: string): Hash {
  return new Uint8Array(secrets.mac("card", `${rail}/${fingerprint}`));
}

/** Why the payer's consent is over. */
export type ConsentEnd =
  | (
      | "payer"
      | "seller"
      | "refused"
      | "disputed"
      | "reversed"
      | "refunded"
      | "replaced"
      | "erased"
      | "card_over"
      | "price_changed"
    )
  | SubscriptionRow["status"];

/**
 * Notes that the consent of a subscription is over, and has its card looked at: the rail forgets a card that no
 * subscription uses any more. Whoever calls it sets the columns of the subscription.
 */
export function endConsent(
  unit: Unit,
  row: Pick<SubscriptionRow, "renewalConsentId" | "instrumentId">,
  by: ConsentEnd,
): void {
  const { tx, now } = unit;
  if (row.renewalConsentId !== null)
    tx.$send(Prisma.sql`
      UPDATE renewal_consents SET ended_at = ${now}, ended_by = ${by}
      WHERE id = ${row.renewalConsentId} AND ended_at IS NULL`);
  if (row.instrumentId !== null)
    tx.$send(Prisma.sql`
      UPDATE payment_instruments SET next_forget_at = ${now}
      WHERE id = ${row.instrumentId} AND token_sealed IS NOT NULL`);
}
