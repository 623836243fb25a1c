import { type Interval, intervalEdge } from "@/lib/domain/interval";
import { type MoveSource, readInstant, readInterval } from "@/lib/domain/moving";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { type CsvRow, csvRecords } from "@/lib/services/core/csv/records";

export const moveMaxLines = 10_000;
const moveMaxCharacters = 7_000_000;

/** What a column may be called, letters and digits alone; the first name that a file has is taken. */
const names: Record<Exclude<keyof TypedMove, "metadata">, string> = {
  email: "email customeremail emailaddress useremail purchaseemail buyeremail mail courriel adresseemail",
  phone: "phone customerphone phonenumber mobile mobilenumber telephone tel msisdn whatsapp",
  name: "name customername fullname username buyername customer nom",
  ref: "ref reference userid clientreferenceid",
  product: "product productname plan planname item itemname variantname produit",
  status: "status state statut",
  startedAt: "startedat startutc start startdate started createdutc createdat created",
  end: "currentperiodend currentperiodendutc nextpaymentdate nextbillingdate renewsat paiduntil endsat enddate expiresat end",
  amount: "amount price planamount montant",
  currency: "currency plancurrency devise",
  interval: "interval billinginterval recurrence planinterval frequency",
  externalId: "externalid subscriptionid subscriptioncode id",
  cancelledAt: "cancelledat canceledat canceledatutc cancelledatutc cancellationdate",
  cancelsAtEnd: "cancelatperiodend cancelled canceled",
};

/**
 * The lines of a file of subscriptions, ours or another provider's. Columns are recognised by their names, in any order;
 * others are ignored. Throws Invalid on `file`.
 */
export function readMoveFile(text: string): { source: MoveSource; lines: FileLine[] } {
  if (text.length > moveMaxCharacters) throw tooMuch();
  const [head, ...rows] = csvRecords(text);
  if (!head) throw new Invalid({ file: [say("file_empty")] });
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (filled.length === 0) throw new Invalid({ file: [say("file_nobody")] });
  if (filled.length > moveMaxLines) throw tooMuch();
  if (isGumroad(head.cells)) return { source: "gumroad", lines: chargesOf(head.cells, filled) };
  const columns = columnsOf(head.cells);
  const has = (field: keyof typeof names) => columns.of.has(field);
  if (!(has("email") || has("phone")) || !has("end")) throw new Invalid({ file: [say("move_columns")] });
  const isStripe = head.cells.some((title) => /^current period end \(utc\)$/i.test(title.trim()));
  return { source: isStripe ? "stripe" : "csv", lines: filled.map((row) => lineOf(row, columns)) };
}

function tooMuch(): Invalid {
  return new Invalid({ file: [say("move_too_large", { max: moveMaxLines })] });
}

interface Columns {
  of: Map<keyof typeof names, number>;
  metadata: { name: string; at: number }[];
}

function columnsOf(titles: string[]): Columns {
  const plain = titles.map((title) =>
    title
      .normalize("NFD")
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ""),
  );
  // Safe: the keys of a literal are exactly its type's; Object.entries forgets them.
  const fields = Object.entries(names) as [keyof typeof names, string][];
  const of = new Map(
    fields.flatMap(([field, known]): [keyof typeof names, number][] => {
      const name = known.split(" ").find((one) => plain.includes(one));
      return name === undefined ? [] : [[field, plain.indexOf(name)]];
    }),
  );
  const metadata = titles.flatMap((title, at) => {
    const name =
      /^metadata\.(.+)$/i.exec(title.trim())?.[1] ?? /^(.+) \(metadata\)$/i.exec(title.trim())?.[1];
    return name === undefined ? [] : [{ name: name.trim(), at }];
  });
  return { of, metadata };
}

function lineOf({ line, cells }: CsvRow, { of, metadata }: Columns): FileLine {
  const cell = (field: keyof typeof names) => plainCell(cells[of.get(field) ?? -1] ?? "");
  const extra = metadata.flatMap(({ name, at }): [string, string][] => {
    const value = plainCell(cells[at] ?? "");
    return value === "" ? [] : [[name, value]];
  });
  return {
    line,
    typed: {
      ...{ email: cell("email"), phone: cell("phone"), name: cell("name"), ref: cell("ref") },
      ...{ product: cell("product"), status: cell("status"), startedAt: cell("startedAt"), end: cell("end") },
      ...{ amount: cell("amount"), currency: cell("currency"), interval: cell("interval") },
      ...{ externalId: cell("externalId"), cancelledAt: cell("cancelledAt") },
      cancelsAtEnd: cell("cancelsAtEnd"),
      metadata: Object.fromEntries(extra),
    },
  };
}

/** Whether these are the columns of Gumroad's file of sales. */
export function isGumroad(titles: readonly string[]): boolean {
  return ["Purchase ID", "Item Name", "Purchase Date", "Recurrence"].every((one) => titles.includes(one));
}

interface Charge {
  row: CsvRow;
  at: Date | null;
  interval: Interval | null;
  isRefunded: boolean;
  of: (title: string) => string;
}

/**
 * Gumroad lists charges, not subscriptions: those of one buyer and product are one, whose paid time ends an interval after
 * the last charge that was not refunded. The row of totals at the end is no charge.
 */
export function chargesOf(titles: readonly string[], rows: readonly CsvRow[]): FileLine[] {
  const charges = rows
    .filter(({ cells }) => !/^totals$/i.test(cells[0]?.trim() ?? ""))
    .map((row): Charge => {
      const of = (title: string) => plainCell(row.cells[titles.indexOf(title)] ?? "");
      const isRefunded = /^(1|true|yes)$/i.test(of("Refunded?"));
      return {
        row,
        of,
        isRefunded,
        at: readInstant(of("Purchase Date")),
        interval: readInterval(of("Recurrence")),
      };
    });
  const bySubscriber = new Map<string, Charge[]>();
  for (const charge of charges) {
    const key = `${emailOf(charge).toLowerCase()}\n${charge.of("Item Name")}`;
    bySubscriber.set(key, [...(bySubscriber.get(key) ?? []), charge]);
  }
  return [...bySubscriber.values()].flatMap(subscriptionOf).sort((a, b) => a.line - b.line);
}

function emailOf({ of }: Charge): string {
  return of("Purchase Email") || of("Buyer Email");
}

function subscriptionOf(charges: Charge[]): FileLine[] {
  const paid = charges
    .filter(({ at, interval, isRefunded }) => at && interval && !isRefunded)
    .sort((a, b) => (a.at?.getTime() ?? 0) - (b.at?.getTime() ?? 0));
  const [first] = paid;
  const last = paid.at(-1);
  const typedOf = (charge: Charge) => ({
    ...nothingTyped,
    email: emailOf(charge),
    ...{ name: charge.of("Buyer Name"), product: charge.of("Item Name") },
  });
  if (!first?.at || !last?.at || !last.interval)
    return charges.map((charge) => {
      const problem = charge.isRefunded ? say("move_refunded") : say("move_no_interval");
      return { line: charge.row.line, typed: typedOf(charge), answer: { outcome: "refused", problem } };
    });
  const ended = last.of("Subscription End Date");
  const cancelled = last.of("Cancellation Date");
  const typed = {
    ...typedOf(last),
    ...{ startedAt: first.at.toISOString(), interval: last.interval },
    end: ended || endAfter(first.at, last.interval, last.at).toISOString(),
    ...{ externalId: first.of("Purchase ID"), cancelledAt: cancelled },
    status: cancelled || ended ? "cancelled" : "active",
  };
  return charges.map((charge) =>
    charge === last
      ? { line: charge.row.line, typed }
      : {
          line: charge.row.line,
          typed: typedOf(charge),
          answer: { outcome: "same", problem: say("move_same_line", { line: String(last.row.line) }) },
        },
  );
}

/** The first end, counted from the first charge, that comes after the last one. */
function endAfter(startedAt: Date, interval: Interval, lastAt: Date): Date {
  for (let count = 1; ; count += 1) {
    const end = intervalEdge(startedAt, interval, count);
    if (end > lastAt) return end;
  }
}

/** One subscription as another program wrote it; an empty text is not given. */
export interface TypedMove {
  email: string;
  phone: string;
  name: string;
  ref: string;
  product: string;
  status: string;
  startedAt: string;
  end: string;
  amount: string;
  currency: string;
  interval: string;
  externalId: string;
  cancelledAt: string;
  cancelsAtEnd: string;
  metadata: Record<string, string>;
}

/** A line of a file; `answer`: what is to be said of it already. */
export interface FileLine {
  /** As in an editor, from 1. */
  line: number;
  typed: TypedMove;
  answer?: { outcome: "same" | "refused"; problem: Problem };
}

export const nothingTyped: TypedMove = {
  ...{ email: "", phone: "", name: "", ref: "", product: "", status: "", startedAt: "", end: "" },
  ...{
    amount: "",
    currency: "",
    interval: "",
    externalId: "",
    cancelledAt: "",
    cancelsAtEnd: "",
    metadata: {},
  },
};

/** Without the mark that files put before text which a spreadsheet would run as a formula. */
export function plainCell(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, "");
}
