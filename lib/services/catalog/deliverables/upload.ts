import { cleanFileName } from "@/lib/domain/download";
import { Invalid, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit } from "@/lib/services/people/accounts/permit";
import { addDeliverable, auditDeliverable, lockDeliverable, lockProduct } from "./save";
import { dropStored, reserveSpace, storePieces } from "./stored";

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
