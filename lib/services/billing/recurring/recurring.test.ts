import { beforeEach, expect, test } from "vitest";
import { Invalid } from "@/lib/domain/refusal";
import { DeliveryProblem } from "@/lib/providers/call-out";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { deliverMessages, takers } from "@/lib/testing/outbox";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { cancelInvoice } from "../invoices/record";
import { sendInvoice } from "../invoices/send";
import { markSentByHand } from "../invoices/sent";
import {
  changeRecurring,
  createRecurring,
  makeDueInvoices,
  type NewRecurring,
  readRecurring,
} from "./recurring";

let world: TestWorld;
let shop: TestStore;
beforeEach(async () => {
  // 9:30 in Kampala.
  world = testWorld(takers());
  world.clock.set(new Date("2026-01-31T06:30:00Z"));
  shop = await testStore(world);
});

const item = { description: "Rent", quantity: 1, unit_price: 50_000 };
const amina = { customer_name: "Amina Okello", customer_email: "amina@example.com" };

function schedule(wish: Partial<Omit<NewRecurring, "body">> & { body?: Record<string, unknown> } = {}) {
  const { body, ...rest } = wish;
  return createRecurring(world, shop.live, {
    ...{ body: NewInvoice.parse({ ...amina, items: [item], ...body }), dueDays: 7, channels: ["email"] },
    ...{ interval: "month", startsOn: "2026-01-31", endsOn: null, times: null },
    ...rest,
  });
}

const invoicesOf = (id: number) =>
  world.db.invoice.findMany({ where: { recurringId: id }, orderBy: { id: "asc" } });
const daysOf = async (id: number) =>
  (await invoicesOf(id)).map(({ recurringOn }) => recurringOn?.toISOString().slice(0, 10));
const mails = () =>
  world.db.message.count({ where: { storeId: shop.store.id, template: { startsWith: "invoice_sent" } } });
const nextOf = async (id: number) => {
  const { row } = await readRecurring(world, shop.live, id);
  return { on: row.nextOn?.toISOString().slice(0, 10) ?? null, at: row.nextAt?.toISOString() ?? null };
};
const refused = async (work: Promise<unknown>) => {
  const error = await work.catch((thrown: unknown) => thrown);
  return error instanceof Invalid ? Object.keys(error.errors) : error;
};
const at = (text: string) => world.clock.set(new Date(text));

test("each month has its invoice, numbered, sent, due from its day, at nine in the store's zone", async () => {
  const { id } = await schedule();
  await makeDueInvoices(world);
  expect(await invoicesOf(id)).toMatchObject([
    { number: "INV-000001", totalMinor: 50_000n, dueOn: new Date("2026-02-07T00:00:00Z") },
  ]);
  expect(await mails()).toBe(1);
  expect(await nextOf(id)).toEqual({ on: "2026-02-28", at: "2026-02-28T06:00:00.000Z" });
  at("2026-02-28T05:59:00Z");
  expect(await makeDueInvoices(world)).toMatchObject({ made: 0 });
  at("2026-02-28T06:00:00Z");
  expect(await makeDueInvoices(world)).toMatchObject({ made: 1 });
  expect(await makeDueInvoices(world)).toMatchObject({ made: 0 });
  expect(await daysOf(id)).toEqual(["2026-01-31", "2026-02-28"]);
  expect((await nextOf(id)).on).toBe("2026-03-31");
});

test("workers that run at once make one invoice and one message of a day", async () => {
  const { id } = await schedule();
  const others = Array.from({ length: 4 }, () =>
    makeDueInvoices(testWorld({ ...takers(), clock: world.clock })),
  );
  const all = await Promise.all(others);
  expect(all.reduce((sum, { made }) => sum + made, 0)).toBe(1);
  expect(await daysOf(id)).toEqual(["2026-01-31"]);
  expect(await mails()).toBe(1);
});

test("a worker whose connection is killed half way leaves nothing, and the next one makes it once", async () => {
  const { id } = await schedule();
  let kills = 0;
  const dying = testWorld({
    ...{ ...takers(), clock: world.clock },
    random: {
      ...world.random,
      // The invoice's token and the message's key are drawn inside the transaction.
      bytes(length: number) {
        kills += 1;
        if (kills === 2) void world.pool.query(killOthers);
        return world.random.bytes(length);
      },
    },
  });
  const killOthers =
    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction' AND pid <> pg_backend_pid()";
  // Where the kill comes too late for this machine the work is done; either way there is one of each in the end.
  await makeDueInvoices(dying).catch(() => null);
  expect(kills).toBeGreaterThanOrEqual(2);
  expect((await invoicesOf(id)).length).toBe(await mails());
  world.clock.advance(61 * 60_000);
  await makeDueInvoices(world);
  expect(await daysOf(id)).toEqual(["2026-01-31"]);
  expect(await mails()).toBe(1);
  expect((await invoicesOf(id))[0]?.number).toBe("INV-000001");
});

test("a failure half way takes everything back: invoice, number and day", async () => {
  const { id } = await schedule();
  const failing = testWorld({
    ...{ ...takers(), clock: world.clock },
    random: {
      ...world.random,
      bytes: () => {
        throw new Error("The machine went down.");
      },
    },
  });
  expect(await makeDueInvoices(failing)).toMatchObject({ made: 0, failed: 1 });
  expect(await invoicesOf(id)).toEqual([]);
  // It rests for an hour, so that it holds up nobody.
  expect(await makeDueInvoices(world)).toMatchObject({ made: 0 });
  world.clock.advance(60 * 60_000);
  expect(await makeDueInvoices(world)).toMatchObject({ made: 1 });
  expect((await invoicesOf(id))[0]?.number).toBe("INV-000001");
});

test("after an outage each day has its invoice, and only the latest is sent", async () => {
  const { id } = await schedule();
  at("2026-05-15T12:00:00Z");
  await makeDueInvoices(world);
  expect(await daysOf(id)).toEqual(["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30"]);
  expect(await mails()).toBe(1);
  const [message] = await world.db.message.findMany({ where: { storeId: shop.store.id } });
  expect(message?.objectId).toBe(`invoice/${(await invoicesOf(id)).at(-1)?.id}`);
  // Each is due from the day on which it was made.
  expect((await invoicesOf(id)).map(({ dueOn }) => dueOn?.toISOString().slice(0, 10))).toEqual(
    Array.from({ length: 4 }, () => "2026-05-22"),
  );
});

test("it ends after its last day, or after so many, or when its seller says so", async () => {
  const [until, twice, ended] = [
    await schedule({ endsOn: "2026-03-30" }),
    await schedule({ times: 2 }),
    await schedule(),
  ];
  await changeRecurring(world, shop.live, ended.id, "end");
  at("2027-01-01T12:00:00Z");
  await makeDueInvoices(world);
  expect(await daysOf(until.id)).toEqual(["2026-01-31", "2026-02-28"]);
  expect(await daysOf(twice.id)).toEqual(["2026-01-31", "2026-02-28"]);
  expect(await daysOf(ended.id)).toEqual([]);
  for (const { id } of [until, twice, ended]) {
    expect((await readRecurring(world, shop.live, id)).row.endedAt).not.toBeNull();
    await changeRecurring(world, shop.live, id, "resume");
    expect(await nextOf(id)).toEqual({ on: null, at: null });
  }
});

test("what a pause leaves out is not made up", async () => {
  const { id } = await schedule({ times: 3 });
  await makeDueInvoices(world);
  await changeRecurring(world, shop.live, id, "pause");
  at("2026-04-15T12:00:00Z");
  await makeDueInvoices(world);
  expect(await daysOf(id)).toEqual(["2026-01-31"]);
  await Promise.all([1, 2].map(() => changeRecurring(world, shop.live, id, "resume")));
  expect((await nextOf(id)).on).toBe("2026-04-30");
  at("2026-06-15T12:00:00Z");
  await makeDueInvoices(world);
  expect(await daysOf(id)).toEqual(["2026-01-31", "2026-04-30", "2026-05-31"]);
});

test("a suspended store makes none until it is open again; without channels it stays a draft", async () => {
  const { id } = await schedule({ channels: [] });
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
  expect(await makeDueInvoices(world)).toMatchObject({ made: 0, failed: 0 });
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "active" } });
  world.clock.advance(60 * 60_000);
  expect(await makeDueInvoices(world)).toMatchObject({ made: 1 });
  expect(await mails()).toBe(0);
  expect(await invoicesOf(id)).toMatchObject([{ sentAt: null }]);
});

test("where the account may not send, the invoice waits as a draft", async () => {
  await world.db.user.update({ where: { id: shop.owner.id }, data: { emailVerifiedAt: null } });
  const { id } = await schedule();
  expect(await makeDueInvoices(world)).toMatchObject({ made: 1, failed: 0 });
  expect(await mails()).toBe(0);
  expect(await invoicesOf(id)).toHaveLength(1);
});

test("a schedule is refused like an invoice, and belongs to its store alone", async () => {
  expect(await refused(schedule({ startsOn: "2026-01-30" }))).toEqual(["startsOn"]);
  expect(await refused(schedule({ endsOn: "2026-01-30" }))).toEqual(["endsOn"]);
  for (const times of [0, 1_000]) expect(await refused(schedule({ times }))).toEqual(["times"]);
  expect(await refused(schedule({ channels: ["sms"] }))).toEqual(["customer_phone"]);
  expect(await refused(schedule({ body: { discount: 60_000 } }))).toEqual(["discount"]);
  const { id } = await schedule();
  const other = await testStore(world);
  await expect(readRecurring(world, other.live, id)).rejects.toThrow();
  await expect(changeRecurring(world, other.live, id, "end")).rejects.toThrow();
  await expect(changeRecurring(world, { ...shop.live, role: "viewer" }, id, "end")).rejects.toThrow();
});

const tasks = () => world.db.task.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });

test("drafts that nobody has are one task, until the last of them went out or was cancelled", async () => {
  const { id } = await schedule();
  at("2026-05-15T12:00:00Z");
  await makeDueInvoices(world);
  expect(await tasks()).toMatchObject([
    {
      ...{ kind: "recurring_drafts", subject: `recurring/${id}`, resolvedAt: null },
      details: { customer: "Amina Okello" },
    },
  ]);
  const drafts = (await invoicesOf(id)).slice(0, 3).map((invoice) => invoice.id);
  await markSentByHand(world, shop.live, Number(drafts[0]));
  await markSentByHand(world, shop.live, Number(drafts[1]));
  await deliverMessages(world, { storeId: shop.store.id });
  expect(await tasks()).toMatchObject([{ resolvedAt: null }]);
  await cancelInvoice(world, shop.live, Number(drafts[2]));
  expect(await tasks()).toMatchObject([{ resolvedAt: world.clock.now() }]);
});

test("one is a task where its schedule sends none, or may not send; one that goes out is none", async () => {
  const quiet = await schedule({ channels: [] });
  await schedule();
  await makeDueInvoices(world);
  expect((await tasks()).map(({ subject }) => subject)).toEqual([`recurring/${quiet.id}`]);
  await world.db.user.update({ where: { id: shop.owner.id }, data: { emailVerifiedAt: null } });
  const barred = await schedule();
  await makeDueInvoices(world);
  expect((await tasks()).map(({ subject }) => subject)).toEqual([
    ...[`recurring/${quiet.id}`, `recurring/${barred.id}`],
  ]);
});

test("one that no message brought is a task, once, until it is sent another way", async () => {
  const { problem, ...taking } = takers();
  problem.email = new DeliveryProblem("No such mailbox.", true);
  world = testWorld({ ...taking, clock: world.clock });
  const { id } = await schedule();
  await makeDueInvoices(world);
  await deliverMessages(world, { storeId: shop.store.id });
  const [invoice] = await invoicesOf(id);
  expect(await tasks()).toMatchObject([
    { kind: "recurring_unsent", subject: `invoice/${invoice?.id}`, resolvedAt: null },
  ]);
  // A person who sends it and sees that it fails is told by the page.
  await expect(sendInvoice(world, shop.live, Number(invoice?.id), ["email"])).rejects.toThrow();
  expect(await tasks()).toHaveLength(1);
  await markSentByHand(world, shop.live, Number(invoice?.id));
  expect(await tasks()).toMatchObject([{ resolvedAt: world.clock.now() }]);
});
