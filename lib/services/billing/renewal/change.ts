import { Prisma } from "@/lib/db/client";
import type { AttemptRow, SubscriptionRow } from "@/lib/db/rows";
import type { Interval } from "@/lib/domain/interval";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import type { RenewalMode } from "@/lib/domain/renewal-plan";
import { maskedPhone } from "@/lib/providers/phone";
import type { Card } from "@/lib/resources/subscription";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, verb } from "@/lib/services/people/accounts/permit";
import { ladderAfter, sentForThisEnd } from "../reminders/ladder";
import { lockSubscription } from "../subscriptions/read";
import { announceAnew, askedOf, maySchedule, notifyRenewal, publishRenewal } from "./announce";
import { type ConsentEnd, endConsent, freshTries, phoneHash, renewedByHand } from "./renewing";

/**
 * How the holder of a phone or card was proven. `ticked`: they approved the payment with which they agreed. `paid`: it
 * paid before, and its subscriber is known by it alone. `code`: six digits that were sent there. `dialled`: the network
 * named it. `before`: an earlier consent named it. `network`: the network asked for the PIN.
 */
export type ProvenBy = "ticked" | "paid" | "code" | "dialled" | "before" | "network";

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

/**
 * From where a renewal is taken: the payer's phone, or a card that a rail keeps. `until`: the last day on which a standing order
 * pays from that phone.
 */
export type RenewalWay =
  | { kind: "phone"; phone: string; network: string | null; until?: Date }
  /** A test card has no instrument. */
  | { kind: "card"; instrumentId: bigint | null; hash: Uint8Array<ArrayBuffer> | null; card: Card };

/**
 * The payer agreed that a locked subscription renews by itself. It replaces what they agreed to before. The tries begin
 * with the next that is to come.
 */
export async function agreeToRenewal(
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
      ...{ customerId: row.customerId, currency: row.currency, givenAt: unit.world.clock.now() },
      instrumentHash: way.kind === "card" ? way.hash : phoneHash(unit.world, way.phone),
    },
    select: { id: true },
  });
  const phone = way.kind === "phone" ? way : null;
  return write(unit, row, {
    ...renewedByHand,
    renewalMode: consent.mode,
    renewalConsentId: id,
    renewalAgreedAt: unit.now,
    instrumentId,
    renewalCard: way.kind === "card" ? { ...way.card } : null,
    renewalPhoneSealed: phone && new Uint8Array(unit.world.secrets.seal(phone.phone)),
    renewalPhone: phone && maskedPhone(phone.phone),
    renewalNetwork: phone?.network ?? null,
    renewalUntil: phone?.until ?? null,
  });
}

/** Ends it for a locked subscription, for whatever reason. */
export async function endRenewal(unit: Unit, row: SubscriptionRow, by: ConsentEnd): Promise<SubscriptionRow> {
  if (row.renewalMode === "manual") return row;
  // By the clock as it is under the lock: a try that was given to its rail before is earlier.
  endConsent({ ...unit, now: unit.world.clock.now() }, row, by);
  return write(unit, row, renewedByHand);
}

/** A standing order pays what was agreed to and nothing else: with another price its payer pays by hand, and stops it. */
export async function endUnfitOrder(unit: Unit, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (row.renewalMode !== "standing_order" || row.renewalConsentId === null) return row;
  const agreed = await unit.tx.renewalConsent.findUniqueOrThrow({ where: { id: row.renewalConsentId } });
  const asked = await askedOf(unit, row);
  const fits = agreed.capMinor === asked.totalMinor && agreed.interval === asked.interval;
  return fits ? row : endRenewal(unit, row, "price_changed");
}

/** After an act that changes what a locked subscription costs: tells anew what was announced for this end. */
export async function retellRenewal(unit: Unit, row: SubscriptionRow): Promise<SubscriptionRow> {
  if (row.renewalMode === "manual" || !row.livemode) return row;
  if (row.renewalMode === "standing_order") return endUnfitOrder(unit, row);
  const asked = await askedOf(unit, row);
  if ((await maySchedule(unit, row, asked)) === "untold") await announceAnew(unit, row, asked.totalMinor);
  return row;
}

/** What switching off found. */
export interface TurnedOff {
  row: SubscriptionRow;
  /** The page of a payment that had been given to its rail before, and may still come; null when there is none. */
  underWay: string | null;
}

/**
 * Switches it off, by the payer or the seller. From then on nothing is given to a rail: a try that was only written
 * down is given up. Repeating it changes nothing. Throws NotFound, and Refusal
 * `standing_order_runs` where a network pays by itself: only the payer stops that, there, and says so on their page.
 */
export const turnOffRenewal = verb(
  "subscription.cancel",
  async (unit, caller: Caller, id: string): Promise<TurnedOff> => {
    const locked = await lockSubscription(unit, caller, id);
    if (!locked) throw new NotFound();
    if (locked.renewalMode === "manual") return { row: locked, underWay: null };
    if (locked.renewalMode === "standing_order") throw new Refusal("standing_order_runs");
    const row = await endRenewal(unit, locked, caller.actor === "payer" ? "payer" : "seller");
    await unit.audit(caller, { action: "subscription.renewal_off", target: `subscription:${id}` });
    const open = await unit.tx.paymentAttempt.findFirst({
      where: { renewalOf: id, calledAt: { not: null }, status: { in: ["created", "pending", "unknown"] } },
      select: { token: true },
    });
    return { row, underWay: open?.token ?? null };
  },
);

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
async function write(unit: Unit, before: SubscriptionRow, changes: Columns): Promise<SubscriptionRow> {
  const store = await unit.store(before.storeId);
  const changed = { ...before, ...changes };
  const row = { ...changed, ...freshTries(changed, store, unit.now) };
  const ladder = ladderAfter(row, store, sentForThisEnd(row), unit.now);
  const after = { ...row, ...ladder, updatedAt: unit.now };
  const { renewalCard, ...columns } = pick(after, [
    ...(Object.keys(renewedByHand) as (keyof Columns)[]),
    ...(["nextReminderAt", "remindersSent", "remindedFor", "updatedAt"] as const),
  ]);
  await unit.tx.subscription.update({
    where: { id: row.id },
    data: { ...columns, renewalCard: renewalCard ?? Prisma.DbNull },
    select: { id: true },
  });
  return publishRenewal(unit, after);
}

function pick<Row, Name extends keyof Row>(row: Row, names: readonly Name[]): Pick<Row, Name> {
  // Safe: each of the names is taken.
  return Object.fromEntries(names.map((name) => [name, row[name]])) as Pick<Row, Name>;
}

type Paid = Pick<AttemptRow, "id" | "consentId" | "renewalOf" | "instrumentHash" | "phoneSealed"> & {
  order: { accountId: number; subscriptionId: string | null };
};

/**
 * Nothing more is taken by itself, because a payment went back or its payer says that it was not theirs: every consent of
 * the account on the phone or card that paid ends, and each payer is told why; only a new consent opens it again. Without
 * `everywhere` (a bank asks about something else) those of the payment's own subscription alone. Under the lock of the
 * attempt and its order, before any balance.
 */
export async function endConsentsOn(
  unit: Unit,
  attempt: Paid,
  by: "disputed" | "reversed",
  everywhere = true,
): Promise<void> {
  for (const { id, storeId } of await consentsOn(unit, attempt, everywhere)) {
    const row = await lockSubscription(unit, { storeId, livemode: true }, id);
    if (!row || row.renewalMode === "manual") continue;
    await notifyRenewal(unit, row, "renewal_disputed_off", attempt.id);
    await endRenewal(unit, row, by);
  }
}

/**
 * In one order for all, as two payments with one card may go back at once. A card that its bank replaced since is known by
 * the consent that was given with this payment, or by which it was made.
 */
function consentsOn(
  { tx, world }: Unit,
  { id, consentId, renewalOf, order, instrumentHash, phoneSealed }: Paid,
  everywhere: boolean,
): Promise<{ id: string; storeId: number }[]> {
  const phone = phoneSealed && world.secrets.open(phoneSealed);
  const hash = instrumentHash ?? (phone && phoneHash(world, phone));
  const own = renewalOf ?? order.subscriptionId;
  // The hash of a phone is missing where an earlier release wrote the consent: then it is the one that is shown so.
  const same = Prisma.sql`c.instrument_hash = ${hash}::bytea
    OR c.instrument_hash IS NULL AND sub.renewal_phone = ${phone && maskedPhone(phone)}
    OR c.instrument_id IN (SELECT instrument_id FROM renewal_consents
      WHERE subscription_id = ${own} AND (id = ${consentId} OR attempt_id = ${id}::uuid))`;
  return tx.$queryRaw<{ id: string; storeId: number }[]>`
    SELECT sub.id, sub.store_id AS "storeId" FROM renewal_consents c
    JOIN subscriptions sub ON sub.id = c.subscription_id AND sub.account_id = ${order.accountId} AND sub.livemode
    WHERE c.ended_at IS NULL AND (c.subscription_id = ${own} OR ${everywhere} AND (${same}))
    ORDER BY sub.store_id, sub.id`;
}
