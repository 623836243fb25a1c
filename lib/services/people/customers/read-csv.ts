import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { csvRecords } from "@/lib/services/core/csv/records";
import type { Caller, World } from "@/lib/services/core/world";
import { type CustomerInput, readPerson, type TypedCustomer } from "./save";

export const importMaxRows = 10_000;
export const importMaxCharacters = 2_000_000;

/** The texts of one line of a file, with the line number as in an editor. */
export interface CsvCustomer {
  line: number;
  typed: TypedCustomer;
}

/**
 * Reads a customer file written by a spreadsheet: a first row of names, then commas, semicolons or tabs. Columns are
 * recognised by English or French names, in any order; others are ignored. Throws Invalid on `file`.
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
    file: [say("file_too_large", { max: importMaxRows })],
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

/**
 * Removes the mark that our own files put before text that a spreadsheet would run as a formula, such as the plus of a
 * phone.
 */
function plainCell(cell: string): string {
  return cell.trim().replace(/^'(?=[=+\-@])/, "");
}

/** A valid line, with its phone as E.164, or the problem of the line. */
export type CheckedLine =
  | { line: number; input: CustomerInput }
  | { line: number; problem: Problem; name: string };

/** Validates every line by the rules of the form; a second line with the same e-mail or phone is refused. */
export async function checkLines(world: World, caller: Caller, lines: CsvCustomer[]): Promise<CheckedLine[]> {
  const { country } = await world.db.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true },
  });
  const seen = new Map<string, number>();
  return lines.map(({ line, typed }) => {
    try {
      const input = readPerson(typed, country);
      requireNew(seen, input.email, "email");
      requireNew(seen, input.phone, "phone");
      for (const contact of [input.email, input.phone]) if (contact) seen.set(contact, line);
      return { line, input };
    } catch (error) {
      if (!(error instanceof Invalid)) throw error;
      return { line, name: typed.name, problem: firstOf(error) };
    }
  });
}

function requireNew(seen: Map<string, number>, contact: string | null, kind: "email" | "phone"): void {
  const before = contact === null ? undefined : seen.get(contact);
  if (before !== undefined) throw new Invalid({ line: [say(`line_same_${kind}`, { line: String(before) })] });
}

/** The first problem; for a required field its name is added, because the sentence does not contain it. */
export function firstOf({ errors, first }: Invalid): Problem {
  const [field = ""] = Object.keys(errors);
  return first.code === "required" ? say("field_missing", { field }) : first;
}
