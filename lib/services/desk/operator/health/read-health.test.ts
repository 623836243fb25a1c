import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, sellingStore } from "@/lib/testing/money";
import { newOperator } from "@/lib/testing/operator";
import { type PayingWorld, payingWorld, press } from "@/lib/testing/payments";
import { testStore } from "@/lib/testing/world";
import { type Said, sayIn } from "@/lib/text/mail";
import { openRails } from "../../rails/open-rails";
import { readOverview } from "../overview";
import { listOperatorPayments } from "../payments";
import { listOperatorTasks } from "../tasks";
import { checkBooks } from "./books";
import type { HealthLine } from "./line";
import { readHealth } from "./read-health";

const world = await openStage();
const operator = await newOperator(world);

beforeEach(() => {
  world.clock.advance(3 * 24 * 3_600_000);
});

const lines = async (of = world, by = operator) =>
  (await readHealth(of, by)).flatMap((group) => group.lines.map(inEnglish));

/** As an operator who reads English sees it. */
function inEnglish({ name, value, means, todo, state }: HealthLine) {
  const told = (said: Said | string) => (typeof said === "string" ? said : sayIn("en", said));
  return { name: told(name), value: told(value), means: told(means), todo: todo && told(todo), state };
}

async function line(name: string, of = world) {
  const found = (await lines(of)).find((one) => one.name === name);
  if (!found) throw new Error(`There is no line ${name}.`);
  return found;
}

describe("the health of the service", () => {
  test("says of each line what it means, and of each that is bad what to do", async () => {
    const all = await lines();
    expect(all.length).toBeGreaterThan(12);
    for (const { means, todo, state } of all) {
      expect(means).toMatch(/\.$/);
      if (state === "bad") expect(todo).toMatch(/\.$/);
    }
  });

  test("says when the time leapt", async () => {
    const leapt = { ...world, clock: { now: () => world.clock.now(), doubt: async () => "leapt" as const } };
    const told = (await readHealth(leapt, operator)).flatMap(({ lines: some }) => some.map(inEnglish));
    expect(told).toContainEqual(expect.objectContaining({ value: "The time leapt", state: "bad" }));
  });

  test("says when the executor cannot be woken, since when, and when it can again", async () => {
    const name = "Waking the executor";
    expect(await line(name)).toMatchObject({ value: "It works", state: "well" });
    const failingSince = new Date(world.clock.now().getTime() - 240_000);
    const failing = { ...world, wakes: { sent: 3, failed: 12, failingSince } };
    expect(await line(name, failing)).toMatchObject({
      value: "It cannot be reached since 4 min",
      state: "bad",
    });
    const again = { ...world, wakes: { sent: 4, failed: 12, failingSince: null } };
    expect(await line(name, again)).toMatchObject({
      value: "It works again; 12 failed since the start",
      state: "well",
    });
  });

  test("knows how late a queue is", async () => {
    const queue = "Payments to ask about";
    const shop = await testStore(world);
    const { id } = await press(world, shop);
    await world.settled();
    const now = world.clock.now();
    const late = (ms: number) =>
      world.db.paymentAttempt.update({ where: { id }, data: { nextPollAt: new Date(now.getTime() - ms) } });
    await late(30_000);
    expect(await line(queue)).toMatchObject({
      value: "1 payment, the oldest due 30 s ago",
      ...{ state: "well", todo: null },
    });
    await late(2 * 60_000 - 1);
    expect(await line(queue)).toMatchObject({ state: "well" });
    await late(2 * 60_000);
    expect(await line(queue)).toMatchObject({ state: "watch" });
    await late(10 * 60_000 - 1);
    expect(await line(queue)).toMatchObject({ state: "watch" });
    await late(10 * 60_000);
    expect(await line(queue)).toMatchObject({ state: "bad" });
    await late(3 * 3_600_000);
    expect(await line(queue)).toMatchObject({
      value: "1 payment, the oldest due 3 h ago",
      state: "bad",
      todo: expect.stringContaining("executor"),
    });
    await world.db.paymentAttempt.update({ where: { id }, data: { nextPollAt: null, status: "failed" } });
    expect(await line(queue)).toMatchObject({ value: "Nothing waits", state: "well" });
  });

  test("knows the share of payments that come through, by network", async () => {
    const shop = await sellingStore(world);
    const payments = [];
    for (let count = 0; count < 5; count += 1) payments.push(await paidPayment(world, shop));
    const name = "MTN MoMo (UG) by sandbox";
    expect(await line(name)).toMatchObject({ value: "100\u00a0% of 5 came through", state: "well" });
    const ids = payments.slice(0, 4).map(({ attemptId }) => attemptId);
    await world.db.paymentAttempt.updateMany({ where: { id: { in: ids } }, data: { status: "failed" } });
    expect(await line(name)).toMatchObject({ value: "20\u00a0% of 5 came through", state: "bad" });
    world.clock.advance(25 * 3_600_000);
    expect(await line("Payments")).toMatchObject({ value: "None in 24 hours" });
    // Only the numbers above needed this; the books stay as they were.
    await world.db.paymentAttempt.updateMany({ where: { id: { in: ids } }, data: { status: "succeeded" } });
  });

  test("knows mails that failed and why, and says when no provider is set", async () => {
    expect(await line("SMS")).toMatchObject({
      state: "watch",
      todo: expect.stringContaining("SMS_PROVIDER"),
    });
    const mailing = { ...world, mailer: { send: async () => ({ ok: true as const }) } as never };
    expect(await line("E-mail", mailing)).toMatchObject({ value: "0 sent, 0 failed, 0 being tried again" });
    const mail = { channel: "email" as const, template: "x", body: "x", recipient: "a@example.com" };
    await world.db.message.create({
      data: {
        ...mail,
        ...{ status: "failed", attemptsMade: 6, lastError: "550 no such user" },
        dedupeKey: randomUUID(),
        createdAt: world.clock.now(),
      },
    });
    expect(await line("E-mail", mailing)).toMatchObject({
      state: "bad",
      means: expect.stringContaining("550 no such user"),
    });
  });

  test("knows endpoints that fail, and a backlog", async () => {
    expect(await line("Sellers’ endpoints")).toMatchObject({ state: "well" });
    const { store } = await testStore(world);
    const base = { storeId: store.id, livemode: true, types: [], secretSealed: Buffer.from("x") };
    const now = world.clock.now();
    const failing = { ...base, failingSince: now, createdAt: now };
    for (let count = 0; count < 4; count += 1)
      await world.db.webhookEndpoint.create({ data: { ...failing, url: `https://example.com/${count}` } });
    expect(await line("Sellers’ endpoints")).toMatchObject({
      ...{ value: "4 in all, 4 failing, 0 switched off", state: "bad" },
      todo: expect.stringContaining("our way out"),
    });
  });

  test("names rails that cannot be used, and versions", async () => {
    expect(await line("Rails")).toMatchObject({ value: "None is set up", state: "watch" });
    const rails = openRails(world, { RAIL_PAYSTACK_SECRET_KEY: "nonsense" }, world.rails);
    expect(await line("Paystack", { ...world, rails })).toMatchObject({
      value: "Cannot be used",
      state: "bad",
    });
    const nowhere = {
      RAIL_PAYSTACK_SECRET_KEY: "sk_test_0123456789abcdef",
      ...{ RAIL_PAYSTACK_MODE: "test", RAIL_PAYSTACK_BASE_URL: "http://127.0.0.1:1" },
    };
    const alone = { ...world, rails: openRails(world, nowhere, world.rails) };
    expect(await line("Paystack", alone)).toMatchObject({
      ...{ value: "It is not well", state: "bad" },
      means: expect.stringContaining("could not be reached"),
    });
    expect((await line("Versions")).value).toMatch(/^Sente \d.*Node \d.*PostgreSQL \d.*\d migrations$/);
    expect((await line("Database")).value).toMatch(/MB|GB/);
  });
});

describe("the books", () => {
  // A service of its own: the tests above leave rows behind that no program would.
  let clean: PayingWorld;
  beforeAll(async () => {
    clean = await payingWorld();
  });
  afterAll(() => clean.close());

  test("were checked when, and what was found, is known for hours", async () => {
    const by = await newOperator(clean);
    const books = async () => (await lines(clean, by)).find(({ name }) => name === "Checks of the books");
    expect(await books()).toMatchObject({ state: "unknown" });
    expect(await checkBooks(clean, by)).toEqual({ broken: 0 });
    expect(await books()).toMatchObject({ value: "All right, 0 s ago", state: "well" });
    clean.clock.advance(5 * 3_600_000);
    expect(await books()).toMatchObject({ value: "All right, 5 h ago", state: "watch" });
    const link = { storeId: (await testStore(clean)).store.id, token: randomUUID(), title: "Link" };
    const now = clean.clock.now();
    const row = { ...link, currency: "UGX", amountMinor: 1n, createdAt: now, updatedAt: now };
    await clean.db.paymentLink.create({ data: { ...row, totalPaidMinor: 1n } });
    expect((await checkBooks(clean, by)).broken).toBe(1);
    expect(await books()).toMatchObject({ value: "1 broken, 0 s ago", state: "bad" });
  });
});

test("the overview counts a day and what needs a hand, and the lists show as many", async () => {
  const overview = () => readOverview(world, operator, new Date(world.clock.now().getTime() - 3_600_000));
  const before = await overview();
  const shop = await sellingStore(world, { store: { verificationStatus: "pending" } });
  await paidPayment(world, shop);
  await paidPayment(world, shop, "269");
  const after = await overview();
  expect(after.newStores).toBe(before.newStores + 1);
  const page = { skip: 0, take: 1 };
  for (const state of ["paid", "refused", "open"] as const) {
    const sum = ({ hours }: typeof after) => hours.reduce((all, hour) => all + hour[state], 0);
    expect(sum(after)).toBe(sum(before) + (state === "paid" ? 1 : 0));
    const { total } = await listOperatorPayments(world, operator, { state, rail: "" }, page);
    expect(total).toBe(sum(after));
  }
  const { rows } = await listOperatorPayments(world, operator, { state: "paid", rail: "" }, page);
  expect(rows).toMatchObject([{ amountMinor: 50_000n, currency: "UGX", store: { id: shop.store.id } }]);
  const suspense = { view: "sellers", kind: "suspense" } as const;
  const { total } = await listOperatorTasks(world, operator, suspense, page);
  expect(after.hand.find(({ what }) => what === "suspense")?.count).toBe(total);
  const count = (of: typeof after, what: string) => of.hand.find((row) => row.what === what)?.count ?? 0;
  expect(count(after, "suspense")).toBe(count(before, "suspense") + 1);
  expect(count(after, "verification")).toBe(count(before, "verification") + 1);
  expect(after.unwell.map(inEnglish).some(({ name }) => name === "SMS")).toBe(true);
});
