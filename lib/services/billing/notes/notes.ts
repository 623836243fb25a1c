import { Prisma } from "@/lib/db/client";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { foldTag, parseTag, tagsMax, textProblem } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { customerScope, customerScopeSql } from "@/lib/services/people/customers/scope";
import { lockCustomer } from "@/lib/services/people/customers/update";
import { lockOrder } from "../orders/read";

export interface NoteView {
  id: number;
  text: string;
  /** The name of who wrote it; null once that person is gone. */
  by: string | null;
  at: Date;
  /** Whether the caller may delete it. */
  deletable: boolean;
}

export const noteMaxCodePoints = 1_000;
/** So many on one thing, so that its page stays one page. */
export const notesMax = 200;

/** Newest first. Of what the caller does not see there are none. */
export async function listNotes(world: World, seller: Seller, subject: Subject): Promise<NoteView[]> {
  const rows = await world.db.note.findMany({
    where: { ...subjectScope(seller, subject.kind), ...columnsOf(seller, subject) },
    select: { id: true, text: true, writtenBy: true, createdAt: true, author: { select: { name: true } } },
    orderBy: { id: "desc" },
  });
  const any = may(seller.role, "note.delete_any");
  const own = may(seller.role, "note.write");
  return rows.map(({ id, text, writtenBy, createdAt, author }) => ({
    ...{ id, text, by: author?.name ?? null, at: createdAt },
    deletable: any || (own && writtenBy === seller.userId),
  }));
}

/** Throws NotFound for what the caller does not see, and Invalid on `text`. */
export async function writeNote(
  world: World,
  seller: Seller,
  subject: Subject,
  typed: string,
): Promise<void> {
  permit(seller, "note.write");
  // Forms send two characters for the end of a line.
  const text = typed.replace(/\r\n?/g, "\n").trim();
  const problem = text === "" ? say("required") : textProblem(text, noteMaxCodePoints);
  if (problem) throw new Invalid({ text: [problem] });
  await transact(world, async (unit) => {
    await lockSubject(unit, seller, subject);
    const columns = columnsOf(seller, subject);
    if ((await unit.tx.note.count({ where: columns })) >= notesMax)
      throw new Invalid({ text: [say("notes_most", { max: notesMax })] });
    await unit.tx.note.create({
      data: { ...columns, text, writtenBy: seller.userId, createdAt: unit.now },
    });
  });
}

/** Deletes a note of one's own. Throws NotFound for somebody else's. */
export async function deleteNote(world: World, seller: Seller, subject: Subject, id: number): Promise<void> {
  permit(seller, "note.write");
  await remove(world, seller, subject, { id, writtenBy: seller.userId });
}

/** Deletes anybody's note. */
export async function deleteAnyNote(
  world: World,
  seller: Seller,
  subject: Subject,
  id: number,
): Promise<void> {
  permit(seller, "note.delete_any");
  await remove(world, seller, subject, { id });
}

async function remove(
  world: World,
  caller: Caller,
  subject: Subject,
  which: { id: number; writtenBy?: number },
): Promise<void> {
  await transact(world, async (unit) => {
    await lockSubject(unit, caller, subject);
    const { count } = await unit.tx.note.deleteMany({ where: { ...columnsOf(caller, subject), ...which } });
    if (count === 0) throw new NotFound();
    // The text is what was to go, so the log does not have it.
    await unit.audit(caller, { action: "note.deleted", target: `${subject.kind}:${subject.id}` });
  });
}

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

export type SubjectKind = "customer" | "order";

/** What notes and tags are about. */
export interface Subject {
  kind: SubjectKind;
  id: number;
}

/** The columns of a note or a tag that say what it is about; the others are null. */
type SubjectColumns =
  | { accountId: number; livemode: boolean; customerId: number }
  | { storeId: number; orderId: number };

export function columnsOf({ accountId, livemode, storeId }: Caller, { kind, id }: Subject): SubjectColumns {
  return kind === "customer" ? { accountId, livemode, customerId: id } : { storeId, orderId: id };
}

/** What of the notes and tags of one kind the caller sees: those of the customers and orders that they see. */
export function subjectScope(caller: Caller, kind: SubjectKind) {
  const { accountId, livemode, storeId } = caller;
  return kind === "customer"
    ? { accountId, livemode, customer: customerScope(caller) }
    : { storeId, order: { storeId, livemode } };
}

/** Locks it, so that two people cannot add beyond a limit. Throws NotFound for what the caller does not see. */
export async function lockSubject(unit: Unit, caller: Caller, { kind, id }: Subject): Promise<void> {
  if (kind === "order") await lockOrder(unit, caller, id);
  else if (!(await lockCustomer(unit, caller, id))) throw new NotFound();
}
