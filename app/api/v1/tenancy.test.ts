import { beforeAll, describe, expect, test } from "vitest";
import { createRouter } from "@/lib/api/route";
import { type Answer, apiClient, newShop, type Shop } from "@/lib/testing/api/client";
import { goodBodies, listOf, objectsOf } from "@/lib/testing/api/objects";
import { testWorld } from "@/lib/testing/world";
import { apiRoot, routes } from "./routes";

const world = testWorld();
const route = createRouter(routes, apiRoot);
const call = apiClient(world, route);
let mine: Shop;
let theirs: Shop;

interface Ids {
  own: { live: string; test: string };
  /** Another store's, one that is gone, one that never was, one that is none. */
  others: Record<string, string>;
}
const ids: Record<string, Ids> = {};

beforeAll(async () => {
  mine = await newShop(world);
  theirs = await newShop(world);
  const own = await objectsOf(world, mine, route);
  const foreign = await objectsOf(world, theirs, route);
  const gone = await goneObjects();
  for (const path of new Set([...Object.keys(own.live), ...Object.keys(own.test)])) {
    ids[path] = {
      own: { live: own.live[path] ?? "", test: own.test[path] ?? "" },
      others: {
        foreign: foreign.live[path] ?? foreign.test[path] ?? "",
        ...(path === "/subscriptions"
          ? {
              "foreign test": foreign.test[path] ?? "",
              never: "sub_0000000000000000000000000000",
              malformed: "42",
            }
          : path === "/events"
            ? {
                "foreign test": foreign.test[path] ?? "",
                live: await eventOf(own.live["/subscriptions"] ?? ""),
                never: "evt_000000000000000000000000000000",
                malformed: "42",
              }
            : {
                never: "2147483647",
                "too large": "2147483648",
                huge: "1000000000000000000000",
                zero: "0",
                malformed: "sub_1",
              }),
        deleted: gone[path] ?? "",
      },
    };
  }
});

async function eventOf(objectId: string): Promise<string> {
  return (await world.db.event.findFirstOrThrow({ where: { objectId } })).id;
}

/** Of every kind one that was there and is not any more. */
async function goneObjects(): Promise<Record<string, string>> {
  const { live, test: tested } = await objectsOf(world, mine, route, "gone");
  const subscriptionId = live["/subscriptions"] ?? "";
  const id = (path: string) => Number(live[path]);
  await world.db.subscriptionPeriod.deleteMany({ where: { subscriptionId } });
  await world.db.subscription.delete({ where: { id: subscriptionId } });
  await world.db.orderItem.deleteMany({ where: { orderId: id("/orders") } });
  await world.db.order.delete({ where: { id: id("/orders") } });
  await world.db.customer.delete({ where: { id: id("/customers") } });
  await world.db.invoiceItem.deleteMany({ where: { invoiceId: id("/invoices") } });
  await world.db.invoice.delete({ where: { id: id("/invoices") } });
  // Those that the API itself deletes, and keeps a row of.
  for (const path of ["/payment-links", "/discounts"])
    await call("DELETE", `${path}/${live[path]}`, { key: mine.liveKey });
  const { id: kept, ...product } = mine.products[0];
  const removed = await world.db.product.create({ data: { ...product, token: `removed-${kept}` } });
  await world.db.product.delete({ where: { id: removed.id } });
  await world.db.event.delete({ where: { id: tested["/events"] } });
  return { ...live, "/events": tested["/events"] ?? "", "/products": String(removed.id) };
}

// What is cancelled or deleted takes nothing more: that comes last.
const withId = routes
  .flatMap(({ path, endpoints }) =>
    path.includes("{id}")
      ? Object.entries(endpoints).map(([method, { definition }]) => ({ method, path, definition }))
      : [],
  )
  .sort((a, b) => Number(isLast(a)) - Number(isLast(b)));

function isLast({ method, path }: { method: string; path: string }): boolean {
  return method === "DELETE" || path.endsWith("/cancel");
}

function of(path: string): Ids {
  const found = ids[listOf(path)];
  if (!found) throw new Error(`Say which ids ${path} has, so that it is part of the matrix.`);
  return found;
}

/** All that tells one refusal from another, without what differs between any two answers. */
function comparable(answer: Answer): unknown {
  const { request_id: _id, ...body } = answer.body;
  const differing = ["request-id", "ratelimit", "x-ratelimit-remaining"];
  return [answer.status, body, [...answer.headers].filter(([name]) => !differing.includes(name))];
}

describe.each(withId)("$method $path", ({ method, path, definition }) => {
  const modes = (["live", "test"] as const).filter(
    (mode) => definition.keys === "any" || definition.keys === mode,
  );
  const send = (mode: "live" | "test", id: string) =>
    call(method, path.replace("{id}", id), {
      key: mode === "live" ? mine.liveKey : mine.testKey,
      body: path.endsWith("/change")
        ? { product_id: mine.products[1].id, preview: true }
        : goodBodies[`${method} ${path}`],
    });

  test.each(modes)(
    "with a %s key: absent, deleted, foreign and of the other mode are the same 404",
    async (mode) => {
      const { own, others } = of(path);
      const other = own[mode === "live" ? "test" : "live"];
      const hidden = Object.values(others).concat(other === own[mode] || other === "" ? [] : [other]);
      const before = await snapshot();
      const answers = [];
      for (const id of hidden) answers.push(comparable(await send(mode, id)));
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
      expect(answers[0]).toMatchObject([404, { message: expect.any(String) }, expect.anything()]);
      expect(Object.keys((answers[0] as [number, object])[1])).toEqual(["message", "doc_url"]);
      expect(await snapshot()).toEqual(before);
    },
  );

  test.each(modes)("with a %s key: its own is found", async (mode) => {
    expect([200, 201]).toContain((await send(mode, of(path).own[mode])).status);
  });
});

/** Everything that a request with an id could change. */
async function snapshot() {
  const all = { orderBy: { id: "asc" } } as const;
  return {
    subscriptions: await world.db.subscription.findMany(all),
    orders: await world.db.order.findMany(all),
    customers: await world.db.customer.findMany(all),
    products: await world.db.product.findMany(all),
    links: await world.db.paymentLink.findMany(all),
    invoices: await world.db.invoice.findMany(all),
    messages: await world.db.message.count(),
    events: await world.db.event.count(),
  };
}

test("the matrix has every operation with an id, every kind of absence and both modes", () => {
  const cells = withId.flatMap(({ path, definition }) =>
    ["live", "test"]
      .filter((mode) => definition.keys === "any" || definition.keys === mode)
      .flatMap(() => Object.keys(of(path).others)),
  );
  console.info(`Tenancy: ${cells.length} cells of ${withId.length} operations.`);
  expect(cells.length).toBeGreaterThan(80);
  expect(Object.values(ids).flatMap(({ others }) => Object.values(others))).not.toContain("");
});

describe("what a key of one mode can see", () => {
  const withoutId = routes.flatMap(({ path, endpoints }) =>
    endpoints.GET && endpoints.GET.definition.keys !== "none" && !path.includes("{id}") ? [path] : [],
  );

  test.each(withoutId)("GET %s never shows a row of another store or of the other mode", async (path) => {
    const rule = routes.find((one) => one.path === path)?.endpoints.GET?.definition.keys;
    for (const mode of (["live", "test"] as const).filter((one) => rule === "any" || rule === one)) {
      const key = mode === "live" ? mine.liveKey : mine.testKey;
      for (const query of ["?ref=user_1&per_page=100", "?email=user_1@example.com"]) {
        const { status, text } = await call("GET", path + query, { key });
        expect(status).toBe(200);
        const hidden = [
          of("/subscriptions").own[mode === "live" ? "test" : "live"],
          ...Object.values(of("/subscriptions").others),
        ].filter((id) => id.length > 5);
        for (const id of hidden) expect(text).not.toContain(id);
        const { data } = JSON.parse(text);
        const shown = Array.isArray(data) ? data.map((one: { id: unknown }) => String(one.id)) : [];
        const foreign = Object.values(ids[path]?.others ?? {});
        expect(shown.filter((id) => foreign.includes(id))).toEqual([]);
        for (const product of theirs.products) expect(text).not.toContain(product.token);
      }
    }
  });

  test("the store and its products are the same real ones for both keys", async () => {
    for (const path of ["/store", "/products"]) {
      const [live, testing] = [
        await call("GET", path, { key: mine.liveKey }),
        await call("GET", path, { key: mine.testKey }),
      ];
      expect(testing.body).toEqual(live.body);
    }
  });

  test("a product of another store is refused as a filter like one that does not exist", async () => {
    for (const path of ["/access?ref=user_1&", "/subscriptions?"]) {
      const ask = (id: number) => call("GET", `${path}product_id=${id}`, { key: mine.liveKey });
      const foreign = await ask(theirs.products[0].id);
      expect(foreign.body.errors).toEqual({ product_id: ["This is not a product of your store."] });
      expect(comparable(foreign)).toEqual(comparable(await ask(2_147_483_647)));
      expect((await ask(99_999_999_999)).body.errors).toEqual(foreign.body.errors);
    }
  });

  test("a test subscription to another store's product cannot be started", async () => {
    const body = { product_id: theirs.products[0].id, ref: "user_9" };
    const answer = await call("POST", "/test/subscriptions", { key: mine.testKey, body });
    expect(answer.status).toBe(422);
    expect(Object.keys(answer.body.errors)).toEqual(["product_id"]);
  });
});
