import type { Language } from "@/lib/domain/languages";
import { parseTypedAmount } from "@/lib/domain/money";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { nextPayoutRun, type PayoutTimes } from "@/lib/domain/transfer";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { mailOwners } from "@/lib/services/notify/messages/mail-owners";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { permit, permitRead, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { readWallets, requireWallet } from "../../wallet/read";
import { allOf, debtBar, knownFrom, limitsOf, payoutBar, walletNetwork } from "./quote";
import { openTo } from "./read";

/** The fields of the form, all as typed. */
export interface NewSchedule extends Proof {
  destination: string;
  /** 1 to 7; empty: every day. */
  weekday: string;
  hour: string;
  /** Major units; empty: none. */
  minimum: string;
  keep: string;
  language?: Language;
}

/** Why an automatic payout was not made: a problem without values, for it is read later than it is written. */
export const waitReasons = [
  "payout_auto_minimum",
  "payout_auto_debt",
  "payout_auto_cooling",
  "payout_auto_gone",
  "payout_suspended",
  "payout_pending",
  "payout_unverified",
  "payout_no_way",
] as const;
export type WaitReason = (typeof waitReasons)[number];

/** How a store's automatic payouts are set, and what comes next. */
export interface ScheduleView extends PayoutTimes {
  destinationId: number;
  destinationLabel: string;
  currency: string;
  minMinor: bigint;
  keepMinor: bigint;
  /** Why the last run paid nothing, or why they are switched off. */
  waitReason: WaitReason | null;
  /** Null: switched off. Its amount is what would be paid out then, if nothing else comes in. */
  next: { at: Date; amountMinor: bigint; problem: Problem | null } | null;
}

/**
 * Switches automatic payouts on, or changes them: whoever may do it can move money, so it asks for the same proof as a
 * payout, and every owner gets a mail. Owner only. Throws Invalid by field.
 */
export async function saveSchedule(world: World, seller: Seller, input: NewSchedule): Promise<void> {
  permit(seller, "payout.request");
  await requireWallet(world, seller.storeId);
  const { storeId } = seller;
  const id = /^\d{1,9}$/.test(input.destination) ? Number(input.destination) : 0;
  const destination = await world.db.payoutDestination.findFirst({
    where: { id, storeId, deletedAt: null },
    select: { id: true, label: true, currency: true },
  });
  if (!destination) throw new Invalid({ destination: [say("required")] });
  const { currency, label } = destination;
  const language = input.language ?? "en";
  const times = timesOf(input);
  const minMinor = amountOf("minimum", input.minimum, currency, language);
  const keepMinor = amountOf("keep", input.keep, currency, language);
  await confirmPerson(world, seller.userId, input);
  await transact(world, async (unit) => {
    const { name, timeZone } = await unit.store(storeId);
    const lastRunOn = await lockSchedule(unit, storeId);
    const nextRunAt = nextPayoutRun(unit.now, times, timeZone, lastRunOn);
    const data = {
      ...{ destinationId: destination.id, ...times, minMinor, keepMinor, nextRunAt },
      ...{ waitReason: null, toldReasons: [], changedBy: seller.actor, changedAt: unit.now },
    };
    await unit.tx.payoutSchedule.upsert({ where: { storeId }, create: { storeId, ...data }, update: data });
    await unit.audit(seller, {
      action: "payout_schedule.set",
      target: `payout_destination:${destination.id}`,
      details: {
        hour: times.hour,
        weekday: times.weekday,
        minimum: String(minMinor),
        keep: String(keepMinor),
      },
    });
    await mailOwners(unit, seller, {
      kind: "payout_schedule_on",
      values: { store: name, destination: label },
      dedupeKey: `payout_schedule/${storeId}/${unit.now.getTime()}`,
    });
  });
}

/** Switches automatic payouts off. Owner only; nobody needs a password to stop money from moving. */
export const stopSchedule = verb("payout.request", async (unit, seller: Seller): Promise<void> => {
  const { storeId } = seller;
  const { count } = await unit.tx.payoutSchedule.updateMany({
    where: { storeId, nextRunAt: { not: null } },
    data: { nextRunAt: null, waitReason: null, changedBy: seller.actor, changedAt: unit.now },
  });
  if (count === 1)
    await unit.audit(seller, { action: "payout_schedule.stopped", target: `store:${storeId}` });
});

/** Its account was removed: nothing is paid out until an owner chooses another, with their proof. */
export async function stopWithoutAccount(unit: Unit, storeId: number, destinationId: number): Promise<void> {
  await unit.tx.payoutSchedule.updateMany({
    where: { storeId, destinationId, nextRunAt: { not: null } },
    data: { nextRunAt: null, waitReason: "payout_auto_gone", changedAt: unit.now },
  });
}

/** Null where nobody ever switched them on. */
export async function readSchedule(world: World, caller: Caller): Promise<ScheduleView | null> {
  permitRead(caller, "money");
  const { storeId } = caller;
  const found = await world.db.payoutSchedule.findUnique({
    where: { storeId },
    include: { destination: true, store: { include: { plan: true } } },
  });
  if (!found) return null;
  const { destination, store, nextRunAt, waitReason, ...schedule } = found;
  const view = {
    ...schedule,
    destinationLabel: destination.label,
    currency: destination.currency,
    waitReason: waitReasons.find((one) => one === waitReason) ?? null,
  };
  if (nextRunAt === null) return { ...view, next: null };
  const wallets = await readWallets(world, caller);
  const wallet = wallets.find(({ currency }) => currency === destination.currency);
  const released = wallet?.releases.filter(({ at }) => at <= nextRunAt) ?? [];
  const availableMinor = released.reduce(
    (sum, { amountMinor }) => sum + amountMinor,
    wallet?.availableMinor ?? 0n,
  );
  const network = walletNetwork(openTo(world, destination.detailsSealed));
  const limits = limitsOf(schedule, destination.currency, network);
  const amountMinor = allOf(availableMinor, store.plan, destination.currency, limits);
  const bar = payoutBar(store);
  const problem =
    (bar ? say(`payout_${bar}`) : null) ??
    ((await debtBar(world.db, storeId)) ? say("payout_auto_debt") : null) ??
    ((await knownFrom(world, caller, destination)) > nextRunAt ? say("payout_auto_cooling") : null) ??
    (amountMinor === 0n ? say("payout_auto_minimum") : null);
  return { ...view, next: { at: nextRunAt, amountMinor, problem } };
}

/** Locks the store's schedule against a run of it, and returns the last date it ran for. */
async function lockSchedule(unit: Unit, storeId: number): Promise<string | null> {
  const [row] = await unit.tx.$queryRaw<{ last_run_on: string | null }[]>`
    SELECT last_run_on FROM payout_schedules WHERE store_id = ${storeId} FOR NO KEY UPDATE`;
  return row?.last_run_on ?? null;
}

function timesOf({ weekday, hour }: NewSchedule): PayoutTimes {
  if (!/^[1-7]?$/.test(weekday)) throw new Invalid({ weekday: [say("required")] });
  if (!/^([01]?\d|2[0-3])$/.test(hour)) throw new Invalid({ hour: [say("required")] });
  return { weekday: weekday === "" ? null : Number(weekday), hour: Number(hour) };
}

function amountOf(field: string, typed: string, currency: string, language: Language): bigint {
  if (/^\s*0*\s*$/.test(typed)) return 0n;
  const parsed = parseTypedAmount(typed, currency, language);
  if (!parsed.ok) throw new Invalid({ [field]: [say("amount_like", { currency })] });
  return parsed.money.minor;
}
