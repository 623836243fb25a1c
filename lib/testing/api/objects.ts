import { testDraft } from "../invoices";
import { paidOrder } from "../order";
import { paidSubscription } from "../subscription";
import type { TestWorld } from "../world";
import { apiClient, type Shop } from "./client";

/** The ids of one object of each kind by the path of its list; of what exists in both modes, one of each. */
export interface Objects {
  live: Record<string, string>;
  test: Record<string, string>;
}

type Route = (request: Request, world: TestWorld) => Promise<Response>;

/** One object of every kind that the API shows, with people named after `who`. */
export async function objectsOf(
  world: TestWorld,
  shop: Shop,
  route: Route,
  who = "user_1",
): Promise<Objects> {
  const call = apiClient(world, route);
  const email = `${who}@example.com`;
  const make = async (path: string, body: unknown) =>
    String((await call("POST", path, { key: shop.liveKey, body })).body.data.id);
  const sub = async (livemode: boolean) =>
    (await paidSubscription(world, shop, { livemode, ref: who, email })).id;
  const product = String(shop.products[0].id);
  const testSub = await sub(false);
  const offer = { name: `For ${who}`, type: "percent", percent: 20 };
  // Made a second time in the same store, the code is there already.
  const coded = await call("POST", "/discounts", { key: shop.liveKey, body: { ...offer, code: "SAVE20" } });
  const discount = coded.status === 201 ? String(coded.body.data.id) : await make("/discounts", offer);
  return {
    live: {
      "/subscriptions": await sub(true),
      "/products": product,
      "/orders": String((await paidOrder(world, shop, { name: who })).id),
      "/customers": await make("/customers", { name: who, email: `customer-${email}` }),
      "/discounts": discount,
      "/payment-links": await make("/payment-links", { title: `For ${who}`, amount: 500 }),
      "/invoices": String((await testDraft(world, shop.live, { customer_email: email })).id),
    },
    test: {
      "/subscriptions": testSub,
      "/products": product,
      "/discounts": discount,
      "/events": await eventOf(world, testSub),
    },
  };
}

async function eventOf(world: TestWorld, objectId: string): Promise<string> {
  return (await world.db.event.findFirstOrThrow({ where: { objectId } })).id;
}

/** The path of the list that an endpoint's object is in: `/test/subscriptions/{id}/advance` is about `/subscriptions`. */
export function listOf(path: string): string {
  return path.replace(/^\/test/, "").replace(/\/\{id\}.*$/, "");
}

/** Bodies that are accepted, by endpoint; those without one take no body. */
export const goodBodies: Record<string, unknown> = {
  "POST /test/subscriptions/{id}/advance": { to: "renew" },
  "POST /subscriptions/{id}/renewal": { mode: "manual" },
  "POST /subscriptions/{id}/extend": { days: 7, reason: "The server was down" },
  "POST /subscriptions/{id}/change": { product_id: 2_147_483_647, preview: true },
  "POST /test/events": { type: "order.paid" },
  "POST /customers": { name: "Amina", email: "new@example.com" },
  "PATCH /customers/{id}": { city: "Kampala" },
  "POST /subscriptions/{id}/discount": { code: "SAVE20" },
  "POST /discounts": { name: "Launch", type: "percent", percent: 20 },
  "PATCH /discounts/{id}": { name: "Launch offer" },
  "POST /discounts/{id}/codes": { count: 2 },
  "POST /payment-links": { title: "Lessons", amount: 500 },
  "PATCH /payment-links/{id}": { title: "Lessons" },
  "POST /invoices": {
    customer_name: "Amina",
    items: [{ description: "Hours", quantity: 1, unit_price: 100 }],
  },
  "POST /invoices/{id}/send": { channels: ["email"] },
};
