import { Invalid, NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import type { Proof } from "@/lib/services/people/accounts/confirm-person";
import { permit, type Seller } from "@/lib/services/people/accounts/permit";
import { customerScope } from "@/lib/services/people/customers/scope";
import { findWhose, personContact } from "../erase/whose";
import { confirmOperator, type Operator } from "../operator/operator";
import { readHeld } from "./held";

/** All that is held about a person, in a form that programs and people can read. */
export interface Export {
  exported_at: Date;
  service: string;
  /** One for each seller who knows them. */
  held: Awaited<ReturnType<typeof readHeld>>[];
}

/**
 * All that the caller's account holds about one customer; of a person who is limited to some stores, what these hold.
 * Nothing of another account. Logged. Throws NotAllowed or NotFound.
 */
export async function exportCustomer(world: World, seller: Seller, id: number): Promise<Export> {
  permit(seller, "customer.export");
  const customer = await world.db.customer.findFirst({ where: { id, ...customerScope(seller) } });
  if (!customer) throw new NotFound();
  const whose = await findWhose(world, { tx: world.db }, customer, seller.onlyStores);
  const held = [await readHeld(world, whose)];
  await transact(world, (unit) =>
    unit.audit(seller, { action: "customer.exported", target: `customer:${id}` }),
  );
  return { exported_at: world.clock.now(), service: world.config.serviceName, held };
}

/**
 * All that every seller holds about whoever has this e-mail or phone. Logged with its reason. Throws NotAllowed, or
 * Invalid on `contact`, `reason`, `password` or `code`.
 */
export async function exportPerson(
  world: World,
  operator: Operator,
  input: Proof & { contact: string; reason: string },
): Promise<Export> {
  await confirmOperator(world, operator, input);
  const customers = await world.db.customer.findMany({
    where: personContact(input.contact),
    orderBy: { id: "asc" },
  });
  if (customers.length === 0) throw new Invalid({ contact: [say("nobody_has_contact")] });
  const held: Export["held"] = [];
  for (const customer of customers)
    held.push(await readHeld(world, await findWhose(world, { tx: world.db }, customer)));
  await transact(world, async (unit) => {
    for (const { id, accountId } of customers)
      await unit.audit(
        { accountId, actor: operator.actor },
        { action: "customer.exported", target: `customer:${id}`, reason: input.reason.trim() },
      );
  });
  return { exported_at: world.clock.now(), service: world.config.serviceName, held };
}
