import type { Prisma } from "@/lib/db/client";
import { sqlState } from "@/lib/db/sql-state";
import {
  type Connected,
  type DeviceFacts,
  type FiscalAuthority,
  type FiscalKind,
  fiscalKinds,
  isUntaxedClass,
} from "@/lib/domain/fiscal";
import { Invalid, NotFound, requireNone, say } from "@/lib/domain/refusal";
import { etims } from "@/lib/providers/fiscal/etims";
import { practice } from "@/lib/providers/fiscal/practice";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { gatherLast } from "./gather";

// A store's device at its tax authority: connecting it, what it is told of products, and its end.

export type DeviceRow = Prisma.FiscalDeviceGetPayload<object>;

export function authorityOf({ post, config }: World, kind: string): FiscalAuthority {
  return kind === "practice" ? practice() : etims(post, config.etims ?? "production");
}

/** With its key open, for one call. */
export function factsOf({ secrets }: World, device: DeviceRow): DeviceFacts {
  const { tin, branch, serial } = device;
  // Safe: only `connectDevice` writes it.
  const kind = device.kind as FiscalKind;
  return { kind, tin, branch, serial, key: device.keySealed ? secrets.open(device.keySealed) : "" };
}

/** The store's device that is not off; null where there is none. */
export function deviceOf(db: Pick<Unit["tx"], "fiscalDevice">, storeId: number): Promise<DeviceRow | null> {
  return db.fiscalDevice.findFirst({ where: { storeId, state: { not: "off" } } });
}

/** The systems that a store may connect: Kenya's, and the simulated one where no rail takes real money. */
export function kindsFor({ rails }: World, country: string): FiscalKind[] {
  return fiscalKinds.filter((kind) => (kind === "practice" ? rails.sandbox !== null : country === "KE"));
}

/** The store's device, and how its queue stands. */
export async function readDevice(world: World, caller: Caller) {
  const device = await deviceOf(world.db, caller.storeId);
  const where = { storeId: caller.storeId };
  const [queued, refused] = await Promise.all([
    world.db.fiscalDocument.count({ where: { ...where, status: "queued" } }),
    world.db.fiscalDocument.count({ where: { ...where, status: "refused" } }),
  ]);
  return { device, queued, refused };
}

/** Tasks about the device itself. */
const deviceTasks = ["fiscal_device", "fiscal_silent", "fiscal_practice"];

export interface TypedDevice {
  kind: string;
  tin: string;
  branch: string;
  serial: string;
  /** Of a device that another program initialised. */
  key: string;
  /** The last number that another program used; empty: what the authority says, or none. */
  lastNumber: string;
  untaxedClass: string;
  itemClass: string;
}

function read(typed: TypedDevice, kinds: FiscalKind[]) {
  const kind = kinds.find((known) => known === typed.kind);
  const tin = typed.tin.toUpperCase().replaceAll(" ", "");
  const [branch, serial, key] = [typed.branch.trim(), typed.serial.trim(), typed.key.trim()];
  const [itemClass, last] = [typed.itemClass.trim(), typed.lastNumber.trim()];
  const { untaxedClass } = typed;
  requireNone({
    kind: kind ? null : say("fiscal_kind"),
    tin: /^[A-Z]\d{9}[A-Z]$/.test(tin) ? null : say("fiscal_tin"),
    branch: /^\d\d$/.test(branch) ? null : say("fiscal_branch"),
    serial: /^[\x21-\x7e]{3,100}$/.test(serial) ? null : say("fiscal_serial"),
    key: /^[\x21-\x7e]{0,255}$/.test(key) ? null : say("fiscal_serial"),
    lastNumber: /^\d{0,9}$/.test(last) ? null : say("fiscal_last_number"),
    untaxedClass: isUntaxedClass(untaxedClass) ? null : say("fiscal_class"),
    itemClass: isItemClass(itemClass) ? null : say("fiscal_item_class"),
  });
  if (!kind || !isUntaxedClass(untaxedClass)) throw new NotFound();
  const lastNumber = last === "" ? null : Number(last);
  return { kind, tin, branch, serial, key, itemClass, untaxedClass, lastNumber };
}

const isItemClass = (text: string) => /^\d{8,10}$/.test(text);

/**
 * "Check connection": makes the device known at its authority and stores it, or sets the same one anew. Its key is used
 * again where it is known. Orders paid from now on get documents; what waits goes on. Throws NotAllowed, or Invalid by field.
 */
export async function connectDevice(world: World, seller: Seller, typed: TypedDevice): Promise<void> {
  permit(seller, "store.settings");
  const { storeId } = seller;
  const store = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  const given = read(typed, kindsFor(world, store.country));
  const { kind, tin, branch, serial } = given;
  const known = await world.db.fiscalDevice.findFirst({ where: { storeId, kind, tin, branch, serial } });
  // No network inside a transaction.
  const key = given.key || (known ? factsOf(world, known).key : "");
  const answer = await authorityOf(world, kind).connect({ ...given, key });
  if (answer.kind !== "connected") throw new Invalid({ form: [saidNo(answer)] });
  await transact(world, async (unit) => {
    const { tx, now } = unit;
    // Locked, so that two presses connect one.
    await tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${storeId} FOR NO KEY UPDATE`;
    const before = await deviceOf(tx, storeId);
    const same = await tx.fiscalDevice.findFirst({ where: { storeId, kind, tin, branch, serial } });
    if (before && before.id !== same?.id) await turnOff(unit, before);
    const isOn = before !== null && before.id === same?.id;
    // What the last look of the one before did not find, this one does.
    const connectedAt = before?.kind === kind ? before.connectedAt : now;
    const data = dataOf(world, given, answer, store.currency, now);
    const device = same
      ? await tx.fiscalDevice.update({
          where: { id: same.id },
          data: {
            ...{ ...data, lastNumber: Math.max(same.lastNumber, data.lastNumber) },
            ...{
              controlUnit: data.controlUnit || same.controlUnit,
              taxpayer: data.taxpayer || same.taxpayer,
            },
            ...(isOn ? {} : { connectedAt, seenUntil: now, sweptAt: now }),
          },
        })
      : await tx.fiscalDevice.create({
          data: { ...data, storeId, ...{ connectedAt, seenUntil: now, sweptAt: now, createdAt: now } },
        });
    await moveQueue(unit, device);
    await tx.store.update({ where: { id: storeId }, data: { signsSales: true } });
    await unit.resolveTasks({ storeId, kind: { in: deviceTasks } }, seller.actor);
    const details = { kind, tin, branch, serial };
    await unit.audit(seller, { action: "store.fiscal_connected", target: `store:${storeId}`, details });
  }).catch((error: unknown) => {
    if (sqlState(error) !== "23505") throw error;
    throw new Invalid({ serial: [say("fiscal_taken")] });
  });
}

/**
 * What waits for another device of its system is this one's now, under a number of its own. What went out and was not
 * answered may be signed there: it stays, and a person is told.
 */
async function moveQueue({ tx, raiseTask }: Unit, { id: deviceId, storeId, kind }: DeviceRow): Promise<void> {
  // Locked, so that none of them gives a number meanwhile.
  const others = await tx.$queryRaw<{ id: number }[]>`
    SELECT id FROM fiscal_devices WHERE store_id = ${storeId} AND kind = ${kind} AND id <> ${deviceId}
    ORDER BY id FOR NO KEY UPDATE`;
  const where = { storeId, status: "queued", deviceId: { in: others.map(({ id }) => id) } };
  await tx.fiscalDocument.updateMany({
    where: { ...where, OR: [{ payload: null }, { numberAttempts: 0 }] },
    data: { deviceId, number: null, payload: null, numberAttempts: 0 },
  });
  const order = { select: { number: true } };
  for (const sent of await tx.fiscalDocument.findMany({ where, include: { order } }))
    await raiseTask({
      ...{ storeId, kind: "fiscal_unknown", subject: `fiscal/${sent.id}` },
      details: { order: sent.order.number, number: String(sent.number) },
    });
}

/** What a person reads who pressed "Check connection": the authority's words, or that it did not answer. */
function saidNo({ kind, code, words }: { kind: string; code: string; words: string }) {
  return kind === "no_answer"
    ? say("fiscal_no_answer")
    : say("fiscal_refused", { code, words: words || code });
}

function dataOf(
  world: World,
  given: ReturnType<typeof read>,
  answer: Connected,
  currency: string,
  now: Date,
) {
  const { kind, tin, branch, serial, untaxedClass, itemClass } = given;
  return {
    ...{ kind, tin, branch, serial, untaxedClass, itemClass, state: "connected" },
    ...{ controlUnit: answer.controlUnit, taxpayer: answer.taxpayer },
    keySealed: world.secrets.seal(answer.key),
    // eTIMS takes shillings alone.
    currency: kind === "etims_oscu" ? "KES" : currency,
    lastNumber: Math.max(given.lastNumber ?? 0, answer.lastNumber ?? 0),
    ...{ failures: 0, silentSince: null, problemCode: null, problemWords: null, nextAttemptAt: now },
  };
}

async function turnOff(unit: Unit, device: DeviceRow): Promise<void> {
  await gatherLast(unit, device);
  await unit.tx.fiscalDevice.update({
    where: { id: device.id },
    data: { state: "off", nextAttemptAt: null },
  });
}

/** Ends the connection. What was signed stays; what waits goes on once a device is connected. Throws NotFound. */
export const disconnectDevice = verb("store.settings", async (unit, seller: Seller): Promise<void> => {
  const { storeId } = seller;
  const device = await deviceOf(unit.tx, storeId);
  if (!device) throw new NotFound();
  await turnOff(unit, device);
  await unit.tx.store.update({ where: { id: storeId }, data: { signsSales: false } });
  await unit.resolveTasks({ storeId, kind: { in: deviceTasks } }, seller.actor);
  await unit.audit(seller, { action: "store.fiscal_off", target: `store:${storeId}` });
});

/** What the seller chose for one product; empty: what the device says. Throws NotFound, or Invalid by field. */
export const setFiscalItem = verb(
  "store.settings",
  async (
    unit,
    seller: Seller,
    { productId, taxClass, itemClass }: { productId: number; taxClass: string; itemClass: string },
  ): Promise<void> => {
    const { storeId } = seller;
    requireNone({
      taxClass: taxClass === "" || isUntaxedClass(taxClass) ? null : say("fiscal_class"),
      itemClass: itemClass === "" || isItemClass(itemClass) ? null : say("fiscal_item_class"),
    });
    if (!(await unit.tx.product.findFirst({ where: { id: productId, storeId } })))
      throw new Invalid({ productId: [say("choose_product")] });
    const chosen = { taxClass: taxClass || null, itemClass: itemClass || null };
    const name = `product/${productId}`;
    await unit.tx.fiscalItem.upsert({
      where: { storeId_name: { storeId, name } },
      create: { storeId, name, productId, ...chosen },
      update: chosen,
    });
    const details = { taxClass, itemClass };
    await unit.audit(seller, { action: "store.fiscal_item_set", target: `product:${productId}`, details });
  },
);

const productsMax = 500;

/** Products with a choice of their own, and all that may get one. */
export async function readFiscalItems(world: World, { storeId }: Caller) {
  const isChosen = { OR: [{ taxClass: { not: null } }, { itemClass: { not: null } }] };
  const [items, products] = await Promise.all([
    world.db.fiscalItem.findMany({
      where: { storeId, productId: { not: null }, ...isChosen },
      include: { product: { select: { name: true } } },
      orderBy: { productId: "asc" },
      take: productsMax,
    }),
    world.db.product.findMany({
      where: { storeId, status: "active" },
      select: { id: true, name: true },
      orderBy: { name: "asc" },
      take: productsMax,
    }),
  ]);
  return { items, products };
}
