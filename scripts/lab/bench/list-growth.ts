import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { openDatabase } from "@/lib/db/client";
import { ensurePlans } from "@/lib/services/people/accounts/write-store";
import { openServer } from "@/lib/testing/api/server";
import { testClock, testWorld } from "@/lib/testing/world";
import { withServer } from "../../postgres";
import { measureDashboard } from "./dashboard";
import { emptyDatabase } from "./fill";
import { fillDashboard } from "./fill-dashboard";
import { fillOrders } from "./fill-orders";
import { type ListFigures, measureLists } from "./lists";
import type { Line } from "./report";

const poolSize = 10;

/** By query: the figures of each size, and how many times slower the large one is. */
export type ListGrowth = Record<string, { small: ListFigures; large: ListFigures; ratio: number }>;

/**
 * Measures the lists of a store with half of `small` orders, and of one with half of `large`, each on its own database,
 * which is deleted afterwards.
 */
export function measureListGrowth(sizes: { small: number; large: number }): Promise<ListGrowth> {
  return withServer(async (url) => {
    const small = await measureSize(url, sizes.small);
    const large = await measureSize(url, sizes.large);
    const both = Object.entries(small).flatMap(([name, figures]) => {
      const other = large[name];
      const ratio = Math.round((100 * (other?.p50 ?? 0)) / figures.p50) / 100;
      return other ? [[name, { small: figures, large: other, ratio }] as const] : [];
    });
    return Object.fromEntries(both);
  });
}

/** The goals for growth: page 1 as fast as ever, and no API filter slow. None where lists were not measured. */
export function listLines(growth: ListGrowth): Line[] {
  if (Object.keys(growth).length === 0) return [];
  const slowest = (isOne: (name: string) => boolean) =>
    Math.max(...Object.entries(growth).map(([name, { large }]) => (isOne(name) ? large.p95 : 0)));
  const isCustomers = (name: string) => name.startsWith("customers, search");
  const isPage = (name: string) => name.includes("page");
  const isDashboard = (name: string) => name.startsWith("dashboard");
  return [
    {
      what: "page 1 of orders with totals, large : small",
      value: growth["orders, page 1"]?.ratio ?? Number.NaN,
      unit: "",
      goal: { atMost: 1.5 },
    },
    {
      what: "p95 of the slowest filter of orders, large",
      value: slowest((name) => !isCustomers(name) && !isPage(name) && !isDashboard(name)),
      unit: "ms",
      goal: { atMost: 50 },
    },
    {
      what: "p95 of a middle page of orders, large",
      value: growth["orders, a middle page"]?.large.p95 ?? 0,
      unit: "ms",
    },
    { what: "p95 of the slowest search of customers, large", value: slowest(isCustomers), unit: "ms" },
    { what: "p95 of the slowest list of the dashboard, large", value: slowest(isDashboard), unit: "ms" },
  ];
}

/** Over HTTP, from the production endpoints, without the rest of the app. */
async function measureSize(adminUrl: string, orders: number): Promise<Record<string, ListFigures>> {
  const databaseUrl = await emptyDatabase(adminUrl, `lists_${orders}`);
  // Outside production every answer is checked against its description, which must not be measured.
  Object.assign(process.env, { NODE_ENV: "production", DATABASE_URL: databaseUrl });
  const database = openDatabase(databaseUrl, poolSize);
  const world = testWorld({ db: database.prisma, pool: database.pool, clock: testClock(new Date()) });
  await ensurePlans(world);
  const filled = await fillOrders(databaseUrl, orders);
  const route = createRouter(routes, apiRoot);
  const server = await openServer((request) => route(request, world));
  try {
    const api = await measureLists(
      filled,
      async (asked, key) => {
        const answer = await fetch(server.url + apiRoot + asked, {
          headers: { Authorization: `Bearer ${key}` },
        });
        return { status: answer.status, text: await answer.text() };
      },
      async () => void (await database.pool.query("TRUNCATE rate_limits")),
    );
    const seller = await fillDashboard(databaseUrl, filled.storeId);
    return { ...api, ...(await measureDashboard(world, seller)) };
  } finally {
    await server.close();
    await database.close();
  }
}
