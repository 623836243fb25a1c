import { Prisma, sqlState } from "@/lib/db/client";
import { columns, part } from "@/lib/db/columns";
import type { CustomerRow } from "@/lib/db/rows";
import { Invalid, type Problems, say } from "@/lib/domain/refusal";
import { parsePhone } from "@/lib/providers/phone";
import type { Caller, Unit } from "@/lib/services/core/world";
import { publishChanges } from "./publish";

/**
 * The typed number as E.164; a number without a calling code is one of the store's country. Throws Invalid on `phone`.
 */
export async function contactPhone(unit: Unit, caller: Caller, typed: string): Promise<string> {
  const { country } = await unit.tx.store.findUniqueOrThrow({
    where: { id: caller.storeId },
    select: { country: true },
  });
  const parsed = parsePhone(typed, country, { anyCountry: true });
  if (!parsed.ok) throw new Invalid({ phone: [parsed.message] });
  return parsed.phone;
}

/** Throws Invalid on `email` or `phone` when another customer of the account has it already. */
export async function requireFree(
  unit: Unit,
  caller: Caller,
  contact: { email?: string | null; phone?: string | null },
  ownId: number,
): Promise<void> {
  const scope = { accountId: caller.accountId, livemode: caller.livemode, id: { not: ownId } };
  const errors: Problems = {};
  if (contact.email && (await unit.tx.customer.count({ where: { ...scope, email: contact.email } })) > 0)
    errors.email = [say("email_taken")];
  if (contact.phone && (await unit.tx.customer.count({ where: { ...scope, phone: contact.phone } })) > 0)
    errors.phone = [say("phone_taken")];
  if (Object.keys(errors).length > 0) throw new Invalid(errors);
}

/**
 * Repeats a verb when another request took the same e-mail or phone meanwhile: the database keeps them unique, and the
 * next run finds the other customer. At most five runs.
 */
export async function despiteRaces<T>(verb: () => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await verb();
    } catch (error) {
      if (tried >= 5 || sqlState(error) !== "23505") throw error;
    }
  }
}

/** A customer of the store who may be the one who tried to pay before. */
interface Known {
  id: number;
  email: string | null;
  phone: string | null;
}

/**
 * Frees the e-mails and phones of prospects, who typed them but did not pay, for a customer who is being created or
 * changed. Call the returned function once that customer exists: orders begun under the address become theirs.
 */
export async function yieldProspects(
  unit: Unit,
  { accountId, livemode }: Pick<Caller, "accountId" | "livemode">,
  contacts: readonly { email?: string | null | undefined; phone?: string | null | undefined }[],
): Promise<(known: readonly Known[]) => Promise<void>> {
  const emails = contacts.flatMap(({ email }) => email ?? []);
  const phones = contacts.flatMap(({ phone }) => phone ?? []);
  if (!livemode || emails.length + phones.length === 0) return async () => {};
  const freed = await unit.tx.customer.findMany({
    where: {
      accountId,
      livemode,
      prospect: true,
      OR: [{ email: { in: emails } }, { phone: { in: phones } }],
    },
    select: { id: true, email: true, phone: true },
    orderBy: { id: "asc" },
  });
  if (freed.length === 0) return async () => {};
  await unit.tx.customer.updateMany({
    where: { id: { in: freed.map(({ id }) => id) }, prospect: true },
    data: { email: null, phone: null },
  });
  return async (known) => {
    for (const { id, email, phone } of freed) {
      const owner =
        known.find((one) => email !== null && one.email === email) ??
        known.find((one) => phone !== null && one.phone === phone);
      if (owner)
        await unit.tx.order.updateMany({
          where: { accountId, customerId: id },
          data: { customerId: owner.id },
        });
    }
  };
}

/**
 * Money came from a prospect: from now on they are a customer. The phone that paid is theirs, unless they have another
 * or another customer has it. Publishes both changes. Null when they were a customer already.
 */
export async function becomeCustomer(
  unit: Unit,
  caller: Caller,
  id: number,
  phone: string | null,
): Promise<{ isPhoneNew: boolean } | null> {
  const { accountId } = caller;
  const [found] = await unit.tx.$queryRaw<Record<string, unknown>[]>`
    WITH before AS MATERIALIZED (SELECT id, phone FROM customers WHERE id = ${id} AND prospect FOR NO KEY UPDATE)
    UPDATE customers one SET prospect = false, customer_since = ${unit.now}, updated_at = ${unit.now},
      phone = coalesce(one.phone, CASE WHEN one.erased_at IS NULL AND NOT EXISTS (SELECT 1 FROM customers other
        WHERE other.account_id = ${accountId} AND other.livemode AND other.phone = ${phone}) THEN ${phone}::text END)
    FROM before WHERE one.id = before.id AND one.prospect
    RETURNING ${columns("one", Prisma.CustomerScalarFieldEnum, "row")}, before.phone AS before`;
  if (!found) return null;
  const row = part<CustomerRow>(found, "row");
  const before = found.before as string | null;
  const isPhoneNew = row.phone !== before;
  const created = { row: { ...row, phone: before }, type: "customer.created" as const };
  await publishChanges(unit, caller, isPhoneNew ? [created, { row, type: "customer.updated" }] : [created]);
  return { isPhoneNew };
}
