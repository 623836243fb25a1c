import { beforeEach, expect, test } from "vitest";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { draftInvoice } from "@/lib/services/billing/invoices/draft";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { countOutcomes, planImport } from "@/lib/services/people/customers/import";
import { atPages, signIn } from "@/lib/testing/dashboard";
import { paidOrder } from "@/lib/testing/order";
import { paymentLink } from "@/lib/testing/products";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { GET as customersFile } from "./customers/export/route";
import { GET as invoicesFile } from "./invoices/export/route";
import { GET as linksFile } from "./links/export/route";
import { GET as ordersFile } from "./orders/export/route";
import { GET as subscriptionsFile } from "./subscriptions/export/route";

const world = atPages(testWorld());
let shop: TestStore;
let seller: Seller;

beforeEach(async () => {
  world.clock.set(new Date("2026-03-02T09:30:00.000Z"));
  shop = await testStore(world);
  seller = { ...shop.live, userId: shop.owner.id, role: "owner" };
  await signIn(world, shop);
});

type Route = (request: Request) => Promise<Response>;

async function textOf(file: Route, query: Record<string, string> = {}): Promise<string> {
  const answer = await file(new Request(`http://localhost:3000/export?${new URLSearchParams(query)}`));
  return answer.text();
}

async function lines(file: Route, query: Record<string, string> = {}): Promise<string[]> {
  return (await textOf(file, query)).trim().split("\r\n");
}

test("the file of orders has the rows of the list with its filters, over more than one batch", async () => {
  await paidOrder(world, shop, { name: "=Amina", email: "amina@example.com" });
  await paidOrder(world, shop, { name: "Ben", paymentStatus: "failed" });
  const paid = await lines(ordersFile, { payment_status: "paid" });
  expect(paid).toHaveLength(2);
  expect(paid[1]).toBe(
    "ORD-000001,'=Amina,amina@example.com,,Gold,subscription,mobile_money,paid,completed,fulfilled,UGX,50000,750," +
      "49250,0,,,,,,,2026-03-02T09:30:00+00:00,2026-03-02 12:30:00,2026-03-02T09:30:00+00:00,2026-03-02 12:30:00,wallet,,,,,,",
  );
  const { id: customerId } = await world.db.customer.findFirstOrThrow({
    where: { accountId: shop.accountId },
  });
  await world.pool.query(
    `INSERT INTO orders (store_id, account_id, livemode, number, short_number, receipt_token, customer_id,
       payment_method, source, currency, subtotal_minor, total_minor, net_minor, created_at, updated_at)
     SELECT $1, $2, true, 'BULK-' || n, n::text, $4 || n, $3, 'cash', 'manual', 'UGX', 1, 1, 1, $5, $5
     FROM generate_series(1, 2500) n`,
    [shop.store.id, shop.accountId, customerId, shop.store.slug, world.clock.now()],
  );
  const all = await lines(ordersFile);
  expect(all).toHaveLength(2503);
  expect(new Set(all).size).toBe(2503);
});

const draft = (more: Record<string, unknown> = {}) =>
  draftInvoice(
    world,
    seller,
    NewInvoice.parse({
      customer_name: "Amina",
      customer_email: "amina@example.com",
      items: [{ description: "Work", quantity: 2, unit_price: 10_000 }],
      ...more,
    }),
  );

test("the files of invoices and links have the rows of their lists with the same filters", async () => {
  const { number } = await draft();
  await draft({ customer_name: "-Ben", customer_email: "ben@example.com" });
  const [head, row, ...others] = await lines(invoicesFile, { search: "amina@" });
  expect(others).toEqual([]);
  expect(head).toContain("number,customer,email");
  expect(row).toContain(`${number},Amina,amina@example.com,,draft,UGX,20000,0,0,20000,0,20000`);
  expect(await lines(invoicesFile)).toHaveLength(3);

  await paymentLink(world, shop, { title: "Swimming", isActive: false });
  await paymentLink(world, shop, { title: "Dancing", expiresAt: new Date("2026-03-03T00:00:00Z") });
  const paused = await lines(linksFile, { status: "paused" });
  expect(paused).toHaveLength(2);
  expect(paused[1]).toContain(",paused,fixed,UGX,20000,0,,0,,,2026-03-02T09:30:00+00:00");
  const active = await lines(linksFile, { status: "active" });
  expect(active[1]).toContain("2026-03-03T00:00:00+00:00,2026-03-03 03:00:00");
});

test("what was exported with the filters of the list is imported again without a change", async () => {
  await paidOrder(world, shop, { name: "=Amina", email: "amina@example.com", phone: "+256772123456" });
  await paidOrder(world, shop, { name: "Ben", email: "ben@example.com" });
  expect(await lines(customersFile, { search: "ben@" })).toHaveLength(2);
  const all = await textOf(customersFile);
  expect(all).toContain("UGX,50000,2026-03-02T09:30:00+00:00,2026-03-02 12:30:00");
  // A phone is a plain number; what a spreadsheet would run is not.
  expect(all).toContain("'=Amina,amina@example.com,+256772123456,");
  expect(countOutcomes(await planImport(world, seller, all)).same).toBe(2);
});

test("a plan that was paid for ahead is in the file of subscriptions once it begins", async () => {
  const { id } = await paidSubscription(world, shop, { livemode: true });
  const [monthly, yearly] = shop.products;
  const begins = new Date("2026-03-02T10:30:00.000Z");
  await world.db.subscription.update({
    where: { id },
    data: {
      ...{ productId: yearly.id, interval: "year", amountMinor: yearly.priceMinor, planFrom: begins },
      ...{ previousProductId: monthly.id, previousInterval: "month" },
      previousAmountMinor: monthly.priceMinor,
    },
  });
  expect((await lines(subscriptionsFile))[1]).toContain(`"${monthly.name}",,active,month,UGX,50000,`);
  world.clock.set(begins);
  expect((await lines(subscriptionsFile))[1]).toContain(`"${yearly.name}",,active,year,UGX,`);
});
