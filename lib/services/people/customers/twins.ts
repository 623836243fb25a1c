import type { CustomerRow } from "@/lib/db/rows";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";

/** Somebody who may be the same person, and what says so. */
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

/** The numbers of payments are sealed, so they are opened, not searched. */
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
