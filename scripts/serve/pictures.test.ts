import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as share } from "@/app/(pay)/pay/[token]/[share]/route";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { type Opened, open } from "@/lib/testing/doors";
import { testInvoice } from "@/lib/testing/invoices";
import { testStore, testWorld } from "@/lib/testing/world";
import { createPictures } from "./files";

const world = testWorld();
let link = "";
let invoice = "";
let plan = "";
let slug = "";
let server: Opened;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  const shop = await testStore(world);
  plan = shop.products[0].token;
  slug = shop.store.slug;
  const input = NewPaymentLink.parse({ title: "Rent", amount_type: "fixed", amount: 500 });
  link = (await createPaymentLink(world, shop.live, input)).token;
  invoice = (await testInvoice(world, shop.live)).token;
  server = await open((_, response) => response.writeHead(418).end());
});
afterAll(() => {
  server.close();
  Object.assign(globalThis, { senteWorld: undefined });
});

function get(path: string, init: RequestInit = {}) {
  return fetch(`http://127.0.0.1:${server.port}${path}`, init);
}

test("pictures and documents are answered without Next, whatever stands behind their address", async () => {
  const types = {
    [`/pay/${link}/card.png?x=1`]: "image/png",
    [`/pay/${link}/qr.png`]: "image/png",
    [`/pay/${link}/qr.svg`]: "image/svg+xml",
    [`/product/${plan}/card.png`]: "image/png",
    [`/subscribe/${plan}/qr.svg`]: "image/svg+xml",
    [`/store/${slug}/card.png`]: "image/png",
    [`/store/${slug}/qr.png`]: "image/png",
    [`/invoice/${invoice}/pdf?hl=sw`]: "application/pdf",
  };
  for (const [path, type] of Object.entries(types)) {
    const answer = await get(path);
    expect([path, answer.status, answer.headers.get("content-type")]).toEqual([path, 200, type]);
    const headers = { "if-none-match": answer.headers.get("etag") ?? "" };
    expect([path, (await get(path, { headers })).status]).toEqual([path, 304]);
  }
});

test("the answer is that of the route", async () => {
  const params = Promise.resolve({ token: link, share: "card.png" });
  const own = await share(new Request(`http://localhost:3000/pay/${link}/card.png`), { params });
  const sent = await get(`/pay/${link}/card.png`);
  for (const [name, value] of own.headers) expect([name, sent.headers.get(name)]).toEqual([name, value]);
  expect(Buffer.from(await sent.arrayBuffer()).equals(Buffer.from(await own.arrayBuffer()))).toBe(true);
});

test("pages, other methods and other ways to write an address are left to Next", async () => {
  for (const path of [
    `/pay/${link}`,
    `/pay/${link}/card.png/`,
    `/pay/short/card.png`,
    `/pay/${link}/toString`,
  ])
    expect([path, (await get(path)).status]).toEqual([path, 418]);
  expect((await get(`/pay/${link}/card.png`, { method: "HEAD" })).status).toBe(418);
});

test("who comes when as many wait as may is told to come again, and the others are answered", async () => {
  const pictures = createPictures({ atOnce: 1, waitingMax: 2 });
  const ask = async () => {
    const path = `/pay/${link}/qr.svg`;
    return pictures.at(path)?.(new Request(`http://localhost:3000${path}`));
  };
  const answers = await Promise.all([ask(), ask(), ask(), ask()]);
  expect(answers.map((answer) => answer?.status)).toEqual([200, 200, 200, 503]);
  expect(answers[3]?.headers.get("retry-after")).toBe("5");
});
