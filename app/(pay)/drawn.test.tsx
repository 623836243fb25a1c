import { afterAll, beforeAll, expect, test } from "vitest";
import { NewPaymentLink } from "@/lib/resources/payment-link";
import { createPaymentLink } from "@/lib/services/catalog/payment-links/change";
import { renderings } from "@/lib/services/catalog/payment-links/pictures";
import { testStore, testWorld } from "@/lib/testing/world";
import { GET as share } from "./pay/[token]/[share]/route";

const world = testWorld();
let tokens: string[] = [];
/** What was really drawn, each by its tag. */
const drawn: string[] = [];

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  const shop = await testStore(world);
  const make = (title: string) =>
    createPaymentLink(world, shop.live, NewPaymentLink.parse({ title, amount_type: "fixed", amount: 500 }));
  tokens = (await Promise.all(["One", "Two"].map(make))).map(({ token }) => token);
  const render = renderings.render.bind(renderings);
  renderings.render = (kind, facts, draw, mayDraw) =>
    render(
      kind,
      facts,
      () => {
        drawn.push(renderings.tagOf(kind, facts));
        return draw();
      },
      mayDraw,
    );
});
afterAll(() => void Object.assign(globalThis, { senteWorld: undefined }));

const [card, qrPng] = ["card.png", "qr.png"] as const;

function ask(name: string, token = "", query = "", headers: Record<string, string> = {}) {
  const request = new Request(`http://localhost:3000/pay/${token}/${name}${query}`, { headers });
  return share(request, { params: Promise.resolve({ token, share: name }) });
}

test("eight clients in a loop have a picture drawn once, whatever they write behind its address", async () => {
  const client = async (name: number) => {
    for (let n = 0; n < 25; n += 1)
      for (const answer of [card, qrPng]) {
        const { status } = await ask(answer, tokens[0], `?x=${name}-${n}`, { "x-client-ip": "203.0.113.1" });
        expect(status).toBe(200);
      }
  };
  await Promise.all(Array.from({ length: 8 }, (_, name) => client(name)));
  expect(drawn).toHaveLength(2);
});

test("a browser that has it is told so; what it shows changed, and it is another", async () => {
  const first = await ask(card, tokens[0]);
  const headers = { "if-none-match": first.headers.get("etag") ?? "" };
  expect((await ask(card, tokens[0], "", headers)).status).toBe(304);
  await world.db.paymentLink.updateMany({ where: { token: tokens[0] }, data: { title: "Another" } });
  const second = await ask(card, tokens[0], "", headers);
  expect([second.status, second.headers.get("etag") === first.headers.get("etag")]).toEqual([200, false]);
});

test("an address that has many new ones drawn is told to wait, and still gets what there is", async () => {
  const from = { "x-client-ip": "203.0.113.2" };
  const statuses: number[] = [];
  for (let n = 0; n < 31; n += 1) {
    await world.db.paymentLink.updateMany({ where: { token: tokens[1] }, data: { title: `Title ${n}` } });
    const answer = await ask(card, tokens[1], "", from);
    statuses.push(answer.status);
    if (answer.status === 429) expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  expect([statuses.slice(0, 30).every((status) => status === 200), statuses[30]]).toEqual([true, 429]);
  expect((await ask(card, tokens[0], "", from)).status).toBe(200);
  expect((await ask(card, tokens[1], "", { "x-client-ip": "203.0.113.3" })).status).toBe(200);
});
