import { Prisma } from "@/lib/db/client";
import type { SubscriptionRow } from "@/lib/db/rows";
import type { Interval } from "@/lib/domain/interval";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import type { RenewalMode } from "@/lib/domain/renewal-plan";
import { maskedPhone } from "@/lib/providers/phone";
import type { Card } from "@/lib/resources/subscription";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { ladderAfter, sentForThisEnd } from "../reminders/ladder";
import { lockSubscription } from "../subscriptions/record";
import { publishRenewal } from "./announce";
import { type ConsentEnd, endConsent } from "./end-consent";
import { freshTries, isRenewing, phoneHash, renewedByHand } from "./renewing";

/**
 * How the holder of a phone or card was proven. `ticked`: they approved the payment with which they agreed. `paid`: it
 * paid before, and its subscriber is known by it alone. `code`: six digits that were sent there. `dialled`: the network
 * named it. `before`: an earlier consent named it.
 */
export type ProvenBy = "ticked" | "paid" | "code" | "dialled" | "before";

/** What the payer agreed to, and in which words: what was shown, whatever became of the plan since. */
export interface Consent {
  mode: Exclude<RenewalMode, "manual">;
  /** The text beside the box, as it was read. */
  text: string;
  language: string;
  /** No renewal takes more, and none comes round more often. */
  capMinor: bigint;
  interval: Interval;
  provenBy: ProvenBy | null;
  /** The payment with which it was given. */
  attemptId?: string;
}

/** From where a renewal is taken: the payer's phone, or a card that a rail keeps. */
export type RenewalWay =
  | { kind: "phone"; phone: string; network: string | null }
  /** A test card has no instrument. */
  | { kind: "card"; instrumentId: bigint | null; hash: Uint8Array<ArrayBuffer> | null; card: Card };

/**
 * The payer agreed that a locked subscription renews by itself. It replaces what they agreed to before. The tries begin
 * with the next that is to come.
 */
export async function agreeToRenewal(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  consent: Consent,
  way: RenewalWay,
): Promise<SubscriptionRow> {
  endConsent(unit, row, "replaced");
  const instrumentId = way.kind === "card" ? way.instrumentId : null;
  const { id } = await unit.tx.renewalConsent.create({
    data: {
      ...consent,
      ...{ storeId: row.storeId, livemode: row.livemode, subscriptionId: row.id, instrumentId },
      ...{ customerId: row.customerId, currency: row.currency, givenAt: world.clock.now() },
      instrumentHash: way.kind === "card" ? way.hash : phoneHash(world, way.phone),
    },
    select: { id: true },
  });
  const phone = way.kind === "phone" ? way : null;
  return write(world, unit, row, {
    ...renewedByHand,
    renewalMode: consent.mode,
    renewalConsentId: id,
    renewalAgreedAt: unit.now,
    instrumentId,
    renewalCard: way.kind === "card" ? { ...way.card } : null,
    renewalPhoneSealed: phone && new Uint8Array(world.secrets.seal(phone.phone)),
    renewalPhone: phone && maskedPhone(phone.phone),
    renewalNetwork: phone?.network ?? null,
  });
}

/** Ends it for a locked subscription, for whatever reason. */
export async function endRenewal(
  world: World,
  unit: Unit,
  row: SubscriptionRow,
  by: ConsentEnd,
): Promise<SubscriptionRow> {
  if (row.renewalMode === "manual") return row;
  // By the clock as it is under the lock: a try that was given to its rail before is earlier.
  endConsent({ ...unit, now: world.clock.now() }, row, by);
  return write(world, unit, row, renewedByHand);
}

/** What switching off found. */
export interface TurnedOff {
  row: SubscriptionRow;
  /** The page of a payment that had been given to its rail before, and may still come; null when there is none. */
  underWay: string | null;
}

/**
 * Switches it off, by the payer or the seller. From then on nothing is given to a rail: a try that was only written
 * down is given up. Repeating it changes nothing. Throws NotFound.
 */
export async function turnOffRenewal(world: World, caller: Caller, id: string): Promise<TurnedOff> {
  permit(caller, "subscription.cancel");
  return transact(world, async (unit) => {
    const locked = await lockSubscription(unit, caller, id);
    if (!locked) throw new NotFound();
    if (locked.renewalMode === "manual") return { row: locked, underWay: null };
    const row = await endRenewal(world, unit, locked, caller.actor === "payer" ? "payer" : "seller");
    await unit.audit(caller, { action: "subscription.renewal_off", target: `subscription:${id}` });
    const open = await unit.tx.paymentAttempt.findFirst({
      where: { renewalOf: id, calledAt: { not: null }, status: { in: ["created", "pending", "unknown"] } },
      select: { token: true },
    });
    return { row, underWay: open?.token ?? null };
  });
}

/**
 * The seller may only switch it off. Throws NotFound, and Refusal `payer_consent_required` for any other mode.
 */
export async function setRenewalMode(
  world: World,
  caller: Caller,
  id: string,
  mode: RenewalMode,
): Promise<SubscriptionRow> {
  permit(caller, "subscription.cancel");
  if (mode !== "manual") throw new Refusal("payer_consent_required");
  return (await turnOffRenewal(world, caller, id)).row;
}

type Columns = { -readonly [Key in keyof typeof renewedByHand]: SubscriptionRow[Key] };

/** Stores the columns, with the tries and the reminders that follow from them, and publishes the change. */
async function write(
  world: World,
  unit: Unit,
  before: SubscriptionRow,
  changes: Columns,
): Promise<SubscriptionRow> {
  const store = await unit.store(before.storeId);
  const { timeZone } = store;
  const changed = { ...before, ...changes };
  const row = { ...changed, ...freshTries(changed, store, unit.now) };
  const of = { livemode: row.livemode, timeZone, isRenewing: isRenewing(row, store, unit.now) };
  const after = { ...row, ...ladderAfter(row, of, sentForThisEnd(row), unit.now), updatedAt: unit.now };
  const { renewalCard, ...columns } = pick(after, [
    ...(Object.keys(renewedByHand) as (keyof Columns)[]),
    ...(["nextReminderAt", "remindersSent", "remindedFor", "updatedAt"] as const),
  ]);
  await unit.tx.subscription.update({
    where: { id: row.id },
    data: { ...columns, renewalCard: renewalCard ?? Prisma.DbNull },
    select: { id: true },
  });
  return publishRenewal(world, unit, after);
}

function pick<Row, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  // Safe: each of the names is taken.
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}
