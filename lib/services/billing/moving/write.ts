import { insertedAll } from "@/lib/db/columns";
import { movedFacts } from "@/lib/domain/moving";
import { renewalReminderDue } from "@/lib/domain/reminder";
import { dueSteps, nextDueAt, type SubscriptionFacts } from "@/lib/domain/subscription";
import { composeId } from "@/lib/domain/token";
import { trialEmail } from "@/lib/domain/trial";
import type { Caller, Unit } from "@/lib/services/core/world";
import { yieldProspects } from "@/lib/services/people/customers/contact";
import { ladderOf } from "../reminders/ladder";
import { recordPrices } from "../subscriptions/publish";
import type { Moved } from "./moved";
import { eventsBefore } from "./tell";

/** A subscription that is written for a customer who is there. */
interface Owned {
  moved: Moved;
  customerId: number;
}

/**
 * Writes subscriptions that were begun elsewhere, each with one period that carries no order and no money. Nobody is told:
 * no event, no message, and the reminders begin with the next one that comes due. Returns their ids, in this order.
 */
export async function writeMoved(
  unit: Unit,
  caller: Caller,
  source: string,
  all: readonly Owned[],
): Promise<string[]> {
  if (all.length === 0) return [];
  const { storeId, accountId, livemode } = caller;
  const { timeZone } = await unit.store(storeId);
  const taken = await takenIds(unit, all);
  const events = await eventsBefore(unit, storeId, keptIds(all, taken));
  const rows = all.map(({ moved, customerId }) => {
    const facts = factsOf(moved, unit.now);
    const kept = moved.exact && !taken.has(moved.exact.id) ? moved.exact.id : null;
    return {
      ...{ ...facts, storeId, accountId, livemode, customerId },
      id: kept ?? composeId("sub_", unit.now.getTime(), unit.world.random.bytes(24)),
      ...{
        productId: moved.productId,
        ref: moved.ref,
        currency: moved.currency,
        amountMinor: moved.amountMinor,
      },
      ...{ importedFrom: source, externalId: moved.externalId, metadata: moved.metadata },
      ...{ paymentsCount: 0, totalPaidMinor: 0n, nextDueAt: nextDueAt(facts) },
      eventSequence: (kept && events.get(kept)) ?? 0,
      ...plansOf(moved, facts),
      ...silentLadder(facts, { livemode, timeZone }, unit.now),
      ...{ createdAt: moved.exact?.createdAt ?? unit.now, updatedAt: unit.now },
    };
  });
  await unit.tx.$executeRaw(insertedAll("subscriptions", rows));
  recordPrices(unit, rows, "moved", caller.actor);
  const periods = rows.map((row) => ({
    ...{ storeId, livemode, subscriptionId: row.id, number: 1, kind: "imported" },
    ...{ startsAt: row.startedAt, endsAt: row.currentPeriodEnd, interval: row.interval },
    ...{ currency: row.currency, listMinor: row.amountMinor, paidMinor: 0n, discountMinor: row.amountMinor },
    paidAt: unit.now,
    // Access was ended there during the time that was paid for.
    stoppedAt: row.endedAt && row.endedAt < row.currentPeriodEnd ? row.endedAt : null,
    wentBack: false,
  }));
  await unit.tx.$executeRaw(insertedAll("subscription_periods", periods));
  await useTrials(
    unit,
    caller,
    rows.map(({ id }, at) => ({ id, moved: (all[at] as Owned).moved })),
  );
  return rows.map(({ id }) => id);
}

function keptIds(all: readonly Owned[], taken: ReadonlySet<string>): string[] {
  return all.flatMap(({ moved }) => (moved.exact && !taken.has(moved.exact.id) ? [moved.exact.id] : []));
}

/** The ids at another instance that something here has already. */
async function takenIds({ tx }: Unit, all: readonly Owned[]): Promise<ReadonlySet<string>> {
  const ids = all.flatMap(({ moved }) => moved.exact?.id ?? []);
  if (ids.length === 0) return new Set();
  const rows = await tx.subscription.findMany({ where: { id: { in: ids } }, select: { id: true } });
  return new Set(rows.map(({ id }) => id));
}

function factsOf(moved: Moved, now: Date): SubscriptionFacts {
  if (!moved.exact) return movedFacts(moved, now);
  const { status, anchorAt, anchorPeriods, currentPeriodStart, graceEndsAt, trialEndsAt, endedAt, planFrom } =
    moved.exact;
  const facts: SubscriptionFacts = {
    ...{ status, anchorAt, anchorPeriods, currentPeriodStart, graceEndsAt, trialEndsAt, endedAt, planFrom },
    ...{ interval: moved.interval, startedAt: moved.startedAt ?? anchorAt, currentPeriodEnd: moved.end },
    cancelledAt: moved.cancelledAt,
  };
  // What came due on the way is true, and nobody is told.
  return Object.assign(facts, ...dueSteps(facts, now).map(({ to }) => to)) as SubscriptionFacts;
}

/** Who had free days there does not have them again here. */
async function useTrials(
  { tx, now, world }: Unit,
  { storeId, livemode }: Caller,
  rows: readonly { id: string; moved: Moved }[],
): Promise<void> {
  const data = rows.flatMap(({ id, moved }) => {
    if (!moved.exact?.trialEndsAt) return [];
    const whose = [
      ["ref", moved.ref],
      ["email", moved.email && trialEmail(moved.email)],
      ["phone", moved.phone],
    ] as const;
    return whose.flatMap(([kind, value]) => {
      const [mac] = value ? world.secrets.macs("trial-use", `${kind}/${value}`) : [];
      return mac
        ? [{ storeId, livemode, kind, hash: new Uint8Array(mac), subscriptionId: id, createdAt: now }]
        : [];
    });
  });
  if (data.length > 0) await tx.trialUse.createMany({ data, skipDuplicates: true });
}

/** A change of plan that was paid for ahead there, and one that was chosen. */
function plansOf({ exact }: Moved, { status }: SubscriptionFacts) {
  const previous = exact?.previous ?? null;
  const pending = status === "cancelled" ? null : (exact?.pending ?? null);
  return {
    previousProductId: previous && Number(previous.product),
    ...{ previousInterval: previous?.interval ?? null, previousAmountMinor: previous?.amountMinor ?? null },
    pendingProductId: pending && Number(pending.product),
    ...{ pendingInterval: pending?.interval ?? null, pendingAmountMinor: pending?.amountMinor ?? null },
  };
}

/** The reminders whose time has come already count as sent. */
function silentLadder(facts: SubscriptionFacts, of: { livemode: boolean; timeZone: string }, now: Date) {
  const sent: Parameters<typeof ladderOf>[2][number][] = [];
  for (;;) {
    const due = renewalReminderDue({ facts, timeZone: of.timeZone, remindersSent: sent }, now);
    if (!due || sent.includes(due)) return ladderOf(facts, { ...of, isRenewing: false }, sent, now);
    sent.push(due);
  }
}

/** Customers whom nobody knew, written in silence. Returns them with their ids, in this order. */
export async function writeCustomers(
  unit: Unit,
  { accountId, storeId, livemode }: Caller,
  people: readonly Person[],
): Promise<number[]> {
  if (people.length === 0) return [];
  const { now } = unit;
  const adopt = await yieldProspects(unit, { accountId, livemode }, people);
  const rows = await unit.tx.customer.createManyAndReturn({
    data: people.map((one) => ({
      ...{ ...one, accountId, livemode, source: "import" as const, addedIn: storeId },
      ...{ customerSince: now, createdAt: now, updatedAt: now },
    })),
    select: { id: true, email: true, phone: true },
  });
  await adopt(rows);
  return rows.map(({ id }) => id);
}

export interface Person {
  name: string;
  email: string | null;
  phone: string | null;
  company?: string | null;
  country?: string | null;
  city?: string | null;
  address?: string | null;
  acceptsMarketing?: boolean;
  language?: string | null;
}
