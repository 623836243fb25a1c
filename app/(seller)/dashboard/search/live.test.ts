import { expect, test } from "vitest";
import { atPages, signIn } from "@/lib/testing/dashboard";
import { paidOrder } from "@/lib/testing/order";
import { testStore, testWorld } from "@/lib/testing/world";
import { GET } from "./live/route";

const world = atPages(testWorld());

const newInvoice = { href: "/dashboard/invoices/new", title: "New invoice" };
const ask = (typed: string) =>
  GET(new Request(`http://localhost/dashboard/search/live?q=${encodeURIComponent(typed)}`));

test("results are for who is signed in, of their store alone, and not without end", async () => {
  expect((await ask("amina")).status).toBe(401);
  const [shop, other] = [await testStore(world), await testStore(world)];
  const order = await paidOrder(world, shop, { name: "Amina Okello" });
  await paidOrder(world, other, { name: "Amina Nakato" });
  await signIn(world, shop);
  const line = {
    href: `/dashboard/orders/${order.id}`,
    title: "ORD-000001",
    more: "Amina Okello, Gold, UGX 50,000",
  };
  const answer = await ask("amina");
  expect(answer.headers.get("cache-control")).toBe("private, no-store");
  expect(await answer.json()).toEqual({
    groups: [
      { title: "Orders", lines: [line] },
      { title: "Customers", lines: [{ href: expect.any(String), title: "Amina Okello", more: "" }] },
    ],
  });
  expect((await (await ask("")).json()).groups).toEqual([
    { title: "Latest orders", lines: [line] },
    { title: "Begin something", lines: expect.arrayContaining([newInvoice]) },
    { title: "Pages", lines: expect.arrayContaining([{ href: "/dashboard/customers", title: "Customers" }]) },
  ]);
  expect((await (await ask(" INVÓICE")).json()).groups[0].lines).toContainEqual(newInvoice);
  expect(await (await ask("Nakato")).json()).toEqual({ groups: [] });
  await world.pool.query("UPDATE rate_limits SET hits = array_fill(now(), ARRAY[119]) WHERE subject = $1", [
    `search:${shop.owner.id}`,
  ]);
  expect([(await ask("x")).status, (await ask("x")).status]).toEqual([200, 429]);
});
