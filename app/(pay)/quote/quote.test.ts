import { afterAll, beforeAll, expect, test } from "vitest";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { withdrawQuote } from "@/lib/services/billing/quotes/answer";
import { editQuote } from "@/lib/services/billing/quotes/quotes";
import { testQuote } from "@/lib/testing/invoices";
import { seenIn } from "@/lib/testing/seen";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { GET, POST } from "./[token]/route";

const world = testWorld();
let shop: TestStore;
beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world);
});
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

const url = (token: string, query = "") => `http://localhost:3000/quote/${token}${query}`;
const of = (token: string) => ({ params: Promise.resolve({ token }) });
const open = async (token: string, query = "") => {
  const response = await GET(new Request(url(token, query)), of(token));
  return {
    status: response.status,
    policy: response.headers.get("content-security-policy"),
    text: await response.text(),
  };
};
const post = async (token: string, fields: Record<string, string>) => {
  const seen = seenIn((await open(token)).text);
  const body = new URLSearchParams({ seen, ...fields });
  return POST(new Request(url(token), { method: "POST", body }), of(token));
};

test("it shows the lines and asks for an answer, without script, in four languages", async () => {
  const { token } = await testQuote(world, shop.live, { tax_rate: 18, notes: "Pipes included" });
  const page = await open(token);
  for (const part of [
    "QUO-000001",
    "Borehole repair",
    "UGX 59,000",
    "Pipes included",
    "Valid until 1 Apr 2026",
  ])
    expect(page.text).toContain(part);
  expect(page.text).not.toContain("<script");
  expect(page.policy).toContain("default-src 'none'");
  const words = { fr: "L’acceptez-vous", sw: "Unayakubali?", pt: "Aceita?" };
  for (const [lang, word] of Object.entries(words))
    expect((await open(token, `?hl=${lang}`)).text).toContain(word);
});

test("accepting needs a name and one press, and leads to the invoice; a second press changes nothing", async () => {
  const { token } = await testQuote(world, shop.live);
  const nameless = await post(token, { act: "accept", name: " " });
  expect([nameless.status, await nameless.text()]).toEqual([
    422,
    expect.stringContaining("Write your name."),
  ]);
  expect((await post(token, { act: "accept", name: "Amina <b>" })).status).toBe(303);
  expect((await post(token, { act: "decline" })).status).toBe(303);
  const page = await open(token);
  expect(page.text).toContain("Accepted by <bdi>Amina &lt;b&gt;</bdi>");
  const invoice = await world.db.invoice.findFirstOrThrow({ where: { quote: { token } } });
  expect(page.text).toContain(`href="/invoice/${invoice.token}"`);
  expect(page.text).not.toContain('value="accept"');
});

test("withdrawn it says so; an unknown link and a strange form are refused", async () => {
  const { id, token } = await testQuote(world, shop.live);
  await withdrawQuote(world, shop.live, id);
  const page = await open(token);
  expect(page.text).toContain("has withdrawn it");
  expect(page.text).not.toContain('value="accept"');
  expect((await open("A".repeat(22))).status).toBe(404);
  expect((await post("nothing", { act: "accept", name: "x" })).status).toBe(404);
  expect((await post(token, { act: "other" })).status).toBe(422);
});

test("what its seller changed is not accepted unseen", async () => {
  const quote = await testQuote(world, shop.live);
  const before = seenIn((await open(quote.token)).text);
  const items = [{ description: "Borehole and pump", quantity: 1, unit_price: 90_000 }];
  const body = NewInvoice.parse({ customer_name: "Amina Okello", items });
  await editQuote(world, shop.live, quote.id, { body, dueDays: null, validUntil: "2026-04-01" });

  for (const act of ["accept", "decline"]) {
    const refused = await post(quote.token, { act, name: "Amina", seen: before });
    expect(refused.status).toBe(422);
    const text = await refused.text();
    expect(text).toContain("changed this quote after you opened it");
    expect(text).toContain("Borehole and pump");
  }
  // So does a page that carries nothing.
  expect((await post(quote.token, { act: "accept", name: "Amina", seen: "" })).status).toBe(422);
  expect(await world.db.invoice.count({ where: { quote: { id: quote.id } } })).toBe(0);

  const seen = seenIn((await open(quote.token)).text);
  expect((await post(quote.token, { act: "accept", name: "Amina", seen })).status).toBe(303);
  const invoice = await world.db.invoice.findFirstOrThrow({ where: { quote: { id: quote.id } } });
  expect(invoice.totalMinor).toBe(90_000n);
});
