import { nextRecurrence, recurrenceInstant } from "@/lib/domain/interval";
import { Refusal } from "@/lib/domain/refusal";
import { invoiceChannels } from "@/lib/resources/invoice-input";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { makePlanned } from "../invoices/plan";
import { queueInvoice } from "../invoices/send";
import { raiseDrafts } from "../invoices/unsent";
import { nextColumns, type RecurringRow, recurrenceOf, recurringInclude } from "./recurring";

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
  const result = { made: 0, failed: 0, more: due.length === batchMax };
  for (const { id } of due) {
    try {
      while (await transact(world, (unit) => makeOne(world, unit, id))) result.made += 1;
    } catch (error) {
      result.failed += 1;
      world.log.error(
        { err: error, recurringId: id },
        "A recurring invoice could not be made; it is tried again.",
      );
      await rest(world, id);
    }
  }
  return result;
}

/** False where there is nothing to make, or another worker makes it. */
async function makeOne(world: World, unit: Unit, id: number): Promise<boolean> {
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
  const invoice = await makePlanned(world, unit, caller, row);
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
  if (!(mayGo && (await sendIfAllowed(world, unit, caller, invoice.id, channels))))
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
