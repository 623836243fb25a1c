import { randomUUID } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { languageCodes } from "@/lib/domain/languages";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openPages } from "@/lib/testing/in-paying-world";
import { PayerBrowser } from "@/lib/testing/payer-browser";
import { paymentLink, sentInvoice } from "@/lib/testing/products";
import { seenIn } from "@/lib/testing/seen";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore } from "@/lib/testing/world";
import { GET as attemptPage, POST as postAttempt } from "./attempt/[token]/route";
import { GET as invoicePage, POST as payInvoice } from "./invoice/[token]/route";
import { GET as managePage, POST as postManage } from "./manage/[token]/route";
import { POST as payLink } from "./pay/[token]/route";
import { POST as postReceipt, GET as receiptPage } from "./receipt/[token]/route";
import { POST as paySubscribe, GET as subscribePage } from "./subscribe/[token]/route";

const world = await openPages();
let shop: TestStore;
let address = 0;

beforeEach(async () => {
  // One phone rings so often for all stores together; each test is a day of its own.
  world.clock.advance(24 * 60 * 60_000 + 1);
  shop = await testStore(world, { store: { testModeSince: world.clock.now() } });
  address += 1;
});

class Browser extends PayerBrowser {
  constructor() {
    super(`10.0.0.${address}`);
  }
}

const form = (more: Record<string, string> = {}) => ({
  id: randomUUID(),
  method: "mobile_money",
  phone: "0772 123 789",
  ...more,
});

const leadsTo = (response: Response) => response.headers.get("location") ?? "";

async function pass(): Promise<void> {
  for (let twice = 0; twice < 2; twice += 1) {
    world.clock.advance(5_000);
    await pollOpenAttempts(world);
    await world.settled();
  }
}

const plan = () => `/subscribe/${shop.products[0].token}`;

test("a stranger who presses Pay with somebody's ref gets neither their page nor a word of who they are", async () => {
  const [mary, eve] = [new Browser(), new Browser()];
  const seen = seenIn(await eve.read(subscribePage, plan()));
  const began = await mary.post(paySubscribe, plan(), form({ ref: "victim_77", seen }));
  expect(began.status).toBe(303);
  const token = leadsTo(began).split("/").at(-1) ?? "";
  for (const hl of languageCodes) {
    const told = await eve.post(
      paySubscribe,
      `${plan()}?hl=${hl}`,
      form({ ref: "victim_77", phone: "0772 999 789", seen }),
    );
    expect(told.status).toBe(409);
    const page = await told.text();
    for (const secret of [token, "•••789", "123 789"]) expect(page).not.toContain(secret);
    expect(page).toContain('role="alert"');
    expect(page).toMatch(/data-left="\d+"/);
    expect(page).toContain('value="0772 999 789"');
    expect(told.headers.getSetCookie().some((line) => line.startsWith("paying="))).toBe(false);
  }
});

test("the browser that began it comes back to it: by the same form, by another, and when the first answer was lost", async () => {
  const mary = new Browser();
  const fields = form({ ref: "user_1" });
  const first = await mary.post(paySubscribe, plan(), fields);
  // The answer was lost, and its cookies with it.
  expect(leadsTo(await new Browser().post(paySubscribe, plan(), fields))).toBe(leadsTo(first));
  expect(leadsTo(await mary.post(paySubscribe, plan(), form({ ref: "user_1" })))).toBe(leadsTo(first));
  const [cookie = ""] = first.headers.getSetCookie();
  expect(cookie).toMatch(/^payer=[0-9A-Za-z]{22}; Path=\/; Max-Age=86400; HttpOnly; SameSite=Lax$/);
});

test("of presses at once, none of which brings more than the form's page gave, each leads to the one payment, and so does a tab", async () => {
  const mary = new Browser();
  await mary.read(subscribePage, plan());
  const fields = form({ ref: "user_1" });
  const all = await Promise.all([1, 2, 3].map(() => mary.post(paySubscribe, plan(), fields)));
  const [place] = new Set(all.map(leadsTo));
  expect(new Set(all.map(leadsTo)).size).toBe(1);
  expect(leadsTo(await mary.post(paySubscribe, plan(), form({ ref: "user_1" })))).toBe(place);
});

test("over https the cookie of a browser is Secure and bound to this host", async () => {
  const secure = { ...world, config: { ...world.config, siteUrl: "https://pay.example" } };
  Object.assign(globalThis, { senteWorld: secure });
  const [cookie = ""] = (
    await new Browser().post(paySubscribe, plan(), form({ ref: "s" }))
  ).headers.getSetCookie();
  Object.assign(globalThis, { senteWorld: world });
  expect(cookie).toMatch(/^__Host-payer=[0-9A-Za-z]{22}; Path=\/; .*; Secure$/);
});

test("the form's own id is not the id that rails and tasks know, so knowing that one leads nowhere", async () => {
  const fields = form({ ref: "user_1" });
  await new Browser().post(paySubscribe, plan(), fields);
  const { id } = await world.db.paymentAttempt.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(id).not.toBe(fields.id);
  expect((await new Browser().post(paySubscribe, plan(), form({ ref: "user_1", id }))).status).toBe(409);
});

test("of an invoice that two hold the link of, the second is told how much from which phone, and for how long", async () => {
  const invoice = await sentInvoice(world, shop, { allowPartPayment: true });
  const path = `/invoice/${invoice.token}`;
  const began = await new Browser().post(payInvoice, path, form({ amount: "40000" }));
  const eve = new Browser();
  const told = await eve.post(payInvoice, `${path}?hl=en`, form({ amount: "1000", phone: "0772 444 555" }));
  expect(told.status).toBe(409);
  const page = await told.text();
  expect(page).toContain("Another payment of UGX 40,000 from");
  expect(page).toContain("•••789");
  expect(page).not.toContain(leadsTo(began).split("/").at(-1));
  expect(page).toContain('value="0772 444 555"');
  expect(await eve.read(invoicePage, path)).not.toContain('href="/attempt/');
});

test("the same phone in another browser is told that the request is on that phone", async () => {
  const link = await paymentLink(world, shop);
  const fields = () => form();
  await new Browser().post(payLink, `/pay/${link.token}`, fields());
  const page = await (await new Browser().post(payLink, `/pay/${link.token}?hl=en`, fields())).text();
  expect(page).toContain("A request is on this phone already.");
  expect(page).not.toContain("/attempt/");
});

test("the receipt and whoever it is sent to have no power; the paying browser has the link to manage", async () => {
  const mary = new Browser();
  const attempt = leadsTo(
    await mary.post(paySubscribe, plan(), form({ ref: "user_1", email: "mary@example.org" })),
  );
  await pass();
  const [hers, anothers] = [
    await mary.read(attemptPage, attempt),
    await new Browser().read(attemptPage, attempt),
  ];
  expect(hers).toContain("/manage/");
  expect(anothers).not.toContain("/manage/");
  const receipt = /href="(\/receipt\/\w+)"/.exec(hers)?.[1] ?? "";
  for (const browser of [mary, new Browser()]) {
    const page = await browser.read(receiptPage, receipt);
    for (const key of ["/manage/", "/attempt/", "/invoice/"]) expect(page).not.toContain(`="${key}`);
  }
  const asked = await new Browser().post(postReceipt, `${receipt}?hl=en`, { act: "manage" });
  expect(await asked.text()).toContain("If a phone or e-mail is on file, the link is on its way to it.");
  const sent = await world.db.message.findMany({
    where: { storeId: shop.store.id, template: "manage_link" },
  });
  expect(sent.map(({ recipient }) => recipient).sort()).toEqual(["+256772123789", "mary@example.org"]);
});

test("an unpaid order's receipt leads nobody else to the payment that is under way", async () => {
  const mary = new Browser();
  await mary.post(paySubscribe, plan(), form({ ref: "user_1", phone: "0772 123 129" }));
  const { receiptToken } = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(await mary.read(receiptPage, `/receipt/${receiptToken}`)).toContain("/attempt/");
  expect(await new Browser().read(receiptPage, `/receipt/${receiptToken}`)).not.toContain("/attempt/");
});

test("subscribe pages say nothing of who subscribes but to the browser that began it", async () => {
  await paidSubscription(world, shop, { livemode: true, ref: "user_1", email: "mary@example.org" });
  const nobodys = await new Browser().read(subscribePage, `${plan()}?ref=nobody&hl=en`);
  const marys = await new Browser().read(subscribePage, `${plan()}?ref=user_1&hl=en`);
  const plain = (page: string) => page.replace(/nonce="[^"]+"|nonce-[^']+|[0-9a-f-]{36}|nobody|user_1/g, "");
  expect(plain(marys)).toBe(plain(nobodys));
  expect(await new Browser().read(subscribePage, `${plan()}?email=mary%40example.org&hl=en`)).not.toContain(
    "Paid until",
  );
  const payer = new Browser();
  await payer.post(paySubscribe, plan(), form({ ref: "user_2" }));
  await pass();
  expect(await payer.read(subscribePage, `${plan()}?ref=user_2&hl=en`)).toContain("Paid until");
  expect(await new Browser().read(subscribePage, `${plan()}?ref=user_2&hl=en`)).not.toContain("Paid until");
});

test("the test page names hosts of endpoints only, and shows a test subscription to the browser that began it", async () => {
  await world.db.webhookEndpoint.create({
    data: {
      ...{ storeId: shop.store.id, livemode: false, types: [], secretSealed: world.secrets.seal("x") },
      url: "https://hooks.slack.com/services/T000/B000/SECRETSECRET",
      createdAt: world.clock.now(),
    },
  });
  const path = `${plan()}?test=1&ref=x&hl=en`;
  const dev = new Browser();
  const pressed = { test: "1", ref: "x", outcome: "succeed", payment: "a".repeat(22) };
  expect(leadsTo(await dev.post(paySubscribe, plan(), pressed))).toContain("/manage/");
  const [own, strange] = [await dev.read(subscribePage, path), await new Browser().read(subscribePage, path)];
  expect(own).toContain("hooks.slack.com");
  for (const page of [own, strange]) expect(page).not.toContain("SECRETSECRET");
  expect([own.includes("/manage/"), strange.includes("/manage/")]).toEqual([true, false]);
  const again = { ...pressed, payment: "b".repeat(22) };
  expect(leadsTo(await new Browser().post(paySubscribe, plan(), again))).not.toContain("/manage/");
});

test("a manage link that was replaced sends the new one to the subscriber's contact and tells nothing else", async () => {
  const row = await paidSubscription(world, shop, { livemode: true, ref: "u", email: "mary@example.org" });
  const { manageToken } = await import("@/lib/services/core/manage-token");
  const fresh = await world.db.subscription.findUniqueOrThrow({ where: { id: row.id } });
  const path = `/manage/${manageToken(world, fresh)}`;
  expect(await new Browser().read(managePage, path)).toContain("act");
  const moved = leadsTo(await new Browser().post(postManage, path, { act: "new_link" }));
  expect(moved).toMatch(/^\/manage\/[\w.]+\?done=new_link$/);
  const dead = await new Browser().open(managePage, `${path}?hl=en`);
  expect(dead.status).toBe(404);
  const page = await dead.text();
  expect(page).toContain("This link has ended");
  for (const secret of ["mary@", moved.split("?")[0]]) expect(page).not.toContain(secret);
  await new Browser().post(postManage, path, { act: "send" });
  const sent = await world.db.message.findFirstOrThrow({
    where: { storeId: shop.store.id, template: "manage_link" },
  });
  expect(sent).toMatchObject({ recipient: "mary@example.org" });
  expect((await new Browser().open(managePage, `/manage/${row.id.slice(4)}.${"x".repeat(22)}`)).status).toBe(
    404,
  );
});

test("posts are counted by the page itself: however its address is spelled, and nothing for what leads nowhere", async () => {
  const link = await paymentLink(world, shop);
  const spellings = [...link.token].map(
    (letter, at) =>
      `${link.token.slice(0, at)}%${letter.charCodeAt(0).toString(16)}${link.token.slice(at + 1)}`,
  );
  const answers: number[] = [];
  for (const spelled of spellings.slice(0, 12))
    answers.push((await new Browser().post(payLink, `/pay/${spelled}`, form({ phone: "12" }))).status);
  expect(answers).toEqual([...Array.from({ length: 10 }, () => 422), 429, 429]);
  const before = await world.db.rateLimit.count();
  for (let nth = 0; nth < 5; nth += 1) await new Browser().post(payLink, `/pay/nothing${nth}`, form());
  expect(await world.db.rateLimit.count()).toBe(before);
});

test("asking the rail again and trying codes have limits of their own", async () => {
  const mary = new Browser();
  const at = leadsTo(await mary.post(paySubscribe, plan(), form({ ref: "c", phone: "0772 123 189" })));
  const checks: number[] = [];
  for (let nth = 0; nth < 8; nth += 1)
    checks.push((await mary.post(postAttempt, at, { act: "check" })).status);
  expect(checks).toEqual([303, 303, 303, 303, 303, 303, 429, 429]);
  const codes: number[] = [];
  for (let nth = 0; nth < 6; nth += 1)
    codes.push((await mary.post(postAttempt, at, { act: "code", code: "" })).status);
  expect(codes).toEqual([422, 422, 422, 422, 422, 429]);
  expect((await mary.post(postAttempt, "/attempt/%00", { act: "check" })).status).toBe(404);
});
