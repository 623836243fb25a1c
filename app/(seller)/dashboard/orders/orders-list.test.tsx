import { beforeEach, expect, test } from "vitest";
import { composeToken, composeUuid } from "@/lib/domain/token";
import { keepDelivery } from "@/lib/services/billing/orders/downloads";
import { transact } from "@/lib/services/core/unit";
import { deleteView, listViews, saveView } from "@/lib/services/people/views/views";
import { atPages, html, of, search, signIn } from "@/lib/testing/dashboard";
import { paidOrder } from "@/lib/testing/order";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import OrderPage from "./[id]/page";
import { GET as ordersFile } from "./export/route";
import OrdersPage from "./page";

const world = atPages(testWorld());
let shop: TestStore;

beforeEach(async () => {
  // Shortly after midnight in Kampala, where it is the third; in UTC it is the second.
  world.clock.set(new Date("2026-03-02T21:30:00.000Z"));
  shop = await testStore(world);
  await signIn(world, shop);
});

test("an order that waits for its seller says so once", async () => {
  const { id } = await paidOrder(world, shop, {});
  const stands = async (fulfillmentStatus: "unfulfilled" | "partially_fulfilled") => {
    await world.db.order.update({ where: { id }, data: { orderStatus: "processing", fulfillmentStatus } });
    return html(OrderPage(of(id)));
  };
  expect(await stands("unfulfilled")).toContain(">To be handed over.<");
  expect(await stands("partially_fulfilled")).toContain(">To be handed over. Partly handed over.<");
});

async function order(name: string, at: string, more: { minor?: bigint; cash?: true; receipt?: string } = {}) {
  const { id } = await paidOrder(world, shop, { name, ...(more.cash ? { paymentMethod: "cash" } : {}) });
  const createdAt = new Date(at);
  const minor = more.minor ?? 50_000n;
  const money = { subtotalMinor: minor, totalMinor: minor, feeMinor: 0n, netMinor: minor };
  await world.db.order.update({ where: { id }, data: { createdAt, ...money } });
  const { random } = world;
  if (more.receipt)
    await world.db.paymentAttempt.create({
      data: {
        ...{ id: composeUuid(random.bytes(16)), token: composeToken(random.bytes(24)) },
        ...{ storeId: shop.store.id, orderId: id, currency: "UGX", amountMinor: 50_000n, createdAt },
        ...{ rail: "sandbox", method: "mobile_money", network: "mtn_ug", status: "succeeded" },
        receipt: more.receipt,
      },
    });
}

async function named(values: Record<string, string>): Promise<string[]> {
  const page = await html(OrdersPage(search(values)));
  const file = await ordersFile(new Request(`http://localhost/export?${new URLSearchParams(values)}`));
  const rows = await file.text();
  return ["Today", "Yesterday", "February"].filter((name) => {
    const isShown = page.includes(`>${name} Payer<`);
    expect(rows.includes(`${name} Payer`), `${name} in the file`).toBe(isShown);
    return isShown;
  });
}

test("what happened to an order is told in words, also what somebody did who is not here any more", async () => {
  const { id } = await paidOrder(world, shop, {});
  const { storeId, accountId } = shop.live;
  const act = { action: "order.fulfilled", target: `order:${id}`, createdAt: world.clock.now() };
  await world.db.auditEntry.create({ data: { ...act, storeId, accountId, actor: "user:987654" } });
  const page = await html(OrderPage(of(id)));
  expect(page).toContain("Handed over<");
  expect(page).not.toMatch(/987654|ulfilled</);
});

test("an order whose refund is under way says so beside Paid, in the list and on its page", async () => {
  await order("Asks Back", "2026-03-02T20:00:00Z", { receipt: "QWE123457" });
  await order("Stays Paid", "2026-03-02T20:00:00Z");
  const where = { storeId: shop.store.id };
  const { id: attemptId, orderId } = await world.db.paymentAttempt.findFirstOrThrow({ where });
  const said = () =>
    Promise.all([html(OrdersPage(search())), html(OrderPage(of(orderId)))]).then((pages) =>
      pages.map((page) => page.split("Refund under way").length - 1),
    );
  expect(await said()).toEqual([0, 0]);
  const refund = await world.db.refund.create({
    data: {
      ...{ id: composeUuid(world.random.bytes(16)), requestKey: "one", storeId: shop.store.id, orderId },
      ...{ attemptId, currency: "UGX", amountMinor: 50_000n, pendingMinor: 49_250n, reason: "Broken" },
      createdAt: world.clock.now(),
    },
  });
  expect(await said()).toEqual([1, 1]);
  await world.db.refund.update({ where: { id: refund.id }, data: { status: "failed" } });
  expect(await said()).toEqual([0, 0]);
});

test("days, amounts, methods and codes narrow the list and its file, in the store's own days", async () => {
  await order("Today Payer", "2026-03-02T21:05:00Z", { minor: 70_000n });
  await order("Yesterday Payer", "2026-03-02T20:55:00Z", { receipt: "QWE123456" });
  await order("February Payer", "2026-02-28T20:59:00Z", { cash: true });
  expect(await named({})).toEqual(["Today", "Yesterday", "February"]);
  expect(await named({ when: "today" })).toEqual(["Today"]);
  expect(await named({ when: "yesterday" })).toEqual(["Yesterday"]);
  expect(await named({ when: "week" })).toEqual(["Today", "Yesterday", "February"]);
  expect(await named({ when: "month" })).toEqual(["Today", "Yesterday"]);
  expect(await named({ when: "lastMonth" })).toEqual(["February"]);
  expect(await named({ from: "2026-02-28", to: "2026-03-02" })).toEqual(["Yesterday", "February"]);
  // Days that were typed take the place of a span with a name.
  expect(await named({ when: "today", to: "2026-02-28" })).toEqual(["February"]);
  expect(await named({ min: "60,000" })).toEqual(["Today"]);
  expect(await named({ min: "50000", max: "69999" })).toEqual(["Yesterday", "February"]);
  expect(await named({ min: "much" })).toEqual(["Today", "Yesterday", "February"]);
  expect(await named({ method: "cash" })).toEqual(["February"]);
  expect(await named({ search: "qwe12" })).toEqual(["Yesterday"]);
});

test("filters that are on can be removed one by one; a list without rows has none", async () => {
  expect(await html(OrdersPage(search()))).not.toContain('<form method="get" action="/dashboard/orders');
  await order("Yesterday Payer", "2026-03-02T20:55:00Z", { receipt: "QWE123456" });
  const page = await html(OrdersPage(search({ when: "yesterday", payment_status: "paid", min: "1,000" })));
  for (const part of [
    ...["More filters, 3 on", ">Yesterday<", ">Payment: Paid<", ">Amount from: 1000<"],
    'href="/dashboard/orders?payment_status=paid&amp;min=1000"',
    'href="/dashboard/orders?when=yesterday&amp;min=1000"',
    'href="/dashboard/orders/export?payment_status=paid&amp;when=yesterday&amp;min=1000"',
    ...["MTN MoMo", "QWE123456", 'title="MTN MoMo code"', "Amount, UGX", "2 Mar, 23:55"],
  ])
    expect(page).toContain(part);
  const none = await html(OrdersPage(search({ when: "today" })));
  expect(none).toContain("More filters, 1 on");
});

test("filters are saved under a name for one member, in one list", async () => {
  const seller = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  const list = "/dashboard/orders";
  await saveView(world, seller, { list, name: " Cash ", query: "method=card" });
  await saveView(world, seller, { list, name: "Cash", query: "method=cash" });
  await expect(saveView(world, seller, { list, name: " ", query: "" })).rejects.toThrow();
  const [view, ...others] = await listViews(world, seller, list);
  expect([view, others]).toMatchObject([{ name: "Cash", query: "method=cash" }, []]);
  expect(await listViews(world, seller, "/dashboard/invoices")).toEqual([]);
  const page = await html(OrdersPage(search({ method: "cash" })));
  expect(page).toContain('href="/dashboard/orders?method=cash" aria-current="page"');
  expect(page).not.toContain("Save these filters");
  expect(await html(OrdersPage(search({ method: "card" })))).toContain("Save these filters");
  const other = await testStore(world);
  const stranger = { ...other.live, userId: other.owner.id, role: "owner" as const };
  await expect(deleteView(world, stranger, view?.id ?? 0)).rejects.toThrow();
  await deleteView(world, seller, view?.id ?? 0);
  expect(await listViews(world, seller, list)).toEqual([]);
});

test("where to bring an order stands on its page and in the file, and not in the answer of the API", async () => {
  const { id } = await paidOrder(world, shop, {});
  const home = { name: "Wanjiru Kamau", phone: "+256701555444", place: "The blue gate\nbehind the church" };
  await transact(world, async (unit) => keepDelivery(unit, { id, storeId: shop.store.id }, home));
  const page = await html(OrderPage({ params: Promise.resolve({ id: String(id) }) }));
  expect(page).toMatch(
    /Bring it to[\s\S]*Wanjiru Kamau[\s\S]*href="tel:\+256701555444"[\s\S]*behind the church/,
  );
  expect(page.match(/Wanjiru Kamau/g)).toHaveLength(1);
  const file = await (await ordersFile(new Request("http://localhost/export"))).text();
  const [head = "", row = ""] = file.split("\r\n");
  expect(head).toMatch(/,delivery_name,delivery_phone,delivery_place,tags$/);
  expect(row).toMatch(/,Wanjiru Kamau,\+256701555444,"The blue gate\nbehind the church",$/);
});
