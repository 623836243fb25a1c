import { createHash } from "node:crypto";
import { cleanFileName } from "@/lib/domain/download";
import { Invalid, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { addDeliverable, auditDeliverable, lockDeliverable, lockProduct } from "./save";

const MB = 1024 * 1024;
export const fileMaxBytes = 100 * MB;

/** Which product a file is for; `replaces`: the file whose place it takes. */
interface UploadFor {
  productId: number;
  replaces: number | null;
}

/** A file as it arrives. */
export interface ArrivingFile {
  name: string;
  type: string;
  bytes: AsyncIterable<Uint8Array>;
}

/**
 * Stores a file piece by piece while it arrives, so that no more than a piece is ever in memory. `size`: the most that
 * may come; that much of the store's space is reserved before anything is read. Whoever bought the product has the new
 * file once it is whole; until then, and if it never is, the old one. Throws NotFound, or Invalid on `file` or `form`.
 */
export async function takeFile(
  world: World,
  caller: Caller,
  { productId, replaces }: UploadFor,
  size: number,
  arrive: () => Promise<ArrivingFile | null>,
): Promise<{ id: number }> {
  permit(caller, "product.change");
  const fileId = await reserve(world, caller, { productId, replaces }, Math.min(size, fileMaxBytes));
  try {
    const arriving = await arrive();
    const name = arriving && cleanFileName(arriving.name);
    if (!arriving || !name) throw new Invalid({ file: [say("choose_file")] });
    const stored = await storePieces(world, fileId, arriving.bytes, fileMaxBytes);
    return await transact(world, async (unit) => {
      const { bytes, sha256 } = stored;
      const type = /^[\w.+-]{1,60}\/[\w.+-]{1,100}$/.test(arriving.type) ? arriving.type.toLowerCase() : "";
      const data = {
        type: type || "application/octet-stream",
        bytes: BigInt(bytes),
        sha256,
        completedAt: unit.now,
      };
      await unit.tx.storedFile.update({ where: { id: fileId, storeId: caller.storeId }, data });
      return replaces === null
        ? addNew(unit, caller, productId, { name, fileId })
        : replace(unit, caller, replaces, { name, fileId });
    });
  } catch (error) {
    await dropStored(world, caller, fileId);
    throw error;
  }
}

async function addNew(unit: Unit, caller: Caller, productId: number, file: { name: string; fileId: number }) {
  await lockProduct(unit, caller, productId);
  return addDeliverable(unit, caller, productId, { kind: "file", ...file });
}

async function replace(unit: Unit, caller: Caller, id: number, file: { name: string; fileId: number }) {
  const found = await lockDeliverable(unit, caller, id);
  await unit.tx.deliverable.update({ where: { id }, data: { ...file, updatedAt: unit.now } });
  if (found.fileId !== null)
    await unit.tx.storedFile.deleteMany({ where: { id: found.fileId, storeId: caller.storeId } });
  await auditDeliverable(unit, caller, "replaced", found);
  return { id };
}

async function reserve(world: World, caller: Caller, wish: UploadFor, size: number): Promise<number> {
  return transact(world, async (unit) => {
    if (wish.replaces === null) await lockProduct(unit, caller, wish.productId);
    else await requireFile(unit, caller, wish.productId, wish.replaces);
    return reserveSpace(world, unit, caller, size);
  });
}

async function requireFile(unit: Unit, caller: Caller, productId: number, id: number): Promise<void> {
  const found = await lockDeliverable(unit, caller, id);
  if (found.kind !== "file" || found.productId !== productId)
    throw new Invalid({ form: [say("choose_file")] });
}

export const chunkBytes = 256 * 1024;

/**
 * Reserves this much of the store's space for a file that is to come. One upload at a time looks at what is left, so that
 * two never take the same space. Returns its number. Throws Invalid on `file`.
 */
export async function reserveSpace(
  world: World,
  unit: Unit,
  { storeId }: Caller,
  size: number,
): Promise<number> {
  await unit.tx
    .$queryRaw`SELECT 1 AS locked FROM (SELECT pg_advisory_xact_lock(hashtext('stored files'))) taken`;
  const [{ ofStore, ofAll } = { ofStore: 0n, ofAll: 0n }] = await unit.tx.$queryRaw<
    { ofStore: bigint; ofAll: bigint }[]
  >`
    SELECT coalesce(sum(bytes) FILTER (WHERE store_id = ${storeId}), 0)::bigint AS "ofStore",
      coalesce(sum(bytes), 0)::bigint AS "ofAll" FROM stored_files`;
  const { storeMaxBytes, maxBytes } = world.config.files;
  const megabytes = String(Number(storeMaxBytes) / MB);
  if (ofStore + BigInt(size) > storeMaxBytes)
    throw new Invalid({ file: [say("files_store_full", { megabytes })] });
  if (ofAll + BigInt(size) > maxBytes) throw new Invalid({ file: [say("files_full")] });
  const made = await unit.tx.storedFile.create({
    data: { storeId, type: "application/octet-stream", bytes: BigInt(size), createdAt: unit.now },
  });
  return made.id;
}

/** Stores the bytes piece by piece while they arrive. Throws Invalid on `file` where there are none, or too many. */
export async function storePieces(
  world: World,
  fileId: number,
  arriving: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<{ bytes: number; sha256: Uint8Array<ArrayBuffer> }> {
  const hash = createHash("sha256");
  let bytes = 0;
  let position = 0;
  for await (const piece of pieces(arriving)) {
    bytes += piece.byteLength;
    if (bytes > maxBytes)
      throw new Invalid({ file: [say("file_size", { megabytes: String(maxBytes / MB) })] });
    hash.update(piece);
    await world.pool.query("INSERT INTO file_chunks (file_id, position, bytes) VALUES ($1, $2, $3)", [
      ...[fileId, position],
      piece,
    ]);
    position += 1;
  }
  if (bytes === 0) throw new Invalid({ file: [say("choose_file")] });
  return { bytes, sha256: new Uint8Array(hash.digest()) };
}

/** Forgets what came of a file that nobody can have. */
export async function dropStored({ db }: World, { storeId }: Caller, id: number): Promise<void> {
  await db.storedFile.deleteMany({ where: { id, storeId, deliverable: null } });
}

/** The same bytes in pieces of one size; the last one is what is left. Each is valid until the next one is asked for. */
async function* pieces(arriving: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  const piece = Buffer.alloc(chunkBytes);
  let filled = 0;
  for await (const some of arriving) {
    for (let at = 0; at < some.byteLength; ) {
      const count = Math.min(some.byteLength - at, chunkBytes - filled);
      piece.set(some.subarray(at, at + count), filled);
      [at, filled] = [at + count, filled + count];
      if (filled < chunkBytes) continue;
      yield piece;
      filled = 0;
    }
  }
  if (filled > 0) yield piece.subarray(0, filled);
}
