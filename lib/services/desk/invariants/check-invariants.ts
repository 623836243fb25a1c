import type { Pool, PoolClient } from "pg";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { checkChain } from "../audit/seal";
import { checkAccessInvariants } from "./access";
import { eventInvariants } from "./events";
import type { Invariant } from "./invariant";
import { ledgerInvariants } from "./ledger";
import { paymentInvariants } from "./payments";
import { periodInvariants } from "./periods";
import { renewalInvariants } from "./renewals";
import { saleInvariants } from "./sales";
import { checkSums } from "./sums";

/**
 * The invariants that the database can show: the numbers are those of docs/simulation.md. Of its first 27, four are not
 * here, because no database can show them, and tests check them: 9 (what the rail took equals clearing) in the
 * simulation, 23 and 24 (idempotent answers, walks through pages) in app/api/v1, 25 (no secret in a log) in the canary
 * of the logs.
 */
const invariants: readonly Invariant[] = [
  ...ledgerInvariants,
  ...paymentInvariants,
  ...periodInvariants,
  ...saleInvariants,
  ...eventInvariants,
  ...renewalInvariants,
];

const shownMax = 5;

/**
 * The broken invariants, one line each, with the number first; empty when all is well. Each part is one statement and
 * sees one instant, so it may run while money moves. `storeId` checks one store only; `quiet` also checks invariants
 * that hold only when all workers have caught up.
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
  const chain = storeId === null ? await checkChain(world.pool) : [];
  return [
    ...found,
    ...(await checkAccessInvariants(world.pool, now, storeId)),
    ...(await checkSums(world.pool, storeId)),
    ...chain.map((what) => `34 The log of acts is not as it was sealed: ${what}`),
  ];
}

function textOf(invariant: Invariant, position: number, isScoped: boolean): string {
  // Every statement uses both parameters, so that their types are known where a part needs none.
  const typed = `$1::timestamptz IS NOT NULL${isScoped ? " AND $2::int IS NOT NULL" : ""}`;
  return `(SELECT ${position} AS position, found.what FROM (${invariant.find(isScoped)}) found WHERE ${typed} LIMIT ${shownMax})`;
}

/**
 * Raises a task for each broken invariant and logs an error. The audit log gets the check and its counts. Nothing is
 * repaired automatically: a broken invariant is a bug in the program.
 */
export async function reportInvariants(world: World): Promise<{ broken: number }> {
  const broken = await checkInvariants(world, { quiet: true });
  if (broken.length > 0) world.log.error({ broken }, "What must always be true is not.");
  await transact(world, async (unit) => {
    const { _max } = await unit.tx.ledgerTransaction.aggregate({ _max: { id: true } });
    await unit.audit(
      { actor: "system" },
      {
        action: "invariants.checked",
        target: "service",
        details: { broken: broken.length, lastEntry: Number(_max.id ?? 0) },
      },
    );
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
