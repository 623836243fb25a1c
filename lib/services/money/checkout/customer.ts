import { Prisma, type Tx } from "@/lib/db/client";
import { inserted } from "@/lib/db/columns";
import type { CustomerRow } from "@/lib/db/rows";
import type { Caller, Unit } from "@/lib/services/core/world";
import { becomeCustomer } from "@/lib/services/people/customers/contact";

/** The payer's own details: an e-mail (trimmed, lower-cased), else the phone (E.164) they pay with. */
export interface Payer {
  name: string | null;
  email: string | null;
  phone: string | null;
}

/**
 * The customer with this e-mail, or with this phone where no e-mail was given. The payer has not proven either of them
 * yet, so an e-mail is never added to the customer with that phone: it would give access to what that customer paid
 * for.
 */
export function customerOf({ accountId }: Caller, { email, phone }: Payer): Prisma.Sql {
  const whose = email === null ? Prisma.sql`phone = ${phone}` : Prisma.sql`email = ${email}`;
  return Prisma.sql`SELECT id FROM customers WHERE account_id = ${accountId} AND livemode AND ${whose}`;
}

/**
 * A customer whom the seller blocked cannot begin a payment, with any of their addresses. `id`: the customer, if known.
 */
export function blocked({ accountId }: Caller, { email, phone }: Payer, id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM customers blocked WHERE blocked.account_id = ${accountId} AND blocked.livemode
    AND blocked.status = 'blocked' AND (blocked.id = ${id} OR blocked.email = ${email} OR blocked.phone = ${phone}))`;
}

/**
 * Reads the customer of a payer, and whether the seller blocked them. `known`: the customer who already owns what is
 * paid for.
 */
export async function readPayer(
  tx: Tx,
  caller: Caller,
  payer: Payer,
  known: number | null = null,
): Promise<{ customerId: number | null; isBlocked: boolean }> {
  const [row] = await tx.$queryRaw<{ id: number | null; blocked: boolean }[]>`
    SELECT coalesce(${known}::int, (${customerOf(caller, payer)})) AS id,
      ${blocked(caller, payer, Prisma.sql`${known}`)} AS blocked`;
  return { customerId: row?.id ?? null, isBlocked: row?.blocked === true };
}

/**
 * Creates a customer for a new payer: a prospect, who becomes a customer when money comes. A phone that comes with an
 * e-mail is stored only after a payment has proven it.
 */
export async function makeCustomer(
  unit: Unit,
  caller: Caller,
  payer: Payer,
  { source }: Pick<CustomerRow, "source">,
): Promise<number> {
  const { now } = unit;
  const data = {
    accountId: caller.accountId,
    livemode: true,
    prospect: true,
    name: payer.name ?? payer.email ?? payer.phone ?? "Customer",
    email: payer.email,
    phone: payer.email === null ? payer.phone : null,
    source,
    customerSince: now,
    createdAt: now,
    updatedAt: now,
  };
  const [made] = await unit.tx.$queryRaw<{ id: number }[]>`
    INSERT INTO customers ${inserted(data)} ON CONFLICT DO NOTHING RETURNING id`;
  if (made) return made.id;
  // Another payment made the same customer meanwhile, and has committed by now.
  const { customerId } = await readPayer(unit.tx, caller, payer);
  if (customerId === null) throw new Error("A customer was neither found nor made.");
  return customerId;
}

/**
 * Stores the language of the payment page: messages to the customer are written in it. Last in its transaction, because
 * it locks the customer.
 */
export function rememberLanguage(unit: Unit, customerId: number, language: string | undefined): void {
  if (language === undefined) return;
  unit.tx.$send(Prisma.sql`
    UPDATE customers SET language = ${language} WHERE id = ${customerId} AND language IS DISTINCT FROM ${language}`);
}

/**
 * Makes the payer a customer. The phone that paid becomes theirs, unless they have another phone or another customer
 * has this one: then false. An existing customer never gets the phone: a typed e-mail proves nothing, anyone with the
 * link can pay an invoice, and messages that act for the customer would go to that phone.
 */
export async function rememberPayer(
  unit: Unit,
  order: { customerId: number; accountId: number; storeId: number },
  phone: string | null,
): Promise<boolean> {
  const { customerId: id, accountId, storeId } = order;
  const caller = { storeId, accountId, livemode: true, actor: "payer" };
  const became = await becomeCustomer(unit, caller, id, phone);
  return became?.isPhoneNew ?? false;
}
