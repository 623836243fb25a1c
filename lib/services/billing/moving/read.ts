import { Prisma } from "@/lib/db/client";
import { undoMs } from "@/lib/domain/moving";
import { NotFound } from "@/lib/domain/refusal";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";

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
