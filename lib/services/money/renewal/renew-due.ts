import { Prisma, type Tx } from "@/lib/db/client";
import { type AttemptRow, readSubscriptions, type SubscriptionRow } from "@/lib/db/rows";
import { PayInvalid, PaymentOpen } from "@/lib/domain/pay-problem";
import { NotFound, Refusal } from "@/lib/domain/refusal";
import { nextTryAt, tryDue } from "@/lib/domain/renewal-plan";
import { composeToken, composeUuid } from "@/lib/domain/token";
import { announceAnew, maySchedule, notifyRenewal } from "@/lib/services/billing/renewal/announce";
import { recordMissedOrder, recordNeedsPayer, stopTries } from "@/lib/services/billing/renewal/failed";
import { letsRenew, renewingOf } from "@/lib/services/billing/renewal/renewing";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { recordDueSteps, storeSubscription } from "@/lib/services/billing/subscriptions/record";
import { isDue, type Leased, lease, workThrough } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { callKept, callRail } from "../checkout/call-rail";
import { lockThing, openAttempt } from "../checkout/open-attempt";
import { payNothing } from "../checkout/pay-free";
import { renewalLock } from "../checkout/purchase";
import { quoteOf, reduce } from "../checkout/quote";
import { readPurchase } from "../checkout/read-purchase";
import { lockAttempt } from "../settlement/lock-attempt";
import { settle } from "../settlement/settle";
import { isUndecided, readSource, type Source, whyClosed } from "./source";

/** Longer than a call of a rail with what is written about it. */
const due: Leased = { table: "subscriptions", dueAt: "next_renewal_try_at", leaseMs: 90_000 };
const atOnce = 8;
const passMs = 20_000;
const minuteMs = 60_000;
/** Something else is under way or switched off: it is looked at again, within the hours of the try. */
const laterMs = { busy: 10 * minuteMs, closed: 60 * minuteMs };

export interface RenewResult {
  tried: number;
  failed: number;
  /** True when there may be more that is due already. */
  more: boolean;
}

/**
 * Makes the tries that are due of subscriptions that renew by themselves: asks the payer's phone, or charges the kept
 * card. One row is one try, and an error in one stops no other. The attempt is committed before the rail is called, once;
 * nothing is tried while another payment of the subscription is undecided. Safe to miss, to repeat, or to run twice at
 * once.
 */
export async function renewDue(world: World): Promise<RenewResult> {
  const result = { tried: 0, failed: 0 };
  const endsAt = world.clock.now().getTime() + passMs;
  const { more } = await workThrough(
    atOnce,
    (limit) => claim(world, limit),
    async (row) => {
      try {
        if (await renewOne(world, row)) result.tried += 1;
      } catch (error) {
        result.failed += 1;
        world.log.error({ err: error, subscription: row.id }, "A subscription could not be renewed.");
      }
    },
    () => world.clock.now().getTime() >= endsAt,
  );
  return { ...result, more };
}

interface Claimed {
  id: string;
  storeId: number;
}

function claim(world: World, limit: number): Promise<Claimed[]> {
  return lease<Claimed>(world, due, {
    which: Prisma.sql`livemode AND ${isDue(world, due)}`,
    limit,
    columns: Prisma.sql`id, store_id AS "storeId"`,
  });
}

/** What became of looking at one row. */
type Looked =
  | { kind: "try"; attemptId: string; source: Source }
  /** Nothing now: the time of the next look is written. */
  | { kind: "not_now" };

/** Whether a rail was called. */
async function renewOne(world: World, { id, storeId }: Claimed): Promise<boolean> {
  const row = await readIt(world.db, id);
  if (row.renewalMode === "standing_order") {
    await transact(world, (unit) => recordMissedOrder(unit, { id, storeId }));
    return false;
  }
  const source = await readSource(world, row);
  const limited = source.kind === "none" ? "closed" : await whyClosed(world, source.rail.id);
  const looked = await transact(world, (unit) => look(unit, { id, storeId }, limited, source)).catch(
    (error) => (isRefused(error) ? refuse(world, { id, storeId }, error) : Promise.reject(error)),
  );
  if (looked.kind === "not_now") return false;
  if (!(await beginCall(world, storeId, looked.attemptId))) {
    const failure = { reason: "provider_unavailable" as const };
    await settle(world, looked.attemptId, { kind: "failed", failure });
    return false;
  }
  if (looked.source.kind === "card") await chargeCard(world, looked.attemptId, looked.source.token);
  else await callRail(world, looked.attemptId);
  return true;
}

async function readIt(db: Pick<Tx, "$queryRaw">, id: string): Promise<SubscriptionRow> {
  const [row] = await readSubscriptions(db, Prisma.sql`WHERE subscription.id = ${id}`);
  if (!row) throw new NotFound();
  return row;
}

/** Where the bank asks for its payer, this very charge can be finished at the bank's page, through ours. */
async function chargeCard(world: World, attemptId: string, token: string): Promise<void> {
  const answer = await callKept(world, attemptId, token);
  if (answer?.kind !== "requires_redirect") return;
  await transact(world, async (unit) => recordNeedsPayer(unit, await lockAttempt(unit, attemptId)));
}

/** Under the lock of the subscription, as it is now: writes the attempt, or when to look again. */
async function look(
  unit: Unit,
  { id, storeId }: Claimed,
  limited: "closed" | null,
  source: Source,
): Promise<Looked> {
  const store = await unit.store(storeId);
  const caller = { storeId, accountId: store.accountId, livemode: true, actor: "system" };
  lockThing(unit, caller, renewalLock(id));
  const seen = await readIt(unit.tx, id);
  const number = tryDue(renewingOf(seen, store), unit.now);
  if (number === null) return lookAgain(unit, seen);
  if (!letsRenew(store) || source.kind === "none" || limited) return lookAgain(unit, seen, "closed");
  if (seen.renewalConsentId === null || seen.renewalConsentId !== source.consentId)
    return lookAgain(unit, seen);
  if (await isUndecided(unit, id)) return lookAgain(unit, seen);
  const payer = { name: null, email: null, phone: source.kind === "phone" ? source.phone : null };
  const paymentFor = { kind: "subscription_renewal" as const, subscriptionId: id };
  const purchase = await readPurchase(unit.tx, caller, paymentFor, payer, unit.now);
  if (purchase.isBlocked) throw new Refusal("customer_blocked");
  const method = source.kind === "phone" ? ("mobile_money" as const) : ("card" as const);
  const terms = { ...store, feePpm: store.plan.feePpm, fixedFees: store.plan.fixedFees };
  const ways = {
    currency: purchase.currency,
    network: source.kind === "phone" ? source.network : null,
    rails: [source.rail],
  };
  const { country } = store;
  const chosen = await reduce(unit, caller, purchase, { payer, country, typed: "" });
  if (chosen.reduction?.amountMinor === purchase.priceMinor) {
    const free = { id: composeUuid(unit.world.random.bytes(16)), payer };
    await payNothing(unit, caller, purchase, chosen.reduction, free);
    return { kind: "not_now" };
  }
  const quote = quoteOf(terms, { for: paymentFor, method }, payer, purchase, ways, chosen);
  const asked = { totalMinor: quote.totalMinor, interval: purchase.interval ?? seen.interval };
  const may = await maySchedule(unit, seen, asked);
  if (may !== "take") return tellInstead(unit, seen, may, asked.totalMinor);
  const attempt = await openAttempt(
    unit,
    caller,
    { quote, payer, rail: source.rail.id },
    {
      ...{ id: composeUuid(unit.world.random.bytes(16)), for: paymentFor, method },
      // No browser began it, so none has it.
      browser: composeToken(unit.world.random.bytes(24)),
      scheduled: {
        consentId: seen.renewalConsentId,
        renewalOf: id,
        renewalEnd: seen.currentPeriodEnd,
        renewalTry: number,
        instrumentHash: source.instrumentHash,
      },
    },
  );
  // Orders are locked before subscriptions. What changed meanwhile undoes all of this.
  const row = await lockSubscription(unit, caller, id);
  if (row?.renewalConsentId !== seen.renewalConsentId || tryDue(renewingOf(row, store), unit.now) !== number)
    throw new Moved();
  const tried = {
    renewalTries: number,
    renewalTriedFor: row.currentPeriodEnd,
    renewalTriedAt: unit.now,
    renewalFailure: row.renewalFailure,
  };
  const next = nextTryAt(renewingOf({ ...row, ...tried }, store), unit.now);
  storeSubscription(unit, row, { ...tried, nextRenewalTryAt: next, leasedUntil: null });
  return { kind: "try", attemptId: attempt.id, source };
}

/**
 * The last moment before the rail is called: whoever switches it off, cancels or suspends from now on is told that this
 * payment is under way; whoever did so before has stopped it.
 */
function beginCall(world: World, storeId: number, attemptId: string): Promise<boolean> {
  return transact(world, async (unit) => {
    const store = await unit.store(storeId);
    const [attempt] = await unit.tx.$queryRaw<Pick<AttemptRow, "renewalOf" | "consentId">[]>`
      SELECT renewal_of AS "renewalOf", consent_id AS "consentId" FROM payment_attempts WHERE id = ${attemptId}::uuid`;
    if (!attempt?.renewalOf) return false;
    const row = await lockSubscription(unit, { storeId, livemode: true }, attempt.renewalOf);
    if (
      !row ||
      row.renewalConsentId === null ||
      row.renewalConsentId !== attempt.consentId ||
      !letsRenew(store)
    )
      return false;
    // By the clock as it is under the lock: switching off is either before this or after it.
    const called = await unit.tx.$executeRaw`
      UPDATE payment_attempts t SET called_at = ${world.clock.now()} FROM orders o
      WHERE t.id = ${attemptId}::uuid AND t.status = 'created' AND t.called_at IS NULL
        AND o.id = t.order_id AND o.payment_status = 'pending' AND o.order_status <> 'cancelled'`;
    return called === 1;
  });
}

/**
 * Writes when to look again, by the row as it is under its lock: somebody may have paid since it was read. What is due
 * now and cannot be tried waits a little.
 */
async function lookAgain(
  unit: Unit,
  { id, storeId }: Claimed,
  why: keyof typeof laterMs = "busy",
  notBefore = new Date(unit.now.getTime() + laterMs[why]),
): Promise<Looked> {
  const row = await lockSubscription(unit, { storeId, livemode: true }, id);
  if (!row) return { kind: "not_now" };
  const next = nextTryAt(renewingOf(row, await unit.store(storeId)), unit.now);
  const isDueNow = next !== null && next <= unit.now;
  storeSubscription(unit, row, { nextRenewalTryAt: isDueNow ? notBefore : next, leasedUntil: null });
  return { kind: "not_now" };
}

/** It may not be taken now: the payer is told, anew where there is time for that; else nothing more is tried. */
async function tellInstead(
  unit: Unit,
  seen: SubscriptionRow,
  may: Exclude<Awaited<ReturnType<typeof maySchedule>>, "take">,
  totalMinor: bigint,
): Promise<Looked> {
  const row = await lockSubscription(unit, { storeId: seen.storeId, livemode: true }, seen.id);
  if (!row) return { kind: "not_now" };
  if (typeof may === "object") return lookAgain(unit, row, "busy", may.waitUntil);
  if (may === "untold" && (await announceAnew(unit, row, totalMinor))) return lookAgain(unit, row, "closed");
  const stopped = await stopTries(unit, await recordDueSteps(unit, row));
  await notifyRenewal(unit, stopped, "renewal_price_changed", row.currentPeriodEnd.toISOString());
  return { kind: "not_now" };
}

/** The row moved between two looks at it, or another payment is open: it is looked at again. */
class Moved extends Error {}

function isRefused(error: unknown): boolean {
  return (
    error instanceof Moved ||
    error instanceof PaymentOpen ||
    error instanceof Refusal ||
    error instanceof PayInvalid ||
    error instanceof NotFound
  );
}

/** What will be refused again for this end stops its tries: then the payer is reminded as everybody else. */
function refuse(world: World, { id, storeId }: Claimed, error: unknown): Promise<Looked> {
  const isBusy =
    error instanceof Moved ||
    error instanceof PaymentOpen ||
    (error instanceof Refusal && error.code === "too_many_attempts");
  return transact(world, async (unit) => {
    const row = await lockSubscription(unit, { storeId, livemode: true }, id);
    if (!row || row.renewalMode === "manual") return { kind: "not_now" };
    if (isBusy) return lookAgain(unit, row);
    await stopTries(unit, row);
    return { kind: "not_now" };
  });
}
