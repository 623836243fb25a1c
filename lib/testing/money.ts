import { randomUUID } from "node:crypto";
import { hashPassword } from "@/lib/providers/passwords";
import { releaseHeld } from "@/lib/services/core/ledger/hold";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { type PayingWorld, press } from "./payments";
import { type TestStore, type TestWorld, testStore } from "./world";

/** What every seller of these stores has for a password. */
export const testPassword = "correct horse battery";

/** Hashing takes long on purpose: it is done once, and every seller of a test file has the same password. */
let passwordHash: Promise<string> | undefined;

/** Gives a seller the password of these stories. */
export async function giveTestPassword(world: TestWorld, userId: number): Promise<void> {
  passwordHash ??= hashPassword(testPassword);
  await world.db.user.update({ where: { id: userId }, data: { passwordHash: await passwordHash } });
}

/** A verified store whose owner has a password. */
export async function sellingStore(
  world: TestWorld,
  overrides: Parameters<typeof testStore>[1] = {},
): Promise<TestStore & { seller: Seller }> {
  const shop = await testStore(world, {
    ...overrides,
    store: { verificationStatus: "verified", ...overrides.store },
  });
  await giveTestPassword(world, shop.owner.id);
  return { ...shop, seller: { ...shop.live, userId: shop.owner.id, role: "owner" } };
}

/** A payment of UGX 50,000 (net 49,250) that came, from a number with these last digits; the order it paid. */
export async function paidPayment(
  world: PayingWorld,
  shop: TestStore,
  digits = "789",
): Promise<{ attemptId: string; orderId: number }> {
  const { id } = await press(world, shop, {
    id: randomUUID(),
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() },
    phone: `0772 123 ${digits}`,
  });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { attemptId: id, orderId };
}

/** Lets all holds run out, so that what was paid is available. */
export async function releaseAll(world: PayingWorld): Promise<void> {
  world.clock.advance(world.config.walletHoldMs);
  await releaseHeld(world);
}

/** Moves the clock and lets the worker and the callbacks do what has come due. */
export async function later(world: PayingWorld, ms: number): Promise<void> {
  world.clock.advance(ms);
  await workTransfers(world);
  await world.settled();
}
