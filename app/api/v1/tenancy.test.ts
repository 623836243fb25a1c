import { beforeAll, describe, expect, test } from "vitest";
import { createRouter } from "@/lib/api/router";
import { type Answer, apiClient, newShop, type Shop } from "@/lib/api/testing/client";
import { paidSubscription } from "@/lib/services/testing/subscription";
import { testWorld } from "@/lib/services/testing/world";
import { apiRoot, routes } from "./routes";

const world = testWorld();
const call = apiClient(world, createRouter(routes, apiRoot));
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
  const sub = async (shop: Shop, livemode: boolean, ref: string) =>
    (await paidSubscription(world, shop, { livemode, ref, email: `${ref}@example.com` })).id;
  const gone = await sub(mine, true, "gone");
  await world.db.subscriptionPeriod.deleteMany({ where: { subscriptionId: gone } });
  await world.db.subscription.delete({ where: { id: gone } });
  ids["/subscriptions"] = {
    own: { live: await sub(mine, true, "user_1"), test: await sub(mine, false, "user_1") },
    others: {
      "foreign live": await sub(theirs, true, "user_1"),
      "foreign test": await sub(theirs, false, "user_1"),
      deleted: gone,
      never: "sub_0000000000000000000000000000",
      malformed: "42",
    },
  };
  const { id, ...product } = mine.products[0];
  const removed = await world.db.product.create({ data: { ...product, token: `removed-${id}` } });
  await world.db.product.delete({ where: { id: removed.id } });
  ids["/products"] = {
    own: { live: String(id), test: String(id) },
    others: {
      foreign: String(theirs.products[0].id),
      deleted: String(removed.id),
      never: "2147483647",
      "too large": "2147483648",
      huge: "1000000000000000000000",
      zero: "0",
      malformed: "sub_1",
    },
  };
});

const withId = routes.flatMap(({ path, endpoints }) =>
  path.includes("{id}")
    ? Object.entries(endpoints).map(([method, { definition }]) => ({ method, path, definition }))
    : [],
);
const bodies: Record<string, unknown> = { "/test/subscriptions/{id}/advance": { to: "renew" } };

function of(path: string): Ids {
  const found = ids[path.replace(/^\/test/, "").replace(/\/\{id\}.*$/, "")];
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
      ...(path in bodies ? { body: bodies[path] } : {}),
    });

  test.each(modes)(
    "with a %s key: absent, deleted, foreign and of the other mode are the same 404",
    async (mode) => {
      const { own, others } = of(path);
      const other = own[mode === "live" ? "test" : "live"];
      const hidden = Object.values(others).concat(other === own[mode] ? [] : [other]);
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
    expect((await send(mode, of(path).own[mode])).status).toBe(200);
  });
});

async function snapshot() {
  return world.db.subscription.findMany({ orderBy: { id: "asc" } });
}

describe("what a key of one mode can see", () => {
  const withoutId = routes.flatMap(({ path, endpoints }) =>
    endpoints.GET && endpoints.GET.definition.keys !== "none" && !path.includes("{id}") ? [path] : [],
  );

  test.each(withoutId)("GET %s never shows a row of another store or of the other mode", async (path) => {
    for (const mode of ["live", "test"] as const) {
      const key = mode === "live" ? mine.liveKey : mine.testKey;
      for (const query of ["?ref=user_1&per_page=100", "?email=user_1@example.com"]) {
        const { status, text } = await call("GET", path + query, { key });
        expect(status).toBe(200);
        const hidden = [
          of("/subscriptions").own[mode === "live" ? "test" : "live"],
          ...Object.values(of("/subscriptions").others),
        ].filter((id) => id.length > 5);
        for (const id of hidden) expect(text).not.toContain(id);
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
