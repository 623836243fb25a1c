import { expect, test } from "vitest";
import { graceMs } from "@/lib/domain/subscription";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { listSubscriptions } from "@/lib/services/billing/subscriptions/list";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { atPages, html, of, search, signIn } from "@/lib/testing/dashboard";
import { paidOrder } from "@/lib/testing/order";
import { paidSubscription } from "@/lib/testing/subscription";
import { endpointAt } from "@/lib/testing/webhooks";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import SubscriptionPage from "./[id]/page";
import { GET as exportCsv } from "./export/route";
import SubscriptionsPage from "./page";

const world = atPages(testWorld());
let shop: TestStore;
const seller = () => ({ ...shop.live, userId: shop.owner.id, role: "owner" as const });

/** A store of its own for each story. */
async function openShop(): Promise<void> {
  world.clock.set(new Date("2026-03-02T09:30:00.000Z"));
  shop = await testStore(world);
  await signIn(world, shop);
}

async function subscribe(ref: string, name = ref) {
  const { id } = await paidSubscription(world, shop, { livemode: true, ref });
  const row = await world.db.subscription.findUniqueOrThrow({ where: { id } });
  await world.db.customer.update({ where: { id: row.customerId }, data: { name } });
  return row;
}

test("without a subscription the next step is to share the plan that can be subscribed to", async () => {
  await openShop();
  const page = await html(SubscriptionsPage(search()));
  expect(page).toContain("Share “Gold, each year”");
  expect(page).toContain(`href="/dashboard/products/${shop.products[1].id}"`);
});

test("each tab shows what is true now: active, in grace with what is left of it, cancelled, ended", async () => {
  await openShop();
  const grace = await subscribe("grace", "Grace Achieng");
  const over = await subscribe("over", "Omar Ended");
  world.clock.set(new Date(grace.currentPeriodEnd.getTime() + 60_000));
  await signIn(world, shop);
  await subscribe("active", "Amina Active");
  const left = await subscribe("left", "Chebet Cancelled");
  await cancelSubscription(world, seller(), left.id);
  const graceEndsAt = world.clock.now();
  const currentPeriodEnd = new Date(graceEndsAt.getTime() - graceMs);
  await world.db.subscription.update({ where: { id: over.id }, data: { currentPeriodEnd, graceEndsAt } });
  const shown = async (view: string) => {
    const page = await html(SubscriptionsPage(search({ view })));
    const names = ["Amina Active", "Grace Achieng", "Chebet Cancelled", "Omar Ended"];
    return names.filter((name) => page.includes(name));
  };
  expect(await shown("active")).toEqual(["Amina Active"]);
  expect(await shown("grace")).toEqual(["Grace Achieng"]);
  expect(await shown("cancelled")).toEqual(["Chebet Cancelled"]);
  expect(await shown("ended")).toEqual(["Omar Ended"]);
  expect(await shown("")).toHaveLength(4);
  expect(await html(SubscriptionsPage(search({ view: "grace" })))).toContain("In grace, 2 days left");
  // What was cancelled has ended once its paid time is over, to the millisecond.
  world.clock.set(left.currentPeriodEnd);
  await signIn(world, shop);
  const ended = await listSubscriptions(world, shop.live, { hasAccess: false }, { skip: 0, take: 10 });
  expect(ended.rows.map(({ id }) => id)).toContain(left.id);
});

test("ref, e-mail and product narrow the list; a test subscription is never in it", async () => {
  await openShop();
  await subscribe("user_1", "Amina");
  await subscribe("user_2", "Ben");
  const input = { productId: shop.products[0].id, ref: "user_9", email: null, paymentKey: "press-1" };
  await startTestSubscription(world, { ...seller(), livemode: false }, input);
  const all = await html(SubscriptionsPage(search()));
  for (const part of ["Amina", "Ben", "user_1", "Total paid, UGX", ">50,000<", "/subscriptions/export"])
    expect(all).toContain(part);
  expect(all).not.toContain("user_9");
  const one = await html(SubscriptionsPage(search({ ref: "user_2" })));
  expect(one).toContain("Ben");
  expect(one).not.toContain("Amina");
  const found = await html(SubscriptionsPage(search({ search: "Ben" })));
  expect(found).toContain("user_2");
  expect(found).not.toContain("user_1");
  const { id } = shop.products[1];
  expect(await html(SubscriptionsPage(search({ product: String(id) })))).toContain("matches these filters");
  expect(await html(SubscriptionsPage(search({ product: "999999999" })))).toContain("Amina");
});

test("the file has the rows of the page with its filters, and no link that acts for a subscriber", async () => {
  await openShop();
  await subscribe("=cmd", "Amina");
  await subscribe("user_2", "Ben");
  const url = "http://localhost:3000/dashboard/subscriptions/export";
  const all = await (await exportCsv(new Request(url))).arrayBuffer();
  // Decoding would swallow the mark by which spreadsheets know UTF-8.
  expect([...new Uint8Array(all).slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
  const lines = new TextDecoder().decode(all).trim().split("\r\n");
  expect(lines).toHaveLength(3);
  expect(lines.join("\n")).toContain("'=cmd");
  expect(lines.join("\n")).toContain("2026-03-02T09:30:00+00:00,2026-03-02 12:30:00");
  expect(lines.join("\n")).not.toContain("/manage/");
  const one = await (await exportCsv(new Request(`${url}?ref=user_2`))).text();
  expect(one.trim().split("\r\n")).toHaveLength(2);
});

test("one subscription shows facts, paid periods with receipts, what happened, the manage link and the API's JSON", async () => {
  await openShop();
  await endpointAt(world, shop.live, "https://app.example.com/hooks");
  const row = await subscribe("user_1", "Amina Okello");
  const order = await paidOrder(world, shop);
  await world.db.subscriptionPeriod.updateMany({
    where: { subscriptionId: row.id },
    data: { orderId: order.id },
  });
  const page = await html(SubscriptionPage(of(row.id)));
  for (const part of [
    ...["Amina Okello", "UGX 50,000 every month", "user_1", "Subscribed: paid UGX 50,000"],
    ...[`/receipt/${order.receiptToken}`, "http://localhost:3000/manage/"],
    ...["Reported to your website or app", `/api/v1/subscriptions/${row.id}`, "Access goes on until"],
  ])
    expect(page).toContain(part);
});

test("cancelling says by state what it does to access, and who did it is in the history", async () => {
  await openShop();
  const row = await subscribe("user_1");
  world.clock.set(new Date(row.currentPeriodEnd.getTime() + 1000));
  await signIn(world, shop);
  expect(await html(SubscriptionPage(of(row.id)))).toContain("Access stops at once");
  await cancelSubscription(world, seller(), row.id);
  const page = await html(SubscriptionPage(of(row.id)));
  expect(page).not.toContain("Cancel this subscription");
  expect(page).toMatch(/Cancelled<\/span>[\s\S]*Olive Owner/);
  expect(page).toContain("Cancelled and ended");
});

test("who may only look sees no manage link and cannot cancel", async () => {
  await openShop();
  const row = await subscribe("user_1");
  await world.db.member.updateMany({ where: { accountId: shop.accountId }, data: { role: "viewer" } });
  const page = await html(SubscriptionPage(of(row.id)));
  expect(page).not.toContain("/manage/");
  expect(page).not.toContain("Cancel this subscription");
  const viewer = { ...seller(), role: "viewer" as const };
  await expect(cancelSubscription(world, viewer, row.id)).rejects.toThrow("role_looks");
});

test("another store's subscription does not exist", async () => {
  await openShop();
  const row = await subscribe("user_1");
  await openShop();
  await expect(SubscriptionPage(of(row.id))).rejects.toThrow("NEXT_HTTP_ERROR_FALLBACK;404");
});
