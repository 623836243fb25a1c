import type { StoreRow } from "@/lib/db/rows";
import { renew } from "@/lib/domain/subscription";
import { advanceDueSubscriptions, remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { recordPeriod } from "@/lib/services/billing/subscriptions/record";
import { transact } from "@/lib/services/core/unit";
import { deliverMessages, type Takers, takers } from "./outbox";
import { paidSubscription } from "./subscription";
import { type TestStore, type TestWorld, testStore, testWorld } from "./world";

const minuteMs = 60 * 1000;
const hourMs = 60 * minuteMs;

interface Pays {
  id: string;
  hoursBeforeEnd: number;
  times: number;
}

/** A store whose time can be run forward, and what its subscribers were sent in it. */
export interface Life {
  world: TestWorld;
  shop: TestStore;
  taken: Takers["taken"];
  /** "2026-03-26 09:00 renewal_seven_days email+sms", as the store's clocks show it. */
  log: string[];
  /**
   * Moves the clock from one due time to the next, each time doing all that the crons do, and notes what went out. The
   * subscriber pays a number of times, so long before the end of what is paid.
   */
  runUntil(end: string, pays?: Pays): Promise<void>;
  /** A live subscription, paid for once now; its id. */
  subscriber(of?: { interval?: "week"; email?: string | null; phone?: string | null }): Promise<string>;
  pay(id: string): Promise<void>;
  /** The templates that wait in the outbox. */
  waiting(): Promise<string[]>;
  eventTypes(): Promise<string[]>;
}

export async function livingStore(store: Partial<Omit<StoreRow, "id" | "accountId">> = {}): Promise<Life> {
  const { taken, mailer, sms } = takers();
  const world = testWorld({ mailer, sms });
  const shop = await testStore(world, { store });
  // The sweeps look at every store: what other tests left behind stays out of it.
  await world.db.subscription.updateMany({ data: { nextReminderAt: null, nextDueAt: null } });
  const log: string[] = [];
  return {
    ...{ world, shop, taken, log },
    runUntil: (end, pays) => runUntil(world, shop, log, end, pays),
    subscriber: (of = {}) => subscriber(world, shop, of),
    pay: (id) => pay(world, shop, id),
    async waiting() {
      const where = { storeId: shop.store.id, status: "queued" as const };
      return (await world.db.message.findMany({ where })).map(({ template }) => template);
    },
    async eventTypes() {
      const where = { storeId: shop.store.id, objectId: { startsWith: "sub_" } };
      const rows = await world.db.event.findMany({ where, orderBy: { sequence: "asc" } });
      return rows.map(({ type }) => type);
    },
  };
}

async function runUntil(
  world: TestWorld,
  shop: TestStore,
  log: string[],
  end: string,
  pays?: Pays,
): Promise<void> {
  const storeId = shop.store.id;
  let left = pays?.times ?? 0;
  for (let steps = 0; steps < 500; steps += 1) {
    const payAt = pays && left > 0 ? await timeToPay(world, pays) : Number.POSITIVE_INFINITY;
    if (pays && world.clock.now().getTime() >= payAt) {
      await pay(world, shop, pays.id);
      left -= 1;
      continue;
    }
    await advanceDueSubscriptions(world);
    await remindDueSubscriptions(world);
    await deliverMessages(world, { storeId });
    await note(world, shop, log);
    const now = world.clock.now().getTime();
    if (now >= Date.parse(end)) return;
    const next = Math.min(
      Date.parse(end),
      payAt,
      (await nextDue(world, storeId)) ?? Number.POSITIVE_INFINITY,
    );
    world.clock.set(new Date(Math.max(next, now + minuteMs)));
  }
  throw new Error("Something is due again and again.");
}

async function timeToPay(world: TestWorld, { id, hoursBeforeEnd }: Pays): Promise<number> {
  const sub = await world.db.subscription.findUniqueOrThrow({ where: { id } });
  return sub.currentPeriodEnd.getTime() - hoursBeforeEnd * hourMs;
}

async function nextDue(world: TestWorld, storeId: number): Promise<number | null> {
  const { rows } = await world.pool.query<{ at: Date | null }>(
    `SELECT least(
       (SELECT min(least(next_due_at, next_reminder_at)) FROM subscriptions WHERE store_id = $1),
       (SELECT min(next_attempt_at) FROM messages WHERE store_id = $1 AND status = 'queued')) AS at`,
    [storeId],
  );
  return rows[0]?.at?.getTime() ?? null;
}

/** Adds what went out since the last time. */
async function note(world: TestWorld, shop: TestStore, log: string[]): Promise<void> {
  const { id: storeId, timeZone } = shop.store;
  const now = world.clock.now();
  const sent = await world.db.message.findMany({
    where: { storeId, status: "sent", sentAt: now },
    orderBy: { id: "asc" },
  });
  const clocks = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  const channels = new Map<string, string[]>();
  for (const { template, channel } of sent)
    channels.set(template, [...(channels.get(template) ?? []), channel]);
  for (const [template, by] of channels) log.push(`${clocks.format(now)} ${template} ${by.join("+")}`);
}

async function subscriber(
  world: TestWorld,
  shop: TestStore,
  of: { interval?: "week"; email?: string | null; phone?: string | null },
): Promise<string> {
  if (of.interval) {
    const { id } = shop.products[0];
    shop.products[0] = await world.db.product.update({ where: { id }, data: { interval: of.interval } });
  }
  const email = of.email === undefined ? "payer@example.com" : of.email;
  const ref = email ?? "user_1";
  const { id, customerId } = await paidSubscription(world, shop, { livemode: true, ref, email });
  const phone = of.phone === undefined ? "+256772000111" : of.phone;
  await world.db.customer.update({ where: { id: customerId }, data: { phone } });
  return id;
}

async function pay(world: TestWorld, shop: TestStore, id: string): Promise<void> {
  await transact(world, async (unit) => {
    const row = await lockSubscription(unit, shop.live, id);
    if (!row) throw new Error("There is no such subscription.");
    const { period, ...step } = renew(row, unit.now);
    const price = { listMinor: row.amountMinor, discountMinor: 0n };
    await recordPeriod(unit, row, { kind: "paid", period, step, price, paymentKey: null });
  });
}
