import { Prisma } from "@/lib/db/client";
import type { World } from "@/lib/services/core/world";
import type { Seller } from "../accounts/permit";

/** One opening of a form's page, in the store for which it was opened. */
export interface OpenForm {
  /** Below `/dashboard/`. */
  page: string;
  /** Random, made with the page. */
  opening: string;
}

export type TypedFields = Record<string, string[]>;

/** Drafts of one person in one store; the oldest make room. */
export const draftsMax = 20;
const bytesMax = 64 * 1024;
/** Later than every turn of a browser: nothing of this opening comes after it. */
const lastTurn = 9_007_199_254_740_991n;

/**
 * Keeps what somebody typed and has not saved. Nothing changes where the same opening sent something newer, or is done
 * with. What is longer than 64 KB is not kept. Returns whether it was small enough.
 */
export async function saveFormDraft(
  world: World,
  seller: Seller,
  form: OpenForm & { turn: number },
  fields: TypedFields,
): Promise<boolean> {
  const json = JSON.stringify(fields);
  if (Buffer.byteLength(json) > bytesMax) return false;
  await write(world, seller, { ...form, turn: BigInt(form.turn) }, json);
  await world.db.$executeRaw`
    DELETE FROM form_drafts WHERE store_id = ${seller.storeId} AND user_id = ${seller.userId} AND page IN (
      SELECT page FROM form_drafts WHERE store_id = ${seller.storeId} AND user_id = ${seller.userId}
      ORDER BY updated_at DESC, page OFFSET ${draftsMax})`;
  return true;
}

/** It was saved or discarded, so what this opening still sends is ignored. */
export async function closeFormDraft(world: World, seller: Seller, form: OpenForm): Promise<void> {
  await write(world, seller, { ...form, turn: lastTurn }, null);
}

async function write(
  world: World,
  { storeId, userId }: Seller,
  { page, opening, turn }: OpenForm & { turn: bigint },
  json: string | null,
): Promise<void> {
  await world.db.$executeRaw`
    INSERT INTO form_drafts AS kept (store_id, user_id, page, opening, turn, fields, updated_at)
    VALUES (${storeId}, ${userId}, ${page}, ${opening}, ${turn}, ${json ?? Prisma.sql`NULL`}::jsonb, ${world.clock.now()})
    ON CONFLICT (store_id, user_id, page) DO UPDATE
      SET opening = EXCLUDED.opening, turn = EXCLUDED.turn, fields = EXCLUDED.fields, updated_at = EXCLUDED.updated_at
      WHERE kept.opening <> EXCLUDED.opening OR kept.turn < EXCLUDED.turn`;
}

/** The last word of any device, whose fields are null once they were saved or discarded. Null where there is none. */
export async function readFormDraft(
  world: World,
  { storeId, userId }: Pick<Seller, "storeId" | "userId">,
  page: string,
): Promise<{ fields: TypedFields | null; keptAt: Date; opening: string } | null> {
  const row = await world.db.formDraft.findUnique({
    where: { storeId_userId_page: { storeId, userId, page } },
  });
  // Safe: only `saveFormDraft` writes the column.
  return row && { fields: row.fields as TypedFields | null, keptAt: row.updatedAt, opening: row.opening };
}
