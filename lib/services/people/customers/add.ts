import type { CustomerRow } from "@/lib/db/rows";
import { Invalid, problemsOf } from "@/lib/domain/refusal";
import { parsePhone } from "@/lib/providers/phone";
import { NewCustomer, newCustomer } from "@/lib/resources/customer";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { permit, type Seller } from "../accounts/permit";
import { contactPhone, despiteRaces } from "./contact";
import { createCustomer, findKnown } from "./save";
import { auditCustomer } from "./update";

/** The texts of a form; an empty text means "not given". */
export interface TypedCustomer {
  name: string;
  email: string;
  phone: string;
  company: string;
  country: string;
  city: string;
  address: string;
}

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
  const input = readCustomer(typed);
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
export function readCustomer(typed: TypedCustomer) {
  const parsed = NewCustomer.safeParse(typed);
  if (parsed.success) return newCustomer(parsed.data);
  throw new Invalid(problemsOf(parsed.error, (path) => String(path[0])));
}

/**
 * The same, with the phone as E.164; one without a calling code is of `country`. One reader for every file that people
 * are read from. Throws Invalid by field.
 */
export function readPerson(typed: TypedCustomer, country: string) {
  const input = readCustomer(typed);
  if (input.phone === null) return input;
  const parsed = parsePhone(input.phone, country, { anyCountry: true });
  if (!parsed.ok) throw new Invalid({ phone: [parsed.message] });
  return { ...input, phone: parsed.phone };
}
