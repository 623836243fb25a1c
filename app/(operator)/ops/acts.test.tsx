import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FormState, freshForm } from "@/lib/auth/form-state";
import { formWith, signIn } from "@/lib/testing/dashboard";
import { giveTestPassword, testPassword } from "@/lib/testing/money";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import PayoutActPage from "./payouts/[id]/[act]/page";
import RailActPage from "./rails/[rail]/[act]/page";
import SettleBalancePage from "./reconciliation/balance/[id]/page";
import CloseDifferencePage from "./reconciliation/close/[id]/page";
import StoreActPage from "./stores/[id]/[act]/page";
import FeesPage from "./stores/fees/[id]/page";
import TaskActPage from "./tasks/[id]/[act]/page";

// Each decision of an operator, by the form of its page: it is done, or refused in words, and leads back.

const world = testWorld();
let shop: TestStore;
const now = () => world.clock.now();

beforeAll(async () => {
  Object.assign(globalThis, { senteWorld: world });
  shop = await testStore(world);
  await giveTestPassword(world, shop.owner.id);
  await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
  await signIn(world, shop);
});
afterAll(() => Object.assign(globalThis, { senteWorld: undefined }));

/** Where the form leads, or how its page shows it again. */
async function sent(page: { send: typeof StoreActPage.send }, fields: Record<string, string>) {
  const form = formWith({ reason: "They asked.", ...fields });
  return page.send(freshForm, form).catch((error: { digest?: string }) => error.digest?.split(";")[2]);
}
const errorsOf = async (asked: ReturnType<typeof sent>) => Object.keys(((await asked) as FormState).errors);

test("a store is suspended with the operator's password, and not without", async () => {
  const id = String(shop.store.id);
  expect(await errorsOf(sent(StoreActPage, { id, act: "suspend" }))).toEqual(["password"]);
  const proof = { id, act: "suspend", password: testPassword };
  expect(await errorsOf(sent(StoreActPage, { ...proof, reason: " " }))).toEqual(["reason"]);
  expect(await sent(StoreActPage, proof)).toBe(`/ops/stores/${id}`);
  expect(await world.db.store.findUnique({ where: { id: shop.store.id } })).toMatchObject({
    ...{ status: "suspended", suspendedReason: "They asked." },
  });
});

test("what a store paid for its own accounts in another way is written down once", async () => {
  const month = new Date("2026-03-01T00:00:00.000Z");
  const owed = { storeId: shop.store.id, currency: "UGX", month, amountMinor: 750n, takenMinor: 0n };
  const { id } = await world.db.feeStatement.create({ data: { ...owed, createdAt: now() } });
  expect(await errorsOf(sent(FeesPage, { id: String(id), act: "settle", reason: " " }))).toEqual(["reason"]);
  expect(await sent(FeesPage, { id: String(id), act: "settle" })).toBe(`/ops/stores/${shop.store.id}`);
  expect(await world.db.feeStatement.findUnique({ where: { id } })).toMatchObject({
    paidAt: expect.any(Date),
  });
});

test("a rail's limit is set by what is typed", async () => {
  const limit = { id: "paystack", act: "renewals_limit", password: testPassword };
  expect(await errorsOf(sent(RailActPage, { ...limit, most: "none" }))).toEqual(["most"]);
  expect(await sent(RailActPage, { ...limit, most: "7" })).toBe("/ops/rails/paystack");
  expect(await world.db.railRenewal.findMany()).toMatchObject([{ rail: "paystack", dailyMax: 7 }]);
});

test("a task is closed, one of money only by a decision about the money", async () => {
  const tasks = ["clock_doubt", "suspense"].map((kind) =>
    world.db.task.create({
      data: { storeId: shop.store.id, kind, subject: randomUUID(), createdAt: now() },
    }),
  );
  const [plain = "", money = ""] = (await Promise.all(tasks)).map(({ id }) => String(id));
  expect(await sent(TaskActPage, { id: plain, act: "close" })).toBe(`/ops/tasks/${plain}`);
  expect(await world.db.task.findUnique({ where: { id: BigInt(plain) } })).toMatchObject({
    resolvedBy: `user:${shop.owner.id}`,
  });
  expect(await errorsOf(sent(TaskActPage, { id: money, act: "close" }))).toEqual(["form"]);
  // There is no such payment.
  expect(await sent(TaskActPage, { id: money, act: "keep" })).toMatchObject({ message: expect.any(String) });
});

test("a payout is decided by what the operator saw, and one that is not there by nobody", async () => {
  const id = randomUUID();
  await world.db.payout.create({
    data: {
      ...{ id, storeId: shop.store.id, currency: "UGX", amountMinor: 9_000n, feeMinor: 10n, status: "sent" },
      ...{ kind: "mobile_money", rail: "sandbox", destinationSealed: new Uint8Array(), createdAt: now() },
      ...{ destinationLabel: "MTN 77", requestedBy: "user:1" },
    },
  });
  expect(await errorsOf(sent(PayoutActPage, { id, act: "paid" }))).toEqual(["evidence"]);
  const missing = sent(PayoutActPage, { id: randomUUID(), act: "paid", evidence: "R-1" });
  expect(await missing).toMatchObject({ message: expect.any(String) });
});

test("a difference and a balance are explained", async () => {
  const { id } = await world.db.reconciliation.create({
    data: {
      ...{
        rail: "paystack",
        day: new Date("2026-03-01T00:00:00Z"),
        source: "api",
        state: "differs",
        lines: 1,
      },
      ...{ foreign: 0, totals: [], checkedAt: now() },
    },
  });
  const difference = await world.db.reconciliationDifference.create({
    data: {
      ...{ reconciliationId: id, kind: "missing_in_books", op: "charge", ourId: "an-id", currency: "UGX" },
      ...{ railMinor: 900n, booksMinor: null, at: now(), foundAt: now() },
    },
  });
  const balance = await world.db.railBalance.create({
    data: {
      ...{ rail: "pawapay", currency: "UGX", railMinor: 900n, booksMinor: 500n, changeMinor: 400n },
      ...{ state: "differs", readAt: now() },
    },
  });
  const of = (row: { id: bigint }, act: string) => ({ id: String(row.id), act });
  expect(await sent(CloseDifferencePage, of(difference, "close"))).toBe(`/ops/reconciliation/${id}`);
  expect(await sent(SettleBalancePage, of(balance, "settle"))).toBe("/ops/reconciliation");
  const why = { reason: "They asked." };
  expect(await world.db.reconciliationDifference.findFirst()).toMatchObject(why);
  expect(await world.db.railBalance.findFirst()).toMatchObject(why);
});
