import { randomUUID } from "node:crypto";
import type { Caller } from "@/lib/services/core/caller";
import type { World } from "@/lib/services/core/world";
import { startPayment } from "@/lib/services/money/checkout/start-payment";
import { Problem } from "../problem";
import type { Filled } from "./fill";
import { until } from "./until";

export interface Settles {
  perSecond: number;
  payments: number;
}

const atOnce = 16;
const patienceMs = 120_000;

/**
 * Payments confirmed per second: `count` attempts wait for their payers, who then all approve, and the rail's signed
 * callbacks arrive by HTTP; measured until the last payment is in the books. Payments that our own polls find before
 * the first callback do not count. `spread` pays the products of all stores in turn; otherwise all payments are for one
 * product of one store, and so one wallet.
 */
export async function measureSettles(
  world: World,
  { storeIds }: Filled,
  count: number,
  how: "spread" | "hot",
): Promise<Settles> {
  const sandbox = world.rails.sandbox;
  if (!sandbox) throw new Problem("The instance has no sandbox.");
  const sellers = await sellersOf(world, how === "spread" ? storeIds : storeIds.slice(0, 1));
  const ids = Array.from({ length: count }, () => randomUUID());
  await inParallel(atOnce, ids, async (id, at) => {
    const { caller, productId } = sellers[at % sellers.length] ?? never();
    await startPayment(world, caller, {
      id,
      browser: id,
      for: { kind: "subscription_start", productId, ref: id },
      method: "mobile_money",
      phone: phoneOf(how, at),
    });
  });
  await inParallel(atOnce, ids, (id) => sandbox.controls.resolve(id, { word: "succeeded" }));
  const payments = count - (await paidOf(world, ids));
  const startedAt = performance.now();
  await inParallel(atOnce, ids, (id) => sandbox.controls.deliverCallback(id));
  await untilPaid(world, ids);
  return { perSecond: (payments * 1000) / (performance.now() - startedAt), payments };
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
function phoneOf(how: "spread" | "hot", at: number): string {
  return `077${(how === "spread" ? 1_000 : 5_000) + at}129`;
}

function paidOf(world: World, ids: string[]): Promise<number> {
  return world.db.paymentAttempt.count({ where: { id: { in: ids }, status: "succeeded" } });
}

async function untilPaid(world: World, ids: string[]): Promise<void> {
  let paid = 0;
  await until(
    async () => {
      paid = await paidOf(world, ids);
      return paid === ids.length;
    },
    {
      everyMs: 50,
      withinMs: patienceMs,
      late: () => `Of ${ids.length} confirmed payments only ${paid} are in the books.`,
    },
  );
}

function never(): never {
  throw new Problem("The stores of the benchmark have no products.");
}

/** Works through a list with `atOnce` workers. */
async function inParallel<T>(
  atOnce: number,
  list: readonly T[],
  work: (item: T, at: number) => Promise<unknown>,
): Promise<void> {
  const left = list.map((item, at) => ({ item, at })).reverse();
  const worker = async () => {
    for (let next = left.pop(); next; next = left.pop()) await work(next.item, next.at);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
