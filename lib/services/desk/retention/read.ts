import { type RetentionVariable, retentionVariable } from "@/lib/domain/retention";
import type { World } from "@/lib/services/core/world";
import { dataMap, type Reason, reasons } from "../data-map";
import { type Operator, requireOperator } from "../operator/operator";
import { daysOf } from "./forget-old";
import { type Rule, type RuleName, ruleNames, rules } from "./rules";

/** What is stored of one kind. */
interface Stored {
  /** Null where the table is so large that the database only estimates. */
  rows: number | null;
  about: number;
}

/** One kind of rows that go with time. */
export interface RetainedLine extends Stored {
  name: RuleName;
  days: number;
  from: Rule["from"];
  /** Null where the time is fixed. */
  variable: RetentionVariable | null;
  oldest: Date | null;
}

/** A table whose rows stay. */
export interface KeptLine extends Stored {
  table: string;
  why: Reason;
}

/** Counting more than that takes long and tells nobody more. */
const countedMax = 100_000;

/** Everything that is stored: what goes with time and what stays. Throws NotAllowed. */
export async function readRetention(
  world: World,
  operator: Operator,
): Promise<{ retained: RetainedLine[]; kept: KeptLine[] }> {
  await requireOperator(world.db, operator);
  const retained: RetainedLine[] = [];
  for (const name of ruleNames) retained.push(await readRule(world, name));
  const kept: KeptLine[] = [];
  for (const why of reasons)
    for (const table of Object.keys(dataMap[why]))
      kept.push({ table, why, ...(await countRows(world, table)) });
  return { retained, kept };
}

async function readRule(world: World, name: RuleName): Promise<RetainedLine> {
  const rule: Rule = rules[name];
  const counted = await countRows(world, rule.table, rule.only);
  const { rows } = await world.pool.query<{ oldest: Date | null }>(oldestOf(rule));
  return {
    ...{ name, days: daysOf(world, rule), from: rule.from, ...counted },
    variable: typeof rule.days === "string" ? retentionVariable(rule.days) : null,
    oldest: rows[0]?.oldest ?? null,
  };
}

/** Of events the ids are in the order of their time, and have an index. */
function oldestOf({ table, aged, only }: Rule): string {
  if (table === "events") return "SELECT created_at AS oldest FROM events ORDER BY id LIMIT 1";
  return `SELECT min(${aged})::timestamptz AS oldest FROM ${table}${only ? ` WHERE ${only}` : ""}`;
}

async function countRows(world: World, table: string, only?: string): Promise<Stored> {
  const limited = `SELECT 1 FROM ${table}${only ? ` WHERE ${only}` : ""} LIMIT ${countedMax + 1}`;
  const { rows } = await world.pool.query<{ counted: number; about: number }>(
    `SELECT (SELECT count(*)::int FROM (${limited}) AS first) AS counted,
       greatest(reltuples, 0)::float8 AS about FROM pg_class WHERE oid = $1::regclass`,
    [table],
  );
  const { counted = 0, about = 0 } = rows[0] ?? {};
  return { rows: counted > countedMax ? null : counted, about: Math.max(about, counted) };
}
