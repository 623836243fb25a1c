import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { chooseLanguage } from "@/lib/services/people/accounts/person";
import { atPages, html, search, signIn } from "@/lib/testing/dashboard";
import { paidOrder } from "@/lib/testing/order";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import OrdersPage from "../orders/page";
import { GET as disputesFile } from "./export/route";
import DisputesPage from "./page";

const world = atPages(testWorld());
let shop: TestStore;

beforeEach(async () => {
  world.clock.set(new Date("2026-03-02T09:30:00.000Z"));
  shop = await testStore(world);
  await signIn(world, shop);
});

interface Disputed {
  state: "lost";
  decidedAt: Date;
  reservedAvailableMinor: bigint;
}

/** A dispute of a payment of this store. */
async function disputed(name: string, more: Partial<Disputed> = {}, store = shop) {
  const order = await paidOrder(world, store, { name });
  const now = world.clock.now();
  const money = { currency: "UGX", amountMinor: 50_000n };
  const about = { storeId: store.store.id, orderId: order.id, ...money };
  const { id: attemptId } = await world.db.paymentAttempt.create({
    data: {
      ...about,
      ...{ id: randomUUID(), token: randomUUID(), rail: "stripe", method: "card", createdAt: now },
    },
  });
  await world.db.dispute.create({
    data: {
      ...about,
      ...{
        id: randomUUID(),
        attemptId,
        rail: "stripe",
        railRef: randomUUID(),
        reason: "product_not_received",
      },
      ...{ reservedAvailableMinor: 40_000n, openedAt: now, createdAt: now },
      ...{ dueAt: new Date("2026-03-09T12:00:00Z"), ...more },
    },
  });
  return order;
}

test("a store's disputes are listed with order, state, day and amount; what another store's payers dispute is not", async () => {
  const order = await disputed("Amina");
  const decidedAt = new Date("2026-03-01T08:00:00Z");
  await disputed("Kwame", { state: "lost", decidedAt, reservedAvailableMinor: 0n });
  await disputed("Zainab", {}, await testStore(world));
  const open = await html(DisputesPage(search()));
  for (const part of [
    `href="/dashboard/orders/${order.id}"`,
    ...["Amina", "nothing arrived", "9 Mar, 15:00", "Amount, UGX", ">50,000<", ">40,000<"],
    'href="/dashboard/disputes/export?show=open"',
  ])
    expect(open).toContain(part);
  for (const other of ["Kwame", "Zainab"]) expect(open).not.toContain(other);
  const decided = await html(DisputesPage(search({ show: "decided" })));
  expect(decided).toContain("Lost: the money was taken back");
  expect(decided).toContain("1 Mar, 11:00");
  expect(decided).not.toContain("Amina");
});

test("the file has the rows of the view", async () => {
  const order = await disputed("=Amina");
  const file = await disputesFile(new Request("http://localhost:3000/dashboard/disputes/export?show=open"));
  expect(file.headers.get("content-disposition")).toContain(`disputes-${shop.store.slug}.csv`);
  const [head, row, ...others] = (await file.text()).trim().split("\r\n");
  expect(head).toContain("order,customer,status,reason,provider,provider_id,currency,amount");
  expect(row).toContain(`${order.number},'=Amina,open,product_not_received,stripe,`);
  expect(row).toContain(",UGX,50000,UGX,40000,2026-03-02T09:30:00+00:00,2026-03-02 12:30:00");
  expect(others).toEqual([]);
});

test("orders lead there once there is one, in the reader's language", async () => {
  const link = 'href="/dashboard/disputes"';
  expect(await html(OrdersPage(search()))).not.toContain(link);
  expect(await html(DisputesPage(search()))).toContain("No payment is disputed.");
  await disputed("Amina");
  expect(await html(OrdersPage(search()))).toContain(link);
  await chooseLanguage(world, { userId: shop.owner.id }, "fr");
  const page = await html(DisputesPage(search()));
  for (const part of ["Contestations", "Ouverte", "La banque attend les preuves jusqu’au"])
    expect(page).toContain(part);
  for (const part of ["Disputes", "Decided", "Download"]) expect(page).not.toContain(part);
});
