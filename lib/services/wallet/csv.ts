import { toMajor } from "@/lib/domain/money";
import type { Caller } from "../caller";
import { bothTimes, csvPieces } from "../csv/lines";
import type { World } from "../world";
import { readStatement, type StatementFilters, type StatementLine } from "./statement";
import { lineWords } from "./words";

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

/** The statement as CSV, oldest first, in pieces. */
export function statementCsv(
  world: World,
  caller: Caller,
  filters: StatementFilters,
  timeZone: string,
): AsyncGenerator<string> {
  return csvPieces(head, rowsOf(world, caller, filters, timeZone));
}

async function* rowsOf(world: World, caller: Caller, filters: StatementFilters, timeZone: string) {
  for await (const lines of readStatement(world, caller, filters))
    yield lines.map((line) => row(line, timeZone));
}

function row(line: StatementLine, timeZone: string): (string | number)[] {
  const { currency, about, effects, after } = line;
  const amount = (minor: bigint) => toMajor({ minor, currency });
  return [
    ...bothTimes(line.at, timeZone),
    lineWords(line),
    about === null ? "" : about.type === "order" ? about.number : about.payoutId,
    currency,
    amount(effects.pendingMinor),
    amount(effects.availableMinor),
    amount(effects.debtMinor),
    amount(after.pendingMinor),
    amount(after.availableMinor),
    amount(after.debtMinor),
  ];
}
