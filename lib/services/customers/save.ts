import type { CustomerRow } from "@/lib/db/rows";
import type { ValuedCustomer } from "@/lib/resources/customer";
import type { Caller } from "../caller";
import { transact, type Unit } from "../unit";
import type { World } from "../world";
import { contactPhone, despiteRaces } from "./contact";
import { tellCustomer } from "./tell";
import { applyChanges, lockCustomer } from "./update";

/** One of `email` (trimmed, lower-cased) and `phone` (as typed) is there. Null is "not said". */
export interface CustomerInput {
  name: string;
  email: string | null;
  phone: string | null;
  company: string | null;
  country: string | null;
  city: string | null;
  address: string | null;
}

/**
 * Updates the customer of this e-mail, else of this phone, or creates one (spec, Customers). What is not said stays.
 * Throws Invalid on `phone` when that is no number, or belongs to another customer than the e-mail does.
 */
export async function saveCustomer(
  world: World,
  caller: Caller,
  input: CustomerInput,
): Promise<{ customer: ValuedCustomer; created: boolean }> {
  return despiteRaces(() =>
    transact(world, async (unit) => {
      const phone = input.phone && (await contactPhone(unit, caller, input.phone));
      const known = await findKnown(unit, caller, input.email, phone);
      if (!known) return { customer: await createCustomer(unit, caller, { ...input, phone }), created: true };
      const said = Object.entries({ ...input, phone }).filter(([, value]) => value !== null);
      return { customer: await applyChanges(unit, caller, known, Object.fromEntries(said)), created: false };
    }),
  );
}

async function findKnown(
  unit: Unit,
  caller: Caller,
  email: string | null,
  phone: string | null,
): Promise<CustomerRow | null> {
  const scope = { accountId: caller.accountId, livemode: caller.livemode };
  const select = { id: true };
  const found =
    (email && (await unit.tx.customer.findFirst({ where: { ...scope, email }, select }))) ||
    (phone && (await unit.tx.customer.findFirst({ where: { ...scope, phone }, select })));
  return found ? lockCustomer(unit, caller, found.id) : null;
}

async function createCustomer(unit: Unit, caller: Caller, input: CustomerInput): Promise<ValuedCustomer> {
  const { now } = unit;
  const row = await unit.tx.customer.create({
    data: {
      ...input,
      accountId: caller.accountId,
      livemode: caller.livemode,
      source: "api",
      customerSince: now,
      createdAt: now,
      updatedAt: now,
    },
  });
  return tellCustomer(unit, caller, row, "customer.created");
}
