import type { FilledOrders } from "./fill-orders";

/** One query of a list, with its name in the table. */
export interface ListQuestion {
  name: string;
  path: string;
}

/** Milliseconds of one query, over all its repetitions. */
export interface ListFigures {
  p50: number;
  p95: number;
}

const warmUps = 5;
const repetitions = 40;

/** Page 1 with totals, a page in the middle, every documented filter of GET /orders, and the search of customers. */
export function listQuestions(filled: FilledOrders): ListQuestion[] {
  const { orders, commonProductId, rareProductId, email } = filled;
  const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
  return [
    { name: "orders, page 1", path: "/orders" },
    { name: "orders, a middle page", path: `/orders?page=${Math.max(1, Math.floor(orders / 50))}` },
    { name: "orders, the last page", path: `/orders?page=${Math.max(1, Math.ceil(orders / 25))}` },
    { name: "payment_status=paid", path: "/orders?payment_status=paid" },
    { name: "payment_status=partially_refunded", path: "/orders?payment_status=partially_refunded" },
    { name: "source=subscription", path: "/orders?source=subscription" },
    { name: "source=invoice", path: "/orders?source=invoice" },
    { name: "email", path: `/orders?email=${email}` },
    { name: "product_id, in half", path: `/orders?product_id=${commonProductId}` },
    { name: "product_id, in few", path: `/orders?product_id=${rareProductId}` },
    { name: "created_after, a year", path: `/orders?created_after=${day(365)}` },
    { name: "created_before, a year ago", path: `/orders?created_before=${day(365)}` },
    {
      name: "created, a week",
      path: `/orders?created_after=${day(400)}T10:30:00Z&created_before=${day(393)}T10:30:00Z`,
    },
    {
      name: "failed, from links, in a year",
      path: `/orders?payment_status=failed&source=payment_link&created_after=${day(365)}`,
    },
    { name: "customers, page 1", path: "/customers" },
    { name: "customers, search a word", path: "/customers?search=c4ca42" },
    {
      name: "customers, search an e-mail",
      path: `/customers?search=${email.slice(0, email.indexOf("@") + 3)}`,
    },
    { name: "customers, search a phone", path: "/customers?search=256700012" },
  ];
}

/** Repeats every query, one request at a time, with each key in turn. */
export async function measureLists(
  filled: FilledOrders,
  ask: (path: string, key: string) => Promise<{ status: number; text: string }>,
  forgetTurns: () => Promise<void>,
): Promise<Record<string, ListFigures>> {
  const figures: Record<string, ListFigures> = {};
  let asked = 0;
  // Warms up the process, so that the first size measured is not slower.
  for (const { path } of listQuestions(filled)) {
    await forgetTurns();
    for (let n = 0; n < warmUps; n += 1) await ask(path, filled.keys[n % filled.keys.length] ?? "");
  }
  for (const { name, path } of listQuestions(filled)) {
    await forgetTurns();
    figures[name] = await figuresOf({ warmUps, repetitions }, async () => {
      const { status, text } = await ask(path, filled.keys[asked++ % filled.keys.length] ?? "");
      if (status !== 200) throw new Error(`${path} was answered ${status}: ${text.slice(0, 200)}`);
    });
  }
  return figures;
}

/** One after another; the first ones only warm up. */
export async function figuresOf(
  { warmUps, repetitions }: { warmUps: number; repetitions: number },
  ask: () => Promise<unknown>,
): Promise<ListFigures> {
  const times: number[] = [];
  for (let n = 0; n < warmUps + repetitions; n += 1) {
    const startedAt = performance.now();
    await ask();
    if (n >= warmUps) times.push(performance.now() - startedAt);
  }
  times.sort((a, b) => a - b);
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

function quantile(sorted: readonly number[], share: number): number {
  const at = Math.min(sorted.length - 1, Math.floor(sorted.length * share));
  return Math.round((sorted[at] ?? 0) * 10) / 10;
}
