import { randomUUID } from "node:crypto";
import { gzipSync } from "node:zlib";
import { beforeEach, expect, test } from "vitest";
import { languageCodes } from "@/lib/domain/languages";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { openPages } from "@/lib/testing/in-paying-world";
import { product } from "@/lib/testing/products";
import { pressSeen } from "@/lib/testing/seen";
import { type TestStore, testStore } from "@/lib/testing/world";
import { GET as attemptPage } from "../attempt/[token]/route";
import { GET as receiptPage } from "../receipt/[token]/route";
import { POST as payProduct, GET as productPage } from "./[token]/route";

type Handler = (request: Request, context: { params: Promise<{ token: string }> }) => Promise<Response>;

const world = await openPages();
let shop: TestStore;
let token: string;

beforeEach(async () => {
  world.clock.advance(24 * 60 * 60_000 + 1);
  shop = await testStore(world);
  ({ token } = await product(world, shop, { kind: "physical", asksPlace: true }));
});

const browser = "thepayersownbrowser000";

function open(handler: Handler, path: string, init: RequestInit & { cookie?: string } = {}) {
  const { cookie = `payer=${browser}`, ...rest } = init;
  const headers = { cookie, "x-client-ip": `10.0.0.${Math.random()}` };
  const id = path.split("/")[2]?.split("?")[0] ?? "";
  const request = new Request(`http://localhost:3000${path}`, { ...rest, headers });
  return handler(request, { params: Promise.resolve({ token: id }) });
}

const typed = {
  method: "mobile_money",
  phone: "0772 123 789",
  name: "Amina Okello",
  place: "The blue gate,\r\nbehind the <church>",
  contact: "0701 555 444",
};

async function post(more: Partial<typeof typed>) {
  const send = (fields: Record<string, string>) =>
    open(payProduct, `/product/${token}?hl=en`, { method: "POST", body: new URLSearchParams(fields) });
  return pressSeen(send, { id: randomUUID(), shown: "5000", quantity: "1", ...typed, ...more });
}

test.each(languageCodes)("the page asks for it, without script, in at most 8 KB: %s", async (lang) => {
  const html = await (await open(productPage, `/product/${token}?hl=${lang}`)).text();
  expect(html).toMatch(/<textarea[^>]*name="place"[^>]*maxLength="200"/i);
  expect(html).toMatch(/<input[^>]*name="contact"/);
  expect(gzipSync(html).length).toBeLessThan(7_700);
});

test("a product that is not brought asks nothing of it", async () => {
  const { token: plain } = await product(world, shop, { kind: "physical" });
  const html = await (await open(productPage, `/product/${plain}?hl=en`)).text();
  expect(html).not.toMatch(/name="(place|contact)"/);
});

test("what is wrong is said at its field, and what was typed stays", async () => {
  const response = await post({ contact: "12", place: "" });
  expect(response.status).toBe(422);
  const html = await response.text();
  expect(html).toContain('href="#f-place"');
  expect(html).toMatch(/id="f-place-problem"[^>]*>Say where to bring it\./);
  expect(html).toMatch(/id="f-contact-problem"/);
  expect(html).toMatch(/<input[^>]*name="contact"[^>]*value="12"/);
  expect(html).toMatch(/<input[^>]*name="name"[^>]*value="Amina Okello"/);
  const again = await (await post({ name: "" })).text();
  expect(again).toContain("Enter your name, for the delivery.");
  expect(again).toMatch(/<textarea[^>]*>The blue gate,\r?\nbehind the &lt;church&gt;<\/textarea>/);
});

test("the payment's page says where it goes in the browser that paid; the receipt says it in none", async () => {
  const began = await post({});
  expect(began.status).toBe(303);
  const attempt = `${began.headers.get("location")}?hl=en`;
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const own = await (await open(attemptPage, attempt)).text();
  expect(own).toContain("Brought to");
  expect(own).toContain("behind the &lt;church&gt;");
  expect(own).toContain("0701 555444");
  const others = await (await open(attemptPage, attempt, { cookie: "" })).text();
  expect(others).toContain("See the receipt");
  const order = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const receipt = await (await open(receiptPage, `/receipt/${order.receiptToken}?hl=en`)).text();
  expect(receipt).toContain(order.number);
  for (const text of [others, receipt]) expect(text).not.toMatch(/church|555444|Amina|Brought to/);
});
