import type { CustomerRow } from "@/lib/db/rows";
import { Invalid, problemsOf } from "@/lib/domain/refusal";
import { parsePhone } from "@/lib/providers/phone";
import { NewCustomer, newCustomer, type ValuedCustomer } from "@/lib/resources/customer";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, type Seller } from "../accounts/permit";
import { contactPhone, despiteRaces, yieldProspects } from "./contact";
import { publishNewCustomers, valued } from "./publish";
import { applyChanges, auditCustomer, type customerFields, lockCustomer } from "./update";

/** At least one of `email` (trimmed, lower-cased) and `phone` (as typed) is given. Null means "not given". */
export interface CustomerInput extends Omit<ReturnType<typeof newCustomer>, "acceptsMarketing"> {
  acceptsMarketing?: boolean | null;
}

/**
 * Updates the customer of this e-mail, else of this phone, or creates one (spec, Customers). Fields that are not given
 * stay. Throws Invalid on `phone` when it is not a number, or belongs to another customer than the e-mail.
 */
export async function saveCustomer(
  world: World,
  caller: Caller,
  input: CustomerInput,
): Promise<{ customer: ValuedCustomer; created: boolean }> {
  permit(caller, "customer.change");
  return despiteRaces(() =>
    transact(world, async (unit) => {
      const phone = input.phone && (await contactPhone(unit, caller, input.phone));
      const known = await findKnown(unit, caller, input.email, phone);
      if (!known)
        return { customer: await createCustomer(unit, caller, { ...input, phone }, "api"), created: true };
      const said = Object.entries({ ...input, phone }).filter(([, value]) => value !== null);
      return { customer: await applyChanges(unit, caller, known, Object.fromEntries(said)), created: false };
    }),
  );
}

/** The customer of this e-mail, else of this phone (E.164), locked; null when there is none. */
export async function findKnown(
  unit: Unit,
  caller: Caller,
  email: string | null,
  phone: string | null,
): Promise<CustomerRow | null> {
  const scope = { accountId: caller.accountId, livemode: caller.livemode, prospect: false };
  const select = { id: true };
  const found =
    (email && (await unit.tx.customer.findFirst({ where: { ...scope, email }, select }))) ||
    (phone && (await unit.tx.customer.findFirst({ where: { ...scope, phone }, select })));
  return found ? lockCustomer(unit, caller, found.id) : null;
}

/** Here the phone is E.164. */
export async function createCustomer(
  unit: Unit,
  caller: Caller,
  input: CustomerInput,
  source: CustomerRow["source"],
): Promise<ValuedCustomer> {
  const [row] = await createCustomers(unit, caller, [input], source);
  if (!row) throw new RangeError("One input makes one customer.");
  return valued(unit, caller, row);
}

/** Creates many in few statements; all of them must be new. Here the phones are E.164. */
export async function createCustomers(
  unit: Unit,
  caller: Caller,
  inputs: readonly CustomerInput[],
  source: CustomerRow["source"],
): Promise<CustomerRow[]> {
  if (inputs.length === 0) return [];
  const { now } = unit;
  const { accountId, livemode } = caller;
  const times = { customerSince: now, createdAt: now, updatedAt: now };
  const adopt = await yieldProspects(unit, caller, inputs);
  const rows = await unit.tx.customer.createManyAndReturn({
    data: inputs.map(({ acceptsMarketing, ...input }) => ({
      ...{ ...input, ...times, accountId, livemode, source, addedIn: caller.storeId },
      acceptsMarketing: acceptsMarketing ?? false,
    })),
  });
  await adopt(rows);
  await publishNewCustomers(unit, caller, rows);
  return rows;
}

/** The texts of a form; an empty text means "not given". */
export type TypedCustomer = Record<(typeof customerFields)[number], string>;

/**
 * Adds a customer from the dashboard. If a customer with that e-mail, else that phone, exists, it is returned as
 * `known`, and nothing is written. Throws Invalid by field.
 */
export async function addCustomer(
  world: World,
  seller: Seller,
  typed: TypedCustomer,
): Promise<{ added: CustomerRow } | { known: CustomerRow }> {
  permit(seller, "customer.change");
  const input = checkCustomer(typed);
  return despiteRaces(() =>
    transact(world, async (unit) => {
      const phone = input.phone && (await contactPhone(unit, seller, input.phone));
      const known = await findKnown(unit, seller, input.email, phone);
      if (known) return { known };
      const { row } = await createCustomer(unit, seller, { ...input, phone }, "manual");
      await auditCustomer(unit, seller, "customer.created", row.id, "by hand");
      return { added: row };
    }),
  );
}

/** Validates a form's texts by the rules of the API's body. Throws Invalid by field. */
export function checkCustomer(typed: TypedCustomer) {
  const parsed = NewCustomer.safeParse(typed);
  if (parsed.success) return newCustomer(parsed.data);
  throw new Invalid(problemsOf(parsed.error, (path) => String(path[0])));
}

/**
 * The same, with the phone as E.164; one without a calling code is of `country`. One reader for every file that people
 * are read from. Throws Invalid by field.
 */
export function readPerson(typed: TypedCustomer, country: string) {
  const input = checkCustomer(typed);
  if (input.phone === null) return input;
  const parsed = parsePhone(input.phone, country, { anyCountry: true });
  if (!parsed.ok) throw new Invalid({ phone: [parsed.message] });
  return { ...input, phone: parsed.phone };
}
