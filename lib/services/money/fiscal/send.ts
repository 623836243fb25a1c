import { Prisma } from "@/lib/db/client";
import {
  classOf,
  type FiscalAnswer,
  type FiscalAuthority,
  type FiscalItem,
  isUntaxedClass,
  taxClasses,
  untaxedClasses,
} from "@/lib/domain/fiscal";
import { storable } from "@/lib/domain/text";
import { itemCode } from "@/lib/providers/fiscal/etims";
import { isDue, type Leased, lease, nextDue, workThrough } from "@/lib/services/core/lease";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { authorityOf, type DeviceRow, factsOf } from "./device";
import { documentOf, gatherDocuments, linesOf, lockDevice, storedLines } from "./gather";
import { type Outcome, record, type Sent } from "./record";

// The queue of each device: one document at a time, in the order in which they were made, numbers without gaps. A device whose
// authority is silent waits by itself; the others go on.

/** A turn ends soon after `turnMs`; a call takes 15 s at most. */
const due: Leased = { table: "fiscal_devices", dueAt: "next_attempt_at", leaseMs: 300_000 };
const turnMs = 25_000;
const atOnce = 8;
const isOn = Prisma.sql`state = 'connected'`;

/** Finds what is to be signed, and lets authorities sign what is due. Safe to repeat and in several processes. */
export async function workFiscal(
  world: World,
): Promise<{ delivered: number; failed: number; nextDueAt: Date | null }> {
  const gathered = await gatherDocuments(world);
  const result = { delivered: 0, failed: gathered.failed };
  const endsAt = performance.now() + turnMs;
  await workThrough(
    atOnce,
    (limit) => {
      const which = Prisma.sql`${isDue(world, due)} AND ${isOn}`;
      return lease<{ id: number }>(world, due, { which, limit, columns: Prisma.sql`id` });
    },
    async ({ id }) => {
      try {
        result.delivered += await sendQueue(world, id);
      } catch (error) {
        result.failed += 1;
        world.log.error(
          { err: error, device: id },
          "A queue for a tax authority stopped; it goes on when its lease ends.",
        );
      }
    },
    () => performance.now() >= endsAt,
  );
  return { ...result, nextDueAt: gathered.more ? world.clock.now() : await nextDue(world, due, isOn) };
}

/** Sends until nothing waits, the authority does not answer, or the turn is over. Returns how many were signed. */
async function sendQueue(world: World, id: number): Promise<number> {
  const endsAt = performance.now() + turnMs;
  let signed = 0;
  for (;;) {
    const device = await world.db.fiscalDevice.findUniqueOrThrow({ where: { id } });
    const head = await headOf(world.db, device);
    const isOver = performance.now() >= endsAt;
    if (!head || isOver || device.state !== "connected") {
      await letGo(world, id);
      return signed;
    }
    const outcome = await sendOne(world, device, head);
    if (outcome === "signed") signed += 1;
    if (outcome === "stop") return signed;
  }
}

const withRate = { order: { include: { invoice: { select: { taxRatePpm: true } } } } } as const;
type Head = Prisma.FiscalDocumentGetPayload<{ include: typeof withRate }>;

/** The oldest in the queue. What takes back a sale waits for the sale's own number. */
async function headOf(
  db: Pick<Unit["tx"], "$queryRaw" | "fiscalDocument">,
  { id }: DeviceRow,
): Promise<Head | null> {
  const [found] = await db.$queryRaw<{ id: bigint }[]>`
    SELECT d.id FROM fiscal_documents d WHERE d.device_id = ${id} AND d.status = 'queued'
      AND NOT EXISTS (SELECT FROM fiscal_documents e
        WHERE e.order_id = d.order_id AND e.sequence < d.sequence AND e.status <> 'signed')
    ORDER BY d.number IS NULL, d.id LIMIT 1`;
  return found ? db.fiscalDocument.findUnique({ where: { id: found.id }, include: withRate }) : null;
}

/** The turn is over. Locked first, so that what came meanwhile is seen. */
function letGo(world: World, id: number): Promise<void> {
  return transact(world, async ({ tx, now }) => {
    await lockDevice(tx, id);
    const device = await tx.fiscalDevice.findUniqueOrThrow({ where: { id } });
    const waits = (await headOf(tx, device)) !== null && device.state !== "off";
    await tx.fiscalDevice.update({
      where: { id },
      data: { leasedUntil: null, nextAttemptAt: waits ? now : null },
    });
  });
}

async function sendOne(world: World, device: DeviceRow, head: Head): Promise<Outcome> {
  const authority = authorityOf(world, device.kind);
  let sent: Sent | null;
  if (head.payload === null) {
    if (await isOfAnotherDevice(world, device, head))
      return record(world, device, head, { kind: "refused", code: "other_device", words: "" });
    const items = await itemsOf(world, device, head);
    if (items === null) return record(world, device, head, { kind: "refused", code: "tax_rate", words: "" });
    const answer = await saveItems(world, authority, device, items);
    if (answer) return record(world, device, head, answer);
    sent = await numbered(world, authority, device, head, items);
  } else sent = await countAttempt(world, head);
  // Ended or changed by somebody meanwhile.
  if (!sent?.payload) return "next";
  const answer = await authority.sign(factsOf(world, device), sent.payload);
  // How often it went out is what others know by now; the answer is about the bytes of this number.
  const { attemptsMade, numberAttempts } = await world.db.fiscalDocument.findUniqueOrThrow({
    where: { id: head.id },
  });
  return record(world, device, { ...sent, attemptsMade, numberAttempts }, answer);
}

/** Numbers are a branch's own: one of another PIN's, branch's or system's sale would name somebody else's here. */
async function isOfAnotherDevice({ db }: World, device: DeviceRow, head: Head): Promise<boolean> {
  if (head.sequence === 0) return false;
  const sale = await saleOf(db, head);
  const { kind, tin, branch } = sale?.device ?? device;
  return kind !== device.kind || tin !== device.tin || branch !== device.branch;
}

const saleOf = (db: Pick<Unit["tx"], "fiscalDocument">, { orderId }: Head) =>
  db.fiscalDocument.findFirst({ where: { orderId, sequence: 0 }, include: { device: true } });

async function countAttempt({ db }: World, { id, deviceId, number }: Head): Promise<Sent | null> {
  const data = { attemptsMade: { increment: 1 }, numberAttempts: { increment: 1 } };
  const where = { id, deviceId, number, status: "queued" };
  const [sent] = await db.fiscalDocument.updateManyAndReturn({ where, data });
  return sent ?? null;
}

/** An item, and how it stands in our table. */
interface Known extends FiscalItem {
  key: string;
  productId: number | null;
  version: number;
  /** What is saved of it at the authority. */
  content: string;
  isSaved: boolean;
}

/** Each line's item, in the classes in which the sale was sent; null where the authority knows no such tax. */
async function itemsOf(world: World, device: DeviceRow, head: Head): Promise<Known[] | null> {
  const { storeId } = device;
  const { lines } = documentOf(head);
  const ratePpm = head.order.invoice?.taxRatePpm || head.order.taxRatePpm;
  const ids = lines.flatMap(({ productId }) => productId ?? []);
  const [products, rows, sale] = await Promise.all([
    world.db.product.findMany({ where: { storeId, id: { in: ids } } }),
    world.db.fiscalItem.findMany({
      where: { storeId, OR: [{ productId: { in: ids } }, { productId: null }] },
    }),
    head.sequence === 0 ? null : saleOf(world.db, head),
  ]);
  const sold = linesOf(sale?.lines ?? []);
  const items = lines.map((line) => {
    const product = products.find(({ id }) => id === line.productId);
    const choice = product && rows.find(({ productId }) => productId === product.id);
    const untaxed = [choice?.taxClass ?? "", device.untaxedClass].find(isUntaxedClass) ?? untaxedClasses[2];
    const sent = sold.find(({ position }) => position === line.position);
    const taxClass = sent?.taxClass ?? classOf(line.isTaxed, ratePpm, untaxed);
    if (taxClass === null) return null;
    const isService = product?.kind !== "physical";
    const itemClass = sent?.itemClass ?? choice?.itemClass ?? device.itemClass;
    // What is no product is one item for each class of tax.
    const key = product ? `product/${product.id}` : `other/${taxClass}`;
    const number = product?.id ?? 9_000_001 + taxClasses.indexOf(taxClass);
    const row = rows.find(({ name }) => name === key);
    const where = [device.kind, world.config.etims ?? "production", device.tin, device.branch];
    const content = [...where, itemClass, taxClass, isService].join(" ");
    const isSaved = row?.saved === content;
    const version = (row?.version ?? 0) + (row?.saved && !isSaved ? 1 : 0);
    return {
      ...{ key, version, content, isSaved, itemClass, taxClass, isService, productId: product?.id ?? null },
      ...{ code: itemCode(number, isService, version), name: storable(line.name, 200) || "Item" },
      priceMinor: product?.priceMinor ?? 0n,
    };
  });
  return items.every((item) => item !== null) ? items : null;
}

/** Tells the authority of items that it does not know so. Returns the answer that stops the document, or null. */
async function saveItems(
  world: World,
  authority: FiscalAuthority,
  device: DeviceRow,
  items: Known[],
): Promise<FiscalAnswer | null> {
  const { storeId } = device;
  for (const item of new Map(items.map((one) => [one.code, one])).values()) {
    if (item.isSaved) continue;
    const answer = await authority.saveItem(factsOf(world, device), item);
    if (answer.kind !== "saved") return answer;
    const { key: name, productId, content: saved, version } = item;
    await world.db.fiscalItem.upsert({
      where: { storeId_name: { storeId, name } },
      create: { storeId, name, productId, saved, version },
      update: { saved, version },
    });
  }
  return null;
}

/** Gives the next number and writes the bytes, before the call: whoever goes on after a crash sends these. */
async function numbered(
  world: World,
  authority: FiscalAuthority,
  device: DeviceRow,
  head: Head,
  items: FiscalItem[],
): Promise<Sent | null> {
  return transact(world, async ({ tx, now }) => {
    await lockDevice(tx, device.id);
    const { lastNumber } = await tx.fiscalDevice.findUniqueOrThrow({ where: { id: device.id } });
    const sale = await saleOf(tx, head);
    const document = documentOf(head);
    const number = lastNumber + 1;
    const payload = authority.write({
      ...{ ...document, items, number, numberedAt: now, happenedAt: head.happenedAt },
      ...{ originalNumber: head.sequence === 0 ? null : (sale?.number ?? null) },
      ...{ reference: head.order.number, paymentMethod: head.order.paymentMethod },
    });
    const lines = storedLines(
      document.lines.map((line, index) => {
        const { taxClass = null, itemClass } = items[index] ?? {};
        return { ...line, taxClass, itemClass };
      }),
    );
    const [sent] = await tx.fiscalDocument.updateManyAndReturn({
      where: { id: head.id, status: "queued", deviceId: device.id, number: null },
      data: { number, payload, lines, attemptsMade: { increment: 1 }, numberAttempts: 1 },
    });
    return sent ?? null;
  });
}
