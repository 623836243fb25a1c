import { noSuchCustomer } from "@/lib/resources/invoice-input";
import type { Caller, Unit } from "@/lib/services/core/world";
import { yieldProspects } from "@/lib/services/people/customers/contact";
import { publishCustomer } from "@/lib/services/people/customers/publish";
import { customerScope } from "@/lib/services/people/customers/scope";

/** The customer as printed on the invoice. `id` is null for somebody known by name only. */
export interface InvoiceCustomer {
  id: number | null;
  email: string | null;
  phone: string | null;
}

interface Named {
  customerId: number | null;
  customerName: string;
  customerEmail: string | null;
  customerPhone: string | null;
}

/**
 * The customer with this id, else with this e-mail, else with this phone, else a new one. An existing customer is not
 * changed. Throws Invalid for an id that is not of the account.
 */
export async function customerOf(unit: Unit, caller: Caller, named: Named): Promise<InvoiceCustomer> {
  const { customerId, customerEmail: email, customerPhone: phone } = named;
  if (customerId !== null) {
    const known = await unit.tx.customer.findFirst({
      where: { id: customerId, ...customerScope(caller), livemode: true },
      select: { id: true, email: true, phone: true },
    });
    if (!known) throw noSuchCustomer();
    return { id: known.id, email: email ?? known.email, phone: phone ?? known.phone };
  }
  if (email === null && phone === null) return { id: null, email, phone };
  const found = (await find(unit, caller, { email })) ?? (await find(unit, caller, { phone }));
  return { id: found?.id ?? (await create(unit, caller, named)), email, phone };
}

async function find(unit: Unit, caller: Caller, by: { email: string | null } | { phone: string | null }) {
  const [value] = Object.values(by);
  if (value === null) return null;
  return unit.tx.customer.findFirst({
    where: { accountId: caller.accountId, livemode: true, prospect: false, ...by },
  });
}

async function create(unit: Unit, caller: Caller, named: Named): Promise<number> {
  const { now } = unit;
  const data = {
    accountId: caller.accountId,
    livemode: true,
    name: named.customerName,
    email: named.customerEmail,
    phone: named.customerPhone,
    source: "invoice" as const,
    customerSince: now,
    createdAt: now,
    updatedAt: now,
  };
  const adopt = await yieldProspects(unit, caller, [data]);
  // Two requests may make the same customer at once: the second waits here and then finds the first one's.
  const made = await unit.tx.customer.createMany({ data: [data], skipDuplicates: true });
  const row =
    (await find(unit, caller, { email: named.customerEmail })) ??
    (await find(unit, caller, { phone: named.customerPhone }));
  if (!row) throw new Error("A customer was neither found nor made.");
  await adopt([row]);
  if (made.count > 0) await publishCustomer(unit, caller, row, "customer.created");
  return row.id;
}
