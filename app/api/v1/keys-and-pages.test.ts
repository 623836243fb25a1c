import { expect, test } from "vitest";
import { createRouter } from "@/lib/api/route";
import { createKey, deleteKey } from "@/lib/services/people/keys/keys";
import { apiClient, newShop } from "@/lib/testing/api/client";
import { paidOrder } from "@/lib/testing/order";
import { paidSubscription } from "@/lib/testing/subscription";
import { testWorld } from "@/lib/testing/world";
import { slice } from "@/scripts/lab/testing/slice";
import { apiRoot, routes } from "./routes";

const world = testWorld();
const call = apiClient(world, createRouter(routes, apiRoot));

test("a key that is deleted while it is used is refused from the next call on, in a thousand races", async () => {
  const shop = await newShop(world);
  const seller = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  let refusedInRace = 0;
  const all = Array.from({ length: 1_000 }, (_, race) => race);
  const races = slice("races for a deleted key", all, 4);
  for (const race of races) {
    const { row, key } = await createKey(world, seller, { name: `Race ${race}`, livemode: race % 2 === 0 });
    const [during] = await Promise.all([
      later(race % 8).then(() => call("GET", "/store", { key })),
      deleteKey(world, seller, row.id),
    ]);
    expect([200, 401]).toContain(during.status);
    if (during.status === 401) refusedInRace += 1;
    const after = await call("GET", "/store", { key });
    expect([after.status, after.body.error]).toEqual([401, "invalid_api_key"]);
  }
  // Both ends of the race were met, so it was one.
  expect(refusedInRace).toBeGreaterThan(0);
  expect(refusedInRace).toBeLessThan(races.length);
  console.info(`Deleted keys: ${races.length} races, ${refusedInRace} of them refused at once.`);
}, 300_000);

const later = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

interface Row {
  id: number | string;
}

const lists = [
  {
    path: "/orders",
    key: "live",
    add: (shop: Awaited<ReturnType<typeof newShop>>) => paidOrder(world, shop),
  },
  {
    path: "/subscriptions",
    key: "test",
    add: (shop: Awaited<ReturnType<typeof newShop>>, at: number) =>
      paidSubscription(world, shop, { livemode: false, ref: `walk_${at}` }),
  },
  {
    path: "/customers",
    key: "live",
    add: (shop: Awaited<ReturnType<typeof newShop>>, at: number) =>
      call("POST", "/customers", {
        key: shop.liveKey,
        body: { name: `Walk ${at}`, email: `walk${at}@example.com` },
      }).then(({ body }) => body.data),
  },
  {
    path: "/payment-links",
    key: "live",
    add: (shop: Awaited<ReturnType<typeof newShop>>) =>
      call("POST", "/payment-links", { key: shop.liveKey, body: { title: "Walk", amount: 500 } }).then(
        ({ body }) => body.data,
      ),
  },
  {
    path: "/invoices",
    key: "live",
    add: (shop: Awaited<ReturnType<typeof newShop>>) =>
      call("POST", "/invoices", {
        key: shop.liveKey,
        body: { customer_name: "Walk", items: [{ description: "a", quantity: 1, unit_price: 1 }] },
      }).then(({ body }) => body.data),
  },
] as const;

test.each(lists)(
  "walking $path while rows are added misses none that was there",
  async ({ path, key, add }) => {
    const shop = await newShop(world);
    const init = { key: key === "live" ? shop.liveKey : shop.testKey };
    const before: (number | string)[] = [];
    for (let at = 0; at < 23; at += 1) {
      before.push(((await add(shop, at)) as Row).id);
      // Some at the same instant, where only the id decides.
      if (at % 3 === 0) world.clock.advance(1_000);
    }
    const seen: (number | string)[] = [];
    let next: string | null = `http://localhost:3000${apiRoot}${path}?per_page=5`;
    for (let steps = 0; next !== null; steps += 1) {
      const answer = await call("GET", next.slice(`http://localhost:3000${apiRoot}`.length), init);
      const page: Row[] = answer.body.data;
      expect(page.length).toBeLessThanOrEqual(5);
      seen.push(...page.map(({ id }) => id));
      if (steps < 4) await add(shop, 100 + steps);
      next = answer.body.links.next;
    }
    // New rows come first and push others back, so one may be seen twice, but none is passed over.
    expect(before.filter((id) => !seen.includes(id))).toEqual([]);
    expect(seen.length - new Set(seen).size).toBeLessThanOrEqual(4);
    expect(seen[0]).toBe(before.at(-1));
  },
);
