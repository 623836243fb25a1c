import { randomUUID } from "node:crypto";
import { callbackUrlOf } from "@/lib/providers/rails/kinds";
import type { NewPayment } from "@/lib/services/money/checkout/open-attempt";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { raiseAnomaly } from "@/lib/services/money/tasks/raise-anomaly";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { openCallbackRoute } from "../callback-route";
import { giveTestPassword } from "../money";
import { type TestStore, type TestWorld, testClock, testStore, testWorld } from "../world";
import type { EmulatedHarness as Harness } from "./harness-parts";
import type { CreateHarness } from "./harnesses";

/** The whole service over one adapter, whose emulator posts its callbacks to a route of ours. */
export interface RailTown {
  world: TestWorld;
  harness: Harness;
  shop: TestStore;
  seller: Seller;
  /** The answers that callbacks got. */
  answered: number[];
  /** Asks for a payment as a payer with this phone or card would. */
  ask(token: string, input?: Partial<NewPayment>): Promise<string>;
  /** The same, and does what the provider's page asks for. */
  press(token: string): Promise<string>;
  /** Moves the clocks of both sides, and waits for what callbacks brought. */
  later(ms: number): Promise<void>;
  close(): Promise<void>;
}

export async function openTown(create: CreateHarness, more: { baseUrl?: string } = {}): Promise<RailTown> {
  // A machine that is busy is no line that is dead.
  const harness = await create({ initiateMs: 20_000, readMs: 20_000, ...more });
  const { emulator, rail } = harness;
  const clock = testClock(new Date(emulator.now()));
  const route = await openCallbackRoute(() => world);
  emulator.callbackUrl.current = callbackUrlOf(route.url, rail.id);
  await harness.setUp?.();
  const base = testWorld({ clock });
  const config = { ...base.config, siteUrl: route.url };
  const world: TestWorld = { ...base, config, rails: { all: [rail], sandbox: null } };
  tellTasks(world, harness);
  const shop = await openShop(world, harness);
  return {
    ...{ world, harness, shop, answered: route.answered },
    seller: { ...shop.live, userId: shop.owner.id, role: "owner" },
    ask: (token, input) => ask(world, harness, shop, token, input),
    async press(token) {
      const id = await ask(world, harness, shop, token);
      await harness.pay?.(id, token);
      return id;
    },
    async later(ms) {
      clock.advance(ms);
      await emulator.advance(ms);
      await route.settled();
    },
    async close() {
      await harness.close();
      await route.close();
    },
  };
}

/** What an adapter finds anomaly becomes a task, as it does where rails are opened. */
function tellTasks(world: TestWorld, { anomaly }: Harness): void {
  const raise = raiseAnomaly(world);
  const push = anomaly?.push.bind(anomaly);
  if (anomaly && push)
    anomaly.push = (...items) => {
      items.forEach(raise);
      return push(...items);
    };
}

/** A verified store of that country, which sells at what an ordinary charge of that rail is. */
export async function openShop(world: TestWorld, { country, amount }: Harness): Promise<TestStore> {
  const { currency, minor } = amount;
  const shop = await testStore(world, { store: { country, currency, verificationStatus: "verified" } });
  await giveTestPassword(world, shop.owner.id);
  await world.db.product.updateMany({
    where: { storeId: shop.store.id },
    data: { currency, priceMinor: minor },
  });
  return shop;
}

/** Asks for a payment as a payer with this phone or card would. */
export async function ask(
  world: TestWorld,
  { method, network }: Harness,
  shop: TestStore,
  token: string,
  input: Partial<NewPayment> = {},
): Promise<string> {
  const { id } = await startPayment(world, shop.live, {
    id: randomUUID(),
    browser: "thepayersownbrowser000",
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() },
    method: method === "card" ? "card" : "mobile_money",
    name: "Ann Payer",
    ...(method === "card" ? { email: "ann@example.com" } : { phone: token, network }),
    ...input,
  });
  return id;
}
