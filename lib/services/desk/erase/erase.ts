import type { CustomerRow } from "@/lib/db/rows";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { erasedName } from "@/lib/domain/traces";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { publishCustomer } from "@/lib/services/people/customers/publish";
import { lockCustomer } from "@/lib/services/people/customers/update";
import { said } from "@/lib/text/mail";
import { confirmOperator, notifyOwners, type Operator, requireOperator } from "../operator/operator";
import { sweep } from "./sweep";
import { type Contact, findWhose, personContact, refuseWhileOpen } from "./whose";
import { wipe, wipeOffers } from "./wipe";

/**
 * Erases who a customer is, in all stores of the account and for good: contact data, notes, places, texts and raw
 * answers become empty, while money, numbers and dates stay. Refused while a subscription gives access, money is on its
 * way or an invoice is owed. Owner only, after password and code. Throws NotAllowed, NotFound, or Invalid on `password`,
 * `code` or `form`.
 */
export async function eraseCustomer(world: World, seller: Seller, id: number, proof: Proof): Promise<void> {
  permit(seller, "customer.erase");
  await confirmPerson(world, seller.userId, proof);
  await transact(world, async (unit) => {
    const customer = await lockCustomer(unit, seller, id);
    if (!customer || customer.erasedAt) throw new NotFound();
    await erase(world, unit, seller, customer);
    await unit.audit(seller, { action: "customer.erased", target: `customer:${id}` });
  });
}

/** Erases one locked customer in this transaction. `by`: in whose name stores hear of it. Throws Invalid on `form`. */
export async function erase(
  world: World,
  unit: Unit,
  by: Pick<Caller, "accountId" | "storeId" | "livemode" | "actor">,
  customer: CustomerRow,
): Promise<void> {
  // Nothing new begins for them meanwhile: an order would wait for this row.
  await unit.tx.$queryRaw`SELECT 1 FROM customers WHERE id = ${customer.id} FOR UPDATE`;
  const whose = await findWhose(world, unit, customer);
  await refuseWhileOpen(unit, whose);
  await wipe(world, unit, whose);
  await sweep(unit, whose);
  const empty = { email: null, phone: null, company: null, country: null, city: null, address: null };
  const row = await unit.tx.customer.update({
    where: { id: customer.id },
    data: {
      ...{ ...empty, name: erasedName, language: null, acceptsMarketing: false },
      ...{ erasedAt: unit.now, updatedAt: unit.now },
    },
  });
  if (row.livemode && !row.prospect) await publishCustomer(unit, by, row, "customer.updated");
}

/**
 * Erases a person at every seller, all or nothing. Logged with its reason and told to the owners. Returns at how many
 * sellers they were known. Throws NotAllowed, or Invalid on `contact`, `reason`, `password`, `code`, or on `form` naming
 * the sellers where something still goes on.
 */
export async function erasePerson(
  world: World,
  operator: Operator,
  input: Proof & { contact: string; reason: string },
): Promise<number> {
  await confirmOperator(world, operator, input);
  const contact = personContact(input.contact);
  const reason = input.reason.trim();
  return transact(world, async (unit) => {
    const { email } = await requireOperator(unit.tx, operator);
    const customers = await unit.tx.customer.findMany({ where: contact, orderBy: { id: "asc" } });
    const accountIds = new Set([
      ...customers.map(({ accountId }) => accountId),
      ...(await offeredBy(unit, contact)),
    ]);
    if (accountIds.size === 0) throw new Invalid({ contact: [say("nobody_has_contact")] });
    await eraseAll(world, unit, operator, customers);
    for (const accountId of accountIds) {
      await wipeOffersOf(unit, accountId, contact);
      await tellAccount(world, unit, { accountId, operator, reason, contact: email });
    }
    return accountIds.size;
  });
}

async function eraseAll(
  world: World,
  unit: Unit,
  operator: Operator,
  customers: CustomerRow[],
): Promise<void> {
  const blocked: string[] = [];
  for (const { id } of customers) {
    await unit.tx.$queryRaw`SELECT 1 FROM customers WHERE id = ${id} FOR NO KEY UPDATE`;
    const customer = await unit.tx.customer.findUniqueOrThrow({
      where: { id },
      include: { account: { include: { stores: { orderBy: { id: "asc" }, take: 1 } } } },
    });
    const { account, ...row } = customer;
    const by = { accountId: account.id, storeId: account.stores[0]?.id ?? 0, actor: operator.actor };
    await erase(world, unit, { ...by, livemode: row.livemode }, row).catch((error: unknown) => {
      if (!(error instanceof Invalid)) throw error;
      blocked.push(account.name);
    });
  }
  if (blocked.length > 0)
    throw new Invalid({ form: [say("erase_blocked", { sellers: [...new Set(blocked)].join(", ") })] });
}

/** The accounts in which somebody wrote this contact on a quote or schedule, which know no customers. */
async function offeredBy({ tx }: Unit, contact: Contact): Promise<number[]> {
  const where = "email" in contact ? { customerEmail: contact.email } : { customerPhone: contact.phone };
  const select = { accountId: true };
  const [quotes, schedules] = await Promise.all([
    tx.quote.findMany({ where, select }),
    tx.recurringInvoice.findMany({ where, select }),
  ]);
  return [...quotes, ...schedules].map(({ accountId }) => accountId);
}

async function wipeOffersOf(unit: Unit, accountId: number, contact: Contact): Promise<void> {
  const stores = await unit.tx.store.findMany({ where: { accountId }, select: { id: true } });
  const traces = {
    ...{ names: [], texts: [] },
    emails: "email" in contact ? [contact.email] : [],
    phones: "phone" in contact ? [contact.phone] : [],
  };
  const whose = { storeIds: stores.map(({ id }) => id), traces };
  await wipeOffers(unit, whose);
  await sweep(unit, { ...whose, orderIds: [], invoiceIds: [], attemptIds: [], refundIds: [] });
}

async function tellAccount(
  world: World,
  unit: Unit,
  told: { accountId: number; operator: Operator; reason: string; contact: string },
): Promise<void> {
  const { accountId, operator, reason, contact } = told;
  const store = await unit.tx.store.findFirst({ where: { accountId }, orderBy: { id: "asc" } });
  if (!store) return;
  const by = { accountId, storeId: store.id, actor: operator.actor };
  await unit.audit(by, { action: "customer.erased", target: `account:${accountId}`, reason });
  await notifyOwners(world, unit, store, {
    ...{ key: `customer.erased/${accountId}/${unit.now.getTime()}`, template: "customer.erased" },
    ...{
      act: said("acted.erased", { store: store.name }),
      effect: said("act_erased_effect"),
      reason,
      contact,
    },
  });
}
