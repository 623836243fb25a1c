import type { World } from "@/lib/services/core/world";
import { sumFees } from "@/lib/services/desk/operator/sum-fees";
import { type Rule, type RuleName, ruleNames, rules } from "./rules";

const dayMs = 24 * 60 * 60 * 1000;
const roundsMax = 20;

/** How many rows of each kind were deleted; of fees, how many were summed. */
export type Forgotten = Record<RuleName | "fees", number>;

/**
 * Deletes what is retained only for a time (rules.ts). Each statement deletes one small
 * batch, so no lock is long. Every kind has its turn in each round, so a large backlog of one does not hold up the others;
 * what is left after the last round goes with the next call. Safe to repeat.
 */
export async function forgetOld(world: World, rounds = roundsMax): Promise<Forgotten> {
  // Safe: every name gets its number.
  const gone = Object.fromEntries(ruleNames.map((name) => [name, 0])) as Record<RuleName, number>;
  let open = ruleNames;
  for (let round = 0; round < rounds && open.length > 0; round += 1) {
    const full: RuleName[] = [];
    for (const name of open) {
      const count = await forgetBatch(world, rules[name]);
      gone[name] += count;
      if (count >= rules[name].batch) full.push(name);
    }
    open = full;
  }
  return {
    ...gone,
    fees: await sumFees(world),
  };
}

/** The number of days that a kind is kept now. */
export function daysOf(world: World, { days }: Rule): number {
  return typeof days === "number" ? days : world.config.retention[days];
}

async function forgetBatch(world: World, rule: Rule): Promise<number> {
  const days = daysOf(world, rule);
  const before = new Date(world.clock.now().getTime() - days * dayMs);
  const { rowCount } = await world.pool.query(deletion(rule), [rule.clock ? days : before]);
  return rowCount ?? 0;
}

/** A day is compared as a day, so that what is counted today stays whole. */
const kindOf: Record<string, string> = { day: "date" };

function deletion({ table, aged, key, only, unless, batch, clock }: Rule): string {
  const before = clock
    ? "clock_timestamp() - make_interval(days => $1)"
    : `$1::${kindOf[aged] ?? "timestamptz"}`;
  const old = [`${aged} < ${before}`, only, unless && `NOT (${unless})`];
  const chosen = `SELECT ${key} FROM ${table} WHERE ${old.filter(Boolean).join(" AND ")} LIMIT ${batch}`;
  // What belongs to a row of another table goes with it by its foreign key.
  if (table !== "events") return `DELETE FROM ${table} WHERE (${key}) IN (${chosen})`;
  // Deliveries are deleted first because they refer to their event; attempts are deleted with their delivery.
  return `WITH old AS MATERIALIZED (${chosen}), gone AS (
      DELETE FROM webhook_deliveries d USING old WHERE d.event_id = old.id RETURNING d.event_id
    )
    DELETE FROM events USING old WHERE events.id = old.id AND (SELECT count(*) FROM gone) >= 0`;
}
