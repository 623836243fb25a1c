import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type Answer, newShop } from "@/lib/testing/api/client";
import { openApi } from "@/lib/testing/api/stage";
import { paidSubscription } from "@/lib/testing/subscription";
import { standAt } from "@/lib/testing/transactions";

const { world, call, shop, live } = await openApi();
const start = world.clock.now();
let keys = 0;

beforeEach(() => {
  world.clock.set(start);
});

const newKey = () => {
  keys += 1;
  return `key ${keys} ~!`;
};
const headers = (key: string) => ({ "Idempotency-Key": key });
const link = (key: string, body: unknown = { title: "Lessons", amount: 500 }, with_ = shop.liveKey) =>
  call("POST", "/payment-links", { key: with_, body, headers: headers(key) });
const isReplay = (answer: Answer) => answer.headers.get("Idempotent-Replayed") === "true";
const count = () => world.db.paymentLink.count({ where: { storeId: shop.store.id } });

test("the same request again gets the same status and bytes, and has no second effect", async () => {
  const key = newKey();
  const before = await count();
  const first = await link(key);
  world.clock.advance(60 * 60 * 1000);
  const again = await link(key);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.text).toBe(first.text);
  expect([isReplay(first), isReplay(again)]).toEqual([false, true]);
  expect(again.headers.get("Request-Id")).not.toBe(first.headers.get("Request-Id"));
  expect((await count()) - before).toBe(1);
});

test("another body, path or method under the same key is a 422 idempotency_key_reused", async () => {
  const key = newKey();
  const { body } = await link(key);
  const before = await count();
  const { id } = body.data;
  const others = [
    link(key, { title: "Lessons", amount: 501 }),
    link(key, '{"title":"Lessons", "amount":500}'),
    call("POST", "/customers", {
      key: shop.liveKey,
      headers: headers(key),
      body: { title: "Lessons", amount: 500 },
    }),
    call("PATCH", `/payment-links/${id}`, { key: shop.liveKey, headers: headers(key), body: {} }),
  ];
  for (const answer of await Promise.all(others)) {
    expect([answer.status, answer.body.error]).toEqual([422, "idempotency_key_reused"]);
  }
  expect(await count()).toBe(before);
});

test("a key of one store and mode is nobody else's", async () => {
  const other = await newShop(world);
  const key = newKey();
  const mine = await link(key);
  const theirs = await link(key, undefined, other.liveKey);
  expect([theirs.status, isReplay(theirs)]).toEqual([201, false]);
  expect(theirs.body.data.id).not.toBe(mine.body.data.id);
  const body = { product_id: shop.products[0].id, ref: "mode" };
  const testing = await call("POST", "/test/subscriptions", {
    key: shop.testKey,
    headers: headers(key),
    body,
  });
  expect([testing.status, isReplay(testing)]).toEqual([201, false]);
});

test("after 24 hours the key is free again", async () => {
  const key = newKey();
  const first = await link(key);
  world.clock.advance(24 * 60 * 60 * 1000 - 1);
  expect((await link(key)).text).toBe(first.text);
  world.clock.advance(1);
  const later = await link(key, { title: "Other", amount: 1000 });
  expect([later.status, isReplay(later)]).toEqual([201, false]);
  expect(later.body.data.id).not.toBe(first.body.data.id);
});

test("of fifty at once one has an effect; the others are replays or 409 with Retry-After: 1", async () => {
  const key = newKey();
  const before = await count();
  const answers = await Promise.all(Array.from({ length: 50 }, () => link(key)));
  const made = answers.filter((one) => one.status === 201);
  const busy = answers.filter((one) => one.status === 409);
  expect(made.length + busy.length).toBe(50);
  expect(made.filter((one) => !isReplay(one))).toHaveLength(1);
  expect(new Set(made.map(({ text }) => text)).size).toBe(1);
  for (const one of busy) {
    expect([one.body.error, one.headers.get("Retry-After")]).toEqual(["idempotency_in_progress", "1"]);
  }
  expect((await count()) - before).toBe(1);
  expect((await link(key)).text).toBe(made[0]?.text);
});

describe("what is kept", () => {
  test("a refusal of the action itself is, with its request id", async () => {
    const row = await paidSubscription(world, shop, { livemode: true, ref: "kept" });
    const cancel = (key: string) =>
      call("POST", `/subscriptions/${row.id}/cancel`, { key: shop.liveKey, headers: headers(key) });
    const [one, two] = [newKey(), newKey()];
    const first = await cancel(one);
    const refused = await cancel(two);
    expect([first.status, refused.status, refused.body.error]).toEqual([200, 422, "not_cancellable"]);
    expect((await cancel(one)).text).toBe(first.text);
    const again = await cancel(two);
    expect([again.status, again.text, isReplay(again)]).toEqual([422, refused.text, true]);
  });

  test("a deletion is, though the object is gone by then", async () => {
    const { id } = (await link(newKey())).body.data;
    const key = newKey();
    const remove = () => call("DELETE", `/payment-links/${id}`, { key: shop.liveKey, headers: headers(key) });
    const first = await remove();
    expect([first.status, (await remove()).text]).toEqual([200, first.text]);
    expect((await live("DELETE", `/payment-links/${id}`)).status).toBe(404);
  });

  test("validation, 403 and 404 are not: the key may be used for the request put right", async () => {
    const key = newKey();
    expect((await link(key, { title: "" })).status).toBe(422);
    expect((await link(key, undefined, shop.testKey)).status).toBe(403);
    const absent = { key: shop.liveKey, headers: headers(key), body: { title: "x" } };
    expect((await call("PATCH", "/payment-links/2147483647", absent)).status).toBe(404);
    expect((await link(key)).status).toBe(201);
  });

  test("a failure of ours is not: the same request goes through afterwards", async () => {
    const key = newKey();
    const before = await count();
    const init = { key: shop.liveKey, headers: headers(key), body: { title: "Lessons", amount: 500 } };
    // The database goes away at the commit, after all was done.
    const leave = standAt("COMMIT", async () => {
      throw Object.assign(new Error("terminating connection"), { code: "57P01" });
    });
    const failed = await call("POST", "/payment-links", init).finally(leave);
    expect(failed.status).toBe(503);
    expect(await count()).toBe(before);
    expect((await call("POST", "/payment-links", init)).status).toBe(201);
    expect(await count()).toBe(before + 1);
  });
});

/** What a killed process leaves unfinished: it stands still until the test is over, and then it fails. */
function standingStill() {
  let end = () => {};
  const dead = new Promise<never>((_, reject) => {
    end = () => reject(new Error("The process was killed."));
  });
  dead.catch(() => {});
  ends.push(end);
  return dead;
}

const ends: (() => void)[] = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

describe("a request whose process was killed", () => {
  test("after its effect is replayed equal", async () => {
    const key = newKey();
    const before = await count();
    let committed = false;
    // What it committed stays; the rest of it never runs.
    const leave = standAt("COMMIT", async (go) => {
      await go();
      committed = true;
      return standingStill();
    });
    void link(key);
    await vi.waitFor(() => expect(committed).toBe(true));
    leave();
    const replay = await link(key);
    expect([replay.status, isReplay(replay)]).toEqual([201, true]);
    const read = await live("GET", `/payment-links/${replay.body.data.id}`);
    expect(replay.text).toBe(read.text);
    expect((await link(key)).text).toBe(replay.text);
    expect((await count()) - before).toBe(1);
  });

  test("before its effect holds the key for 45 seconds; then the request is made anew", async () => {
    const key = newKey();
    const begin = vi.fn(standingStill);
    const leave = standAt("BEGIN", begin);
    void link(key);
    await vi.waitFor(() => expect(begin).toHaveBeenCalled());
    leave();
    expect((await link(key)).status).toBe(409);
    world.clock.advance(44_999);
    expect((await link(key)).status).toBe(409);
    const before = await count();
    world.clock.advance(1);
    expect((await link(key)).status).toBe(201);
    expect((await count()) - before).toBe(1);
  });

  test("that was only slow undoes its own work when another has taken over", async () => {
    const key = newKey();
    const before = await count();
    let goOn = () => {};
    const gate = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const begin = vi.fn((go: () => Promise<unknown>) => gate.then(go));
    const leave = standAt("BEGIN", begin);
    const first = link(key);
    await vi.waitFor(() => expect(begin).toHaveBeenCalled());
    leave();
    world.clock.advance(45_000);
    const second = await link(key);
    goOn();
    expect((await first).status).toBe(500);
    expect(second.status).toBe(201);
    expect((await link(key)).text).toBe(second.text);
    expect((await count()) - before).toBe(1);
  });

  test("between an invoice and its sending goes on with that invoice", async () => {
    const key = newKey();
    const body = {
      customer_name: "Amina",
      customer_email: "amina@example.com",
      items: [{ description: "Hours", quantity: 1, unit_price: 100 }],
      send: ["email"],
    };
    const ask = () => call("POST", "/invoices", { key: shop.liveKey, headers: headers(key), body });
    let transactions = 0;
    const leave = standAt("BEGIN", (go) => {
      transactions += 1;
      return transactions === 1 ? go() : standingStill();
    });
    void ask();
    await vi.waitFor(() => expect(transactions).toBe(2));
    leave();
    const invoices = () => world.db.invoice.count({ where: { storeId: shop.store.id } });
    expect(await invoices()).toBe(1);
    world.clock.advance(45_000);
    const again = await ask();
    expect([again.status, again.body.data.status]).toEqual([201, "sent"]);
    expect(await invoices()).toBe(1);
    expect((await ask()).text).toBe(again.text);
  });
});

test.each(["", "é", "a".repeat(256), "a\tb"])("the key %j is a validation problem", async (key) => {
  const answer = await link(key);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, ["Idempotency-Key"]]);
});

test("GET knows no key", async () => {
  const key = newKey();
  const ask = () => call("GET", "/store", { key: shop.liveKey, headers: headers(key) });
  expect([isReplay(await ask()), isReplay(await ask())]).toEqual([false, false]);
  expect(await world.db.idempotencyRecord.count({ where: { key } })).toBe(0);
});

test("everything of the request is asked again before the answer is replayed", async () => {
  const key = newKey();
  await link(key);
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
  expect((await link(key)).status).toBe(403);
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "active" } });
  expect(isReplay(await link(key))).toBe(true);
});
