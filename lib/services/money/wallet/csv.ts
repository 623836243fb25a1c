import { toMajor } from "@/lib/domain/money";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/lines";
import type { Caller, World } from "@/lib/services/core/world";
import { readStatement, type StatementFilters, type StatementLine } from "./statement";

const head = [
  "time",
  "store_time",
  "what",
  "order_or_payout",
  "currency",
  "on_hold",
  "available",
  "owed",
  "balance_on_hold",
  "balance_available",
  "balance_owed",
];

/** The statement as CSV, oldest first, in pieces; `says` describes a line in words. */
export function statementCsv(
  world: World,
  caller: Caller,
  filters: StatementFilters,
  timeZone: string,
  says: (line: StatementLine) => string,
): AsyncGenerator<string> {
  return csvPieces(
    head,
    rowsOf(world, caller, filters, (line) => row(line, timeZone, says(line))),
  );
}

async function* rowsOf(
  world: World,
  caller: Caller,
  filters: StatementFilters,
  row: (line: StatementLine) => (string | number)[],
) {
  for await (const lines of readStatement(world, caller, filters)) yield lines.map(row);
}

function row(line: StatementLine, timeZone: string, what: string): (string | number)[] {
  const { currency, about, effects, after } = line;
  const amount = (minor: bigint) => toMajor({ minor, currency });
  return [
    ...bothTimes(line.at, timeZone),
    what,
    sourceOf(about),
    currency,
    amount(effects.pendingMinor),
    amount(effects.availableMinor),
    amount(effects.debtMinor),
    amount(after.pendingMinor),
    amount(after.availableMinor),
    amount(after.debtMinor),
  ];
}

function sourceOf(about: StatementLine["about"]): string {
  if (about === null) return "";
  if (about.type === "correction") return about.reason;
  return about.type === "order" ? about.number : about.payoutId;
}
