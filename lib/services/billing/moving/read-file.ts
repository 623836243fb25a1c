import type { MoveSource } from "@/lib/domain/moving";
import { Invalid, say } from "@/lib/domain/refusal";
import { type CsvRow, csvRecords } from "@/lib/services/core/csv/records";
import { chargesOf, isGumroad } from "./gumroad";
import { type FileLine, plainCell, type TypedMove } from "./typed";

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
