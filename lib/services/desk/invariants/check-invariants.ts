import type { Pool, PoolClient } from "pg";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { checkAccessInvariants } from "./access";
import { backwardsInvariants } from "./backwards";
import { eventInvariants } from "./events";
import type { Invariant } from "./invariant";
import { ledgerInvariants } from "./ledger";
import { paymentInvariants } from "./payments";
import { periodInvariants } from "./periods";

/**
 * What must always be true, as far as the database can tell: the numbers are those of docs/simulation.md. Of the 27,
 * four are not here, because no database can show them, and are held by tests: 9 (what the rail took is what clearing
 * holds) by the simulation, 23 and 24 (idempotent answers, walks through pages) by app/api/v1, 25 (no secret in a log)
 * by the canary of the logs.
 */
const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...paymentInvariants,
  ...backwardsInvariants,
  ...periodInvariants,
  ...eventInvariants,
];

const shownMax = 5;

/**
 * What is broken, one line each, with the invariant's number first; empty when all is well. Each part is one statement
 * and sees one instant, so it may run while money moves. `storeId` looks at one store only; `quiet` asks also for what
 * is true once every worker has caught up with the clock.
 */
export async function checkInvariants(
  world: Pick<World, "clock"> & { pool: Pool | PoolClient },
  options: { storeId?: number; quiet?: boolean } = {},
): Promise<string[]> {
  const now = world.clock.now();
  const storeId = options.storeId ?? null;
  const asked = invariants.filter(({ when }) => options.quiet || when === "always");
  const { rows } = await world.pool.query<{ position: number; what: string }>({
    name: `invariants-${storeId === null ? "all" : "store"}-${options.quiet ? "quiet" : "always"}`,
    text: asked.map((one, position) => textOf(one, position, storeId !== null)).join("\nUNION ALL\n"),
    values: storeId === null ? [now] : [now, storeId],
  });
  const found = rows.map(
    ({ position, what }) => `${asked[position]?.number} ${asked[position]?.broken}: ${what}`,
  );
  return [...found, ...(await checkAccessInvariants(world.pool, now, storeId))];
}

function textOf(invariant: Invariant, position: number, isScoped: boolean): string {
  const only = (column: string) => (isScoped ? `${column} = $2` : "true");
  // Every statement names both parameters, so that their types are known even where a part needs none.
  const typed = `$1::timestamptz IS NOT NULL${isScoped ? " AND $2::int IS NOT NULL" : ""}`;
  return `(SELECT ${position} AS position, found.what FROM (${invariant.find(only)}) found WHERE ${typed} LIMIT ${shownMax})`;
}

/**
 * Asks a person to look at everything that is broken, once for each finding, and says so in the log. That it looked, and
 * what it counted, is in the audit log. Nothing is repaired by itself: what broke an invariant is a mistake in the program.
 */
export async function reportInvariants(world: World): Promise<{ broken: number }> {
  const broken = await checkInvariants(world, { quiet: true });
  if (broken.length > 0) world.log.error({ broken }, "What must always be true is not.");
  await transact(world, async (unit) => {
    const { _max } = await unit.tx.ledgerTransaction.aggregate({ _max: { id: true } });
    await unit.audit({
      ...{ accountId: null, storeId: null, actor: "system", action: "invariants.checked" },
      target: "service",
      details: { broken: broken.length, lastEntry: Number(_max.id ?? 0) },
    });
    for (const what of broken)
      await unit.raiseTask({
        storeId: null,
        kind: "invariant_broken",
        subject: what,
        details: { number: Number.parseInt(what, 10), what },
      });
  });
  return { broken: broken.length };
}
