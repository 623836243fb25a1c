import { z } from "zod";
import type { World } from "@/lib/services/core/world";
import { said } from "@/lib/text/mail";
import { reportInvariants } from "../../invariants/check-invariants";
import { type Operator, requireOperator } from "../operator";
import { type HealthLine, waitOf, well } from "./line";

const details = z.object({ broken: z.number() });

export const booksName = said("told_books");

/** What the last check of the invariants found, and when; null before the first. */
export async function lastCheckOfBooks(
  world: Pick<World, "clock" | "db">,
): Promise<{ broken: number; ageMs: number } | null> {
  const last = await world.db.auditEntry.findFirst({
    where: { target: "service", action: "invariants.checked" },
    orderBy: { id: "desc" },
    select: { details: true, createdAt: true },
  });
  return (
    last && {
      broken: details.safeParse(last.details).data?.broken ?? 0,
      ageMs: world.clock.now().getTime() - last.createdAt.getTime(),
    }
  );
}

/** The result of the last check of the invariants. */
export async function readBooks(world: World): Promise<HealthLine> {
  const name = booksName;
  const last = await lastCheckOfBooks(world);
  if (!last)
    return {
      ...{ name, value: said("told_booksNever"), state: "unknown" },
      means: said("told_booksNever_means"),
      todo: said("told_booksNever_todo"),
    };
  const { ageMs, broken } = last;
  if (broken > 0)
    return {
      ...{ name, value: said("told_booksBroken", { count: broken, wait: waitOf(ageMs) }), state: "bad" },
      means: said("told_booksBroken_means"),
      todo: said("told_booksBroken_todo"),
    };
  const isOld = ageMs > 3 * 60 * 60 * 1000;
  return {
    ...{ name, value: said("told_booksRight", { wait: waitOf(ageMs) }), state: isOld ? "watch" : "well" },
    means: said("told_booksRight_means"),
    todo: isOld ? said("told_booksRight_todo") : null,
  };
}

/** Checks the invariants now and raises a task for each broken one. Throws NotAllowed. */
export async function checkBooks(world: World, operator: Operator): Promise<{ broken: number }> {
  await requireOperator(world.db, operator);
  return reportInvariants(world);
}

const name = said("told_recon");
const todo = said("told_recon_todo");
const lateMs = 36 * 60 * 60 * 1000;

/** Whether the movements reported by the rails equal the ledger. Null when there is no rail. */
export async function readReconciliationLine(world: World): Promise<HealthLine | null> {
  if (world.rails.all.length === 0) return null;
  const { rows } = await world.pool.query<{ differing: number; last: Date | null }>(
    `SELECT (
       (SELECT count(*) FROM reconciliations WHERE state = 'differs')
       + (SELECT count(*) FROM (SELECT DISTINCT ON (rail, currency) state, settled_at FROM rail_balances
            ORDER BY rail, currency, id DESC) b WHERE b.state = 'differs' AND b.settled_at IS NULL)
     )::int AS differing,
     greatest((SELECT max(checked_at) FROM reconciliations WHERE state <> 'failed'),
       (SELECT max(read_at) FROM rail_balances)) AS last`,
  );
  const { differing = 0, last = null } = rows[0] ?? {};
  if (!last)
    return {
      ...{ name, value: said("told_recon_never"), state: "unknown", todo: null },
      means: said("told_recon_meansNever"),
    };
  if (differing > 0)
    return {
      ...{ name, value: said("told_recon_differs", { count: differing }), state: "bad", todo },
      means: said("told_recon_meansDiffers"),
    };
  const ago = world.clock.now().getTime() - last.getTime();
  if (ago > lateMs)
    return {
      ...{ name, value: said("told_recon_late", { ago: waitOf(ago) }), state: "watch" },
      means: said("told_recon_means"),
      todo: said("told_recon_todoLate"),
    };
  return well(name, said("told_recon_well", { ago: waitOf(ago) }), said("told_recon_means"));
}
