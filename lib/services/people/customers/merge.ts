import type { CustomerRow } from "@/lib/db/rows";
import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import type { ValuedCustomer } from "@/lib/resources/customer";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { permit, permitAllStores, type Seller } from "../accounts/permit";
import { despiteRaces } from "./contact";
import { publishCustomer } from "./publish";
import { auditCustomer, customerFields, endManageLinks } from "./update";

export type MergeField = (typeof customerFields)[number];

/** What merging two customers would do. */
export interface MergePlan {
  kept: CustomerRow;
  merged: CustomerRow;
  moves: { orders: number; subscriptions: number; invoices: number };
  /** Empty fields of the kept customer that are filled from the other. */
  filled: { field: MergeField; value: string }[];
  /** Different values of the other customer; they are lost. */
  lost: { field: MergeField; value: string }[];
}

/** The effect of a merge; nothing is written. Throws NotFound when one of them is not a customer of the account. */
export async function planMerge(
  world: World,
  caller: Caller,
  keepId: number,
  mergedId: number,
): Promise<MergePlan> {
  permitAllStores(caller);
  const scope = { accountId: caller.accountId, livemode: caller.livemode };
  const [kept, merged] = await Promise.all(
    [keepId, mergedId].map((id) => world.db.customer.findFirst({ where: { ...scope, id, prospect: false } })),
  );
  if (!kept || !merged || kept.id === merged.id) throw new NotFound();
  const where = { ...scope, customerId: mergedId };
  const [orders, subscriptions, invoices] = await Promise.all([
    world.db.order.count({ where }),
    world.db.subscription.count({ where }),
    world.db.invoice.count({ where }),
  ]);
  return { kept, merged, moves: { orders, subscriptions, invoices }, ...differences(kept, merged) };
}

function differences(kept: CustomerRow, merged: CustomerRow): Pick<MergePlan, "filled" | "lost"> {
  const said = customerFields.flatMap((field) => {
    const value = merged[field];
    return value === null || value === kept[field] ? [] : [{ field, value }];
  });
  return {
    filled: said.filter(({ field }) => kept[field] === null),
    lost: said.filter(({ field }) => kept[field] !== null),
  };
}

/**
 * Merges two customers who are one person: all orders, subscriptions and invoices of `mergedId`, in every store of the
 * account, then belong to `keepId`; the other is deleted. Values of the kept customer stay, and its empty fields are
 * filled; blocked stays blocked. It cannot be undone, so only owners and admins may do it.
 */
export async function mergeCustomers(
  world: World,
  seller: Seller,
  { keepId, mergedId }: { keepId: number; mergedId: number },
): Promise<ValuedCustomer> {
  permit(seller, "customer.merge");
  if (keepId === mergedId) throw new Invalid({ with: [say("choose_customer")] });
  return despiteRaces(() =>
    transact(world, async (unit) => {
      const { kept, merged } = await lockBoth(unit, seller, keepId, mergedId);
      const moved = await moveAll(unit, seller, kept.id, merged.id);
      // Deleted before its e-mail and phone are reused: they are unique.
      await unit.tx.customer.delete({ where: { id: merged.id } });
      const { filled, lost } = differences(kept, merged);
      const row = await unit.tx.customer.update({
        where: { id: kept.id },
        data: {
          ...Object.fromEntries(filled.map(({ field, value }) => [field, value])),
          language: kept.language ?? merged.language,
          customerSince: new Date(Math.min(kept.customerSince.getTime(), merged.customerSince.getTime())),
          ...(merged.status === "blocked" ? { status: "blocked" as const } : {}),
          updatedAt: unit.now,
        },
      });
      if (lost.some(({ field }) => field === "email" || field === "phone"))
        await endManageLinks(unit, seller, kept.id);
      await auditCustomer(unit, seller, "customer.merged", kept.id, `customer ${merged.id}: ${moved}`);
      return publishCustomer(unit, seller, row, "customer.updated");
    }),
  );
}

/** Locks both against other changes and new orders, in the order of their ids, so that two merges cannot deadlock. */
async function lockBoth(
  unit: Unit,
  { accountId, livemode }: Caller,
  keepId: number,
  mergedId: number,
): Promise<{ kept: CustomerRow; merged: CustomerRow }> {
  await unit.tx.$queryRaw`
    SELECT 1 FROM customers WHERE id = ANY (${[keepId, mergedId]}) AND account_id = ${accountId}
    ORDER BY id FOR UPDATE`;
  const rows = await unit.tx.customer.findMany({
    where: { id: { in: [keepId, mergedId] }, accountId, livemode, prospect: false },
  });
  const kept = rows.find(({ id }) => id === keepId);
  const merged = rows.find(({ id }) => id === mergedId);
  if (!kept || !merged) throw new NotFound();
  if (kept.erasedAt || merged.erasedAt) throw new Invalid({ with: [say("customer_erased")] });
  return { kept, merged };
}

async function moveAll(
  unit: Unit,
  { accountId, livemode }: Caller,
  to: number,
  from: number,
): Promise<string> {
  const where = { accountId, livemode, customerId: from };
  const data = { customerId: to };
  const orders = await unit.tx.order.updateMany({ where, data });
  await moveNotesAndTags(unit, to, from);
  const invoices = await unit.tx.invoice.updateMany({ where, data });
  const subscriptions = await unit.tx.subscription.updateMany({ where, data });
  await unit.tx.paymentInstrument.updateMany({ where: { customerId: from }, data });
  await unit.tx.renewalConsent.updateMany({ where: { customerId: from }, data });
  return `${orders.count} orders, ${subscriptions.count} subscriptions, ${invoices.count} invoices moved`;
}

/** Both keep their notes and tags; a tag that both have stays as the kept one has it. */
async function moveNotesAndTags(unit: Unit, to: number, from: number): Promise<void> {
  await unit.tx.note.updateMany({ where: { customerId: from }, data: { customerId: to } });
  const kept = await unit.tx.tag.findMany({ where: { customerId: to }, select: { folded: true } });
  await unit.tx.tag.updateMany({
    where: { customerId: from, folded: { notIn: kept.map(({ folded }) => folded) } },
    data: { customerId: to },
  });
}

/** Another customer who may be the same person, and the reason. */
export interface Twin {
  row: CustomerRow;
  why: "phone" | "name";
}

const attemptsLooked = 20;
const twinsMax = 5;

/** Other customers of the account with the phone that this one paid with, or with the same name. */
export async function findTwins(world: World, caller: Caller, customer: CustomerRow): Promise<Twin[]> {
  const scope = {
    accountId: caller.accountId,
    livemode: caller.livemode,
    prospect: false,
    id: { not: customer.id },
  };
  const phones = await phonesPaidWith(world, customer);
  const [byPhone, byName] = await Promise.all([
    world.db.customer.findMany({ where: { ...scope, phone: { in: phones } }, take: twinsMax }),
    world.db.customer.findMany({
      where: {
        ...scope,
        name: { equals: customer.name.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" },
      },
      orderBy: { id: "desc" },
      take: twinsMax,
    }),
  ]);
  const known = new Set(byPhone.map(({ id }) => id));
  return [
    ...byPhone.map((row) => ({ row, why: "phone" as const })),
    ...byName.filter(({ id }) => !known.has(id)).map((row) => ({ row, why: "name" as const })),
  ].slice(0, twinsMax);
}

/** The phone numbers of payments are sealed, so they cannot be searched, only opened. */
async function phonesPaidWith(world: World, { id, accountId }: CustomerRow): Promise<string[]> {
  const attempts = await world.db.paymentAttempt.findMany({
    where: { order: { accountId, livemode: true, customerId: id }, phoneSealed: { not: null } },
    select: { phoneSealed: true },
    orderBy: { createdAt: "desc" },
    take: attemptsLooked,
  });
  const phones = attempts.flatMap(({ phoneSealed }) =>
    phoneSealed ? [world.secrets.open(phoneSealed)] : [],
  );
  return [...new Set(phones)];
}
