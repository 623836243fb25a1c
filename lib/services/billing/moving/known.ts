import type { Tx } from "@/lib/db/client";
import type { Caller } from "@/lib/services/core/world";
import type { Moved } from "./moved";

/** A subscription or customer of this store that a line is about. */
export interface Known {
  /** The id of the subscription that is there already. */
  subscriptionOf(moved: Moved): string | undefined;
  /** The customer of the e-mail, else of the phone. */
  customerOf(moved: Pick<Moved, "email" | "phone">): { id: number; status: string } | undefined;
}

/** Looks up in five statements whatever these lines name: by product and ref, by the id at the old provider, by customer. */
export async function knownOf(
  tx: Pick<Tx, "customer" | "subscription">,
  { accountId, storeId, livemode }: Caller,
  source: string,
  lines: readonly Moved[],
): Promise<Known> {
  const list = <T>(values: (T | null)[]) => [...new Set(values.filter((value) => value !== null))] as T[];
  const customers = await tx.customer.findMany({
    where: {
      ...{ accountId, livemode, prospect: false },
      OR: [
        { email: { in: list(lines.map((one) => one.email)) } },
        { phone: { in: list(lines.map((one) => one.phone)) } },
      ],
    },
    select: { id: true, email: true, phone: true, status: true },
  });
  const scope = { storeId, livemode, productId: { in: list(lines.map((one) => one.productId)) } };
  const select = { id: true, productId: true, ref: true, customerId: true, externalId: true };
  const refs = list(lines.map((one) => one.ref));
  const ids = list(lines.map((one) => one.externalId));
  const [byRef, byExternal, byCustomer] = await Promise.all([
    refs.length === 0 ? [] : tx.subscription.findMany({ where: { ...scope, ref: { in: refs } }, select }),
    ids.length === 0
      ? []
      : tx.subscription.findMany({
          where: { storeId, livemode, importedFrom: source, externalId: { in: ids } },
          select,
        }),
    tx.subscription.findMany({
      where: { ...scope, accountId, customerId: { in: customers.map(({ id }) => id) } },
      select,
      orderBy: { createdAt: "asc" },
    }),
  ]);
  const emails = new Map(customers.map((one) => [one.email, one]));
  const phones = new Map(customers.map((one) => [one.phone, one]));
  const customerOf: Known["customerOf"] = ({ email, phone }) =>
    (email === null ? undefined : emails.get(email)) ?? (phone === null ? undefined : phones.get(phone));
  const refKeys = new Map(byRef.map((row) => [`${row.productId}/${row.ref}`, row.id]));
  const externals = new Map(byExternal.map((row) => [row.externalId, row.id]));
  const owners = new Map(byCustomer.map((row) => [`${row.productId}/${row.customerId}`, row.id]));
  return {
    customerOf,
    subscriptionOf(moved) {
      const { productId, ref, externalId } = moved;
      const found = externalId === null ? undefined : externals.get(externalId);
      if (found) return found;
      if (ref !== null) return refKeys.get(`${productId}/${ref}`);
      const customer = customerOf(moved);
      return customer && owners.get(`${productId}/${customer.id}`);
    },
  };
}
