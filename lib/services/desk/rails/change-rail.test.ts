import { randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { suspenseReceived } from "@/lib/domain/posting";
import { NotFound, say } from "@/lib/domain/refusal";
import { transact } from "@/lib/services/core/unit";
import { routeOf } from "@/lib/services/money/rails";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { newOperator, operatorPassword as password } from "@/lib/testing/operator";
import { type PayingWorld, payingWorld, press } from "@/lib/testing/payments";
import { refused } from "@/lib/testing/refused";
import { testStore } from "@/lib/testing/world";
import { type NewRail, removeRail, saveRail, switchRail } from "./change-rail";
import { openRails } from "./open-rails";
import { readRail, readRoutes } from "./read-rails";
import { setRailOrder } from "./set-order";

let base: PayingWorld;
let world: PayingWorld;
let provider: Server;
/** What Paystack and Flutterwave, both played by one server, say to everything. */
let answer = { status: 200 };
let operator: Awaited<ReturnType<typeof newOperator>>;
const reason = "The contract is signed.";
const secretKey = "sk_test_0123456789abcdef";

beforeAll(async () => {
  base = await payingWorld();
  operator = await newOperator(base);
  provider = createServer((request, response) => {
    const isWell = answer.status === 200;
    const status = request.url?.startsWith("/balances") ? (isWell ? "success" : "error") : isWell;
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(JSON.stringify({ status, message: "", data: [] }));
  });
  await new Promise<void>((resolve) => provider.listen(0, "127.0.0.1", resolve));
});
afterAll(async () => {
  await new Promise((resolve) => provider.close(resolve));
  await base.close();
});

/** Where the providers are, for credentials that are typed. */
function addresses(more: Record<string, string> = {}) {
  const url = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`;
  return { RAIL_PAYSTACK_BASE_URL: url, RAIL_FLUTTERWAVE_BASE_URL: url, ...more };
}
beforeEach(async () => {
  answer = { status: 200 };
  await base.db.railSetting.deleteMany();
  await base.db.railOrder.deleteMany();
  world = { ...base, rails: openRails(base, addresses(), base.rails) };
  await world.rails.routes?.ready();
});

const save = (more: Partial<NewRail> = {}, by = operator) =>
  saveRail(world, by, {
    ...{ rail: "paystack", livemode: false, credentials: { secretKey }, password, reason },
    ...more,
  });
const ids = () => world.rails.all.map(({ id }) => id);
const acts = async () =>
  (await world.db.auditEntry.findMany({ where: { actor: operator.actor }, orderBy: { id: "asc" } })).map(
    ({ action, target, reason: why }) => ({ action, target, why }),
  );

describe("a rail", () => {
  test("is used at once when it is set up, and its credentials are kept sealed", async () => {
    await save();
    expect(ids()).toEqual(["paystack", "sandbox"]);
    const row = await world.db.railSetting.findUniqueOrThrow({ where: { rail: "paystack" } });
    expect(Buffer.from(row.credentialsSealed).includes(secretKey)).toBe(false);
    expect(world.secrets.open(row.credentialsSealed)).toContain(secretKey);
    const view = await readRail(world, operator, "paystack");
    expect(view).toMatchObject({
      state: "on",
      shown: { secretKey: "…cdef" },
      callbackUrl: "http://localhost:3000/api/rails/paystack",
      by: "Opal",
    });
    expect(JSON.stringify(view)).not.toContain(secretKey);
  });

  test("begins nothing while it is switched off, and begins again", async () => {
    await save();
    const card = {
      op: "charge" as const,
      storeId: null,
      method: "card" as const,
      country: "KE",
      currency: "KES",
    };
    await switchRail(world, operator, { rail: "paystack", on: false, reason, password });
    expect((await routeOf(world, card)).map(({ id }) => id)).toEqual(["sandbox"]);
    expect(ids()).toEqual(["paystack", "sandbox"]);
    await switchRail(world, operator, { rail: "paystack", on: true, reason, password });
    expect((await routeOf(world, card)).map(({ id }) => id)).toEqual(["paystack"]);
  });

  test("whose provider refuses the credentials is kept and stays off, and payers go on in the sandbox", async () => {
    world.clock.advance(1_000);
    answer = { status: 401 };
    expect(await save()).toEqual({
      ok: false,
      detail: expect.objectContaining({ code: "rail_check_refused" }),
    });
    expect((await readRail(world, operator, "paystack")).state).toBe("off");
    const card = {
      op: "charge" as const,
      storeId: null,
      method: "card" as const,
      country: "KE",
      currency: "KES",
    };
    expect((await routeOf(world, card)).map(({ id }) => id)).toEqual(["sandbox"]);
    const mails = await world.db.message.findMany({
      where: { template: "rail.saved" },
      orderBy: { id: "desc" },
    });
    expect(mails[0]?.body).toMatch(/check failed/i);
  });

  test("is switched on only once its provider answers and takes the credentials", async () => {
    answer = { status: 503 };
    await save();
    await refused(switchRail(world, operator, { rail: "paystack", on: true, reason, password }), {
      form: [expect.objectContaining({ code: "rail_check_unreachable" })],
    });
    expect((await readRail(world, operator, "paystack")).state).toBe("off");
    answer = { status: 200 };
    await switchRail(world, operator, { rail: "paystack", on: true, reason, password });
    expect((await readRail(world, operator, "paystack")).state).toBe("on");
  });

  test("that is set up anew with credentials that are refused is off until they are mended", async () => {
    await save();
    answer = { status: 401 };
    await save({ credentials: { secretKey: "sk_test_another0123456789" } });
    expect((await readRail(world, operator, "paystack")).state).toBe("off");
  });

  test("of the environment can be switched off too, and keeps its credentials from there", async () => {
    const environment = { RAIL_PAYSTACK_SECRET_KEY: secretKey, RAIL_PAYSTACK_MODE: "test" };
    world = { ...base, rails: openRails(base, addresses(environment), base.rails) };
    await world.rails.routes?.ready();
    await switchRail(world, operator, { rail: "paystack", on: false, reason, password });
    expect((await readRail(world, operator, "paystack")).state).toBe("off");
    await switchRail(world, operator, { rail: "paystack", on: true, reason, password });
    expect(await readRail(world, operator, "paystack")).toMatchObject({
      state: "on",
      setting: { source: "environment", livemode: false },
    });
    await refused(save(), { form: [say("rail_of_environment", { rail: "Paystack" })] });
  });

  test("that is set up anew keeps a secret that is left empty", async () => {
    const hash = "a-hash-that-is-long-enough";
    const first = { secretKey: "FLWSECK_TEST-0123456789", webhookHash: hash };
    await save({ rail: "flutterwave", credentials: first });
    const second = { secretKey: "FLWSECK_TEST-9876543210", webhookHash: " " };
    await save({ rail: "flutterwave", credentials: second });
    const row = await world.db.railSetting.findUniqueOrThrow({ where: { rail: "flutterwave" } });
    expect(JSON.parse(world.secrets.open(row.credentialsSealed))).toEqual({ ...second, webhookHash: hash });
  });

  test("needs keys of the right shape and of the mode, a reason, and the operator's password", async () => {
    await refused(save({ credentials: {} }), { secretKey: expect.anything() });
    await refused(save({ credentials: { secretKey: "pk_test_123456789" } }), {
      secretKey: [say("rail_paystack_key")],
    });
    await refused(save({ livemode: true }), { secretKey: [say("rail_test_key")] });
    await refused(save({ reason: " " }), { reason: expect.anything() });
    await refused(save({ password: "wrong" }), { password: [say("wrong_password")] });
    await refused(save({ credentials: {}, reason: "", password: "wrong" }), {
      secretKey: [expect.anything()],
      reason: [expect.anything()],
      password: [expect.anything()],
    });
    for (let count = 0; count < 8; count += 1)
      await refused(save({ password: "" }), { password: [say("password")] });
    await expect(save({ rail: "sandbox" })).rejects.toBeInstanceOf(NotFound);
    expect(await world.db.railSetting.count()).toBe(0);
    expect(ids()).toEqual(["sandbox"]);
  });

  test("is logged and mailed to everyone who runs the service, without its keys", async () => {
    const other = await newOperator(world);
    world.clock.advance(1_000);
    await save();
    expect((await acts()).at(-1)).toEqual({ action: "rail.saved", target: "rail:paystack", why: reason });
    const mails = await world.db.message.findMany({
      where: { template: "rail.saved", createdAt: world.clock.now() },
    });
    expect(mails.map(({ recipient }) => recipient)).toEqual(
      expect.arrayContaining([operator.email, other.email]),
    );
    for (const { body, subject } of mails) {
      expect(subject).toBe("Sente: Paystack was set up");
      expect(body).toContain(reason);
      expect(body).not.toContain(secretKey);
    }
    expect(JSON.stringify(await world.db.auditEntry.findMany(), bigints)).not.toContain(secretKey);
  });
});

async function takeAway(rail: string): Promise<void> {
  await switchRail(world, operator, { rail, on: false, reason, password });
  base.clock.advance(30_000);
  await removeRail(world, operator, { rail, reason, password });
}

describe("money decides what may be changed", () => {
  test("a rail with something under way is not removed, and once nothing is, it is", async () => {
    await save();
    const shop = await testStore(world);
    const { id } = await press(base, shop);
    await base.settled();
    await world.db.paymentAttempt.update({ where: { id }, data: { rail: "paystack" } });
    await refused(removeRail(world, operator, { rail: "paystack", reason, password }), {
      form: [say("rail_under_way", { rail: "Paystack", payments: 1, payouts: 0, refunds: 0 })],
    });
    await refused(save({ livemode: true, credentials: { secretKey: "sk_live_0123456789abcdef" } }), {
      form: [expect.objectContaining({ code: "rail_under_way" })],
    });
    await world.db.paymentAttempt.update({ where: { id }, data: { status: "failed", nextPollAt: null } });
    await takeAway("paystack");
    expect(ids()).toEqual(["sandbox"]);
  });

  test("a rail that another process may still offer is not removed", async () => {
    await save();
    const removing = () => removeRail(world, operator, { rail: "paystack", reason, password });
    const offered = { errors: { form: [say("rail_still_offered")] } };
    await expect(removing()).rejects.toMatchObject(offered);
    await switchRail(world, operator, { rail: "paystack", on: false, reason, password });
    base.clock.advance(29_000);
    await expect(removing()).rejects.toMatchObject(offered);
    base.clock.advance(1_000);
    await removing();
    await expect(removing()).rejects.toBeInstanceOf(NotFound);
  });

  test("a live rail is not set up where wallets hold play money that it would pay out", async () => {
    const live = { livemode: true, credentials: { secretKey: "sk_live_0123456789abcdef" } };
    await save(live);
    await takeAway("paystack");
    await paidPayment(base, await sellingStore(base));
    await refused(save(live), {
      form: [say("play_money", { amounts: [{ minor: 50_000n, currency: "UGX" }] })],
    });
    await save();
    expect(ids()).toEqual(["paystack", "sandbox"]);
  });

  test("play money is known as such also when the rail in test mode that brought it was removed", async () => {
    await saveTestFlutterwave();
    const shop = await testStore(world, { store: { country: "KE", currency: "KES" } });
    const where = { sourceId: randomUUID(), storeId: shop.store.id, rail: "flutterwave", currency: "KES" };
    await transact(world, (unit) => unit.post({ ...suspenseReceived({ amountMinor: 900_000n }), ...where }));
    await takeAway("flutterwave");
    await refused(save({ livemode: true, credentials: { secretKey: "sk_live_0123456789abcdef" } }), {
      form: [say("play_money", { amounts: expect.arrayContaining([{ minor: 900_000n, currency: "KES" }]) })],
    });
  });

  test("all rails are in one mode: no seller is paid out real money for play money of another rail", async () => {
    await saveTestFlutterwave();
    await refused(save({ livemode: true, credentials: { secretKey: "sk_live_0123456789abcdef" } }), {
      form: [say("rail_other_mode", { rails: ["Flutterwave"], count: 1, mode: "live" })],
    });
    await save();
    expect(ids()).toEqual(["flutterwave", "paystack", "sandbox"]);
  });

  test("a rail in test mode is not used beside a live one of the environment, and says so", async () => {
    await saveTestFlutterwave();
    const environment = { RAIL_PAYSTACK_SECRET_KEY: "sk_live_0123456789abcdef" };
    const mixed = { ...base, rails: openRails(base, addresses(environment), base.rails) };
    await mixed.rails.routes?.ready();
    expect(mixed.rails.all.map(({ id }) => id)).toEqual(["paystack"]);
    expect(await readRail(mixed, operator, "flutterwave")).toMatchObject({
      state: "broken",
      problems: [say("rail_test_beside", { rails: ["Paystack"], count: 1 })],
    });
    expect(await readRail(mixed, operator, "paystack")).toMatchObject({ state: "on", problems: [] });
  });
});

function saveTestFlutterwave() {
  const keys = { secretKey: "FLWSECK_TEST-0123456789", webhookHash: "a-hash-that-is-long-enough" };
  return save({ rail: "flutterwave", credentials: keys });
}

function order(more = {}) {
  const where = { way: "charge/card", country: "KE", currency: "KES" };
  return { ...where, rails: ["flutterwave", "paystack"], reason, ...more };
}

describe("the order of rails", () => {
  beforeEach(async () => {
    await save();
    const keys = { secretKey: "FLWSECK_TEST-0123456789", webhookHash: "a-hash-that-is-long-enough" };
    await save({ rail: "flutterwave", credentials: keys });
    await testStore(world, { store: { country: "KE", currency: "KES" } });
  });
  const card = async () =>
    (await readRoutes(world, operator)).find(({ way, country }) => way === "charge/card" && country === "KE");

  test("is ours until the operator sets another, for one way, country and currency; none gives ours back", async () => {
    expect(await card()).toMatchObject({ rails: ["paystack", "flutterwave"], isOperators: false });
    await setRailOrder(world, operator, order());
    expect(await card()).toMatchObject({ rails: ["flutterwave", "paystack"], isOperators: true });
    expect((await acts()).at(-1)).toMatchObject({
      action: "rail.order_set",
      target: "rail_order:charge/card/KE/KES",
    });
    await setRailOrder(world, operator, order({ rails: ["", ""] }));
    expect(await card()).toMatchObject({ rails: ["paystack", "flutterwave"], isOperators: false });
  });

  test("names rails, places and currencies that there are, each rail once, with a reason", async () => {
    const bad = { way: "charge/cash", country: "XX", currency: "XXX", rails: ["sandbox"], reason: "" };
    for (const [field, value] of Object.entries(bad))
      await refused(setRailOrder(world, operator, order({ [field]: value })), { [field]: expect.anything() });
    await refused(setRailOrder(world, operator, order({ rails: ["paystack", "paystack"] })), {
      rails: [say("rails_once")],
    });
  });
});

function bigints(_key: string, value: unknown): unknown {
  return typeof value === "bigint" ? String(value) : value;
}
