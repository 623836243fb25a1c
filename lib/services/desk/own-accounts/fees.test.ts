import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readWallet, releaseHeld } from "@/lib/services/core/ledger/hold";
import { recordPayment } from "@/lib/services/money/outside/record";
import { checkBooks } from "@/lib/testing/check-books";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openStage } from "@/lib/testing/in-paying-world";
import { paidPayment, testPassword as password, releaseAll, sellingStore } from "@/lib/testing/money";
import { saveAccount } from "./connect";
import { readFees, settleByHand, stateFees } from "./fees";

const world = await openStage();
const asSet = { ...world.config };
/** Time never goes back: each test is in a March of its own. */
let year = 2025;
let shop: Awaited<ReturnType<typeof sellingStore>>;

beforeEach(async () => {
  Object.assign(world.config, asSet);
  year += 1;
  world.clock.set(new Date(`${year}-03-20T09:30:00.000Z`));
  await world.db.feeStatement.deleteMany();
  shop = await sellingStore(world);
});
afterEach(async () => {
  expect(await checkLedger(world)).toEqual([]);
  expect(await checkBooks(world, shop.store.id)).toEqual([]);
});

const connect = (by = shop.seller) =>
  saveAccount(world, by, { rail: "sandbox", livemode: true, label: "Till", credentials: {}, password });
const nextMonth = () => world.clock.set(new Date(`${year}-04-01T02:00:00.000Z`));
const statements = () => world.db.feeStatement.findMany({ where: { storeId: shop.store.id } });
const due = async () => (await readFees(world, shop.seller)).due;
const mails = () =>
  world.db.message.findMany({ where: { template: "fee_statement", recipient: shop.owner.email } });

test("what a month of payments into own accounts cost is stated once, after it, by mail", async () => {
  await connect();
  await paidPayment(world, shop);
  expect(await due()).toEqual([{ minor: 750n, currency: "UGX" }]);
  await stateFees(world);
  expect(await statements()).toEqual([]);
  nextMonth();
  await stateFees(world);
  await stateFees(world);
  expect(await statements()).toMatchObject([{ amountMinor: 750n, takenMinor: 0n, paidAt: null }]);
  expect((await statements())[0]?.month).toEqual(new Date(`${year}-03-01T00:00:00.000Z`));
  expect(await mails()).toHaveLength(1);
});

test("it is taken from the wallet where there is one, as far as that goes", async () => {
  await paidPayment(world, shop);
  await releaseAll(world);
  await connect();
  await paidPayment(world, shop, "780");
  nextMonth();
  await stateFees(world);
  expect(await statements()).toMatchObject([
    { takenMinor: 750n, paidAt: expect.any(Date), paidBy: "system" },
  ]);
  expect(await readWallet(world.db, shop.store.id, "UGX")).toMatchObject({ availableMinor: 49_250n - 750n });
  expect(await due()).toEqual([]);
  await releaseHeld(world);
});

test("without fees there is no statement", async () => {
  const plan = { code: "free-of-charge", name: "Free", includesApi: true, feePpm: 0 };
  await world.db.plan.upsert({ where: { code: plan.code }, create: plan, update: {} });
  await world.db.store.update({ where: { id: shop.store.id }, data: { planCode: plan.code } });
  const { key } = await connect();
  const { orderId } = await paidPayment(world, shop);
  expect(await world.db.order.findUnique({ where: { id: orderId } })).toMatchObject({ ownAccount: key });
  nextMonth();
  await stateFees(world);
  expect(await statements()).toEqual([]);
});

test("where the operator's own store bills, the statement has a link to pay, and is settled once that is paid", async () => {
  const biller = await sellingStore(world);
  Object.assign(world.config, { feeStores: [biller.store.slug] });
  await connect();
  await paidPayment(world, shop);
  nextMonth();
  await stateFees(world);
  const [statement] = await statements();
  const invoice = await world.db.invoice.findUniqueOrThrow({ where: { id: statement?.invoiceId ?? 0 } });
  expect(invoice).toMatchObject({ storeId: biller.store.id, totalMinor: 750n, currency: "UGX" });
  expect((await mails())[0]?.body).toContain(`/invoice/${invoice.token}`);
  expect((await readFees(world, shop.seller)).open).toMatchObject([
    { link: expect.stringContaining(invoice.token) },
  ]);
  await recordPayment(world, biller.seller, {
    ...{ id: randomUUID(), for: { kind: "invoice", invoiceId: invoice.id }, method: "cash", amount: "" },
    ...{ day: `${year}-04-01`, reference: "", agrees: false },
  });
  await stateFees(world);
  expect(await statements()).toMatchObject([{ paidAt: expect.any(Date), paidBy: "system" }]);
  expect(await due()).toEqual([]);
});

test("an operator writes down what was paid otherwise, once, with a reason", async () => {
  await connect();
  await paidPayment(world, shop);
  nextMonth();
  await stateFees(world);
  const operator = { userId: shop.owner.id, actor: `user:${shop.owner.id}` };
  const id = (await statements())[0]?.id ?? 0;
  await expect(settleByHand(world, operator, { id, reason: "By bank" })).rejects.toThrow();
  await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
  await settleByHand(world, operator, { id, reason: "By bank" });
  expect(await statements()).toMatchObject([{ paidBy: operator.actor }]);
  expect(await due()).toEqual([]);
  await expect(settleByHand(world, operator, { id, reason: "By bank" })).rejects.toThrow();
});
