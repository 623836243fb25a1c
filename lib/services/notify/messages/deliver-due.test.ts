import { beforeEach, expect, test } from "vitest";
import { DeliveryProblem } from "@/lib/providers/call-out";
import type { Mail, Mailer } from "@/lib/providers/mail/mailer";
import type { SmsMessage } from "@/lib/providers/sms/sms";
import { transact } from "@/lib/services/core/unit";
import type { NewMessage, World } from "@/lib/services/core/world";
import { deliverMessages } from "@/lib/testing/outbox";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";

let sent: Mail[];
let problem: Error | null;
let world: TestWorld;
let store: TestStore;

const mailer: Mailer = {
  async send(mail) {
    if (problem) throw problem;
    sent.push(mail);
    return { ref: `<${sent.length}@mail>` };
  },
};

beforeEach(async () => {
  sent = [];
  problem = null;
  world = testWorld({ mailer });
  store = await testStore(world);
});

test("a queued message is handed to the mail server once, however many workers look", async () => {
  for (let index = 0; index < 12; index += 1) await queue(`once-${index}`);
  expect(world.woken).toContain("messages");
  const results = await Promise.all([pass(), pass(), pass()]);
  expect(results.reduce((sum, result) => sum + result.sent, 0)).toBe(12);
  expect(sent).toHaveLength(12);
  const mail = { to: "payer@example.com", subject: "Hello", text: "Text", action: null, letter: null };
  expect(sent[0]).toEqual(mail);
  expect(await statuses()).toEqual(["sent"]);
});

test("a server that refuses is tried six times with growing pauses, then the message has failed", async () => {
  problem = new Error("550 no such user payer@example.com");
  await queue("refused");
  const waits: number[] = [];
  for (;;) {
    const before = world.clock.now().getTime();
    const { failed, nextDueAt } = await pass();
    expect(failed).toBe(1);
    if (!nextDueAt) break;
    waits.push((nextDueAt.getTime() - before) / 60_000);
    world.clock.set(nextDueAt);
  }
  expect(waits).toEqual([1, 5, 15, 60, 240]);
  const [row] = await world.db.message.findMany({ where: { storeId: store.store.id } });
  expect(row).toMatchObject({ status: "failed", attemptsMade: 6, lastError: "550 no such user [masked]" });
});

test("without a mail server messages are kept, and stay kept when one comes", async () => {
  const poor = { ...world, mailer: null };
  await queue("kept", poor);
  expect(await deliverMessages(poor, { storeId: store.store.id })).toEqual({
    sent: 0,
    failed: 0,
    nextDueAt: null,
  });
  expect(await pass()).toEqual({ sent: 0, failed: 0, nextDueAt: null });
  expect(await statuses()).toEqual(["kept"]);
});

test("a worker that died leaves its message to the next one", async () => {
  await queue("leased");
  await world.db.message.updateMany({
    where: { storeId: store.store.id },
    data: { leasedUntil: new Date(world.clock.now().getTime() + 120_000) },
  });
  expect(await pass()).toMatchObject({ sent: 0 });
  world.clock.advance(120_000);
  expect(await pass()).toMatchObject({ sent: 1 });
});

test("texts go to the SMS provider and mail to the mail server; what has nobody to take it is kept", async () => {
  const texts: SmsMessage[] = [];
  const sms = { send: async (text: SmsMessage) => ({ ref: `sms-${texts.push(text)}` }) };
  const both = { ...world, sms };
  await queue("text", both, { channel: "sms", recipient: "+256772000111" });
  await queue("mail", both);
  await queue("none", world, { channel: "sms", recipient: "+256772000111" });
  expect(await deliverMessages(both, { storeId: store.store.id })).toMatchObject({ sent: 2, failed: 0 });
  expect(texts).toEqual([{ to: "+256772000111", text: "Text" }]);
  expect(sent).toHaveLength(1);
  expect((await rows()).map(({ status, providerRef }) => [status, providerRef])).toEqual([
    ["sent", "sms-1"],
    ["sent", "<1@mail>"],
    ["kept", null],
  ]);
});

test("queued for a provider that was taken out of use since, it waits and holds up no other", async () => {
  await queue("text", { ...world, sms: { send: async () => ({ ref: null }) } }, { channel: "sms" });
  await queue("mail");
  expect(await pass()).toEqual({ sent: 1, failed: 0, nextDueAt: null });
  expect((await rows()).map(({ status }) => status)).toEqual(["queued", "sent"]);
});

test("an address that will never work is tried once", async () => {
  problem = new DeliveryProblem("550 no such user", true);
  await queue("final");
  expect(await pass()).toEqual({ sent: 0, failed: 1, nextDueAt: null });
  expect(await rows()).toMatchObject([{ status: "failed", attemptsMade: 1, lastError: "550 no such user" }]);
});

test("what may wait for the morning is not sent, nor anybody woken for it, before then", async () => {
  const morning = new Date(world.clock.now().getTime() + 8 * 3_600_000);
  world.woken.length = 0;
  await queue("morning", world, { notBefore: morning });
  expect(world.woken).toEqual([]);
  expect(await pass()).toEqual({ sent: 0, failed: 0, nextDueAt: morning });
  world.clock.set(morning);
  expect(await pass()).toMatchObject({ sent: 1 });
});

test("a code that waited for a quarter of an hour is of no use and not sent", async () => {
  await queue("code", world, { template: "contact_code" });
  world.clock.advance(15 * 60_000 + 1);
  expect(await pass()).toMatchObject({ sent: 0, failed: 1 });
  expect(sent).toEqual([]);
  expect(await rows()).toMatchObject([{ status: "failed", lastError: expect.stringContaining("waited") }]);
});

function rows() {
  return world.db.message.findMany({ where: { storeId: store.store.id }, orderBy: { id: "asc" } });
}

function pass() {
  return deliverMessages(world, { storeId: store.store.id });
}

async function statuses(): Promise<string[]> {
  const rows = await world.db.message.findMany({ where: { storeId: store.store.id } });
  return [...new Set(rows.map((row) => row.status))];
}

function queue(key: string, where: World = world, of: Partial<NewMessage> = {}): Promise<boolean> {
  return transact(where, (unit) =>
    unit.queueMessage({
      why: "paid",
      accountId: store.accountId,
      storeId: store.store.id,
      channel: "email",
      recipient: "payer@example.com",
      template: "test",
      subject: "Hello",
      body: "Text",
      dedupeKey: `${key}/${store.store.id}`,
      ...of,
    }),
  );
}
