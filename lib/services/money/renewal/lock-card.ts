import { Prisma } from "@/lib/db/client";
import type { PaymentInstrumentRow, SubscriptionRow } from "@/lib/db/rows";
import { notifyRenewal } from "@/lib/services/billing/renewal/announce";
import { endRenewal } from "@/lib/services/billing/renewal/change";
import { lockSubscriptions } from "@/lib/services/billing/subscriptions/read";
import { transact } from "@/lib/services/core/unit";
import type { Unit, World } from "@/lib/services/core/world";

/** A kept card and all subscriptions that it pays for, locked. */
export interface LockedCard {
  card: PaymentInstrumentRow;
  users: SubscriptionRow[];
}

/**
 * Does `work` with a locked card. Its subscriptions are locked before it, as everywhere. If another one begins to use it
 * meanwhile, all begins anew.
 */
export async function withCard<Result>(
  world: World,
  id: bigint,
  work: (unit: Unit, locked: LockedCard) => Promise<Result>,
): Promise<Result> {
  for (;;) {
    const done = await transact(world, async (unit) => {
      const users = await lockUsers(unit, id);
      const [card] = await lockCards(unit, Prisma.sql`id = ${id}`);
      if (!card) throw new Error(`There is no card ${id}.`);
      if ((await unit.tx.subscription.count({ where: { instrumentId: id } })) !== users.length) return null;
      return { result: await work(unit, { card, users }) };
    });
    if (done) return done.result;
  }
}

async function lockUsers(unit: Unit, id: bigint): Promise<SubscriptionRow[]> {
  const found = await unit.tx.subscription.findMany({
    where: { instrumentId: id },
    select: { id: true, storeId: true, livemode: true },
  });
  const [scope] = found;
  if (!scope) return [];
  const rows = await lockSubscriptions(
    unit,
    scope,
    found.map((user) => user.id),
  );
  return rows.filter(({ instrumentId }) => instrumentId === id);
}

/** The cards that fit, as they are once they are locked. */
export async function lockCards({ tx }: Unit, fits: Prisma.Sql): Promise<PaymentInstrumentRow[]> {
  const locked = await tx.$queryRaw<{ id: bigint }[]>`
    SELECT id FROM payment_instruments WHERE ${fits} ORDER BY id FOR UPDATE`;
  return tx.paymentInstrument.findMany({
    where: { id: { in: locked.map(({ id }) => id) } },
    orderBy: { id: "asc" },
  });
}

/** What a card paid for is renewed by hand again, and each payer is told why, once. */
export async function endForAll(unit: Unit, { card, users }: LockedCard, why: string): Promise<void> {
  for (const row of users) {
    await notifyRenewal(unit, row, "card_over", `${why}/${card.id}`);
    await endRenewal(unit, row, "card_over");
  }
}
