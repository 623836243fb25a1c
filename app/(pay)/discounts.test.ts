import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { discount } from "@/lib/testing/discounts";
import { openStage } from "@/lib/testing/in-paying-world";
import { sellingStore } from "@/lib/testing/money";
import { pressSeen, seenIn } from "@/lib/testing/seen";
import { POST as productForm, GET as productPage } from "./product/[token]/route";
import { GET as receiptPage } from "./receipt/[token]/route";
import { POST as subscribeForm, GET as subscribePage } from "./subscribe/[token]/route";

vi.mock("@/lib/auth/session", () => ({ currentSession: async () => null }));

const world = await openStage();
let shop: Awaited<ReturnType<typeof sellingStore>>;
let address = 0;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await sellingStore(world, { store: { testModeSince: world.clock.now() } });
  await discount(world, shop);
  await discount(world, shop, { code: "VOUCHER", percent: 100, max_redemptions: 1 });
});

function nextAddress(): string {
  address += 1;
  return `10.0.0.${address}`;
}

const params = () => Promise.resolve({ token: shop.products[0].token });
const at = (query = "") => `http://localhost:3000/subscribe/${shop.products[0].token}?hl=en${query}`;

async function open(query = "", from = nextAddress()) {
  const response = await subscribePage(new Request(at(query), { headers: { "x-client-ip": from } }), {
    params: params(),
  });
  return { status: response.status, html: (await response.text()).replaceAll("<!-- -->", "") };
}

async function post(fields: Record<string, string>, from = nextAddress()) {
  const send = (sent: Record<string, string>) => {
    const body = new URLSearchParams(sent);
    const request = new Request(at(), { method: "POST", headers: { "x-client-ip": from }, body });
    return subscribeForm(request, { params: params() });
  };
  const response = await pressSeen(send, { id: randomUUID(), method: "mobile_money", ...fields });
  const html = (await response.text()).replaceAll("<!-- -->", "");
  return { status: response.status, html, to: response.headers.get("location") };
}

test("the code of the address fills the field, and the page shows price, discount and total", async () => {
  const { html } = await open("&code=save20");
  expect(html).toContain("Discount SAVE20");
  expect(html).toContain("− UGX 10,000");
  expect(html).toContain("Pay UGX 40,000");
  expect(html).toContain('value="save20"');
  const plain = await open();
  expect(plain.html).toContain("Have a code?");
  expect(plain.html).toContain("Pay UGX 50,000");
});

test("Apply shows the reduced price and keeps what was typed; nobody is asked to pay by it", async () => {
  const { status, html } = await post({ apply: "1", code: "SAVE20", phone: "0772 123 789" });
  expect(status).toBe(200);
  expect(html).toContain("Pay UGX 40,000");
  expect(html).toContain("0772 123 789");
  expect(await world.db.paymentAttempt.count({ where: { storeId: shop.store.id } })).toBe(0);
  const wrong = await post({ apply: "1", code: "NOPE" });
  expect(wrong.html).toContain("There is no such code.");
  expect(wrong.html).toContain("Pay UGX 50,000");
});

test("who types a code and presses Pay sees the new total first, and pays what they saw", async () => {
  const fields = { code: "SAVE20", phone: "0772 123 789" };
  const first = await post({ ...fields, seen: seenIn((await open()).html) });
  expect([first.status, first.to]).toEqual([422, null]);
  expect(first.html).toContain("Pay UGX 40,000");
  const second = await post({ ...fields, seen: seenIn(first.html) });
  expect(second.status).toBe(303);
  expect(second.to).toMatch(/^\/attempt\//);
  const [attempt] = await world.db.paymentAttempt.findMany({ where: { storeId: shop.store.id } });
  expect(attempt?.amountMinor).toBe(40_000n);
});

test("a voucher of 100 % leads to a receipt of nothing, without a way to pay", async () => {
  const { html } = await open("&code=VOUCHER&ref=v1");
  expect(html).toContain("Get it, nothing to pay");
  expect(html).not.toContain('name="network"');
  const { to } = await post({ ref: "v1", code: "voucher", email: "amina@example.com" });
  expect(to).toMatch(/^\/receipt\//);
  const token = to?.split("/").at(-1) ?? "";
  const receipt = await receiptPage(new Request(`http://localhost:3000${to}?hl=en`), {
    params: Promise.resolve({ token }),
  });
  const text = (await receipt.text()).replaceAll("<!-- -->", "");
  expect(text).toContain("Discount VOUCHER");
  expect(text).toContain("− UGX 50,000");
  expect((await post({ ref: "v2", code: "VOUCHER", email: "juma@example.com" })).html).toContain(
    "used as often as it can be",
  );
});

test("who gets a plan for nothing goes on to the seller's page, as after a payment", async () => {
  await discount(world, shop, { code: "GIFT", percent: 100 });
  const where = { id: shop.store.id };
  await world.db.store.update({ where, data: { returnUrl: "https://app.example.com/back?a=1" } });
  const page = await subscribePage(new Request(at("&code=GIFT&ref=g1")), { params: params() });
  expect(page.headers.get("content-security-policy")).toContain("https://app.example.com");
  const { to } = await post({ ref: "g1", code: "GIFT", email: "gift@example.com" });
  expect(to).toMatch(/^https:\/\/app\.example\.com\/back\?a=1&subscription=sub_\w+&ref=g1&status=active$/);
  await world.db.store.update({ where, data: { returnUrl: null } });
});

test("after ten wrong codes from an address the field rests for it, and for nobody else", async () => {
  const from = "10.9.9.9";
  for (let count = 0; count < 10; count += 1) await open(`&code=WRONG${count}`, from);
  expect((await open("&code=SAVE20", from)).html).toContain("Too many wrong codes came from here.");
  expect((await post({ code: "SAVE20", phone: "0772 123 789" }, from)).status).toBe(422);
  expect((await open("&code=SAVE20")).html).toContain("Pay UGX 40,000");
  world.clock.advance(10 * 60_000 + 1);
  expect((await open("&code=SAVE20", from)).html).toContain("Pay UGX 40,000");
});

test("before Pay nothing tells whether an e-mail is a customer's; at Pay it does, ten times in ten minutes", async () => {
  await discount(world, shop, { code: "FIRST", first_time_only: true });
  // She paid above.
  const email = "amina@example.com";
  const shown = async (typed: string) => {
    const { html } = await post({ apply: "1", code: "FIRST", email: typed, phone: "0772 123 789" });
    return html
      .replaceAll(typed, "")
      .replace(/[0-9a-f]{8}-[0-9a-f-]{27}|nonce="[^"]*"|name="seen"[^>]*/g, "");
  };
  expect(await shown(email)).toBe(await shown("nobody@example.com"));
  const from = nextAddress();
  const pay = () => post({ code: "FIRST", email, phone: "0772 123 789" }, from);
  expect((await pay()).html).toContain("only for a first payment");
  for (let nth = 0; nth < 9; nth += 1) {
    world.clock.advance(1_000);
    await world.db.rateLimit.deleteMany({ where: { subject: { startsWith: "page:" } } });
    await pay();
  }
  expect((await pay()).html).toContain("Too many wrong codes came from here.");
});

test("the test page takes the code of its address: the test subscription has it, and nothing is counted", async () => {
  const before = await world.db.discountRedemption.count();
  const page = await open("&test=1&ref=t1&code=SAVE20");
  expect(page.html).toContain("SAVE20");
  const payment = /name="payment" value="(\w+)"/.exec(page.html)?.[1] ?? "";
  await post({ test: "1", ref: "t1", code: "SAVE20", outcome: "succeed", payment });
  const row = await world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id, livemode: false },
    include: { periods: true },
  });
  expect(row.periods).toMatchObject([{ paidMinor: 40_000n, discountMinor: 10_000n }]);
  expect(await world.db.discountRedemption.count()).toBe(before);
});

test("several at once: the share is of all of them", async () => {
  const product = await world.db.product.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const shirt = await world.db.product.create({
    data: {
      ...{ storeId: shop.store.id, token: "shirt", name: "Shirt", kind: "service", currency: "UGX" },
      ...{ priceMinor: 10_000n, createdAt: product.createdAt, updatedAt: product.updatedAt },
    },
  });
  const route = { params: Promise.resolve({ token: shirt.token }) };
  const url = "http://localhost:3000/product/shirt?hl=en";
  const body = new URLSearchParams({ id: randomUUID(), apply: "1", code: "SAVE20", quantity: "3" });
  const applied = await productForm(new Request(url, { method: "POST", body }), route);
  const html = (await applied.text()).replaceAll("<!-- -->", "");
  expect(html).toContain("Pay UGX 24,000");
  expect((await productPage(new Request(url), route)).status).toBe(200);
});
