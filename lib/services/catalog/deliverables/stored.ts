import { createHash } from "node:crypto";
import { Invalid, say } from "@/lib/domain/refusal";
import type { Caller, Unit, World } from "@/lib/services/core/world";

const MB = 1024 * 1024;
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
