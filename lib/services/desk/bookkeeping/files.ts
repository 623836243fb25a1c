import type { AccountMonth, BookEntry, BookMonth } from "@/lib/domain/bookkeeping";
import { addUp, type BookAccount, type BookLine } from "@/lib/domain/bookkeeping";
import { addDays, type CivilDate, civilDateIn } from "@/lib/domain/civil-date";
import { addMonths, firstOf, toMajor } from "@/lib/domain/money";
import { bothTimes, csvPieces } from "@/lib/services/core/csv/records";
import type { Caller, World } from "@/lib/services/core/world";
import { readAccounts, walkEntries } from "./read-month";

// A month as the files that bookkeeping programs take. They want a journal: dates, accounts, debits and credits. A year of a busy
// shop would be too long for their doors, so theirs has one entry a day (or a week, or the month); the plain file has each movement.

/** What a journal's line is written with. */
interface Written {
  /** Names its entry: `KES-20261003`. */
  number: string;
  date: CivilDate;
  account: string;
  currency: string;
  /** Above zero a debit. */
  minor: bigint;
  about: string;
}

interface Program {
  /** So many lines does one file of theirs take. */
  linesMax: number;
  head: string[];
  row: (line: Written) => (string | number)[];
}

const debit = ({ minor, currency }: Written) => (minor > 0n ? toMajor({ minor, currency }) : "");
const credit = ({ minor, currency }: Written) => (minor < 0n ? toMajor({ minor: -minor, currency }) : "");

/** `2026-10-03` as `03/10/2026`, or with the month first. */
function slashed(date: CivilDate, first: "day" | "month"): string {
  const [year, month, day] = date.split("-");
  return first === "day" ? `${day}/${month}/${year}` : `${month}/${day}/${year}`;
}

/** The columns as each program names them on its page about importing journals. */
const programs = {
  // Intuit, "Import journal entries in QuickBooks Online", read in November 2026.
  quickbooks: {
    linesMax: 1000,
    head: ["JournalNo", "JournalDate", "AccountName", "Debits", "Credits", "Description"],
    row: (line) => [
      ...[line.number, slashed(line.date, "month"), line.account, debit(line), credit(line), line.about],
    ],
  },
  // Xero, "Enter multiple manual journals using an import template": 300 lines at most; debits are above zero.
  xero: {
    linesMax: 300,
    head: ["*Narration", "*Date", "Description", "*AccountCode", "*TaxRate", "*Amount"],
    row: ({ number, date, about, account, minor, currency }) => [
      ...[number, slashed(date, "day"), about, account, "Tax Exempt", toMajor({ minor, currency })],
    ],
  },
  // Zoho Books, manual journals: its import asks which column is which.
  zoho: {
    linesMax: 1000,
    head: [
      "Journal Date",
      "Reference Number",
      "Notes",
      "Currency",
      "Account",
      "Description",
      "Debit",
      "Credit",
    ],
    row: (line) => [
      ...[line.date, line.number, line.about, line.currency, line.account, line.about],
      ...[debit(line), credit(line)],
    ],
  },
} as const satisfies Record<string, Program>;

export const bookPrograms = ["plain", "quickbooks", "xero", "zoho"] as const;
export type BookProgram = (typeof bookPrograms)[number];

export function isBookProgram(text: string): text is BookProgram {
  return (bookPrograms as readonly string[]).includes(text);
}

/** How an account is called in the seller's own books. */
export type NameBook = (account: BookAccount) => string;

/** The month's file for a program, in pieces. Throws NotAllowed. */
export function bookFile(
  world: World,
  caller: Caller,
  of: BookMonth,
  program: BookProgram,
  nameOf: NameBook,
): AsyncGenerator<string> {
  if (program === "plain") return csvPieces(plainHead, plainRows(world, caller, of, nameOf));
  const { head, row } = programs[program];
  return csvPieces(head, journalRows(world, caller, of, programs[program].linesMax, nameOf, row));
}

export function bookFileName({ month, currency }: BookMonth, program: BookProgram, slug: string): string {
  return `${slug}-${month}-${currency}-${program}.csv`;
}

const plainHead = [
  ...["time", "store_time", "entry", "what", "account", "debit", "credit", "currency"],
  ...["order", "payout", "customer", "provider", "provider_reference", "fiscal_number"],
];

/** Opening balances, every line of every entry, closing balances. */
async function* plainRows(world: World, caller: Caller, of: BookMonth, nameOf: NameBook) {
  const accounts = await readAccounts(world, caller, of);
  const balances = (what: string, at: Date, minorOf: (one: AccountMonth) => bigint | null) =>
    accounts.flatMap((one) => (minorOf(one) ? [balance(what, at, one.account, minorOf(one) ?? 0n)] : []));
  const balance = (what: string, at: Date, account: BookAccount, minor: bigint) => [
    ...[...bothTimes(at, of.timeZone), "", what, nameOf(account), ...sides(minor, of.currency), of.currency],
    ...["", "", "", "", "", ""],
  ];
  const [from, until] = spanOf(of);
  yield balances("opening_balance", from, ({ openingMinor }) => openingMinor);
  for await (const entries of walkEntries(world, caller, of))
    yield entries.flatMap((entry) => entry.lines.map((line) => plainRow(of, entry, line, nameOf)));
  yield balances("closing_balance", until, ({ closingMinor }) => closingMinor);
}

function spanOf({ month }: BookMonth): [Date, Date] {
  const at = (date: CivilDate) => new Date(`${date}T12:00:00Z`);
  return [at(firstOf(month)), at(lastOf(month))];
}

const lastOf = (month: string) => addDays(firstOf(addMonths(month, 1)), -1);

function plainRow(of: BookMonth, entry: BookEntry, { account, minor }: BookLine, nameOf: NameBook) {
  const { id, kind, at, orderNumber, payoutId, customer, rail, reference, fiscalNumber } = entry;
  return [
    ...[...bothTimes(at, of.timeZone), String(id), kind, nameOf(account), ...sides(minor, of.currency)],
    ...[of.currency, orderNumber ?? "", payoutId ?? "", customer ?? "", rail ?? "", reference ?? ""],
    fiscalNumber ?? "",
  ];
}

function sides(minor: bigint, currency: string): [number | "", number | ""] {
  return [debit({ minor, currency } as Written), credit({ minor, currency } as Written)];
}

const spans = ["day", "week", "month"] as const;

/** One entry a day; a week, or the month, where days make more lines than the program takes. */
async function* journalRows(
  world: World,
  caller: Caller,
  of: BookMonth,
  linesMax: number,
  nameOf: NameBook,
  row: (line: Written) => (string | number)[],
) {
  const days = await daysOf(world, caller, of);
  const [fitting = []] = spans
    .map((span) => written(of, grouped(of, days, span), nameOf))
    .filter((lines, index) => lines.length <= linesMax || index === spans.length - 1);
  yield fitting.map(row);
}

async function daysOf(world: World, caller: Caller, of: BookMonth): Promise<Map<CivilDate, BookLine[]>> {
  const days = new Map<CivilDate, BookLine[]>();
  for await (const entries of walkEntries(world, caller, of))
    for (const { at, lines } of entries) {
      const day = civilDateIn(at, of.timeZone);
      days.set(day, addUp([...(days.get(day) ?? []), ...lines]));
    }
  return days;
}

/** The lines of each span, under its last day within the month. */
function grouped({ month }: BookMonth, days: Map<CivilDate, BookLine[]>, span: (typeof spans)[number]) {
  const groups = new Map<CivilDate, BookLine[]>();
  for (const [day, lines] of days) {
    const under = span === "day" ? day : span === "month" ? lastOf(month) : endOfWeek(day, month);
    groups.set(under, addUp([...(groups.get(under) ?? []), ...lines]));
  }
  return groups;
}

/** The 7th, 14th, 21st, 28th and last of a month. */
function endOfWeek(day: CivilDate, month: string): CivilDate {
  const number = Math.ceil(Number(day.slice(8)) / 7) * 7;
  const end = `${month}-${String(number).padStart(2, "0")}`;
  return number > 28 ? lastOf(month) : end;
}

function written(of: BookMonth, groups: Map<CivilDate, BookLine[]>, nameOf: NameBook): Written[] {
  return [...groups].flatMap(([date, lines]) =>
    lines.map(({ account, minor }) => ({
      ...{ number: `${of.currency}-${date.replaceAll("-", "")}`, date, account: nameOf(account) },
      ...{ currency: of.currency, minor, about: `${of.currency} ${date}` },
    })),
  );
}
