import { beforeEach, describe, expect, test } from "vitest";
import type { NetworkInfo, PaymentRail } from "@/lib/providers/rails/port";
import { noRails } from "@/lib/services/core/rails";
import { playMoneyOf, railOf, routeOf } from "@/lib/services/money/rails";
import { raiseAnomaly } from "@/lib/services/money/tasks/raise-anomaly";
import { testWorld } from "@/lib/testing/world";
import { cacheNetworks } from "./cache-networks";
import { openRails } from "./open-rails";

const world = testWorld();
const sandbox = world.rails;
const token = "a-token-that-is-long-enough";
const card = {
  op: "charge" as const,
  storeId: null,
  method: "card" as const,
  country: "KE",
  currency: "KES",
};
const key = { RAIL_PAYSTACK_SECRET_KEY: "sk_live_0123456789abcdef" };

beforeEach(async () => {
  await world.db.railSetting.deleteMany();
  await world.db.railOrder.deleteMany();
});

async function keep(rail: string, credentials: Record<string, string>, more = {}) {
  const now = world.clock.now();
  world.clock.advance(1_000);
  const data = {
    ...{ livemode: true, updatedBy: "user:1", createdAt: now, updatedAt: now },
    credentialsSealed: world.secrets.seal(JSON.stringify(credentials)),
    ...more,
  };
  await world.db.railSetting.upsert({ where: { rail }, create: { rail, ...data }, update: data });
}

async function opened(environment = {}, play = sandbox) {
  const rails = openRails(world, environment, play);
  await rails.routes?.ready();
  return rails;
}

const ids = ({ all }: { all: readonly PaymentRail[] }) => all.map(({ id }) => id);

describe("the sandbox", () => {
  test("is used while no rail is set up", async () => {
    const rails = await opened();
    expect(ids(rails)).toEqual(["sandbox"]);
    expect(rails.sandbox).toBe(sandbox.sandbox);
    expect((await routeOf({ rails }, card)).map(({ id }) => id)).toEqual(["sandbox"]);
  });

  test("is not used where it is not allowed", async () => {
    expect(ids(await opened({}, noRails))).toEqual([]);
  });

  test("steps back for a rail in test mode that is on, is followed meanwhile, and comes back when it is off", async () => {
    const test = { livemode: false };
    await keep("paystack", { secretKey: "sk_test_0123456789abcdef" }, test);
    const rails = await opened();
    expect((await routeOf({ rails }, card)).map(({ id }) => id)).toEqual(["paystack"]);
    expect(playMoneyOf(rails)).toBe("test");
    expect(railOf({ rails }, "sandbox")?.id).toBe("sandbox");
    await keep("paystack", { secretKey: "sk_test_0123456789abcdef" }, { ...test, enabled: false });
    await rails.routes?.reload();
    expect((await routeOf({ rails }, card)).map(({ id }) => id)).toEqual(["sandbox"]);
    expect(playMoneyOf(rails)).toBe("sandbox");
    expect(railOf({ rails }, "paystack")?.id).toBe("paystack");
  });

  test("is told to payers as what it is, and real money is not", async () => {
    expect(playMoneyOf(await opened())).toBe("sandbox");
    expect(playMoneyOf(await opened(key))).toBeNull();
    expect(playMoneyOf(await opened({}, noRails))).toBeNull();
  });

  test("never stands in for real money: not for a rail that is off, nor for one that cannot be opened", async () => {
    await keep("pawapay", { apiToken: token }, { enabled: false });
    const off = await opened();
    expect(ids(off)).toEqual(["pawapay"]);
    expect(off.sandbox).toBeNull();
    expect(await routeOf({ rails: off }, { ...card, method: "mobile_money" })).toEqual([]);
    await keep("pawapay", {}, { credentialsSealed: new Uint8Array([9, 9, 9]) });
    const broken = await opened();
    expect(ids(broken)).toEqual([]);
    expect(broken.sandbox).toBeNull();
  });

  test("is not there before the settings were read for the first time", () => {
    const rails = openRails(world, {}, sandbox);
    expect(ids(rails)).toEqual([]);
    expect(rails.sandbox).toBeNull();
  });
});

describe("a rail that is set up", () => {
  test("is used without a restart, and one that is removed is not any more", async () => {
    const rails = await opened();
    await keep("paystack", { secretKey: "sk_live_0123456789abcdef" });
    await rails.routes?.reload();
    expect(ids(rails)).toEqual(["paystack"]);
    await world.db.railSetting.deleteMany();
    await rails.routes?.reload();
    expect(ids(rails)).toEqual(["sandbox"]);
  });

  test("keeps what its adapter remembers until its settings change", async () => {
    await keep("paystack", { secretKey: "sk_live_0123456789abcdef" });
    const rails = await opened();
    const before = railOf({ rails }, "paystack");
    await rails.routes?.reload();
    expect(railOf({ rails }, "paystack")).toBe(before);
    await keep("paystack", { secretKey: "sk_live_another0123456789" });
    await rails.routes?.reload();
    expect(railOf({ rails }, "paystack")).not.toBe(before);
  });

  test("that is off begins nothing, and what is under way with it is followed", async () => {
    await keep("paystack", { secretKey: "sk_live_0123456789abcdef" }, { enabled: false });
    const rails = await opened();
    expect(await routeOf({ rails }, card)).toEqual([]);
    expect(railOf({ rails }, "paystack")?.id).toBe("paystack");
  });

  test("in the environment wins over what was typed", async () => {
    await keep("paystack", { secretKey: "nonsense" });
    expect(ids(await opened(key))).toEqual(["paystack"]);
    expect(ids(await opened())).toEqual([]);
  });

  test("with a key of the other mode is not used", async () => {
    const other = await opened({ ...key, RAIL_PAYSTACK_MODE: "test" });
    expect(await routeOf({ rails: other }, card)).toEqual([]);
    expect(railOf({ rails: other }, "paystack")).toBeNull();
    await keep("paystack", { secretKey: "sk_test_0123456789abcdef" });
    expect(ids(await opened())).toEqual([]);
  });

  test("goes on when the settings cannot be read again", async () => {
    await keep("paystack", { secretKey: "sk_live_0123456789abcdef" });
    let isDown = false;
    const db = new Proxy(world.db, {
      get: (target, name) => {
        if (isDown) throw new Error("The database is gone.");
        return Reflect.get(target, name);
      },
    });
    const rails = openRails({ ...world, db }, {}, sandbox);
    await rails.routes?.ready();
    isDown = true;
    await expect(rails.routes?.reload()).rejects.toThrow("gone");
    expect(ids(rails)).toEqual(["paystack"]);
  });
});

test("the operator's order comes before ours, for the way to pay that it was set for", async () => {
  const both = { ...key, RAIL_PAWAPAY_API_TOKEN: token };
  const now = world.clock.now();
  const order = { op: "charge", method: "mobile_money", country: "GH", currency: "GHS" };
  await world.db.railOrder.create({
    data: { ...order, rails: ["paystack"], updatedBy: "user:1", updatedAt: now },
  });
  const rails = await opened(both);
  const up = (country: string, currency: string): NetworkInfo[] => [
    {
      ...{ code: "mtn", railCode: "MTN", displayName: "MTN", country, currency },
      ...{ decimals: 2, health: "up", auth: "pin_push" },
    },
  ];
  // Both say that they are up, so that nothing but the order decides.
  const all = rails.all.map((rail) => ({
    ...rail,
    networks: async ({ country = "" }) => up(country, country === "GH" ? "GHS" : "KES"),
  }));
  const known = { rails: { all, sandbox: null, routes: rails.routes } };
  const query = { op: "charge" as const, storeId: null, method: "mobile_money" as const };
  const first = async (country: string, currency: string) =>
    (await routeOf(known, { ...query, country, currency }))[0]?.id;
  expect(await first("GH", "GHS")).toBe("paystack");
  expect(await first("KE", "KES")).toBe("pawapay");
});

describe("the networks of a rail", () => {
  function slow() {
    let asked = 0;
    let answer: () => Promise<NetworkInfo[]> = async () => [];
    const [base] = sandbox.all;
    if (!base) throw new Error("There is no sandbox.");
    const ask = () => {
      asked += 1;
      return answer();
    };
    const rail = { ...base, networks: ask };
    return {
      kept: cacheNetworks(rail, () => world.clock.now()),
      asked: () => asked,
      answers: (next: typeof answer) => {
        answer = next;
      },
    };
  }
  const query = { country: "UG", op: "charge" as const };

  test("are asked for once a minute, however many pages want them", async () => {
    const { kept, asked } = slow();
    await Promise.all([kept.networks(query), kept.networks(query), kept.networks(query)]);
    await kept.networks(query);
    expect(asked()).toBe(1);
    await kept.networks({ ...query, op: "payout" });
    expect(asked()).toBe(2);
    world.clock.advance(61_000);
    await kept.networks(query);
    expect(asked()).toBe(3);
  });

  test("are those of a few minutes ago while the rail hangs, and no page waits", async () => {
    const { kept, answers } = slow();
    const known = await kept.networks(query);
    answers(() => new Promise(() => {}));
    world.clock.advance(5 * 60_000);
    expect(await kept.networks(query)).toBe(known);
  });

  test("are unknown when the rail hangs and what is kept is too old, after 2.5 seconds", async () => {
    const { kept, answers } = slow();
    answers(() => new Promise(() => {}));
    const startedAt = performance.now();
    await expect(kept.networks(query)).rejects.toThrow("in time");
    expect(performance.now() - startedAt).toBeLessThan(4_000);
  });

  test("are asked for again after an error", async () => {
    const { kept, answers, asked } = slow();
    answers(() => Promise.reject(new Error("no")));
    await expect(kept.networks(query)).rejects.toThrow("no");
    answers(async () => []);
    expect(await kept.networks(query)).toEqual([]);
    expect(asked()).toBe(2);
  });
});

test("what an adapter does not understand becomes one task a day for the operator; an outage does not", async () => {
  const anomaly = raiseAnomaly(world);
  anomaly({ rail: "pawapay", what: "unknown_word", detail: "deposit SLEEPING" });
  anomaly({ rail: "pawapay", what: "unknown_word", detail: "deposit DREAMING" });
  anomaly({ rail: "pawapay", what: "unreachable", detail: "GET /v2/x: ECONNRESET" });
  const tasks = () => world.db.task.findMany({ where: { kind: "rail_odd" } });
  await expect.poll(async () => (await tasks()).length).toBe(1);
  expect(await tasks()).toMatchObject([
    { storeId: null, details: { rail: "pawapay", what: "unknown_word", detail: "deposit SLEEPING" } },
  ]);
  world.clock.advance(24 * 60 * 60 * 1000);
  anomaly({ rail: "pawapay", what: "unknown_word", detail: "deposit SLEEPING" });
  await expect.poll(async () => (await tasks()).length).toBe(2);
});
