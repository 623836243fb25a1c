import { expect, test } from "vitest";
import { say } from "@/lib/domain/refusal";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { inPayingWorld } from "@/lib/testing/in-paying-world";
import { later, paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import type { PayingWorld } from "@/lib/testing/payments";
import { workTransfers } from "../transfers/work";
import { addDestination, removeDestination } from "./add-destination";
import { listPayouts } from "./read";
import { payOutOnSchedule } from "./run-schedules";
import { type NewSchedule, readSchedule, saveSchedule, stopSchedule } from "./schedule";

let world: PayingWorld;
let shop: Awaited<ReturnType<typeof sellingStore>>;

/** The clock of a test passes the times of the stores before it. */
async function alone(world: PayingWorld) {
  await world.db.payoutSchedule.deleteMany();
  return sellingStore(world);
}

inPayingWorld(alone, (made) => {
  ({ world, shop } = made);
});

const day = 24 * 60 * 60_000;
const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const schedule = () => readSchedule(world, shop.seller);
const mails = (template: string) => world.db.message.count({ where: { storeId: shop.store.id, template } });

async function payouts() {
  const { rows } = await listPayouts(world, shop.live, { skip: 0, take: 10 });
  return rows.map(({ amountMinor, scheduledFor, status }) => ({ amountMinor, scheduledFor, status }));
}

function account(digits = "789"): Promise<{ id: number }> {
  return addDestination(world, shop.seller, {
    ...{ kind: "mobile_money", phone: `0772 000 ${digits}`, network: "" },
    ...{ name: "Achieng Otieno", password: testPassword },
  });
}

/** Daily at six, to a first account, with UGX 49,250 available. */
async function ready(more: Partial<NewSchedule> = {}): Promise<number> {
  const { id } = await account();
  await paidPayment(world, shop);
  await releaseAll(world);
  await set(id, more);
  return id;
}

function set(destinationId: number, more: Partial<NewSchedule> = {}): Promise<void> {
  return saveSchedule(world, shop.seller, {
    ...{ destination: String(destinationId), weekday: "", hour: "6", minimum: "", keep: "" },
    ...{ password: testPassword, ...more },
  });
}

/** To the next run of the schedule, in which this many were paid. */
async function nextRun(): Promise<number> {
  const { next } = (await schedule()) ?? {};
  if (!next) throw new Error("It is switched off.");
  world.clock.set(next.at);
  return (await payOutOnSchedule(world)).paid;
}

test("all that is available goes out at its time, but for what is kept and the fee, and not before", async () => {
  await ready({ keep: "9,000" });
  expect((await payOutOnSchedule(world)).paid).toBe(0);
  expect((await schedule())?.next).toMatchObject({ amountMinor: 39_851n, problem: null });
  expect(await nextRun()).toBe(1);
  expect(await payouts()).toMatchObject([{ amountMinor: 39_851n, status: "requested" }]);
  expect(await wallet()).toMatchObject({ availableMinor: 9_000n, payoutInFlightMinor: 40_250n });
  await workTransfers(world);
  await later(world, 4_000);
  expect(await payouts()).toMatchObject([{ status: "paid" }]);
  expect(await mails("payout_sent")).toBe(1);
});

test("a date has one run: for two workers at once, and where the hour is changed after it", async () => {
  const id = await ready({ keep: "40,000" });
  const { at } = (await schedule())?.next ?? { at: new Date(0) };
  world.clock.set(at);
  const both = await Promise.all([payOutOnSchedule(world), payOutOnSchedule({ ...world })]);
  expect(both.map(({ paid }) => paid).sort()).toEqual([0, 1]);
  await set(id, { hour: "23" });
  const next = (await schedule())?.next?.at ?? at;
  expect(next.getTime() - at.getTime()).toBe(day + 17 * 60 * 60_000);
  world.clock.set(new Date(next.getTime() - day));
  expect(await payOutOnSchedule(world)).toMatchObject({ paid: 0 });
  expect(await payouts()).toHaveLength(1);
});

test("a worker that is killed before it commits has done nothing, and the next one does it once", async () => {
  await ready();
  world.clock.set((await schedule())?.next?.at ?? new Date());
  // The wallet is locked, so the worker's transaction stands open after it has written the payout.
  const holder = await world.pool.connect();
  await holder.query("BEGIN");
  await holder.query(
    `SELECT 1 FROM ledger_balances b JOIN ledger_accounts a ON a.id = b.account_id
     WHERE a.store_id = $1 FOR UPDATE OF b`,
    [shop.store.id],
  );
  const errors: unknown[] = [];
  const log = { ...world.log, error: (facts: unknown) => errors.push(facts) } as typeof world.log;
  const killed = payOutOnSchedule({ ...world, log });
  await expect
    .poll(async () => {
      const { rowCount } = await world.pool.query(
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()
           AND wait_event_type = 'Lock' AND pid <> pg_backend_pid()`,
      );
      return rowCount;
    })
    .toBe(1);
  expect(await killed).toMatchObject({ paid: 0 });
  expect(errors).toHaveLength(1);
  await holder.query("ROLLBACK");
  holder.release();
  expect(await payouts()).toEqual([]);
  expect(await payOutOnSchedule(world)).toMatchObject({ paid: 1 });
  expect(await payOutOnSchedule(world)).toMatchObject({ paid: 0 });
  expect(await payouts()).toHaveLength(1);
});

test("a worker that is killed after it committed has made the payout, which the next one sends", async () => {
  await ready();
  expect(await nextRun()).toBe(1);
  await later(world, 1_000);
  expect(await payouts()).toMatchObject([{ status: "sent" }]);
});

test("weeks that were missed are one payout", async () => {
  await ready({ weekday: "5" });
  world.clock.advance(30 * day);
  expect(await payOutOnSchedule(world)).toMatchObject({ paid: 1 });
  const next = (await schedule())?.next?.at ?? new Date(0);
  expect(next.getTime()).toBeGreaterThan(world.clock.now().getTime());
  expect(next.getUTCDay()).toBe(5);
});

test("below the minimum nothing goes out; the page says why, and the owners are told once", async () => {
  await ready({ minimum: "60,000" });
  for (let runs = 0; runs < 3; runs += 1) expect(await nextRun()).toBe(0);
  expect(await schedule()).toMatchObject({
    waitReason: "payout_auto_minimum",
    next: { problem: say("payout_auto_minimum") },
  });
  expect(await mails("payout_schedule_waits")).toBe(1);
  await paidPayment(world, shop);
  await releaseAll(world);
  expect(await nextRun()).toBe(1);
  expect(await schedule()).toMatchObject({ waitReason: null });
});

test.each([
  ["payout_unverified", { verificationStatus: "unverified" }],
  ["payout_suspended", { status: "suspended" }],
] as const)("%s: nothing goes out, and it goes on by itself when that is over", async (reason, change) => {
  await ready();
  await world.db.store.update({ where: { id: shop.store.id }, data: change });
  for (let runs = 0; runs < 2; runs += 1) expect(await nextRun()).toBe(0);
  expect(await schedule()).toMatchObject({ waitReason: reason });
  expect(await mails("payout_schedule_waits")).toBe(1);
  await world.db.store.update({
    where: { id: shop.store.id },
    data: { verificationStatus: "verified", status: "active" },
  });
  expect(await nextRun()).toBe(1);
});

test("a second account gets nothing in its waiting time, and all of it after", async () => {
  await ready();
  const { id } = await account("111");
  // In an hour at the latest.
  await set(id, { hour: String((world.clock.now().getUTCHours() + 4) % 24) });
  expect((await schedule())?.next).toMatchObject({ problem: say("payout_auto_cooling") });
  expect(await nextRun()).toBe(0);
  expect(await schedule()).toMatchObject({ waitReason: "payout_auto_cooling" });
  expect(await nextRun()).toBe(1);
});

test("removing the account switches them off", async () => {
  const id = await ready();
  await removeDestination(world, shop.seller, { id, password: testPassword });
  expect(await schedule()).toMatchObject({ next: null, waitReason: "payout_auto_gone" });
  world.clock.advance(7 * day);
  expect(await payOutOnSchedule(world)).toMatchObject({ paid: 0 });
  await expect(set(id)).rejects.toMatchObject({ errors: { destination: [say("required")] } });
});

test("switching on and each change ask the owner for the password; switching off does not", async () => {
  const { id } = await account();
  await expect(set(id, { password: "not it" })).rejects.toMatchObject({
    errors: { password: [say("wrong_password")] },
  });
  expect(await schedule()).toBe(null);
  const admin = { ...shop.seller, role: "admin" as const };
  const typed = { destination: String(id), weekday: "", hour: "6", minimum: "", keep: "" };
  await expect(saveSchedule(world, admin, { ...typed, password: testPassword })).rejects.toThrow(NotAllowed);
  await set(id);
  expect(await mails("payout_schedule_on")).toBe(1);
  await expect(stopSchedule(world, admin)).rejects.toThrow(NotAllowed);
  await stopSchedule(world, shop.seller);
  expect(await schedule()).toMatchObject({ next: null, waitReason: null });
});

test("an account of another store cannot be chosen", async () => {
  const { id } = await account();
  const other = await sellingStore(world);
  const typed = { destination: String(id), weekday: "", hour: "6", minimum: "", keep: "" };
  await expect(saveSchedule(world, other.seller, { ...typed, password: testPassword })).rejects.toMatchObject(
    { errors: { destination: [say("required")] } },
  );
});
