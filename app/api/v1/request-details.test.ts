import { expect, test, vi } from "vitest";
import { NotFound } from "@/lib/domain/refusal";
import type { Role } from "@/lib/domain/roles";
import { forgetOld } from "@/lib/services/desk/retention/forget-old";
import { detailsMax, logRequest } from "@/lib/services/hooks/request-log/log-request";
import { readRequest } from "@/lib/services/hooks/request-log/read";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";

const { world, call, shop, live } = await openApi({}, { keepLimits: true });

const as = (role: Role, of = shop) => ({ ...of.live, userId: of.owner.id, role });
const opened = (answer: { headers: Headers }, seller = as("owner")) => {
  const id = answer.headers.get("Request-Id") ?? "";
  return vi.waitFor(() => readRequest(world, seller, id), { timeout: 5_000 });
};
const settled = (answer: { headers: Headers }) =>
  vi.waitFor(async () => {
    const found = await opened(answer);
    expect(found.details).not.toBeNull();
    return found;
  });

test("a refused read says why, with its query masked", async () => {
  const refused = await live("GET", "/access?reff=achieng%40example.com");
  expect(refused.status).toBe(422);
  const { details, keyLast4, status } = await settled(refused);
  expect(status).toBe(422);
  expect(keyLast4).toBe(shop.liveKey.slice(-4));
  expect(details).toMatchObject({ query: "reff=a•••@example.com", requestBody: null, requestBytes: null });
  expect(details?.address).toMatch(/^10\.0\./);
  expect(JSON.parse(details?.responseBody ?? "")).toMatchObject({ errors: { ref: expect.any(Array) } });
});

test("a write shows what was sent and answered, its contacts in part", async () => {
  const body = { name: "Achieng", email: "achieng@example.com", phone: "+254712345678" };
  const made = await live("POST", "/customers", body);
  expect(made.status).toBe(201);
  const { details } = await settled(made);
  const sent = JSON.parse(details?.requestBody ?? "");
  expect(sent).toEqual({ name: "Achieng", email: "a•••@example.com", phone: "+254•••678" });
  expect(details?.requestBytes).toBe(Buffer.byteLength(JSON.stringify(body)));
  expect(details?.responseBody).toContain("a•••@example.com");
  expect(`${details?.requestBody}${details?.responseBody}`).not.toMatch(/achieng@|712345/);
});

test("of a read that succeeds, and of what the limit refuses, there is the line alone", async () => {
  const read = await live("GET", "/access?ref=user-1");
  expect(read.status).toBe(200);
  const found = await opened(read);
  expect(found).toMatchObject({ details: null, keyLast4: shop.liveKey.slice(-4), keyName: "Live" });
  const busy = await newShop(world);
  let last = await call("GET", "/orders/1", { key: busy.liveKey });
  while (last.status !== 429) last = await call("GET", "/orders/1", { key: busy.liveKey });
  expect(await opened(last, as("owner", busy))).toMatchObject({ status: 429, details: null });
});

test("a long body is cut, and one that is no text is stored all the same", async () => {
  const long = await live("POST", "/customers", { name: "x".repeat(12_000) });
  const { details } = await settled(long);
  expect(details?.requestBody).toHaveLength(8_192);
  expect(details?.requestBytes).toBeGreaterThan(12_000);
  const longer = await live("POST", "/customers", { name: "x y ".repeat(10_000) });
  expect((await settled(longer)).details?.requestBody).toMatch(/^\{"name":"x y [xy ]{7000,8192}$/);
  const bytes = new Uint8Array([0, 255, 254, 65]);
  const broken = await live("POST", "/customers", bytes);
  expect(broken.status).toBe(400);
  expect((await settled(broken)).details?.requestBody).toContain("␀");
});

test("roles without developer access and other stores do not read it", async () => {
  const refused = await live("GET", "/orders/12");
  await settled(refused);
  for (const role of ["support", "viewer"] as const)
    await expect(readRequest(world, as(role), refused.headers.get("Request-Id") ?? "")).rejects.toThrow(
      NotAllowed,
    );
  expect((await opened(refused, as("developer"))).status).toBe(404);
  const other = await newShop(world);
  await expect(
    readRequest(world, as("owner", other), refused.headers.get("Request-Id") ?? ""),
  ).rejects.toThrow(NotFound);
  await expect(readRequest(world, as("owner"), "req_nothing")).rejects.toThrow(NotFound);
});

test("of each store only the newest are retained, and one store does not fill the queue of another", async () => {
  const [busy, quiet] = [await newShop(world), await newShop(world)];
  await world.pool.query(
    `INSERT INTO request_log_details (store_id, livemode, request_id, key_last4, query, response_bytes, created_at)
     SELECT $1, true, 'req_' || n, 'abcd', '', 0, $2 FROM generate_series(1, $3::int) n`,
    [busy.store.id, world.clock.now(), detailsMax],
  );
  const details = { query: "", address: null, keyLast4: "abcd", sent: null, answered: "{}" };
  const line = { livemode: true, keyId: 1, method: "POST", path: "/x", status: 200, durationMs: 1 };
  const at = { createdAt: world.clock.now(), details };
  for (let n = 0; n < 80; n += 1)
    logRequest(world, { ...line, ...at, storeId: busy.store.id, requestId: `req_new${n}` });
  logRequest(world, { ...line, ...at, storeId: quiet.store.id, requestId: "req_quiet" });
  const count = (storeId: number) => world.db.requestLogDetail.count({ where: { storeId } });
  await vi.waitFor(async () => expect(await count(quiet.store.id)).toBe(1));
  await vi.waitFor(async () => expect(await count(busy.store.id)).toBe(detailsMax));
  const of = { storeId: busy.store.id, requestId: { startsWith: "req_new" } };
  expect(await world.db.requestLogDetail.count({ where: of })).toBe(50);
  expect(await world.db.requestLogEntry.count({ where: of })).toBe(80);
});

test("they go after 7 days", async () => {
  world.clock.advance(7 * 86_400_000 + 60_000);
  expect((await forgetOld(world)).requestDetails).toBeGreaterThan(0);
  expect(await world.db.requestLogDetail.count({ where: { storeId: shop.store.id } })).toBe(0);
});
