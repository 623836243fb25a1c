import { say } from "@/lib/domain/problem";
import { dayOf, type MovementOp, movementOps, periodOfDay } from "@/lib/domain/reconciliation";
import { Invalid } from "@/lib/domain/refusal";
import type { Statement } from "@/lib/providers/rails/port";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "../operator/operator";
import { compareDay } from "./compare-day";
import { type FileLine, readStatementCsv, statementLineOf } from "./read-file";
import { saveComparison } from "./save";

const daysMax = 92;

/**
 * Compares a provider's list that a person brought, for each day from `from` to `to` (both in it, UTC): for rails whose API
 * gives none, and for days of long ago. The file must hold these days whole. Throws NotAllowed, or Invalid by field.
 */
export async function reconcileFile(
  world: World,
  operator: Operator,
  input: { rail: string; from: string; to: string; file: string },
): Promise<{ days: number; open: number }> {
  await requireOperator(world.db, operator);
  const days = daysOf(world, input.from, input.to);
  const read = readStatementCsv(input.file);
  const statement = await statementOf(world, read);
  let open = 0;
  for (const day of days) {
    const found = await compareDay(world, input.rail, day, statement);
    open += (await saveComparison(world, input.rail, day, "file", found)).open;
  }
  await transact(world, async (unit) =>
    unit.audit({
      ...{ accountId: null, storeId: null, actor: operator.actor, action: "reconciliation.file" },
      target: `rail:${input.rail}`,
      details: { from: input.from, to: input.to, lines: read.length, open },
    }),
  );
  return { days: days.length, open };
}

function daysOf(world: World, from: string, to: string): string[] {
  const shape = /^\d{4}-\d\d-\d\d$/;
  const isDay = (text: string) => shape.test(text) && !Number.isNaN(Date.parse(text));
  const today = dayOf(world.clock.now());
  const problems = {
    ...(isDay(from) ? {} : { from: [say("date_shape")] }),
    ...(isDay(to) && to <= today ? {} : { to: [say("date_shape")] }),
  };
  if (Object.keys(problems).length > 0) throw new Invalid(problems);
  const days: string[] = [];
  for (let day = from; day <= to && days.length <= daysMax; day = dayOf(periodOfDay(day).to)) days.push(day);
  if (days.length === 0 || days.length > daysMax) throw new Invalid({ to: [say("statement_days")] });
  return days;
}

/** Of a list without a word about operations, our own ids say what they are of. */
async function statementOf(world: World, lines: FileLine[]): Promise<Statement> {
  const ids = [...new Set(lines.flatMap(({ ourId }) => ourId ?? []))];
  const { rows } = await world.pool.query<{ id: string; op: MovementOp }>(
    `SELECT id::text, 'charge' AS op FROM payment_attempts WHERE id = ANY ($1::uuid[])
     UNION ALL SELECT id::text, 'refund' FROM refunds WHERE id = ANY ($1::uuid[])
     UNION ALL SELECT id::text, 'payout' FROM payouts WHERE id = ANY ($1::uuid[])`,
    [ids],
  );
  const ops = new Map(rows.map(({ id, op }) => [id, op]));
  const read = lines.map((line) => statementLineOf(line, (id) => ops.get(id) ?? null));
  // A file of deposits alone says nothing of payouts.
  const holds = movementOps.filter((op) => read.some((line) => line.op === op));
  return { holds, lines: read };
}
