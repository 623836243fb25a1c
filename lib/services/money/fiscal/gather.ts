import { Prisma } from "@/lib/db/client";
import type { FiscalDevice, FiscalDocument as FiscalDocumentRow } from "@/lib/db/generated/client";
import {
  addUpDocuments,
  type FiscalDocument,
  type FiscalLine,
  type FiscalOrder,
  nextDocument,
  type TaxClass,
} from "@/lib/domain/fiscal";
import { taxOfInvoices } from "@/lib/services/billing/invoices/tax";
import { doEach } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";

// Finds what has to be signed: by the clock, minutes after the money, so that no payment waits and none sends a statement more.

/** Orders of one look at one device. */
const looksAt = 200;
/**
 * How far a look goes back behind the last. A transaction ends within seconds, so nothing that is committed late is missed;
 * what is dated back by days (money that a person took for an order, a till's line) the look of the hour finds.
 */
const overlapMs = 2 * 24 * 60 * 60_000;
/** The same for what is dated by the clock alone. */
const commitMs = 10 * 60_000;
const wholeMs = 60 * 60_000;

/** Puts what is to be signed into the queues of all devices. Safe to repeat and in several processes. */
export async function gatherDocuments(
  world: World,
): Promise<{ made: number; failed: number; more: boolean }> {
  const where = { state: { not: "off" } };
  const devices = await world.db.fiscalDevice.findMany({ where, orderBy: { id: "asc" } });
  let more = false;
  const gather = async (device: FiscalDevice) => {
    if (device.kind === "practice" && !world.rails.sandbox) return pausePractice(world, device);
    const found = await transact(world, (unit) => gatherFor(unit, device.id));
    more ||= found.more;
    return found.made;
  };
  const result = await doEach(world, devices, gather, "No look for what a tax authority signs.");
  return { made: result.done, failed: result.failed, more };
}

/** Real money is not signed for practice: whoever still has such a device is told to connect a real one. */
async function pausePractice(world: World, { id, storeId, state }: FiscalDevice): Promise<number> {
  if (state === "connected")
    await transact(world, async (unit) => {
      await lockDevice(unit.tx, id);
      const data = { state: "paused", problemCode: "practice", nextAttemptAt: null };
      const { count } = await unit.tx.fiscalDevice.updateMany({ where: { id, state }, data });
      await dropQueue(unit, id);
      const task = { storeId, kind: "fiscal_practice", subject: `fiscal_device/${id}` };
      if (count > 0) await unit.raiseTask({ ...task, details: {} });
    });
  return 0;
}

/** Of a practice device that signs no more: nobody else will. */
const dropQueue = ({ tx }: Unit, deviceId: number) =>
  tx.fiscalDocument.deleteMany({ where: { deviceId, status: "queued" } });

/** Who changes what a device signs holds its row. */
export const lockDevice = (tx: Unit["tx"], id: number) =>
  tx.$queryRaw`SELECT 1 FROM fiscal_devices WHERE id = ${id} FOR NO KEY UPDATE`;

/** How many looks the end of a device waits for. */
const lastLooks = 10;

/** What was sold until now, for a device that ends. Of practice nothing is missed. */
export async function gatherLast(unit: Unit, { id, kind }: FiscalDevice): Promise<void> {
  // A look that runs ends first.
  await lockDevice(unit.tx, id);
  if (kind === "practice") return void (await dropQueue(unit, id));
  for (let look = 0; look < lastLooks; look += 1) {
    const { made, more } = await gatherFor(unit, id, true);
    if (!more || made === 0) return;
  }
}

async function gatherFor(unit: Unit, id: number, isLast = false): Promise<{ made: number; more: boolean }> {
  const { tx, now } = unit;
  const [free] = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM fiscal_devices WHERE id = ${id} AND state <> 'off' FOR NO KEY UPDATE SKIP LOCKED`;
  if (!free) return { made: 0, more: false };
  const device = await tx.fiscalDevice.findUniqueOrThrow({ where: { id } });
  const isWhole = isLast || now.getTime() - device.sweptAt.getTime() >= wholeMs;
  const from = Math.max(device.connectedAt.getTime(), isWhole ? 0 : device.seenUntil.getTime() - overlapMs);
  const sold = await soldSince(tx, device, new Date(from));
  const sales = await write(unit, device, sold);
  // Behind the sales, so that one of them of which something is back already has its credit note too.
  const gone = await goneSince(tx, device, isWhole ? null : new Date(device.seenUntil.getTime() - commitMs));
  const made = sales + (await write(unit, device, gone));
  const isFull = sold.length === looksAt || gone.length === looksAt;
  const looked = isFull ? {} : { seenUntil: now, ...(isWhole ? { sweptAt: now } : {}) };
  const waits = made > 0 && device.state === "connected" && device.nextAttemptAt === null;
  await tx.fiscalDevice.update({
    where: { id },
    data: { ...looked, ...(waits ? { nextAttemptAt: now } : {}) },
  });
  return { made, more: isFull };
}

interface Found {
  id: number;
  goneMinor: bigint;
  /** When something went back or came again last; null where nobody knows. */
  goneAt: Date | null;
}

/** Paid since then, and in no document. Play money of test keys never is. */
function soldSince(tx: Unit["tx"], { storeId, currency }: FiscalDevice, from: Date): Promise<Found[]> {
  return tx.$queryRaw<Found[]>`
    SELECT o.id, 0::bigint AS "goneMinor", NULL AS "goneAt" FROM orders o
    WHERE o.store_id = ${storeId} AND o.paid_at >= ${from} AND o.livemode AND o.currency = ${currency} AND o.total_minor > 0
      AND o.payment_status IN ('paid', 'partially_refunded', 'refunded')
      AND NOT EXISTS (SELECT FROM fiscal_documents d WHERE d.order_id = o.id)
    ORDER BY o.paid_at, o.id LIMIT ${looksAt}`;
}

/**
 * Orders whose documents say something else than what is with the seller: what went back, by a refund that is paid, a
 * reversal, a lost dispute or a payment taken back as a mistake; or came again. Each of these tells an event, so a look asks
 * for those since the last; `since` null: for all there are. What was signed for practice is no sale of a real device. In the
 * ledger a further part of a reversal is named by its attempt, `/` and an amount: all below `g`. `goneAt`: the last of them.
 */
function goneSince(
  tx: Unit["tx"],
  { storeId, currency, kind }: FiscalDevice,
  since: Date | null,
): Promise<Found[]> {
  const touched = since
    ? Prisma.sql`
      SELECT substr(object_id, 7)::int FROM events WHERE store_id = ${storeId} AND livemode AND created_at >= ${since}
        AND type IN ('order.refunded', 'order.refund_failed')`
    : Prisma.sql`
      SELECT id FROM orders WHERE store_id = ${storeId} AND payment_status IN ('partially_refunded', 'refunded')
      UNION SELECT order_id FROM fiscal_documents WHERE store_id = ${storeId} AND sequence > 0`;
  return tx.$queryRaw<Found[]>`
    SELECT o.id, o.refunded_minor AS "goneMinor", (
      SELECT max(at) FROM (
        SELECT completed_at AS at FROM refunds WHERE order_id = o.id AND (status = 'paid' OR failure_reason = 'reversed')
        UNION ALL SELECT t.occurred_at FROM payment_attempts a JOIN ledger_transactions t
          ON t.kind IN ('payment_reversed', 'outside_undone') AND t.source_id BETWEEN a.id::text AND a.id::text || 'g'
          WHERE a.order_id = o.id) went) AS "goneAt"
    FROM orders o CROSS JOIN LATERAL (
      SELECT sum(CASE d.kind WHEN 'sale' THEN d.total_minor ELSE -d.total_minor END) AS minor
      FROM fiscal_documents d WHERE d.order_id = o.id) said
    WHERE o.id IN (${touched}) AND said.minor <> o.total_minor - o.refunded_minor AND o.currency = ${currency}
      AND NOT EXISTS (SELECT FROM fiscal_documents d JOIN fiscal_devices v ON v.id = d.device_id
        WHERE d.order_id = o.id AND d.sequence = 0 AND v.kind = 'practice' AND v.kind <> ${kind})
    ORDER BY o.id LIMIT ${looksAt}`;
}

/** The next document of each of these orders. */
async function write({ tx, now, world }: Unit, device: FiscalDevice, found: Found[]): Promise<number> {
  if (found.length === 0) return 0;
  const ids = found.map(({ id }) => id);
  const orders = await tx.order.findMany({
    where: { id: { in: ids } },
    include: { items: { orderBy: { position: "asc" } }, fiscal: { orderBy: { sequence: "asc" } } },
  });
  const taxes = await taxOfInvoices(tx, device.storeId, orders);
  const byId = new Map(orders.map((order) => [order.id, withTax(order, taxes.get(order.id))]));
  const data = found.flatMap(({ id, goneMinor, goneAt }) => {
    const order = byId.get(id);
    if (!order) return [];
    const before = order.fiscal.map(({ kind, lines }) => ({ kind, lines: linesOf(lines) }));
    const next = nextOf(world, order, goneMinor, before);
    if (!next) return [];
    const isFirst = before.length === 0;
    const wentAt = goneAt && goneAt < now ? goneAt : now;
    const { storeId, id: deviceId } = device;
    const { lines, ...says } = next;
    const happenedAt = isFirst ? (order.paidAt ?? now) : wentAt;
    const row = { storeId, deviceId, orderId: id, sequence: before.length, currency: order.currency };
    return [{ ...row, ...says, lines: storedLines(lines), happenedAt, status: "queued", createdAt: now }];
  });
  const { count } = await tx.fiscalDocument.createMany({ data, skipDuplicates: true });
  return count;
}

/** An order of an invoice includes no tax in its prices: its first line has the invoice's. */
function withTax<Order extends FiscalOrder>(order: Order, taxMinor: bigint | undefined): Order {
  if (taxMinor === undefined) return order;
  const [first, ...charges] = order.items;
  if (!first) return order;
  return { ...order, taxMinor, items: [{ ...first, taxedMinor: first.totalMinor }, ...charges] };
}

/** An order whose lines do not add up holds back no other. */
function nextOf(
  { log }: World,
  order: Parameters<typeof nextDocument>[0] & { id: number },
  goneMinor: bigint,
  before: Parameters<typeof addUpDocuments>[0],
): FiscalDocument | null {
  try {
    return nextDocument(order, goneMinor, addUpDocuments(before));
  } catch (error) {
    log.error({ err: error, order: order.id }, "An order has no document for the tax authority.");
    return null;
  }
}

/** A line as it is stored, with the classes of tax and item under which it was sent. */
export type StoredLine = FiscalLine & { taxClass: TaxClass | null; itemClass?: string };

export function storedLines(
  lines: readonly (FiscalLine & { taxClass?: TaxClass | null })[],
): Prisma.InputJsonValue {
  return lines.map(({ unitPriceMinor, discountMinor, totalMinor, taxMinor, taxClass, ...line }) => ({
    ...{ ...line, taxClass: taxClass ?? null, unitPriceMinor: String(unitPriceMinor) },
    ...{ discountMinor: String(discountMinor), totalMinor: String(totalMinor), taxMinor: String(taxMinor) },
  }));
}

/** Safe: `storedLines` wrote them. */
export function linesOf(stored: Prisma.JsonValue): StoredLine[] {
  type Texts = { [Name in keyof StoredLine]: StoredLine[Name] extends bigint ? string : StoredLine[Name] };
  return (stored as unknown as Texts[]).map((line) => ({
    ...{ ...line, unitPriceMinor: BigInt(line.unitPriceMinor), discountMinor: BigInt(line.discountMinor) },
    ...{ totalMinor: BigInt(line.totalMinor), taxMinor: BigInt(line.taxMinor) },
  }));
}

/** What a document says. */
export function documentOf({ kind, totalMinor, taxMinor, lines }: FiscalDocumentRow): FiscalDocument {
  // Safe: only `write` writes it.
  return { kind: kind as FiscalDocument["kind"], totalMinor, taxMinor, lines: linesOf(lines) };
}
