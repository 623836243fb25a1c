import type { ProductRow } from "@/lib/db/rows";
import type { Money } from "@/lib/domain/money";
import { isEmail, normalizeEmail } from "@/lib/domain/text";
import { parsePhone } from "@/lib/providers/phone";
import type { Caller, World } from "@/lib/services/core/world";
import { customerScope, customerSearched, escaped } from "@/lib/services/people/customers/scope";

/** A customer as the field of a form offers them. */
export interface CustomerPick {
  /** Name and contacts in one text, which no two customers share. */
  label: string;
  name: string;
  email: string | null;
  phone: string | null;
}

export interface ProductPick {
  name: string;
  price: Money;
}

const select = { name: true, email: true, phone: true } as const;
const known = (caller: Caller) => customerScope({ ...caller, livemode: true });

/** The newest customers with this in their name, e-mail or phone; without a text, the newest. */
export async function customersToPick(
  world: World,
  caller: Caller,
  text: string,
  most: number,
): Promise<CustomerPick[]> {
  const rows = await world.db.customer.findMany({
    where: { ...known(caller), ...(text.trim() ? { OR: customerSearched(text.trim()) } : {}) },
    orderBy: { id: "desc" },
    select,
    take: most,
  });
  return rows.map(customerPick);
}

/** The customer whose label this is, or whom a phone or an e-mail alone names, known or new; null for any other text. */
export async function pickedCustomer(
  world: World,
  caller: Caller,
  label: string,
  country: string,
): Promise<CustomerPick | null> {
  const parts = label.split(separator);
  const read = parsePhone(label, country, { anyCountry: true });
  const contact = read.ok ? { phone: read.phone } : isEmail(label) ? { email: normalizeEmail(label) } : null;
  if (contact === null && parts.length < 2) return null;
  const rows = await world.db.customer.findMany({
    where: {
      ...known(caller),
      OR: contact ? [contact] : [{ phone: { in: parts } }, { email: { in: parts } }],
    },
    select,
    take: 10,
  });
  const picks = rows.map(customerPick);
  if (contact) return picks[0] ?? customerPick({ name: "", email: null, phone: null, ...contact });
  return picks.find((pick) => pick.label === label) ?? null;
}

/** The newest products on sale with this in their name; without a text, the newest. */
export async function productsToPick(
  world: World,
  caller: Caller,
  text: string,
  most: number,
): Promise<ProductPick[]> {
  const name = { contains: escaped(text.trim()), mode: "insensitive" as const };
  const rows = await world.db.product.findMany({
    where: { storeId: caller.storeId, status: "active", ...(text.trim() ? { name } : {}) },
    orderBy: { id: "desc" },
    take: most,
  });
  return rows.map(productPick);
}

/** The prices of the products on sale that have exactly these names; of two of one name, the newer. */
export async function pricesByName(
  world: World,
  caller: Caller,
  names: string[],
): Promise<ReadonlyMap<string, Money>> {
  const rows = await world.db.product.findMany({
    where: { storeId: caller.storeId, status: "active", name: { in: names } },
    orderBy: { id: "asc" },
  });
  return new Map(rows.map(productPick).map(({ name, price }) => [name, price]));
}

const separator = " · ";

function customerPick(row: Omit<CustomerPick, "label">): CustomerPick {
  const label = [row.name, row.phone, row.email].filter(Boolean).join(separator);
  return { ...row, label };
}

function productPick({ name, priceMinor, salePriceMinor, currency }: ProductRow): ProductPick {
  return { name, price: { minor: salePriceMinor ?? priceMinor, currency } };
}
