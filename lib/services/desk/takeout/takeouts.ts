import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { fileFrom, pieceBytes } from "./make";
import { parts } from "./parts";

/** A file goes after so many days; another one is made at any time. */
export const takeoutDays = 3;
const takeoutMs = takeoutDays * 24 * 60 * 60 * 1000;

/** One file at a time is made of a store, and stays for some days. */
interface ShownTakeout {
  id: number;
  isReady: boolean;
  /** How much of it is read, in hundredths. */
  progress: number;
  rows: number;
  bytes: number;
  createdAt: Date;
  goesAt: Date;
}

/**
 * Asks for everything of a store in one file. An earlier one goes. Owner only, after password and code. Throws NotAllowed, or
 * Invalid on `password`, `code` or `form`.
 */
export async function askForEverything(world: World, seller: Seller, proof: Proof): Promise<void> {
  permit(seller, "store.take_along");
  await confirmPerson(world, seller.userId, proof);
  await transact(world, async (unit) => {
    const { storeId } = seller;
    await unit.tx.$queryRaw`SELECT 1 FROM stores WHERE id = ${storeId} FOR UPDATE`;
    if ((await unit.tx.takeout.count({ where: { storeId, state: "running" } })) > 0)
      throw new Invalid({ form: [say("takeout_running")] });
    await unit.tx.takeout.deleteMany({ where: { storeId } });
    const data = { storeId, createdBy: seller.userId, createdAt: unit.now, dueAt: unit.now };
    await unit.tx.takeout.create({ data });
    await unit.audit(seller, { action: "store.takeout_asked", target: `store:${storeId}` });
    unit.wake("moves");
  });
}

/** The file of this store, if there is one. Throws NotAllowed. */
export async function readTakeout(world: World, seller: Seller): Promise<ShownTakeout | null> {
  permit(seller, "store.take_along");
  const row = await world.db.takeout.findFirst({
    where: { storeId: seller.storeId, createdAt: { gt: goneBefore(world) } },
    orderBy: { id: "desc" },
  });
  if (!row) return null;
  const isReady = row.state === "ready";
  return {
    ...{ id: row.id, isReady, rows: row.rows, bytes: Number(row.bytes), createdAt: row.createdAt },
    progress: isReady ? 100 : Math.floor((100 * row.part) / (parts.length + 2)),
    goesAt: new Date(row.createdAt.getTime() + takeoutMs),
  };
}

function goneBefore(world: World): Date {
  return new Date(world.clock.now().getTime() - takeoutMs);
}

export interface FileBytes {
  /** Of the whole file. */
  size: number;
  /** Names these bytes: another file has another. */
  tag: string;
  madeAt: Date;
  read(from: number, until: number): AsyncGenerator<Uint8Array>;
}

/** The bytes of a ready file, any part of them. Logged where it is read from its beginning. Throws NotAllowed or NotFound. */
export async function openTakeout(world: World, seller: Seller, id: number): Promise<FileBytes> {
  permit(seller, "store.take_along");
  const row = await world.db.takeout.findFirst({
    where: { id, storeId: seller.storeId, state: "ready", createdAt: { gt: goneBefore(world) } },
  });
  if (!row) throw new NotFound();
  await transact(world, (unit) =>
    unit.audit(seller, { action: "store.takeout_read", target: `store:${seller.storeId}` }),
  );
  return {
    ...{ size: Number(row.bytes), madeAt: row.createdAt, tag: `"takeout-${row.id}-${row.bytes}"` },
    read: (from, until) => readBytes(world, id, from, until),
  };
}

/** From `from` up to, but not including, `until`. */
async function* readBytes({ db }: World, takeoutId: number, from: number, until: number) {
  for (let at = Math.floor(from / pieceBytes); at * pieceBytes < until; at += 1) {
    const key = { takeoutId_number: { takeoutId, number: fileFrom + at } };
    // Gone meanwhile: the download breaks off, and its end says so.
    const { bytes } = await db.takeoutPiece.findUniqueOrThrow({ where: key, select: { bytes: true } });
    const begins = at * pieceBytes;
    yield bytes.subarray(Math.max(0, from - begins), Math.min(bytes.length, until - begins));
  }
}
