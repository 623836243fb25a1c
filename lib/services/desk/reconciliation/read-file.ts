import { exponentOf, isCurrency, parseAmount } from "@/lib/domain/money";
import { dayOf, type MovementOp, movementOps, periodOfDay } from "@/lib/domain/reconciliation";
import { Invalid, say } from "@/lib/domain/refusal";
import { isUuidV4 } from "@/lib/domain/token";
import type { Statement, StatementLine } from "@/lib/providers/rails/port";
import { csvRecords } from "@/lib/services/core/csv/records";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { type Operator, requireOperator } from "../operator/operator";
import { compareDay } from "./compare-day";
import { saveComparison } from "./save";

export const statementMaxCharacters = 8_000_000;
const linesMax = 200_000;

type Column = "reference" | "railRef" | "amount" | "currency" | "at" | "status" | "type";

/** Column names of providers, only letters and digits. The first one in a file counts. */
const names: Record<Column, string> = {
  reference:
    "ourreference reference merchantreference externalid externalreference txref depositid payoutid refundid clientreference",
  railRef:
    "providerreference transactionid financialtransactionid providertransactionid railreference id flwref receipt",
  amount: "amount depositedamount requestedamount transactionamount grossamount",
  currency: "currency transactioncurrency",
  at: "date time createdat created completedat completiontime finishedat datetime timestamp transactiondate paidat",
  status: "status transactionstatus state",
  type: "type transactiontype operation kind",
};

/** Statuses of lines that moved no money. */
const notMoved =
  /fail|reject|pending|abandon|cancel|declin|expire|error|submitted|accepted|processing|enqueued/i;

/** The operation of one of our ids; a reversal is recognised only by its words. */
export type OpOf = (ourId: string) => MovementOp | null;

/** A parsed line of the file, before its operation is known. */
export interface FileLine {
  ourId: string | null;
  railRef: string;
  currency: string;
  /** As written, with its sign. */
  minor: bigint;
  at: Date;
  isReversal: boolean;
}

/**
 * Reads a provider's statement as CSV: columns by their usual names, in any order, others ignored. Lines whose status
 * says that no money moved are left out. Times without a zone are UTC. Throws Invalid on `file`, with the line.
 */
export function readStatementCsv(text: string): FileLine[] {
  if (text.length > statementMaxCharacters) throw new Invalid({ file: [say("statement_too_long")] });
  const [head, ...rows] = csvRecords(text);
  if (!head) throw new Invalid({ file: [say("file_empty")] });
  const columns = placesOf(head.cells);
  if (columns.reference < 0 || columns.amount < 0 || columns.at < 0)
    throw new Invalid({ file: [say("statement_columns")] });
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (filled.length > linesMax) throw new Invalid({ file: [say("statement_too_long")] });
  return filled.flatMap(({ line, cells }) => lineOf(columns, line, cells) ?? []);
}

/** Gives a line the operation of our id; outgoing money becomes negative, whatever its sign was. */
export function statementLineOf(line: FileLine, opOf: OpOf): StatementLine {
  const { ourId, railRef, currency, at } = line;
  const known = ourId === null ? null : opOf(ourId);
  const op =
    known === "charge" && line.isReversal ? "reversal" : (known ?? (line.minor < 0n ? "payout" : "charge"));
  const size = line.minor < 0n ? -line.minor : line.minor;
  const cameBack = line.isReversal && (known === "payout" || known === "refund");
  const isIn = op === "charge" || cameBack;
  return { op, ourId, railRef, currency, at, minor: isIn ? size : -size };
}

function placesOf(titles: string[]): Record<Column, number> {
  const plain = titles.map((title) => title.toLowerCase().replace(/[^a-z0-9]/g, ""));
  // Safe: the keys of a literal are exactly its type's; Object.entries forgets them.
  const places = Object.entries(names).map(([column, known]) => {
    const name = known.split(" ").find((one) => plain.includes(one));
    return [column, name === undefined ? -1 : plain.indexOf(name)];
  });
  return Object.fromEntries(places) as Record<Column, number>;
}

function lineOf(columns: Record<Column, number>, line: number, cells: string[]): FileLine | null {
  const of = (column: Column) => (cells[columns[column]] ?? "").trim().replace(/^'(?=[=+\-@])/, "");
  if (notMoved.test(of("status"))) return null;
  const currency = of("currency").toUpperCase();
  if (!isCurrency(currency)) throw wrong(line, "statement_currency");
  const minor = amountOf(of("amount"), currency);
  if (minor === null) throw wrong(line, "statement_amount");
  const at = timeOf(of("at"));
  if (!at) throw wrong(line, "statement_time");
  const ours = of("reference").toLowerCase();
  return {
    ...{ currency, minor, at, railRef: of("railRef") },
    ourId: isUuidV4(ours) ? ours : null,
    isReversal: /revers|chargeback|returned/i.test(`${of("type")} ${of("status")}`),
  };
}

function wrong(line: number, code: "statement_currency" | "statement_amount" | "statement_time"): Invalid {
  return new Invalid({ file: [say(code, { line: String(line) })] });
}

/** Accepts "1,500.00", "-1500" or "1500.0000"; null when digits other than zero would be lost. */
function amountOf(text: string, currency: string): bigint | null {
  const plain = text.replace(/[,\s]/g, "");
  const [, sign = "", whole = "", decimals = ""] = /^(-?)\+?(\d+)(?:\.(\d*))?$/.exec(plain) ?? [];
  const exponent = exponentOf(currency);
  if (whole === "" || /[1-9]/.test(decimals.slice(exponent))) return null;
  const cut = decimals.slice(0, exponent);
  const parsed = parseAmount(cut === "" ? whole : `${whole}.${cut}`, currency);
  if (!parsed.ok) return parsed.problem === "not_positive" ? 0n : null;
  return sign === "-" ? -parsed.money.minor : parsed.money.minor;
}

function timeOf(text: string): Date | null {
  const iso = text.replace(/^(\d{4}-\d\d-\d\d) (\d\d:\d\d)/, "$1T$2");
  const hasZone = /(?:[zZ]|[+-]\d\d:?\d\d)$/.test(iso);
  const whole = /^\d{4}-\d\d-\d\d$/.test(iso) ? `${iso}T00:00:00Z` : hasZone ? iso : `${iso}Z`;
  const ms = /^\d{4}-\d\d-\d\dT/.test(whole) ? Date.parse(whole) : Number.NaN;
  return Number.isNaN(ms) ? null : new Date(ms);
}

const daysMax = 92;

/**
 * Compares an uploaded statement for each day from `from` to `to` (inclusive, UTC), at most 92 days: for rails whose
 * API has none, and for old days. The file must contain these days completely. Throws NotAllowed, or Invalid by field.
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
    unit.audit(operator, {
      action: "reconciliation.file",
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

/** The file may not name operations, so our own ids give them. */
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
  // A file with only deposits cannot be compared for payouts.
  const holds = movementOps.filter((op) => read.some((line) => line.op === op));
  return { holds, lines: read };
}
