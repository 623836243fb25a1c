import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import * as endedRoute from "@/app/api/ussd/[provider]/[secret]/ended/route";
import * as entryRoute from "@/app/api/ussd/[provider]/[secret]/route";
import { ussdCodeOf } from "@/lib/domain/ussd-menu";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { type TestStore, testStore } from "@/lib/testing/world";
import * as handset from "../route";
import * as dial from "./route";

// The page posts to the real route over HTTP, as a provider does.

let world: PayingWorld;
let shop: TestStore;
let server: Server;
const digits = "256772123345";
const context = { params: Promise.resolve({ digits }) };

beforeAll(async () => {
  world = await payingWorld();
  shop = await testStore(world);
  server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const [, , , provider = "", secret = "", ended] = (request.url ?? "").split("/");
    const made = new Request(`http://localhost${request.url}`, {
      ...{ method: "POST", body: Buffer.concat(chunks) },
      headers: { "content-type": "application/x-www-form-urlencoded" },
    });
    const params = Promise.resolve({ provider, secret });
    const answer = await (ended ? endedRoute : entryRoute).POST(made, { params });
    response.writeHead(answer.status).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const ownUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  Object.assign(globalThis, { senteWorld: { ...world, config: { ...world.config, ownUrl } } });
});
afterAll(async () => {
  Object.assign(globalThis, { senteWorld: undefined });
  await new Promise((resolve) => server.close(resolve));
  await world.close();
});

async function send(fields: Record<string, string>): Promise<{ page: string; status: number }> {
  const body = new URLSearchParams(fields);
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const url = `http://localhost:3000/sandbox/phone/${digits}/dial`;
  const answer = await dial.POST(new Request(url, { method: "POST", body, headers }), context);
  return { page: await answer.text(), status: answer.status };
}

/** The hidden fields of the page's form. */
function kept(page: string): Record<string, string> {
  const fields = [...page.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  return Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
}

test("the phone leads to dialling, which shows each screen with its length and the time that is left, without script", async () => {
  const phone = await handset.GET(new Request(`http://localhost:3000/sandbox/phone/${digits}`), context);
  expect(await phone.text()).toContain(`href="/sandbox/phone/${digits}/dial"`);
  const opened = await dial.GET(new Request(`http://localhost:3000/sandbox/phone/${digits}/dial`), context);
  const first = await opened.text();
  expect(first).toContain("*384*1#");
  expect(first).not.toContain("<script");
  let { page } = await send({ act: "dial", number: `*384*1*${ussdCodeOf(shop.store.id)}#` });
  expect(page).toContain("1 Renew");
  expect(page).toMatch(/\d+ of 160 characters, 0 of 120 seconds/);
  for (const reply of ["2", "1"]) ({ page } = await send({ act: "send", ...kept(page), reply }));
  expect(page).toContain("UGX 50,000");
  expect(Buffer.byteLength(page)).toBeLessThan(20_000);
  const before = kept(page);
  ({ page } = await send({ act: "send", ...before, reply: "1" }));
  expect(page).toContain("will be asked for its PIN in a moment");
  expect(kept(page)).toEqual({});
  expect((await send({ act: "send", ...before, reply: "1" })).page).toContain("will be asked for its PIN");
  expect(await world.db.ussdAct.count({ where: { storeId: shop.store.id } })).toBe(1);
  expect((await send({ act: "hang_up", session: before.session ?? "" })).status).toBe(303);
  const act = await world.db.ussdAct.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(act.dueAt).toEqual(world.clock.now());
});

test("another number has nobody, and a broken form is refused", async () => {
  for (const number of ["*999#", "384", "*384*1", ""])
    expect((await send({ act: "dial", number })).page).toContain("Nothing answers at that number.");
  expect((await send({ act: "steal" })).status).toBe(422);
});
