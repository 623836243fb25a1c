import { Prisma } from "@/lib/db/client";
import { Invalid, say } from "@/lib/domain/refusal";
import { foldTag, parseTag, tagsMax } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { customerScopeSql } from "@/lib/services/people/customers/scope";
import { columnsOf, lockSubject, type Subject, type SubjectKind, subjectScope } from "./subject";

/**
 * Puts a tag on a customer or an order; false where it has it already, in whatever case. Throws NotFound for what the
 * caller does not see, and Invalid on `tag`.
 */
export async function addTag(
  world: World,
  seller: Seller,
  subject: Subject,
  typed: string,
): Promise<boolean> {
  permit(seller, "note.write");
  const name = requireTag(typed);
  const folded = foldTag(name);
  return transact(world, async (unit) => {
    await lockSubject(unit, seller, subject);
    const columns = columnsOf(seller, subject);
    const has = await unit.tx.tag.findMany({ where: columns, select: { folded: true } });
    if (has.some((tag) => tag.folded === folded)) return false;
    if (has.length >= tagsMax) throw new Invalid({ tag: [say("tags_most", { max: tagsMax })] });
    await unit.tx.tag.create({ data: { ...columns, name, folded, createdAt: unit.now } });
    return true;
  });
}

/** Takes a tag off; returns it as it was written there, or null where there was none. Throws as addTag does. */
export async function removeTag(
  world: World,
  seller: Seller,
  subject: Subject,
  typed: string,
): Promise<string | null> {
  permit(seller, "note.write");
  const folded = foldTag(requireTag(typed));
  return transact(world, async (unit) => {
    await lockSubject(unit, seller, subject);
    const found = await unit.tx.tag.findFirst({ where: { ...columnsOf(seller, subject), folded } });
    if (!found) return null;
    await unit.tx.tag.delete({ where: { id: found.id } });
    return found.name;
  });
}

/** A typed tag as it is stored. Throws Invalid on `tag`. */
export function requireTag(typed: string): string {
  const parsed = parseTag(typed);
  if (!parsed.ok) throw new Invalid({ tag: [parsed.problem] });
  return parsed.name;
}

/** The tags of each of these, by its id. */
export async function tagsOf(
  world: World,
  caller: Caller,
  kind: SubjectKind,
  ids: number[],
): Promise<Map<number, string[]>> {
  const one = kind === "customer" ? { customerId: { in: ids } } : { orderId: { in: ids } };
  const rows = await world.db.tag.findMany({
    where: { ...subjectScope(caller, kind), ...one },
    select: { customerId: true, orderId: true, name: true },
    orderBy: { folded: "asc" },
  });
  const byId = new Map<number, string[]>();
  for (const { customerId, orderId, name } of rows) {
    const id = customerId ?? orderId ?? 0;
    byId.set(id, [...(byId.get(id) ?? []), name]);
  }
  return byId;
}

/** So many different tags are looked at. */
const lookedMax = 1_000;

/**
 * The tags in use that the caller sees, each once, by the alphabet; with a text, those that contain it. One step along
 * the index for each tag, so it does not matter how many rows have it.
 */
export async function usedTags(
  world: World,
  caller: Caller,
  kind: SubjectKind,
  { part = "", take = 200 }: { part?: string; take?: number } = {},
): Promise<string[]> {
  const seen = seenSql(caller, kind);
  const like = `%${foldTag(part).replace(/[\\%_]/g, "\\$&")}%`;
  const rows = await world.db.$queryRaw<{ name: string }[]>`
    WITH RECURSIVE used AS (
      (SELECT folded, name FROM tags WHERE ${seen} ORDER BY folded LIMIT 1)
      UNION ALL
      SELECT next.folded, next.name FROM used CROSS JOIN LATERAL (
        SELECT folded, name FROM tags WHERE ${seen} AND folded > used.folded ORDER BY folded LIMIT 1
      ) AS next
    )
    SELECT name FROM (SELECT folded, name FROM used LIMIT ${lookedMax}) AS looked
    WHERE folded LIKE ${like} LIMIT ${take}`;
  return rows.map(({ name }) => name);
}

function seenSql(caller: Caller, kind: SubjectKind): Prisma.Sql {
  const { accountId, livemode, storeId, onlyStores } = caller;
  if (kind === "order") return Prisma.sql`tags.store_id = ${storeId}`;
  const seen = onlyStores
    ? Prisma.sql`AND EXISTS (SELECT 1 FROM customers WHERE customers.id = tags.customer_id
        AND ${customerScopeSql(caller)})`
    : Prisma.empty;
  return Prisma.sql`tags.account_id = ${accountId} AND tags.livemode = ${livemode} ${seen}`;
}
