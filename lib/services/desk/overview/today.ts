import { type OrderRow, orderInclude } from "@/lib/db/rows";
import { addDays, type CivilDate, instantAt } from "@/lib/domain/civil-date";
import { mayRead } from "@/lib/domain/roles";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { sumUp } from "@/lib/services/core/sums/sum-up";
import type { Caller, World } from "@/lib/services/core/world";
import { readSchedule, type ScheduleView } from "@/lib/services/money/out/payouts/schedule";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { readSubscribers, type Subscribers } from "./figures";
import { type Need, type Owed, readNeeds, readOwed } from "./needs";
import { readDailySums, readSums, type Span, spanOf } from "./sums";

/** What a seller looks at every day: what came in, what is due, and what needs them. */
export interface Today {
  /** The last seven days, today the last of them. */
  week: Span;
  /** The next days, today the first of them, and how many renewals are due on each. */
  calendar: { day: CivilDate; renewals: number }[];
  /** By currency, the store's own first and always there; none for a role that does not read money. */
  money: Takings[];
  /** The next payout that goes out by itself. */
  schedule: ScheduleView | null;
  subscribers: Subscribers;
  /** Invoices that are due in the days of the calendar. */
  owed: Owed;
  /** Of the week, by why they failed: the reason of most orders first. */
  failures: { reason: string; orders: number }[];
  latest: OrderRow[];
  needs: Need[];
  /** There are no orders and no subscribers: nothing to show yet. */
  isNew: boolean;
  /** Not all that has happened is in these figures yet. */
  isBehind: boolean;
}

interface Came {
  minor: bigint;
  payments: number;
}

export interface Takings {
  currency: string;
  today: Came;
  /** Of today, by the hour of the store's clock. */
  hours: bigint[];
  week: Came;
  /** The last fourteen days, the oldest first. */
  days: (Came & { day: CivilDate })[];
  /** Where the money is: on hold, ready, on its way to the seller, and what arrived of the payouts asked for this week. */
  heldMinor: bigint;
  availableMinor: bigint;
  goingMinor: bigint;
  paidOutMinor: bigint;
}

export const calendarDays = 14;
const latestShown = 6;

/** Without money for a role that does not read it. */
export async function readToday(world: World, caller: Caller | Seller): Promise<Today> {
  const { storeId, livemode } = caller;
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: storeId },
    select: { currency: true, timeZone: true },
  });
  const showsMoney = !("role" in caller) || mayRead(caller.role, "money");
  const week = spanOf(world.clock.now(), store.timeZone, 7);
  const isBehind = !(await sumUp(world, storeId));
  const [money, schedule, subscribers, calendar, failures, latest] = await Promise.all([
    showsMoney ? readTakings(world, storeId, store.currency, week) : [],
    showsMoney ? readSchedule(world, caller) : null,
    readSubscribers(world, caller),
    readCalendar(world, caller, week),
    readSums(world, storeId, "failed", { from: week.start, to: week.end }),
    world.db.order.findMany({
      where: { storeId, livemode },
      include: orderInclude,
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      take: latestShown,
    }),
  ]);
  const hasMoney = money.some(({ availableMinor, heldMinor }) => availableMinor + heldMinor > 0n);
  const lastDay = calendar.at(-1)?.day ?? week.today;
  const [needs, owed] = await Promise.all([
    readNeeds(world, caller, week, hasMoney),
    readOwed(world, storeId, { from: week.today, to: lastDay }),
  ]);
  return {
    ...{ week, calendar, money, schedule, subscribers, owed, latest, needs, isBehind },
    failures: failures
      .map(({ name, count }) => ({ reason: name, orders: count }))
      .sort((a, b) => b.orders - a.orders),
    isNew: latest.length === 0 && subscribers.active + subscribers.inGrace === 0,
  };
}

async function readTakings(world: World, storeId: number, own: string, week: Span): Promise<Takings[]> {
  const { timeZone, today, before, start, end } = week;
  const [days, hours, payouts] = await Promise.all([
    readDailySums(world, storeId, "paid", { from: before, to: end, timeZone }),
    readDailySums(world, storeId, "paid", { from: instantAt(today, 0, timeZone), to: end, timeZone }, "HH24"),
    world.db.payout.groupBy({
      by: ["currency"],
      where: { storeId, status: "paid", createdAt: { gte: start } },
      _sum: { amountMinor: true },
    }),
  ]);
  const first = addDays(week.first, -week.days.length);
  const names = Array.from({ length: 2 * week.days.length }, (_, n) => addDays(first, n));
  const currencies = new Set([own, ...[...days.map(({ currency }) => currency)].sort()]);
  return Promise.all(
    [...currencies].map(async (currency) => {
      const of = (all: typeof days, name: string): Came => {
        const found = all.find((one) => one.currency === currency && one.day === name);
        return { minor: found?.minor ?? 0n, payments: found?.count ?? 0 };
      };
      const wallet = await readWallet(world.db, storeId, currency);
      const each = names.map((day) => ({ day, ...of(days, day) }));
      return {
        ...{ currency, days: each, today: of(days, today) },
        hours: Array.from({ length: 24 }, (_, hour) => of(hours, String(hour).padStart(2, "0")).minor),
        week: each.slice(-week.days.length).reduce(added, { minor: 0n, payments: 0 }),
        ...{ heldMinor: wallet.pendingMinor, availableMinor: wallet.availableMinor },
        goingMinor: wallet.payoutInFlightMinor,
        paidOutMinor: payouts.find((row) => row.currency === currency)?._sum.amountMinor ?? 0n,
      };
    }),
  );
}

function added(one: Came, other: Came): Came {
  return { minor: one.minor + other.minor, payments: one.payments + other.payments };
}

/** Of those who have access and did not cancel, by the day on which their paid time or their free days end. */
async function readCalendar(
  world: World,
  { storeId, livemode }: Caller,
  { today, timeZone }: Span,
): Promise<Today["calendar"]> {
  const now = world.clock.now();
  const end = instantAt(addDays(today, calendarDays), 0, timeZone);
  const rows = await world.db.$queryRaw<{ day: string; renewals: number }[]>`
    SELECT to_char(current_period_end AT TIME ZONE ${timeZone}, 'YYYY-MM-DD') AS day, count(*)::int AS renewals
    FROM subscriptions
    WHERE store_id = ${storeId} AND livemode = ${livemode} AND status = 'active'
      AND current_period_end > ${now} AND current_period_end < ${end}
    GROUP BY 1`;
  return Array.from({ length: calendarDays }, (_, n) => {
    const day = addDays(today, n);
    return { day, renewals: rows.find((row) => row.day === day)?.renewals ?? 0 };
  });
}
