import type { CustomerRow } from "@/lib/db/rows";
import { NotFound } from "@/lib/domain/refusal";
import { erasedName } from "@/lib/domain/traces";
import { transact } from "@/lib/services/core/unit";
import type { Caller, Unit, World } from "@/lib/services/core/world";
import { confirmPerson, type Proof } from "@/lib/services/people/accounts/confirm-person";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { publishCustomer } from "@/lib/services/people/customers/publish";
import { lockCustomer } from "@/lib/services/people/customers/update";
import { refuseWhileOpen } from "./refuse";
import { sweep } from "./sweep";
import { findWhose } from "./whose";
import { wipe } from "./wipe";

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
