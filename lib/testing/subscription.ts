import { randomUUID } from "node:crypto";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { activate, nextDueAt } from "@/lib/domain/subscription";
import { composeId } from "@/lib/domain/token";
import { phoneHash } from "@/lib/services/billing/renewal/renewing";
import { recordPeriod } from "@/lib/services/billing/subscriptions/record";
import { transact } from "@/lib/services/core/unit";
import type { TestStore, TestWorld } from "./world";

/** A subscription that was paid for once, of either mode, started at `at` (now when not given). */
export async function paidSubscription(
  world: TestWorld,
  shop: TestStore,
  input: { livemode: boolean; ref?: string | null; email?: string | null; product?: 0 | 1; at?: Date },
): Promise<SubscriptionRow> {
  const at = input.at ?? world.clock.now();
  const product = shop.products[input.product ?? 0];
  const { facts, period, event } = activate({ interval: product.interval ?? "month", at });
  const { storeId, accountId } = shop.live;
  return transact(world, async (unit) => {
    const base = { storeId, accountId, livemode: input.livemode, createdAt: at, updatedAt: at };
    const row = await unit.tx.subscription.create({
      data: {
        ...facts,
        ...base,
        id: composeId("sub_", at.getTime(), world.random.bytes(24)),
        productId: product.id,
        customerId: await customer(world, shop, input.livemode, input.email ?? null),
        ref: input.ref ?? null,
        currency: product.currency,
        amountMinor: product.priceMinor,
        paymentsCount: 0,
        totalPaidMinor: 0n,
        nextDueAt: nextDueAt(facts),
      },
      include: subscriptionInclude,
    });
    const step = { at, event, previousStatus: null, to: {} };
    const price = { listMinor: product.priceMinor, discountMinor: 0n };
    return recordPeriod(unit, row, { kind: "paid", period, step, price, paymentKey: null });
  });
}

async function customer(
  world: TestWorld,
  shop: TestStore,
  livemode: boolean,
  email: string | null,
): Promise<number> {
  const now = world.clock.now();
  const key = { accountId: shop.accountId, livemode };
  const found = email && (await world.db.customer.findFirst({ where: { ...key, email } }));
  if (found) return found.id;
  const times = { customerSince: now, createdAt: now, updatedAt: now };
  const data = { ...key, ...times, name: "Amina", email, source: "subscription" as const };
  return (await world.db.customer.create({ data })).id;
}

/** The number that is asked from now on, as if it had paid and its holder had agreed: its end decides what they do. */
export async function renewingPhoneBecomes(world: TestWorld, id: string, phone: string): Promise<void> {
  const data = { instrumentHash: phoneHash(world, phone) };
  const renewalPhoneSealed = new Uint8Array(world.secrets.seal(phone));
  const [consent] = await world.db.renewalConsent.updateManyAndReturn({
    where: { subscriptionId: id, endedAt: null },
    data,
  });
  await world.db.paymentAttempt.updateMany({
    where: { id: consent?.attemptId ?? randomUUID() },
    data: { ...data, phoneSealed: renewalPhoneSealed },
  });
  await world.db.subscription.update({ where: { id }, data: { renewalPhoneSealed } });
}
