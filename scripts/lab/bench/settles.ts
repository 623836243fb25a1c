import { randomUUID } from "node:crypto";
import { fingerprint } from "@/lib/providers/secrets";
import type { Caller, World } from "@/lib/services/core/world";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { Problem } from "../../problem";
import type { Filled } from "./fill";
import { type ProcessorTime, startProcessorTime } from "./processor";
import { until } from "./until";
import type { Instance } from "./world";

export interface Settles {
  perSecond: number;
  payments: number;
  /** For all of them together. */
  used: ProcessorTime;
}

const atOnce = 16;
const rounds = 6;
const patienceMs = 120_000;

/**
 * Payments confirmed per second: `count` attempts wait for their payers, who then all approve, and the rail's signed
 * callbacks arrive by HTTP; measured until the last payment is in the books. `hot` pays half as often for one product of one
 * store, and so into one wallet. The others pay for the products of all stores in turn: into wallets, and into accounts of
 * the stores' own, in short rounds of either, because a machine may be faster in one minute than in the next.
 */
export async function measureSettles(
  world: World,
  instance: Pick<Instance, "pids">,
  { storeIds }: Filled,
  count: number,
): Promise<{ hot: Settles; spread: Settles; own: Settles }> {
  // The one wallet first: all that the stores are paid after it goes into their own accounts.
  const toOne = await prepareSettles(world, storeIds.slice(0, 1), count / 2, "hot");
  const hot = await settled(world, instance, toOne);
  const toWallets = await prepareSettles(world, storeIds, count, "spread");
  await connectOwnAccounts(world, storeIds);
  const toAccounts = await prepareSettles(world, storeIds, count, "own");
  const size = Math.ceil(count / rounds);
  const spread: Settles[] = [];
  const own: Settles[] = [];
  for (let from = 0; from < count; from += size) {
    spread.push(await settled(world, instance, toWallets.slice(from, from + size)));
    own.push(await settled(world, instance, toAccounts.slice(from, from + size)));
  }
  return { hot, spread: together(spread), own: together(own) };
}

async function settled(world: World, instance: Pick<Instance, "pids">, ids: string[]): Promise<Settles> {
  const processor = await startProcessorTime(instance, world.pool);
  const startedAt = performance.now();
  await settle(world, ids);
  await untilPaid(world, ids);
  const perSecond = (ids.length * 1000) / (performance.now() - startedAt);
  return { perSecond, payments: ids.length, used: processor() };
}

function together(parts: Settles[]): Settles {
  const sum = (of: (part: Settles) => number) => parts.reduce((all, part) => all + of(part), 0);
  const payments = sum((part) => part.payments);
  const used = (who: keyof ProcessorTime) => sum((part) => part.used[who]);
  return {
    payments,
    perSecond: payments / sum((part) => part.payments / part.perSecond),
    used: { app: used("app"), postgres: used("postgres"), loadTool: used("loadTool") },
  };
}

/** Each store gets an account of its own, which all its payments go into from then on. */
async function connectOwnAccounts(world: World, storeIds: number[]): Promise<void> {
  const at = world.clock.now();
  const rows = storeIds.map((storeId) => {
    const secret = randomUUID().replaceAll("-", "");
    return {
      ...{ key: `sandbox:bench${storeId}`, storeId, rail: "sandbox", livemode: false, label: "Till" },
      ...{ enabled: true, ways: ["mobile_money/UG/UGX"] },
      credentialsSealed: world.secrets.seal("{}"),
      ...{ addressHash: fingerprint(secret), addressSealed: world.secrets.seal(secret) },
      ...{ checkedAt: at, updatedBy: "bench", createdAt: at, updatedAt: at },
    };
  });
  await world.db.railAccount.createMany({ data: rows });
  await world.rails.own?.reload();
}

/** Attempts for the products of these stores in turn, whose payers have approved and of which nobody heard yet. */
export async function prepareSettles(
  world: World,
  storeIds: number[],
  count: number,
  how: keyof typeof firstPhones,
): Promise<string[]> {
  const sandbox = sandboxOf(world);
  const sellers = await sellersOf(world, storeIds);
  const ids = Array.from({ length: count }, () => randomUUID());
  await inParallel(ids, async (id, at) => {
    const { caller, productId } = sellers[at % sellers.length] ?? never();
    await startPayment(world, caller, {
      id,
      browser: id,
      for: { kind: "subscription_start", productId, ref: id },
      method: "mobile_money",
      phone: phoneOf(how, at),
    });
  });
  // Only the callbacks confirm them: neither our own polls, nor callbacks that the sandbox in the app sends itself.
  await world.pool.query(
    "UPDATE payment_attempts SET next_poll_at = now() + interval '1 hour' WHERE id = ANY ($1::uuid[])",
    [ids],
  );
  await inParallel(ids, (id) => sandbox.controls.resolve(id, { word: "succeeded", silently: true }));
  return ids;
}

/** Their rail's callbacks arrive. */
export async function settle(world: World, ids: string[]): Promise<void> {
  const { controls } = sandboxOf(world);
  await inParallel(ids, (id) => controls.deliverCallback(id));
}

function sandboxOf({ rails: { sandbox } }: World) {
  if (!sandbox) throw new Problem("The instance has no sandbox.");
  return sandbox;
}

async function sellersOf(world: World, storeIds: number[]): Promise<{ caller: Caller; productId: number }[]> {
  const products = await world.db.product.findMany({
    where: { storeId: { in: storeIds } },
    select: { id: true, storeId: true, store: { select: { accountId: true } } },
  });
  return products.map(({ id, storeId, store }) => ({
    productId: id,
    caller: { storeId, accountId: store.accountId, livemode: true, actor: "payer" },
  }));
}

/** Numbers whose payers never answer, each used once, because the prompts of one phone are limited. */
const firstPhones = { spread: 1_000, own: 3_000, hot: 5_000, live: 6_000 };

function phoneOf(how: keyof typeof firstPhones, at: number): string {
  return `077${firstPhones[how] + at}129`;
}

/** Asks for one of them until it is paid, then for the next: to count all of them each time would slow what is measured. */
export async function untilPaid(world: World, ids: string[]): Promise<void> {
  const query = { name: "bench-paid", text: "SELECT status FROM payment_attempts WHERE id = $1" };
  let paid = 0;
  await until(
    async () => {
      for (; paid < ids.length; paid += 1) {
        const { rows } = await world.pool.query<{ status: string }>({ ...query, values: [ids[paid]] });
        if (rows[0]?.status !== "succeeded") return false;
      }
      return true;
    },
    {
      everyMs: 20,
      withinMs: patienceMs,
      late: () => `Of ${ids.length} confirmed payments the one after the first ${paid} is not in the books.`,
    },
  );
}

function never(): never {
  throw new Problem("The stores of the benchmark have no products.");
}

/** Works through a list with `atOnce` workers. */
async function inParallel<T>(
  list: readonly T[],
  work: (item: T, at: number) => Promise<unknown>,
): Promise<void> {
  const left = list.map((item, at) => ({ item, at })).reverse();
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) await work(next.item, next.at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
