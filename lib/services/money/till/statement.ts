import { isCivilDate } from "@/lib/domain/civil-date";
import { isCurrency, parseAmount } from "@/lib/domain/money";
import { railIn } from "@/lib/domain/rail-account";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import type { TillPayment } from "@/lib/domain/till-payment";
import { csvRecords } from "@/lib/services/core/csv/records";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { betweenLists, toldUnnumbered, unlistedOf } from "../phone/list";
import { railOf } from "../rails";
import { promptNamed } from "./known";
import { takeTillPayment } from "./take";

type Column = "receipt" | "at" | "amount" | "currency" | "status" | "typed" | "details" | "phone" | "name";

/** How a provider's portal writes its list: the names of its columns, only letters and digits, and the zone of its times. */
interface Format {
  columns: Partial<Record<Column, readonly string[]>>;
  zone: string;
}

/** One entry for each portal; the first whose columns are in the file reads it. */
const formats: readonly Format[] = [
  {
    // M-PESA in Kenya: docs/rails/mpesa.md. The other party is a masked phone and a name.
    columns: {
      ...{ receipt: ["receiptno"], at: ["completiontime"], amount: ["paidin"], typed: ["acno"] },
      ...{ status: ["transactionstatus"], details: ["details"], name: ["otherpartyinfo"] },
    },
    zone: "+03:00",
  },
  {
    columns: {
      receipt: ["receipt", "transactionid", "providerreference"],
      at: ["time", "date", "paidat"],
      amount: ["amount"],
      currency: ["currency"],
      status: ["status", "transactionstatus"],
      typed: ["account", "accountnumber", "reference"],
      phone: ["phone", "msisdn"],
      name: ["name", "payer"],
    },
    zone: "Z",
  },
];

const linesMax = 2_000;

/** What became of a file: each line is known already, booked, asked about, or no payment that came. */
export interface TillReport {
  booked: number;
  known: number;
  asked: number;
  skipped: number;
  /** Of a phone: numbers of believed payments of that time which the list does not have, or has with another amount. */
  unlisted: string[];
  /** Numbers of believed payments between the list before and this one, which are in neither. */
  between: string[];
}

/**
 * Takes in the list of an account that its owner downloaded at the provider: every payment in it is found in the books, matched
 * by its number, or asked about. Nothing is booked twice, however often the same file comes. Throws NotAllowed, NotFound, or
 * Invalid on `file`: then nothing of it was taken in.
 */
export async function takeTillStatement(
  world: World,
  seller: Seller,
  { key, file }: { key: string; file: string },
): Promise<TillReport> {
  permit(seller, "payment.record");
  const where = { key, storeId: seller.storeId, removedAt: null };
  const account = await world.db.railAccount.findFirst({ where });
  if (!account) throw new NotFound();
  const { currency } = await world.db.store.findUniqueOrThrow({ where: { id: seller.storeId } });
  const list = readTillCsv(file, key, currency);
  const { payments, skipped } = list;
  const receipts = payments.map(({ receipt }) => receipt);
  const rows = await world.db.tillPayment.findMany({
    where: { rail: key, receipt: { in: receipts } },
    select: { receipt: true, attemptId: true },
  });
  const kept = new Map(rows.map(({ receipt, attemptId }) => [receipt, attemptId]));
  const news = payments.filter(({ receipt }) => !kept.has(receipt));
  const isPhone = railIn(key) === "phone";
  const told = isPhone ? await toldUnnumbered(world, key, news) : new Set<TillPayment>();
  const unlisted = isPhone ? await unlistedOf(world, key, list) : [];
  const between = isPhone ? await betweenLists(world, key, list.times) : [];
  const report = { booked: 0, known: 0, asked: 0, skipped, unlisted, between };
  for (const payment of payments) {
    if (kept.get(payment.receipt) || told.has(payment)) report.known += 1;
    else report[(await takeTillPayment(world, await withPrompt(world, payment))).kind] += 1;
  }
  return report;
}

/** Prompts of ours are in the list too, by the reference that we gave them. */
async function withPrompt(world: World, payment: TillPayment): Promise<TillPayment> {
  const rail = railOf(world, payment.account);
  const named = rail && (await promptNamed(world, rail, payment));
  return named ? { ...payment, attemptId: named.id } : payment;
}

/** The payments that came, and when the lines of all others are from too. Throws Invalid on `file`, with the line. */
export function readTillCsv(
  text: string,
  account: string,
  currency: string,
): { payments: TillPayment[]; skipped: number; times: Date[] } {
  const rows = csvRecords(text).filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  // Some portals write about the account first: the columns begin where their names stand.
  for (const [index, { cells }] of rows.entries()) {
    const format = formats.find((one) => isHead(one, cells));
    if (!format) continue;
    const lines = rows.slice(index + 1);
    if (lines.length > linesMax) throw new Invalid({ file: [say("statement_too_long")] });
    const read = reader(format, cells);
    const payments = lines.flatMap(
      (row) => paymentOf(row, read, { account, currency, zone: format.zone }) ?? [],
    );
    const times = lines.flatMap(({ cells }) => timeOf(read(cells, "at"), format.zone) ?? []);
    return { payments, times, skipped: lines.length - payments.length };
  }
  throw new Invalid({ file: [say(rows.length === 0 ? "file_empty" : "till_columns")] });
}

const plain = (title: string) => title.toLowerCase().replaceAll(/[^a-z0-9]/g, "");

function placeOf({ columns }: Format, column: Column, titles: readonly string[]): number {
  const known = titles.map(plain);
  return columns[column]?.map((name) => known.indexOf(name)).find((place) => place >= 0) ?? -1;
}

function isHead(format: Format, cells: readonly string[]): boolean {
  const needed = ["receipt", "at", "amount"] as const;
  return needed.every((column) => placeOf(format, column, cells) >= 0);
}

type Read = (cells: readonly string[], column: Column) => string;

function reader(format: Format, titles: readonly string[]): Read {
  return (cells, column) =>
    (cells[placeOf(format, column, titles)] ?? "").trim().replace(/^'(?=[=+\-@])/, "");
}

interface Place {
  account: string;
  currency: string;
  zone: string;
}

/** Null for money that went out, and for what moved none. */
function paymentOf(
  { line, cells }: { line: number; cells: string[] },
  read: Read,
  { account, currency: usual, zone }: Place,
): TillPayment | null {
  const told = read(cells, "receipt");
  // Messages tell it in capitals, and so does whoever types it.
  const receipt = railIn(account) === "phone" ? told.toUpperCase() : told;
  const written = read(cells, "amount").replaceAll(/[,\s]/g, "");
  const status = read(cells, "status");
  if (receipt === "" || !/^\d/.test(written)) return null;
  if (status !== "" && !/^(completed|success|paid)/i.test(status)) return null;
  const wrong = (code: "statement_amount" | "statement_time" | "statement_currency") =>
    new Invalid({ file: [say(code, { line: String(line) })] });
  const currency = read(cells, "currency").toUpperCase() || usual;
  if (!isCurrency(currency)) throw wrong("statement_currency");
  const parsed = parseAmount(written.replace(/\.0+$/, ""), currency);
  if (!parsed.ok) {
    if (parsed.problem === "not_positive") return null;
    throw wrong("statement_amount");
  }
  const at = timeOf(read(cells, "at"), zone);
  if (!at) throw wrong("statement_time");
  const said = (column: Column) => read(cells, column).slice(0, 100) || null;
  // Some lists say the account number only in a sentence: "… Acc. 1043".
  const typed = said("typed") ?? /\bAcc\. ?(.+)$/.exec(read(cells, "details"))?.[1]?.slice(0, 100) ?? null;
  const payer = { typed, phone: said("phone"), name: said("name") };
  return { account, receipt: receipt.slice(0, 64), amount: parsed.money, at, ...payer };
}

/** "2026-03-02 14:05:09", or "02-03-2026 14:05:09" as some portals write it. */
function timeOf(text: string, zone: string): Date | null {
  const day = text.replace(/^(\d\d)[-/](\d\d)[-/](\d{4})/, "$3-$2-$1");
  const [, date, time = "00:00:00", own] =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?(Z|[+-]\d\d:?\d\d)?$/.exec(day) ?? [];
  // Of 30 February a Date makes 2 March.
  if (!date || !isCivilDate(date)) return null;
  const at = new Date(`${date}T${time}${own ?? zone}`);
  return Number.isNaN(at.getTime()) ? null : at;
}
