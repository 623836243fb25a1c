import type { Prisma } from "@/lib/db/client";
import { NotFound } from "@/lib/domain/refusal";
import type { Caller, World } from "@/lib/services/core/world";

/** One thing of a product, as its seller sees it. */
export interface ListedDeliverable {
  id: number;
  kind: "file" | "link" | "text" | "codes";
  name: string;
  /** Of links and texts. */
  content: string | null;
  file: { type: string; bytes: bigint; sha256: string } | null;
  codes: { left: number; given: number } | null;
}

/** What a product delivers, in its order. Throws NotFound for another store's. */
export async function listDeliverables(
  world: World,
  caller: Caller,
  productId: number,
): Promise<ListedDeliverable[]> {
  const { storeId } = caller;
  if ((await world.db.product.count({ where: { id: productId, storeId } })) === 0) throw new NotFound();
  const rows = await world.db.deliverable.findMany({
    where: { storeId, productId, removedAt: null },
    include: { file: true },
    orderBy: [{ position: "asc" }, { id: "asc" }],
  });
  const counts = await world.db.deliverableCode.groupBy({
    by: ["deliverableId"],
    where: { storeId, deliverableId: { in: rows.map(({ id }) => id) } },
    _count: { _all: true, orderId: true },
  });
  const countOf = new Map(counts.map(({ deliverableId, _count }) => [deliverableId, _count]));
  return rows.map(({ id, kind, name, content, file }) => {
    const count = countOf.get(id) ?? { _all: 0, orderId: 0 };
    return {
      ...{ id, kind, name, content },
      file: file && {
        ...{ type: file.type, bytes: file.bytes },
        sha256: Buffer.from(file.sha256 ?? []).toString("hex"),
      },
      codes: kind === "codes" ? { left: count._all - count.orderId, given: count.orderId } : null,
    };
  });
}

/** How much of what a store may store is taken, and how much it may. */
export async function readStoredBytes(
  world: World,
  { storeId }: Pick<Caller, "storeId">,
): Promise<{ taken: bigint; max: bigint }> {
  const { _sum } = await world.db.storedFile.aggregate({ where: { storeId }, _sum: { bytes: true } });
  return { taken: _sum.bytes ?? 0n, max: world.config.files.storeMaxBytes };
}

/** Whether a product sells codes of which none is left. */
export async function isSoldOut(
  tx: Pick<Prisma.TransactionClient, "$queryRaw">,
  product: { id: number; delivers: boolean },
): Promise<boolean> {
  if (!product.delivers) return false;
  const [empty] = await tx.$queryRaw<{ id: number }[]>`
    SELECT d.id FROM deliverables d
    WHERE d.product_id = ${product.id} AND d.kind = 'codes' AND d.removed_at IS NULL
      AND NOT EXISTS (SELECT 1 FROM deliverable_codes c WHERE c.deliverable_id = d.id AND c.order_id IS NULL)
    LIMIT 1`;
  return empty !== undefined;
}
