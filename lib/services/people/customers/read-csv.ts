import { say } from "@/lib/domain/problem";
import { Invalid } from "@/lib/domain/refusal";
import { csvRecords } from "@/lib/services/core/csv/records";
import type { TypedCustomer } from "./add";

export const importMaxRows = 10_000;
export const importMaxCharacters = 2_000_000;

/** One line of a file, as texts, with its number as editors count. */
export interface CsvCustomer {
  line: number;
  typed: TypedCustomer;
}

/**
 * Reads a file of customers as spreadsheets write it: a first row of names, then commas, semicolons or tabs. Columns are
 * known by their names in English or French, in any order; others are left out. Throws Invalid on `file`.
 */
export function readCustomerCsv(text: string): CsvCustomer[] {
  if (text.length > importMaxCharacters) throw tooMuch();
  const [head, ...rows] = csvRecords(text);
  if (!head) throw new Invalid({ file: [say("file_empty")] });
  const columns = head.cells.map(columnOf);
  if (!columns.includes("email") && !columns.includes("phone"))
    throw new Invalid({
      file: [say("file_columns")],
    });
  const filled = rows.filter(({ cells }) => cells.some((cell) => cell.trim() !== ""));
  if (filled.length === 0) throw new Invalid({ file: [say("file_nobody")] });
  if (filled.length > importMaxRows) throw tooMuch();
  return filled.map(({ line, cells }) => ({ line, typed: customerOf(columns, cells) }));
}

function tooMuch(): Invalid {
  return new Invalid({
    file: [say("file_too_large", { max: importMaxRows.toLocaleString("en") })],
  });
}

type Column = keyof TypedCustomer | "first" | "last";

const names: Record<Column, string> = {
  name: "name fullname customer customername nom nomcomplet",
  first: "firstname givenname prenom",
  last: "lastname surname familyname nomdefamille",
  email: "email emailaddress mail courriel adresseemail",
  phone: "phone phonenumber mobile mobilenumber telephone tel msisdn whatsapp",
  company: "company business organisation organization entreprise societe",
  country: "country pays",
  city: "city town ville",
  address: "address street adresse",
};

function columnOf(title: string): Column | null {
  const plain = title
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
  // Safe: the keys of a literal are exactly its type's; Object.entries forgets them.
  const known = Object.entries(names) as [Column, string][];
  return known.find(([, titles]) => titles.split(" ").includes(plain))?.[0] ?? null;
}

function customerOf(columns: (Column | null)[], cells: string[]): TypedCustomer {
  const of = (column: Column) => plainCell(cells[columns.indexOf(column)] ?? "");
  const both = [of("first"), of("last")].filter(Boolean).join(" ");
  const texts = {
    ...{ email: of("email"), phone: of("phone"), company: of("company") },
    ...{ country: of("country"), city: of("city"), address: of("address") },
  };
  return { name: of("name") || both, ...texts };
}

/** Files of ours put a mark before what a spreadsheet would take for a formula, such as the plus of a phone. */
function plainCell(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, "");
}
