import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { may } from "@/lib/domain/roles";
import { textProblem } from "@/lib/domain/text";
import { transact } from "@/lib/services/core/unit";
import type { Caller, World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { columnsOf, lockSubject, type Subject, subjectScope } from "./subject";

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
