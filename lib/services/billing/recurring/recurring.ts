import type { z } from "zod";
import type { Prisma } from "@/lib/db/client";
import { type CivilDate, civilDateIn } from "@/lib/domain/civil-date";
import { firstToCome, nextRecurrence, type Recurrence, recurrenceInstant } from "@/lib/domain/interval";
import { Invalid, NotFound, Refusal, say } from "@/lib/domain/refusal";
import { dayColumn } from "@/lib/resources/invoice";
import {
  type InvoiceChannel,
  invoiceChannels,
  missingAddresses,
  type NewInvoice,
} from "@/lib/resources/invoice-input";
import { doEach } from "@/lib/services/core/lease";
import { type Counted, counted, newestFirst, type Page } from "@/lib/services/core/list";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { makePlanned, plannedColumns } from "../invoices/draft";
import { queueInvoice } from "../invoices/send";
import { raiseDrafts } from "../invoices/sent";

export type RecurringRow = Prisma.RecurringInvoiceGetPayload<{ include: typeof recurringInclude }>;
export const recurringInclude = { store: true } as const;

export interface NewRecurring extends Recurrence {
  body: z.output<typeof NewInvoice>;
  dueDays: number | null;
  /** By which each invoice goes out; none: it waits as a draft. */
  channels: readonly InvoiceChannel[];
}

export const timesMax = 999;

/** Writes a schedule. Its first invoice is made by the sweep, at once where its morning has passed. Throws Invalid by field. */
export async function createRecurring(
  world: World,
  seller: Seller,
  wish: NewRecurring,
): Promise<RecurringRow> {
  permit(seller, "invoice.change");
  const { storeId, accountId } = seller;
  return transact(world, async (unit) => {
    const columns = await plannedColumns(unit, seller, wish.body, wish.dueDays);
    const unreachable = missingAddresses(columns, wish.channels);
    if (unreachable) throw unreachable;
    const { timeZone } = await unit.store(storeId);
    const { startsOn, endsOn, times, interval } = wish;
    if (startsOn < civilDateIn(unit.now, timeZone)) throw new Invalid({ startsOn: [say("day_passed")] });
    if (endsOn !== null && endsOn < startsOn) throw new Invalid({ endsOn: [say("ends_before_start")] });
    if (times !== null && (times < 1 || times > timesMax)) throw new Invalid({ times: [say("times_range")] });
    const row = await unit.tx.recurringInvoice.create({
      data: {
        ...columns,
        ...{ storeId, accountId, interval, times, channels: [...wish.channels] },
        startsOn: dayColumn(startsOn),
        endsOn: endsOn === null ? null : dayColumn(endsOn),
        ...{ nextOn: dayColumn(startsOn), nextAt: recurrenceInstant(startsOn, timeZone) },
        ...{ createdAt: unit.now, updatedAt: unit.now },
      },
      include: recurringInclude,
    });
    await unit.audit(seller, { action: "recurring_invoice.created", target: `recurring:${row.id}` });
    return row;
  });
}

/** A schedule's own rule, as the domain reads it. */
export function recurrenceOf(row: RecurringRow): Recurrence {
  const day = (date: Date): CivilDate => date.toISOString().slice(0, 10);
  const { interval, startsOn, endsOn, times } = row;
  return { interval, startsOn: day(startsOn), endsOn: endsOn && day(endsOn), times };
}

/** The columns of what comes next. Without a next day it has ended. */
export function nextColumns(row: RecurringRow, index: number, made: number, now: Date) {
  const next = nextRecurrence(recurrenceOf(row), index, made);
  return {
    nextIndex: index,
    nextOn: next === null ? null : dayColumn(next),
    nextAt: next === null ? null : recurrenceInstant(next, row.store.timeZone),
    ...(next === null ? { endedAt: now } : {}),
  };
}

const invoicesMax = 100;

/** One schedule of the store and the newest invoices that it made. Throws NotFound. */
export async function readRecurring(world: World, { storeId }: Seller, id: number) {
  const row = await world.db.recurringInvoice.findFirst({
    where: { id, storeId },
    include: recurringInclude,
  });
  if (!row) throw new NotFound();
  const invoices = await world.db.invoice.findMany({
    where: { storeId, recurringId: id },
    include: { items: true, store: true },
    orderBy: { id: "desc" },
    take: invoicesMax,
  });
  return { row, invoices };
}

export function listRecurring(world: World, { storeId }: Seller, page: Page): Promise<Counted<RecurringRow>> {
  const where = { storeId };
  return counted(
    world.db.recurringInvoice.findMany({ where, include: recurringInclude, orderBy: newestFirst, ...page }),
    world.db.recurringInvoice.count({ where }),
  );
}

export type RecurringChange = "pause" | "resume" | "end";

/**
 * Pauses it, goes on with the first morning to come (what passed meanwhile is left out), or ends it for good. Repeating
 * it changes nothing. Throws NotFound.
 */
export const changeRecurring = verb(
  "invoice.change",
  async (unit, seller: Seller, id: number, change: RecurringChange): Promise<RecurringRow> => {
    const row = await lockRecurring(unit, seller.storeId, id);
    if (!row) throw new NotFound();
    const data = changed(row, change, unit.now);
    if (!data) return row;
    await unit.audit(seller, { action: `recurring_invoice.${change}`, target: `recurring:${id}` });
    return unit.tx.recurringInvoice.update({
      where: { id },
      data: { ...data, updatedAt: unit.now },
      include: recurringInclude,
    });
  },
);

/** Null where nothing changes. */
function changed(row: RecurringRow, change: RecurringChange, now: Date) {
  if (row.endedAt) return null;
  if (change === "end") return { endedAt: now, nextAt: null, nextOn: null };
  if (change === "pause") return row.pausedAt ? null : { pausedAt: now, nextAt: null };
  if (!row.pausedAt) return null;
  const index = firstToCome(recurrenceOf(row), row.nextIndex, now, row.store.timeZone);
  return { pausedAt: null, ...nextColumns(row, index, row.madeCount, now) };
}

async function lockRecurring(unit: Unit, storeId: number, id: number): Promise<RecurringRow | null> {
  await unit.tx
    .$queryRaw`SELECT 1 FROM recurring_invoices WHERE id = ${id} AND store_id = ${storeId} FOR UPDATE`;
  return unit.tx.recurringInvoice.findFirst({ where: { id, storeId }, include: recurringInclude });
}

const batchMax = 100;
/** One that fails, or whose store is suspended, must not hold up the others. */
const restMs = 60 * 60_000;

/**
 * Makes the invoice of each day that has come, and sends it: invoice, messages and the next day in one transaction, so
 * each day has exactly one, whoever runs and dies at once. After an outage only the latest is sent; those of the days
 * before wait as drafts, so that nobody gets twelve at once, and a task says so. Safe to miss, to repeat, or to run twice at once.
 */
export async function makeDueInvoices(
  world: World,
): Promise<{ made: number; failed: number; more: boolean }> {
  const due = await world.db.recurringInvoice.findMany({
    where: { nextAt: { lte: world.clock.now() } },
    orderBy: { nextAt: "asc" },
    select: { id: true },
    take: batchMax,
  });
  let made = 0;
  const { failed } = await doEach(
    world,
    due,
    async ({ id }) => {
      while (await transact(world, (unit) => makeOne(unit, id))) made += 1;
      return true;
    },
    "A recurring invoice could not be made; it is tried again.",
    ({ id }) => rest(world, id),
  );
  return { made, failed, more: due.length === batchMax };
}

/** False where there is nothing to make, or another worker makes it. */
async function makeOne(unit: Unit, id: number): Promise<boolean> {
  const free = await unit.tx.$queryRaw<unknown[]>`
    SELECT 1 FROM recurring_invoices WHERE id = ${id} AND next_at <= ${unit.now} FOR UPDATE SKIP LOCKED`;
  if (free.length === 0) return false;
  const row = await unit.tx.recurringInvoice.findUniqueOrThrow({ where: { id }, include: recurringInclude });
  if (row.store.status !== "active") {
    const nextAt = new Date(unit.now.getTime() + restMs);
    await unit.tx.recurringInvoice.update({ where: { id }, data: { nextAt } });
    return false;
  }
  const caller = { storeId: row.storeId, accountId: row.accountId, livemode: true, actor: "system" };
  const invoice = await makePlanned(unit, caller, row);
  // The database refuses a second invoice of one day.
  await unit.tx.invoice.update({
    where: { id: invoice.id },
    data: { recurringId: id, recurringOn: row.nextOn },
  });
  const next = nextColumns(row, row.nextIndex + 1, row.madeCount + 1, unit.now);
  await unit.tx.recurringInvoice.update({
    where: { id },
    data: { ...next, madeCount: { increment: 1 }, updatedAt: unit.now },
  });
  const channels = invoiceChannels.filter((channel) => row.channels.includes(channel));
  const mayGo = channels.length > 0 && isLatest(row, unit.now);
  if (!(mayGo && (await sendIfAllowed(unit, caller, invoice.id, channels))))
    await raiseDrafts(unit, { ...invoice, recurringId: id });
  return true;
}

/** Whether the morning of the day after this one is still to come. */
function isLatest(row: RecurringRow, now: Date): boolean {
  const following = nextRecurrence(recurrenceOf(row), row.nextIndex + 1, row.madeCount + 1);
  return following === null || recurrenceInstant(following, row.store.timeZone) > now;
}

/** Where the account may send no more today, the invoice stays a draft, which its seller can send. */
async function sendIfAllowed(...args: Parameters<typeof queueInvoice>): Promise<boolean> {
  try {
    return await queueInvoice(...args);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return false;
  }
}

async function rest(world: World, id: number): Promise<void> {
  const now = world.clock.now();
  await world.db.recurringInvoice.updateMany({
    where: { id, nextAt: { lte: now } },
    data: { nextAt: new Date(now.getTime() + restMs) },
  });
}
