import { Prisma, type Tx } from "@/lib/db/client";
import { inserted } from "@/lib/db/columns";
import type { Caller } from "@/lib/services/core/caller";
import type { Unit } from "@/lib/services/core/world";
import { becomeCustomer } from "@/lib/services/people/customers/prospect";

/** Who pays, as they told: an e-mail (trimmed, lower-cased), else the phone (E.164) they pay with. */
export interface Payer {
  name: string | null;
  email: string | null;
  phone: string | null;
}

/**
 * The customer of this e-mail, else (where none was given) of this phone. Nobody has proven anything yet, so an e-mail is
 * never added to the customer of a phone: it would open what that customer has paid for.
 */
export function customerOf({ accountId }: Caller, { email, phone }: Payer): Prisma.Sql {
  const whose = email === null ? Prisma.sql`phone = ${phone}` : Prisma.sql`email = ${email}`;
  return Prisma.sql`SELECT id FROM customers WHERE account_id = ${accountId} AND livemode AND ${whose}`;
}

/** Nobody whom the seller blocked begins a payment, whichever of their addresses they use. `id`: the customer, if known. */
export function blocked({ accountId }: Caller, { email, phone }: Payer, id: Prisma.Sql): Prisma.Sql {
  return Prisma.sql`EXISTS (SELECT 1 FROM customers blocked WHERE blocked.account_id = ${accountId} AND blocked.livemode
    AND blocked.status = 'blocked' AND (blocked.id = ${id} OR blocked.email = ${email} OR blocked.phone = ${phone}))`;
}

/** Who pays for what is nobody's yet, or is the customer's `known`. */
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
 * The customer of a payer who is none yet: a prospect, who is a customer once money comes. A phone that comes with an e-mail
 * is kept once a payment has proven it.
 */
export async function makeCustomer(
  unit: Unit,
  caller: Caller,
  payer: Payer,
  { source }: { source: "subscription" | "storefront" | "payment_link" | "invoice" },
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

/** The language of the page they pay on is the one they are written to in. Last in its transaction: it locks the customer. */
export function rememberLanguage(unit: Unit, customerId: number, language: string | undefined): void {
  if (language === undefined) return;
  unit.tx.$send(Prisma.sql`
    UPDATE customers SET language = ${language} WHERE id = ${customerId} AND language IS DISTINCT FROM ${language}`);
}

/**
 * Who paid is a customer from now on. The phone that has paid belongs to them, unless they have another or another customer
 * has it: then false. Never to somebody who was a customer before: an e-mail that was typed is no proof, an invoice is paid
 * by whoever was sent its link, and messages that act for the customer would go to that phone.
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
