import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { startTestSubscription } from "@/lib/services/billing/test-mode/start-subscription";
import { manageUrl } from "@/lib/services/core/manage-token";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { POST as manageButton, GET as managePage } from "./manage/[token]/route";
import { GET as subscribePage } from "./subscribe/[token]/route";

vi.mock("@/lib/auth/session", () => ({ currentSession: async () => null }));

const world = testWorld();
let shop: TestStore;

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world, { store: { name: "Maji Kwetu", testModeSince: world.clock.now() } });
});
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

async function open(query: string) {
  const { token } = shop.products[0];
  const request = new Request(`http://localhost:3000/subscribe/${token}?hl=en${query}`);
  const response = await subscribePage(request, { params: Promise.resolve({ token }) });
  return { status: response.status, html: await response.text() };
}

test.each(["&ref=u1&email=foo", "&email=a@b@c", "&test=1&ref=u1&email=foo"])(
  "an e-mail in the link that is none is left out, and the page opens: %s",
  async (query) => {
    const { status, html } = await open(query);
    expect(status).toBe(200);
    expect(html).toContain(shop.products[0].name);
    expect(html).not.toMatch(/[>"]foo[<"]/);
  },
);

test("a ref that nobody can have is told as what it is", async () => {
  const { status, html } = await open(`&ref=${"x".repeat(200)}`);
  expect(status).toBe(422);
  expect(html).toContain("This link does not work");
  expect(html).not.toContain("does not exist");
});

test("the manage page says who cancelled: the subscriber here, or else the seller", async () => {
  const begin = async (ref: string) => {
    const body = { productId: shop.products[0].id, ref, email: null, paymentKey: null };
    const { row } = await startTestSubscription(world, shop.test, body);
    const url = manageUrl(world, row);
    return { id: row.id, url, token: url.split("/").at(-1) ?? "" };
  };
  const page = async ({ url, token }: { url: string; token: string }) =>
    (await managePage(new Request(`${url}?hl=en`), { params: Promise.resolve({ token }) })).text();
  const own = await begin("by-payer");
  const form = { method: "POST", body: new URLSearchParams({ act: "cancel" }) };
  await manageButton(new Request(own.url, form), { params: Promise.resolve({ token: own.token }) });
  expect(await page(own)).toContain("You cancelled on");
  const theirs = await begin("by-seller");
  await cancelSubscription(world, shop.test, theirs.id);
  expect(await page(theirs)).toContain("Maji Kwetu cancelled on");
});
