import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { replaceManageLink } from "@/lib/services/billing/subscriptions/manage-link";
import { manageUrl, payForUrl } from "@/lib/services/core/manage-token";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openPages } from "@/lib/testing/in-paying-world";
import { PayerBrowser } from "@/lib/testing/payer-browser";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore } from "@/lib/testing/world";
import { GET as attemptPage } from "./attempt/[token]/route";
import { POST as renewOwn } from "./manage/[token]/renew/route";
import { GET as managePage, POST as postManage } from "./manage/[token]/route";
import { GET as receiptPage } from "./receipt/[token]/route";
import { POST as payFor, GET as payForPage } from "./renew/[token]/route";

const world = await openPages();
let shop: TestStore;
let cousin: PayerBrowser;
let id: string;

beforeEach(async () => {
  world.clock.advance(24 * 60 * 60_000 + 1);
  shop = await testStore(world, { store: { returnUrl: "https://app.example/in" } });
  cousin = new PayerBrowser(`10.2.0.${shop.store.id}`);
  ({ id } = await paidSubscription(world, shop, {
    ...{ livemode: true, ref: "secret_ref_7", email: "zanele@example.org" },
  }));
  const { customerId } = await subscription();
  await world.db.customer.update({ where: { id: customerId }, data: { name: "Zanele Kanarievogel" } });
});

const subscription = () =>
  world.db.subscription.findUniqueOrThrow({ where: { id }, include: { customer: true } });
const pathOf = (url: string) => url.replace("http://localhost:3000", "");
const link = async () => pathOf(payForUrl(world, await subscription()));
const form = (more: Record<string, string> = {}) => ({
  ...{ id: randomUUID(), method: "mobile_money", phone: "0772 555 789", ...more },
});
const leadsTo = (response: Response) => response.headers.get("location") ?? "";

async function pass(): Promise<void> {
  for (let twice = 0; twice < 2; twice += 1) {
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
  }
}

const secrets = ["Kanarievogel", "zanele@", "secret_ref_7", "/manage/", "app.example"];

test("a cousin sees shop, plan, price and first name, pays, and the receipt goes to the cousin", async () => {
  const path = await link();
  const page = await cousin.read(payForPage, `${path}?hl=en`);
  expect(page).toContain("Zanele");
  expect(page).toContain("UGX 50,000 every month");
  for (const secret of secrets) expect(page).not.toContain(secret);
  const attempt = leadsTo(await cousin.post(payFor, path, form()));
  expect(attempt).toMatch(/^\/attempt\//);
  await pass();
  const before = await subscription();
  expect(before.paymentsCount).toBe(2);
  expect(before.customer).toMatchObject({ phone: null, email: "zanele@example.org" });
  const done = await cousin.read(attemptPage, attempt);
  const receipt = /href="(\/receipt\/\w+)"/.exec(done)?.[1] ?? "";
  for (const shown of [done, await cousin.read(receiptPage, receipt)])
    for (const secret of secrets) expect(shown).not.toContain(secret);
  const order = await world.db.order.findFirstOrThrow({
    where: { storeId: shop.store.id },
    include: { customer: true },
  });
  expect([order.customer.phone, order.subscriptionId, order.subscriberRef]).toEqual([
    "+256772555789",
    id,
    null,
  ]);
  const sent = await world.db.message.findMany({ where: { storeId: shop.store.id } });
  expect(sent.map(({ template, recipient }) => [template, recipient])).toEqual([
    ["receipt_subscription", "+256772555789"],
  ]);
  const broken = await checkInvariants(world, { storeId: shop.store.id });
  // The first period was written here without an order.
  expect(broken.filter((what) => !what.startsWith("11 "))).toEqual([]);
});

test("on the subscriber's own page too, the phone that pays is not kept with a subscriber who has none", async () => {
  const path = `${pathOf(manageUrl(world, await subscription()))}/renew`;
  expect(leadsTo(await cousin.post(renewOwn, path, form()))).toMatch(/^\/attempt\//);
  await pass();
  expect(await subscription()).toMatchObject({ paymentsCount: 2, customer: { phone: null } });
});

test("the cousin's next payment asks for the cousin's phone, never the subscriber's", async () => {
  const { customerId } = await subscription();
  await world.db.customer.update({ where: { id: customerId }, data: { phone: "+256772111222" } });
  const page = await cousin.read(payForPage, await link());
  expect(page).not.toContain("222");
  const none = await cousin.post(payFor, await link(), form({ phone: "" }));
  expect(none.status).toBe(422);
  expect(await world.db.paymentAttempt.count({ where: { storeId: shop.store.id } })).toBe(0);
});

test("the link can only pay: as a manage link it is none, nor the other way round, and it ends with that", async () => {
  const path = await link();
  const token = path.split("/").at(-1) ?? "";
  expect((await cousin.open(managePage, `/manage/${token}`)).status).toBe(404);
  expect((await cousin.post(postManage, `/manage/${token}`, { act: "cancel" })).status).toBe(404);
  expect((await cousin.post(postManage, `/manage/${token}`, { act: "send" })).status).toBe(404);
  const own = pathOf(manageUrl(world, await subscription()))
    .split("/")
    .at(-1);
  expect((await cousin.open(payForPage, `/renew/${own}`)).status).toBe(404);
  await replaceManageLink(world, shop.live, id);
  expect((await cousin.open(payForPage, path)).status).toBe(404);
  expect((await cousin.post(payFor, path, form())).status).toBe(404);
  expect((await cousin.open(payForPage, await link())).status).toBe(200);
});

test("no name, a suspended store, a test subscription", async () => {
  const { customerId } = await subscription();
  await world.db.customer.update({ where: { id: customerId }, data: { name: "zanele@example.org" } });
  const page = await cousin.read(payForPage, `${await link()}?hl=en`);
  expect(page).toContain("for somebody");
  expect(page).not.toContain("zanele");
  const row = await paidSubscription(world, shop, { livemode: false, ref: "t" });
  const test1 = await world.db.subscription.findUniqueOrThrow({ where: { id: row.id } });
  expect((await cousin.open(payForPage, pathOf(payForUrl(world, test1)))).status).toBe(404);
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
  expect(await cousin.read(payForPage, `${await link()}?hl=en`)).not.toContain('name="phone"');
});

test("the manage page shares the link, and a blocked cousin pays nothing", async () => {
  const page = await cousin.read(managePage, `${pathOf(manageUrl(world, await subscription()))}?hl=en`);
  expect(page).toContain(await link());
  expect(page).toContain("https://wa.me/?text=");
  const times = {
    customerSince: world.clock.now(),
    createdAt: world.clock.now(),
    updatedAt: world.clock.now(),
  };
  await world.db.customer.create({
    data: {
      ...{
        accountId: shop.accountId,
        livemode: true,
        name: "Cousin",
        phone: "+256772555789",
        status: "blocked",
      },
      ...{ source: "manual", ...times },
    },
  });
  const refused = await cousin.post(payFor, await link(), form());
  expect(refused.status).toBe(200);
  expect(await world.db.paymentAttempt.count({ where: { storeId: shop.store.id } })).toBe(0);
});
