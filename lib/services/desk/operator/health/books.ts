import { z } from "zod";
import type { World } from "@/lib/services/core/world";
import { reportInvariants } from "../../invariants/check-invariants";
import { type Operator, requireOperator } from "../operator";
import { type HealthLine, waitOf } from "./line";

const details = z.object({ broken: z.number() });

/** What the last check of all that must always be true found. */
export async function readBooks(world: World): Promise<HealthLine> {
  const name = "Checks of the books";
  const last = await world.db.auditEntry.findFirst({
    where: { action: "invariants.checked" },
    orderBy: { id: "desc" },
    select: { details: true, createdAt: true },
  });
  if (!last)
    return {
      ...{ name, value: "Never checked", state: "unknown" },
      means: "They are checked by themselves at 17 minutes past each hour.",
      todo: "Press “Check the books now”, or wait for the hour.",
    };
  const ageMs = world.clock.now().getTime() - last.createdAt.getTime();
  const broken = details.safeParse(last.details).data?.broken ?? 0;
  if (broken > 0)
    return {
      ...{ name, value: `${broken} broken, ${waitOf(ageMs)} ago`, state: "bad" },
      means:
        "Something that must always be true is not: a mistake in the program, or a hand in the database.",
      todo: "Read the tasks about it, keep a copy of the database, and tell whoever maintains the program.",
    };
  const isOld = ageMs > 3 * 60 * 60 * 1000;
  return {
    ...{ name, value: `All right, ${waitOf(ageMs)} ago`, state: isOld ? "watch" : "well" },
    means: "Every amount, period, event and balance of all stores agrees with every other.",
    todo: isOld ? "They should be checked every hour: the executor may not run. See the queues above." : null,
  };
}

/** Checks them now. What is broken becomes a task. Throws NotAllowed. */
export async function checkBooks(world: World, operator: Operator): Promise<{ broken: number }> {
  await requireOperator(world.db, operator);
  return reportInvariants(world);
}

const name = "Rails beside the books";
const todo = "Open Reconciliation: it shows both sides of each.";
const lateMs = 36 * 60 * 60 * 1000;

/** Whether what moved at the rails, by their own word, is what the books say. Null where there is nothing to compare yet. */
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
      ...{ name, value: "Never compared", state: "unknown", todo: null },
      means: "A day is compared once it is over, at 41 minutes past each hour.",
    };
  if (differing > 0)
    return {
      ...{ name, value: `${differing} days or balances differ`, state: "bad", todo },
      means: "Money moved at a rail that the books do not have, or the other way round.",
    };
  const ago = world.clock.now().getTime() - last.getTime();
  if (ago > lateMs)
    return {
      ...{ name, value: `Last compared ${waitOf(ago)} ago`, state: "watch" },
      means: "What moved at the rails by their own word is what the books say, day by day.",
      todo: "It should be compared every day: the executor may not run, or the rail does not answer.",
    };
  return {
    ...{ name, value: `Agrees, last compared ${waitOf(ago)} ago`, state: "well", todo: null },
    means: "What moved at the rails by their own word is what the books say, day by day.",
  };
}
