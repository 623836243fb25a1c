import { randomUUID } from "node:crypto";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { openCallbackRoute } from "./callback-route";
import { type TestClock, type TestStore, type TestWorld, testClock, testWorld } from "./world";

/** A world with one real rail, whose provider is an emulator that posts its callbacks to a route of our own. */
export interface RailWorld<Provider> extends TestWorld {
  provider: Provider;
  answered: number[];
  settled(): Promise<void>;
  /** Moves the clocks of both sides, and waits for what callbacks brought. */
  later(ms: number): Promise<void>;
  close(): Promise<void>;
}

export interface EmulatedProvider {
  now(): number;
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function railWorld<Provider extends EmulatedProvider>(
  provider: Provider,
  connect: (provider: Provider, callbackUrl: string, clock: TestClock) => PaymentRail,
): Promise<RailWorld<Provider>> {
  const clock = testClock(new Date(provider.now()));
  const route = await openCallbackRoute(() => world);
  const base = testWorld({ clock });
  const config = { ...base.config, siteUrl: route.url };
  const rail = connect(provider, route.url, clock);
  const world: RailWorld<Provider> = {
    ...base,
    config,
    rails: { all: [rail], sandbox: null },
    provider,
    answered: route.answered,
    settled: route.settled,
    async later(ms) {
      clock.advance(ms);
      await provider.advance(ms);
      await route.settled();
    },
    async close() {
      await provider.close();
      await route.close();
    },
  };
  return world;
}

/** Somebody pays KES 500.00 for the first plan of a store by this card, at the provider's page. Returns the attempt's id. */
export async function buyByCard(
  world: RailWorld<EmulatedProvider & { pay(reference: string, card: string): Promise<void> }>,
  shop: TestStore,
  card: string,
): Promise<string> {
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { currency: "KES" } });
  const { id } = await startPayment(world, shop.live, {
    ...{ id: randomUUID(), browser: "thepayersownbrowser000", method: "card", email: "ann@example.com" },
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
  });
  await world.provider.pay(id, card);
  await world.settled();
  return id;
}
