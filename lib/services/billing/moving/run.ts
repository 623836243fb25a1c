import { Prisma } from "@/lib/db/client";
import { spreadDays } from "@/lib/domain/limits";
import { undoMs } from "@/lib/domain/moving";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { isSent, requireConfirmed } from "@/lib/services/core/gate";
import { isDue, lease } from "@/lib/services/core/lease";
import { countFilled } from "@/lib/services/core/list";
import { isUnavailable, transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, type Seller, verb } from "@/lib/services/people/accounts/permit";
import { despiteRaces } from "@/lib/services/people/customers/contact";
import { problemJson } from "./moved";
import { makeOther, ofOther } from "./other-lines";
import { failedLine, type Made, makeSubscriptions, type OpenLine } from "./slice";
import { type Told, tellMoved, undoSlice } from "./tell";

/** So many lines are written in one transaction. */
const sliceSize = 250;
const leased = { table: "moves", dueAt: "due_at", leaseMs: 60_000 } as const;
/** A pass ends after so many slices, so that the clock is told how far it is. */
const slicesMax = 20;

/**
 * Begins to write what was looked at; the clock goes on with it. Nobody is told but by `told`. Throws NotAllowed,
 * NotFound, Invalid on `form`, or the Refusal `email_unverified` where others are to be told.
 */
export const startMove = verb(
  "subscription.import",
  async (unit, seller: Seller, id: number, told: Told = { notifies: false, publishes: false }) => {
    const move = await lockMove(unit, id);
    if (!move || move.storeId !== seller.storeId) throw new NotFound();
    if (move.state !== "planned" || move.total === 0) throw new Invalid({ form: [say("move_not_now")] });
    if (told.notifies && (isSent(unit.world, "email") || isSent(unit.world, "sms")))
      await requireConfirmed(unit, seller.accountId);
    await unit.tx.move.update({ where: { id }, data: { state: "running", dueAt: unit.now, ...told } });
    await unit.audit(seller, {
      action: "subscriptions.import_started",
      target: `move:${id}`,
      details: { source: move.source, lines: move.total, ...told },
    });
    unit.wake("moves");
  },
);

/**
 * Takes back what a move made, within 7 days: subscriptions for which nobody has begun to pay, and customers who have
 * nothing else. Throws NotAllowed, NotFound, or Invalid on `form`.
 */
export const undoMove = verb("subscription.import", async (unit, seller: Seller, id: number) => {
  const move = await lockMove(unit, id);
  if (!move || move.storeId !== seller.storeId) throw new NotFound();
  if (move.state !== "done" || !move.endedAt) throw new Invalid({ form: [say("move_not_now")] });
  if (unit.now.getTime() - move.endedAt.getTime() > undoMs)
    throw new Invalid({ form: [say("move_undo_over", { days: 7 })] });
  await unit.tx.move.update({ where: { id }, data: { state: "undoing", dueAt: unit.now, done: 0 } });
  await unit.audit(seller, { action: "subscriptions.import_undone", target: `move:${id}` });
  unit.wake("moves");
});

async function lockMove(unit: Unit, id: number) {
  await unit.tx.$queryRaw`SELECT 1 FROM moves WHERE id = ${id} FOR UPDATE`;
  return unit.tx.move.findUnique({ where: { id } });
}

/**
 * Goes on with the moves that were started, slice by slice. Each slice is one transaction with what became of its lines, so
 * whoever dies in between loses nothing and doubles nothing. Safe to miss, to repeat, or to run twice at once.
 */
export async function runDueMoves(world: World): Promise<{ more: boolean }> {
  const due = await lease<{ id: number }>(world, leased, {
    which: isDue(world, leased),
    limit: 1,
    columns: Prisma.sql`id`,
  });
  for (const { id } of due) {
    for (let slice = 1; slice <= slicesMax; slice += 1) {
      if (!(await runSlice(world, id))) break;
      await countFilled(world, slice);
    }
    await world.db.move.updateMany({ where: { id }, data: { leasedUntil: null } });
  }
  return { more: due.length > 0 };
}

/** One slice. Where it fails, its lines are written one by one, so that one bad line does not stop the others. */
async function runSlice(world: World, id: number): Promise<boolean> {
  try {
    return await despiteRaces(() => slice(world, id, sliceSize, false));
  } catch (error) {
    if (isUnavailable(error)) throw error;
    world.log.error({ err: error, move: id }, "A slice of an import failed; its lines are tried one by one.");
  }
  for (let count = 0; count < sliceSize; count += 1) {
    try {
      if (!(await despiteRaces(() => slice(world, id, 1, false)))) return false;
    } catch (error) {
      if (isUnavailable(error)) throw error;
      if (!(await slice(world, id, 1, true))) return false;
    }
  }
  return true;
}

/** Returns whether there is more. `isBad`: the line is answered without writing it. */
function slice(world: World, id: number, size: number, isBad: boolean): Promise<boolean> {
  return transact(world, async (unit) => {
    const move = await lockMove(unit, id);
    if (move?.state === "undoing") return undoSlice(unit, move, size, isBad);
    if (move?.state !== "running") return false;
    const lines = await openLines(unit, id, size);
    const caller = await callerOf(unit, move);
    const made = isBad ? lines.map(failedLine) : await makeLines(unit, caller, move, lines);
    await storeMade(unit, id, made);
    const isOver = lines.length === 0;
    await unit.tx.move.update({
      where: { id },
      data: {
        done: { increment: lines.length },
        dueAt: isOver ? null : unit.now,
        leasedUntil: new Date(unit.now.getTime() + leased.leaseMs),
        ...(isOver ? { state: "done", endedAt: unit.now, done: move.total } : {}),
      },
    });
    return !isOver;
  });
}

/** The next lines of one kind: products before customers, customers before subscriptions. */
async function openLines({ tx }: Unit, moveId: number, take: number): Promise<OpenLine[]> {
  const lines = await tx.moveLine.findMany({
    where: { moveId, outcome: "make", isDone: false },
    select: { line: true, kind: true, key: true, data: true },
    orderBy: { line: "asc" },
    take,
  });
  return lines.filter(({ kind }) => kind === lines[0]?.kind);
}

async function makeLines(
  unit: Unit,
  caller: Caller,
  move: { id: number; source: string } & Told,
  lines: readonly OpenLine[],
): Promise<Made[]> {
  const [first] = lines;
  if (!first) return [];
  if (first.kind !== "subscription") return makeOther(unit, caller, first.kind, lines);
  const made = await makeSubscriptions(unit, caller, move.source, await ofOther(unit, move.id, lines));
  const ids = made.flatMap(({ outcome, madeId }) => (outcome === "make" && madeId ? [madeId] : []));
  const untold = new Set(await tellMoved(unit, caller.storeId, move, ids));
  const problem = problemJson(say("move_untold", { days: spreadDays.told }));
  return made.map((one) => (one.madeId && untold.has(one.madeId) ? { ...one, problem } : one));
}

/** In one statement: 250 lines are answered at once. */
async function storeMade({ tx }: Unit, moveId: number, made: readonly Made[]): Promise<void> {
  if (made.length === 0) return;
  await tx.$executeRaw`
    UPDATE move_lines SET is_done = true, outcome = one.outcome::move_outcome, made_id = one.made_id,
      made_customer_id = one.made_customer_id, problem = one.problem
    FROM (SELECT * FROM unnest(${made.map(({ line }) => line)}::int[], ${made.map(({ outcome }) => outcome)}::text[],
      ${made.map(({ madeId }) => madeId)}::text[], ${made.map(({ madeCustomerId }) => madeCustomerId)}::int[],
      ${made.map(({ problem }) => (problem ? JSON.stringify(problem) : null))}::jsonb[])
      AS one(line, outcome, made_id, made_customer_id, problem)) one
    WHERE move_lines.move_id = ${moveId} AND move_lines.line = one.line`;
}

async function callerOf(unit: Unit, move: { storeId: number; createdBy: number }): Promise<Caller> {
  const { accountId } = await unit.store(move.storeId);
  return { storeId: move.storeId, accountId, livemode: true, actor: `user:${move.createdBy}` };
}

const shownMax = 100;

/** A move and its first lines: those with a problem, then the others. */
export interface ShownMove {
  id: number;
  source: string;
  state: "planned" | "running" | "done" | "undoing" | "undone";
  total: number;
  done: number;
  soon: number;
  createdAt: Date;
  canUndo: boolean;
  /** Whom its messages reached, when the next go, and for whom no day had room; null where nobody is told. */
  told: { told: number; waiting: number; next: Date | null; untold: number } | null;
  counts: Record<Prisma.MoveLineGetPayload<object>["outcome"], number>;
  lines: Prisma.MoveLineGetPayload<object>[];
}

/** Throws NotAllowed or NotFound. */
export async function readMove(world: World, seller: Seller, id: number): Promise<ShownMove> {
  permit(seller, "subscription.import");
  const move = await world.db.move.findFirst({ where: { id, storeId: seller.storeId } });
  if (!move) throw new NotFound();
  const [groups, wrong, others, told] = await Promise.all([
    world.db.moveLine.groupBy({ by: ["outcome"], where: { moveId: id }, _count: true }),
    linesOf(world, { moveId: id, problem: { not: Prisma.DbNull } }),
    linesOf(world, { moveId: id, problem: { equals: Prisma.DbNull } }),
    move.notifies ? toldOf(world, move) : null,
  ]);
  const counts = { make: 0, same: 0, refused: 0, undone: 0, stays: 0 };
  for (const { outcome, _count } of groups) counts[outcome] = _count;
  const sinceMs = world.clock.now().getTime() - (move.endedAt?.getTime() ?? 0);
  const canUndo = move.state === "done" && counts.make > 0 && sinceMs <= undoMs;
  return { ...move, canUndo, told, counts, lines: [...wrong, ...others] };
}

async function toldOf({ db }: World, move: { id: number; storeId: number }) {
  const [told = null] = await db.$queryRaw<NonNullable<ShownMove["told"]>[]>`
    SELECT count(*) FILTER (WHERE m.status = 'sent')::int AS told,
      count(*) FILTER (WHERE m.status = 'queued')::int AS waiting,
      min(m.next_attempt_at) FILTER (WHERE m.status = 'queued') AS next,
      (SELECT count(*)::int FROM move_lines
        WHERE move_id = ${move.id} AND outcome = 'make' AND problem IS NOT NULL) AS untold
    FROM move_lines l JOIN messages m ON m.store_id = ${move.storeId} AND m.object_id = l.made_id
    WHERE l.move_id = ${move.id} AND l.outcome = 'make' AND m.template = 'moved_in'`;
  return told;
}

function linesOf({ db }: World, where: Prisma.MoveLineWhereInput) {
  return db.moveLine.findMany({ where, orderBy: { line: "asc" }, take: shownMax });
}

/** The latest moves of the store. */
export function listMoves({ db }: World, seller: Seller) {
  permit(seller, "subscription.import");
  return db.move.findMany({ where: { storeId: seller.storeId }, orderBy: { id: "desc" }, take: 10 });
}
