import type { Tx } from "@/lib/db/client";
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
 * The customer of this e-mail, else (where none was given) of this phone; null when there is none. Nobody has proven
 * anything yet, so an e-mail is never added to the customer of a phone: it would open what that customer has paid for.
 */
export async function findCustomer(
  db: Pick<Tx, "customer">,
  caller: Caller,
  payer: Payer,
): Promise<{ id: number } | null> {
  const scope = { accountId: caller.accountId, livemode: true };
  if (payer.email !== null)
    return db.customer.findFirst({ where: { ...scope, email: payer.email }, select: { id: true } });
  if (payer.phone === null) return null;
  return db.customer.findFirst({ where: { ...scope, phone: payer.phone }, select: { id: true } });
}

/**
 * The same, made when there is none: a prospect, who is a customer once money comes. A phone that comes with an e-mail is
 * kept once a payment has proven it.
 */
export async function ensureCustomer(
  unit: Unit,
  caller: Caller,
  payer: Payer,
  { source }: { source: "subscription" | "storefront" | "payment_link" | "invoice" },
): Promise<number> {
  const found = await findCustomer(unit.tx, caller, payer);
  if (found) return found.id;
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
  const [made] = await unit.tx.customer.createManyAndReturn({ data: [data], skipDuplicates: true });
  if (made) return made.id;
  // Another payment made the same customer meanwhile, and has committed by now.
  const theirs = await findCustomer(unit.tx, caller, payer);
  if (!theirs) throw new Error("A customer was neither found nor made.");
  return theirs.id;
}

/** The language of the page they pay on is the one they are written to in. Last in its transaction: it locks the customer. */
export async function rememberLanguage(
  unit: Unit,
  customerId: number,
  language: string | undefined,
): Promise<void> {
  if (language === undefined) return;
  await unit.tx.customer.updateMany({
    where: { id: customerId, OR: [{ language: null }, { language: { not: language } }] },
    data: { language },
  });
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
