import type { CustomerRow } from "@/lib/db/rows";
import { Invalid, type Problem, say } from "@/lib/domain/refusal";
import { countFilled } from "@/lib/services/core/list";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";
import { permit, permitAllStores, type Seller } from "../accounts/permit";
import { despiteRaces } from "./contact";
import { type CheckedLine, checkLines, readCustomerCsv } from "./read-csv";
import { type CustomerInput, createCustomers } from "./save";
import { applyChanges, customerFields, lockCustomers } from "./update";

/** The planned or actual result of a line; for `change`, the changed fields. */
export type ImportLine = { line: number; name: string; contact: string } & (
  | { what: "create" | "same" }
  | { what: "change"; fields: string[] }
  | { what: "refused"; problem: Problem }
);

const batchSize = 250;

/** What importing this file would do, line by line; nothing is written. Throws NotAllowed, or Invalid on `file`. */
export async function planImport(world: World, seller: Seller, csv: string): Promise<ImportLine[]> {
  permit(seller, "customer.change");
  // A file changes whoever of the account it names.
  permitAllStores(seller);
  const lines = await checkLines(world, seller, readCustomerCsv(csv));
  const planned: ImportLine[] = [];
  for (const batch of batches(lines)) {
    const known = await knownTo(world.db, seller, batch);
    planned.push(...batch.map((line) => planLine(line, known)));
  }
  return planned;
}

/**
 * Does what `planImport` shows, in batches of one transaction each, and returns the result of every line. Customers are
 * found by e-mail, else by phone; empty cells change nothing. Running it again changes nothing more. Throws NotAllowed,
 * or Invalid on `file`.
 */
export async function importCustomers(world: World, seller: Seller, csv: string): Promise<ImportLine[]> {
  permit(seller, "customer.change");
  // A file changes whoever of the account it names.
  permitAllStores(seller);
  const lines = await checkLines(world, seller, readCustomerCsv(csv));
  const done: ImportLine[] = [];
  for (const [at, batch] of batches(lines).entries()) {
    done.push(...(await importBatch(world, seller, batch)));
    await countFilled(world, at + 1);
  }
  const { storeId } = seller;
  await transact(world, (unit) =>
    unit.audit(seller, {
      action: "customers.imported",
      target: `store:${storeId}`,
      details: countOutcomes(done),
    }),
  );
  return done;
}

/** The number of lines with each result. */
export function countOutcomes(lines: readonly ImportLine[]): Record<ImportLine["what"], number> {
  const count = { create: 0, change: 0, same: 0, refused: 0 };
  for (const { what } of lines) count[what] += 1;
  return count;
}

function importBatch(world: World, seller: Seller, batch: CheckedLine[]): Promise<ImportLine[]> {
  return despiteRaces(() =>
    transact(world, async (unit) => {
      const known = await knownTo(unit.tx, seller, batch);
      const planned = batch.map((line) => ({ line, plan: planLine(line, known) }));
      const fresh = planned.flatMap(({ line, plan }) =>
        plan.what === "create" && "input" in line ? [line.input] : [],
      );
      await createCustomers(unit, seller, fresh, "import");
      const changing = planned.flatMap(({ line, plan }) =>
        plan.what === "change" && "input" in line ? (known.of(line.input)?.id ?? []) : [],
      );
      const locked = await lockCustomers(unit, seller, changing);
      const done: ImportLine[] = [];
      for (const { line, plan } of planned)
        done.push(
          plan.what === "change" && "input" in line
            ? await changeLine(unit, seller, line.input, plan, locked.get(known.of(line.input)?.id ?? 0))
            : plan,
        );
      return done;
    }),
  );
}

/**
 * A line with the e-mail or phone of another customer is refused before anything of it is written; the others continue.
 */
async function changeLine(
  unit: Unit,
  seller: Seller,
  input: CustomerInput,
  plan: ImportLine,
  row: CustomerRow | undefined,
): Promise<ImportLine> {
  if (!row) throw new Error("A customer went while a file was imported.");
  const said = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null));
  try {
    await applyChanges(unit, seller, row, said);
    return plan;
  } catch (error) {
    if (!(error instanceof Invalid)) throw error;
    return { line: plan.line, name: plan.name, contact: plan.contact, what: "refused", problem: error.first };
  }
}

function planLine(one: CheckedLine, known: Known): ImportLine {
  if ("problem" in one)
    return { line: one.line, name: one.name, contact: "", what: "refused", problem: one.problem };
  const { line, input } = one;
  const base = { line, name: input.name, contact: [input.email, input.phone].filter(Boolean).join(", ") };
  const found = known.of(input);
  if (!found) return { ...base, what: "create" };
  const ofPhone = input.phone === null ? undefined : known.byPhone.get(input.phone);
  if (ofPhone && ofPhone.id !== found.id) return { ...base, what: "refused", problem: say("phone_taken") };
  const fields = customerFields.filter((field) => input[field] !== null && input[field] !== found[field]);
  return fields.length > 0 ? { ...base, what: "change", fields } : { ...base, what: "same" };
}

interface Known {
  byPhone: Map<string, CustomerRow>;
  /** The customer of the e-mail, else of the phone. */
  of(input: CustomerInput): CustomerRow | undefined;
}

async function knownTo(
  db: Pick<Unit["tx"], "customer">,
  seller: Seller,
  lines: CheckedLine[],
): Promise<Known> {
  const inputs = lines.flatMap((one) => ("input" in one ? [one.input] : []));
  const emails = inputs.flatMap(({ email }) => email ?? []);
  const phones = inputs.flatMap(({ phone }) => phone ?? []);
  const rows = await db.customer.findMany({
    where: {
      ...{ accountId: seller.accountId, livemode: seller.livemode, prospect: false },
      OR: [{ email: { in: emails } }, { phone: { in: phones } }],
    },
  });
  const byEmail = new Map(rows.flatMap((row) => (row.email === null ? [] : [[row.email, row]])));
  const byPhone = new Map(rows.flatMap((row) => (row.phone === null ? [] : [[row.phone, row]])));
  return {
    byPhone,
    of: ({ email, phone }) =>
      (email === null ? undefined : byEmail.get(email)) ?? (phone === null ? undefined : byPhone.get(phone)),
  };
}

function batches<T>(all: readonly T[]): T[][] {
  return Array.from({ length: Math.ceil(all.length / batchSize) }, (_, at) =>
    all.slice(at * batchSize, (at + 1) * batchSize),
  );
}
