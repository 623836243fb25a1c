import { randomUUID } from "node:crypto";
import { beforeAll, expect, test, vi } from "vitest";
import { discount } from "@/lib/testing/discounts";
import { sellingStore } from "@/lib/testing/money";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { pressSeen } from "@/lib/testing/seen";
import { POST as subscribeForm, GET as subscribePage } from "./subscribe/[token]/route";
import { POST as trialForm } from "./subscribe/[token]/trial/route";

vi.mock("@/lib/auth/session", () => ({ currentSession: async () => null }));

// Whoever has one address of IPv6 has 18 quintillion more: to us they are one caller, whatever is counted.
let world: PayingWorld;
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeAll(async () => {
  world = await payingWorld();
  Object.assign(globalThis, { senteWorld: world });
  shop = await sellingStore(world);
  await discount(world, shop);
  return () => world.close();
});

const params = () => Promise.resolve({ token: shop.products[0].token });
const at = (query = "") => `http://localhost:3000/subscribe/${shop.products[0].token}?hl=en${query}`;

async function open(query: string, from: string): Promise<string> {
  const request = new Request(at(query), { headers: { "x-client-ip": from } });
  return (await subscribePage(request, { params: params() })).text();
}

function post(fields: Record<string, string>, from: string) {
  const send = (sent: Record<string, string>) =>
    subscribeForm(
      new Request(at(), {
        method: "POST",
        headers: { "x-client-ip": from },
        body: new URLSearchParams(sent),
      }),
      { params: params() },
    );
  return pressSeen(send, { id: randomUUID(), method: "mobile_money", ...fields });
}

test("thirty addresses of one block press Pay ten times in a minute, as one address does", async () => {
  const statuses: number[] = [];
  for (let nth = 1; nth <= 30; nth += 1)
    statuses.push((await post({ apply: "1", seen: "" }, `2001:db8:1:1::${nth.toString(16)}`)).status);
  expect(statuses.filter((status) => status !== 429)).toHaveLength(10);
  expect((await post({ apply: "1", seen: "" }, "2001:db8:1:2::1")).status).not.toBe(429);
});

test("ten wrong codes from ten addresses of one block are ten from it", async () => {
  for (let nth = 1; nth <= 10; nth += 1) await open(`&code=WRONG${nth}`, `2001:db8:2:1::${nth}`);
  expect(await open("&code=SAVE20", "2001:db8:2:1::99")).toContain("Too many wrong codes came from here.");
  expect(await open("&code=SAVE20", "2001:db8:2:2::99")).not.toContain("Too many wrong codes");
});

test("free days are begun five times in an hour from one block", async () => {
  const [product] = shop.products;
  await world.db.product.update({ where: { id: product.id }, data: { trialDays: 7, trialProof: "email" } });
  const statuses: number[] = [];
  for (let nth = 1; nth <= 8; nth += 1) {
    const body = new URLSearchParams({ ref: "user_1", act: "ask", try: `payer${nth}@example.com` });
    const headers = { "x-client-ip": `2001:db8:3:1::${nth}` };
    const request = new Request(`http://localhost:3000/x/trial`, { method: "POST", headers, body });
    statuses.push((await trialForm(request, { params: params() })).status);
  }
  expect(statuses).toEqual([...Array(5).fill(303), ...Array(3).fill(429)]);
});
