import { beforeEach, expect, test } from "vitest";
import type { Mail, Mailer } from "@/lib/providers/mail/mailer";
import { type TestStore, type TestWorld, testStore, testWorld } from "../testing/world";
import { transact } from "../unit";
import { deliverDueMessages } from "./deliver-due";

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
  expect(sent[0]).toEqual({ to: "payer@example.com", subject: "Hello", text: "Text" });
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
  expect(await deliverDueMessages(poor, { storeId: store.store.id })).toEqual({
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

function pass() {
  return deliverDueMessages(world, { storeId: store.store.id });
}

async function statuses(): Promise<string[]> {
  const rows = await world.db.message.findMany({ where: { storeId: store.store.id } });
  return [...new Set(rows.map((row) => row.status))];
}

function queue(key: string, where = world): Promise<void> {
  return transact(where, (unit) =>
    unit.queueMessage({
      accountId: store.accountId,
      storeId: store.store.id,
      channel: "email",
      recipient: "payer@example.com",
      template: "test",
      subject: "Hello",
      body: "Text",
      dedupeKey: `${key}/${store.store.id}`,
    }),
  );
}
