import type { Prisma } from "@/lib/db/client";
import type { Caller, World } from "@/lib/services/core/world";
import { payerScope } from "./scope";

/** Above this limit a text is too general to look the customers up first. */
const customersMax = 1_000;

/** The ids of the customers that a text is about; null where they are too many to name. */
export async function searchedCustomers(
  world: World,
  caller: Caller,
  text: string,
): Promise<number[] | null> {
  const customers = await world.db.customer.findMany({
    where: { ...payerScope(caller), OR: customerSearched(text) },
    select: { id: true },
    take: customersMax + 1,
  });
  return customers.length > customersMax ? null : customers.map(({ id }) => id);
}

/** Part of a name, e-mail or phone. */
export function customerSearched(text: string): Prisma.CustomerWhereInput[] {
  const contains = escaped(text);
  const digits = phoneDigits(text);
  return [
    { name: { contains, mode: "insensitive" } },
    { email: { contains, mode: "insensitive" } },
    ...(digits === null ? [] : [{ phone: { contains: digits } }]),
  ];
}

/** The digits of a part of a phone, without the leading zero of the national format; null where it is none. */
export function phoneDigits(text: string): string | null {
  const digits = text.replace(/[^\p{Nd}]/gu, "").replace(/^0+/, "");
  // "0722" is only three of the digits that are stored.
  const isLong = digits.length >= 4 || (digits.length === 3 && text.startsWith("0"));
  return isLong && /^[\p{Nd}\s+().-]+$/u.test(text) ? digits : null;
}

/** Escapes the wildcards of LIKE. */
export function escaped(text: string): string {
  return text.replace(/[\\%_]/g, "\\$&");
}
