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
  return {
    live: {
      "/subscriptions": await sub(true),
      "/products": product,
      "/orders": String((await paidOrder(world, shop, { name: who })).id),
      "/customers": await make("/customers", { name: who, email: `customer-${email}` }),
      "/payment-links": await make("/payment-links", { title: `For ${who}`, amount: 500 }),
      "/invoices": String((await testDraft(world, shop.live, { customer_email: email })).id),
    },
    test: { "/subscriptions": testSub, "/products": product, "/events": await eventOf(world, testSub) },
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
  "POST /test/events": { type: "order.paid" },
  "POST /customers": { name: "Amina", email: "new@example.com" },
  "PATCH /customers/{id}": { city: "Kampala" },
  "POST /payment-links": { title: "Lessons", amount: 500 },
  "PATCH /payment-links/{id}": { title: "Lessons" },
  "POST /invoices": {
    customer_name: "Amina",
    items: [{ description: "Hours", quantity: 1, unit_price: 100 }],
  },
  "POST /invoices/{id}/send": { channels: ["email"] },
};
