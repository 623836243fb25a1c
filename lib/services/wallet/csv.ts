import { stringify } from "csv-stringify/sync";
import { toMajor } from "@/lib/domain/money";
import { timestamp } from "@/lib/resources/time";
import type { Caller } from "../caller";
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

/**
 * The statement as CSV, oldest first, in pieces: UTF-8 with a byte order mark, so that spreadsheets read it as such.
 * What a spreadsheet would take for a formula is text there; amounts are plain numbers.
 */
export async function* statementCsv(
  world: World,
  caller: Caller,
  filters: StatementFilters,
  timeZone: string,
): AsyncGenerator<string> {
  yield `\uFEFF${csv([head])}`;
  for await (const lines of readStatement(world, caller, filters))
    yield csv(lines.map((line) => row(line, timeZone)));
}

function csv(rows: (string | number)[][]): string {
  return stringify(rows, { escape_formulas: true, record_delimiter: "windows" });
}

function row(line: StatementLine, timeZone: string): (string | number)[] {
  const { currency, about, effects, after } = line;
  const amount = (minor: bigint) => toMajor({ minor, currency });
  return [
    timestamp(line.at),
    storeTime(line.at, timeZone),
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

/** "2026-03-02 12:30:00" where the store is. */
function storeTime(at: Date, timeZone: string): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "medium" }).format(at);
}
