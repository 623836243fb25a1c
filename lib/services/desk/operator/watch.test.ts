import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Mail } from "@/lib/providers/mail/mailer";
import { lastTimes } from "@/lib/services/core/last-times";
import { reportInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { newOperator } from "@/lib/testing/operator";
import { type PayingWorld, payingWorld } from "@/lib/testing/payments";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { noticeStoppedClock, watchMinute } from "./watch";

const minute = 60_000;
let world: PayingWorld;
let receiver: Receiver;
let first: Awaited<ReturnType<typeof newOperator>>;
let second: Awaited<ReturnType<typeof newOperator>>;
const sent: Mail[] = [];

/** The clock of a test is not the database's, which is a line of its own. */
function withSameTime({ pool, clock }: PayingWorld): PayingWorld["pool"] {
  const query = async (text: string, values?: unknown[]) => {
    const found = await pool.query(text, values);
    for (const row of found.rows) if ("connections_max" in row) row.at = clock.now();
    return found;
  };
  return new Proxy(pool, { get: (all, name) => (name === "query" ? query : Reflect.get(all, name)) });
}

beforeAll(async () => {
  receiver = await startReceiver();
  const mailer = {
    send: async (mail: Mail) => {
      sent.push(mail);
      return { ref: null };
    },
  };
  world = await payingWorld({ mailer });
  world = { ...world, pool: withSameTime(world) };
  const at = (path: string) => new URL(path, receiver.url).href;
  Object.assign(world.config, { alertUrl: at("/alert"), heartbeatUrl: at("/beat?id=7") });
  first = await newOperator(world);
  second = await newOperator(world);
  await world.db.user.update({ where: { id: second.userId }, data: { language: "fr" } });
});
afterAll(async () => {
  await Promise.all([world.close(), receiver.close()]);
});
beforeEach(async () => {
  world.clock.advance(3 * 24 * 60 * minute);
  await world.db.watchedLine.deleteMany();
  await world.db.alertPost.deleteMany();
  await world.db.message.deleteMany();
  mendWaking();
  receiver.answer = 200;
  receiver.received.length = 0;
  sent.length = 0;
});

/** What the operators are told in these minutes of the clock. */
async function minutes(count: number, before: () => unknown = () => {}) {
  for (let n = 0; n < count; n += 1) {
    await before();
    await watchMinute(world);
    // What is queued goes out, as it does every minute: late mails would be news of their own.
    await world.db.message.updateMany({ data: { status: "sent", nextAttemptAt: null } });
    world.clock.advance(minute);
  }
}
const mails = () =>
  world.db.message.findMany({
    where: { template: { startsWith: "watch_" } },
    orderBy: [{ createdAt: "asc" }, { id: "asc" }],
    select: { recipient: true, subject: true, body: true },
  });
const posts = () =>
  receiver.received
    .filter(({ path }) => path === "/alert")
    .map(({ body }) => JSON.parse(body).text as string);
const beats = () => receiver.received.filter(({ path }) => path.startsWith("/beat"));

/** Makes a line bad: the executor cannot be woken since an hour ago, as far as this process knows. */
const breakWaking = () => {
  world.wakes.failingSince = new Date(world.clock.now().getTime() - 60 * minute);
};
const mendWaking = () => {
  world.wakes.failingSince = null;
};

describe("what is bad on the health page", () => {
  test("is told after five minutes to each operator in their language, posted once, and told when it is well", async () => {
    await minutes(5, breakWaking);
    expect([await mails(), posts()]).toEqual([[], []]);
    await minutes(20, breakWaking);
    const told = await mails();
    expect(told.map(({ recipient, subject }) => [recipient, subject])).toEqual([
      [first.email, "Not well: Waking the executor (Sente)"],
      [second.email, "Ne va pas bien\u00a0: Réveil de l’exécuteur (Sente)"],
    ]);
    expect(told[0]?.body).toContain("It cannot be reached since 60 min. Work is found once a minute");
    expect(told[0]?.body).toContain("See whether the process of npm start");
    expect(posts()).toEqual([
      expect.stringMatching(/^Not well: Waking the executor \(Sente\)\nWaking the executor: It cannot/),
    ]);
    mendWaking();
    await minutes(2);
    expect((await mails()).slice(2).map(({ subject }) => subject)).toEqual([
      "Well again: Waking the executor (Sente)",
      "Va de nouveau bien\u00a0: Réveil de l’exécuteur (Sente)",
    ]);
    expect(posts()).toHaveLength(2);
  });

  test("is not told when it was over sooner", async () => {
    await minutes(3, breakWaking);
    mendWaking();
    await minutes(5);
    expect([await mails(), posts()]).toEqual([[], []]);
  });

  test("is posted when the address takes it, in order, and not twice", async () => {
    receiver.answer = 500;
    await minutes(7, breakWaking);
    mendWaking();
    await minutes(1);
    receiver.received.length = 0;
    receiver.answer = 200;
    await minutes(2);
    expect(posts().map((text) => text.split(":")[0])).toEqual(["Not well", "Well again"]);
  });

  test("broken books are told in the same minute", async () => {
    await world.db.auditEntry.create({
      data: {
        ...{ actor: "system", action: "invariants.checked", target: "service" },
        ...{ details: { broken: 2 }, createdAt: world.clock.now() },
      },
    });
    await minutes(1);
    expect((await mails()).map(({ subject }) => subject)).toContain("Not well: Checks of the books (Sente)");
    await reportInvariants(world);
    await minutes(1);
    expect((await mails()).map(({ subject }) => subject)).toContain(
      "Well again: Checks of the books (Sente)",
    );
  });

  test("two processes that look at once tell it once", async () => {
    await minutes(5, breakWaking);
    breakWaking();
    await Promise.all([watchMinute(world), watchMinute(world), watchMinute(world)]);
    expect(await mails()).toHaveLength(2);
  });
});

describe("the heartbeat", () => {
  test("is called after each minute, as it was set", async () => {
    await minutes(3);
    expect(beats().map(({ path }) => path)).toEqual(Array(3).fill("/beat?id=7"));
  });

  test("stays away when a minute could not be done, and a receiver that is gone harms nothing", async () => {
    const away = { ...world, pool: { ...world.pool, query: () => Promise.reject(new Error("away")) } };
    await expect(watchMinute(away as unknown as PayingWorld)).rejects.toThrow("away");
    expect(beats()).toEqual([]);
    receiver.answer = (_, response) => response.destroy();
    await minutes(1);
  });
});

describe("an executor that does not call any more", () => {
  const longAgo = new Date(0);

  test("is told by the app itself after three minutes, once, and by the next minute that it is well", async () => {
    await watchMinute(world);
    world.clock.advance(2.9 * minute);
    expect(await noticeStoppedClock(world, longAgo)).toBe(false);
    world.clock.advance(0.2 * minute);
    const both = await Promise.all([noticeStoppedClock(world, longAgo), noticeStoppedClock(world, longAgo)]);
    expect(both).toEqual([true, true]);
    // Not queued: who would send it waits for the executor too.
    expect(await mails()).toEqual([]);
    expect(sent.map(({ to, subject }) => [to, subject])).toEqual([
      [first.email, "Not well: Executor (Sente)"],
      [second.email, "Ne va pas bien\u00a0: Exécuteur (Sente)"],
    ]);
    expect(posts()).toEqual([expect.stringContaining("Last called 3 min ago")]);
    world.clock.advance(60 * minute);
    await noticeStoppedClock(world, longAgo);
    expect(posts()).toHaveLength(1);
    await watchMinute(world);
    expect(posts()[1]).toMatch(/^Well again: Executor/);
    expect(await lastTimes(world.pool)).toEqual({ clock: world.clock.now() });
  });

  test("is none where the service itself was away: a process waits three minutes from its own beginning", async () => {
    await watchMinute(world);
    world.clock.advance(600 * minute);
    const began = world.clock.now();
    expect(await noticeStoppedClock(world, began)).toBe(false);
    world.clock.advance(3 * minute);
    expect(await noticeStoppedClock(world, began)).toBe(true);
  });

  test("is told also where nobody has a mail server", async () => {
    await watchMinute(world);
    world.clock.advance(4 * minute);
    await noticeStoppedClock({ ...world, mailer: null }, longAgo);
    expect([sent, posts().length]).toEqual([[], 1]);
  });
});
