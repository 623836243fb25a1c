import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { Invalid, NotFound, Refusal } from "@/lib/domain/refusal";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { readPayout } from "@/lib/services/money/out/payouts/read";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { newOperator, operatorPassword } from "@/lib/testing/operator";
import { press, withRail } from "@/lib/testing/payments";
import { refused } from "@/lib/testing/refused";
import { emitEvent, endpointAt } from "@/lib/testing/webhooks";
import { testStore } from "@/lib/testing/world";
import { sayIn } from "@/lib/text/mail";
import { listAudit } from "../audit/log";
import { readOverview } from "../overview/read";
import { actOnStore, actRules, changePlan, planEffect, type StoreAct, storeActs } from "./act-on-store";
import { listStores, readStoreForOperator } from "./stores";

const { world, shop } = await openShop(sellingStore);
const operator = await newOperator(world);

const act = (name: StoreAct, reason = "Three buyers complained.") =>
  actOnStore(world, operator, { storeId: shop.store.id, act: name, reason, password: operatorPassword });
const store = () => world.db.store.findUniqueOrThrow({ where: { id: shop.store.id } });
const mails = () =>
  world.db.message.findMany({ where: { storeId: shop.store.id, objectId: `store/${shop.store.id}` } });
const acts = async () =>
  (await listAudit(world, operator, { storeId: shop.store.id, action: "store." }, { skip: 0, take: 50 }))
    .rows;

async function payout(digits = "789", on = world) {
  await paidPayment(world, shop);
  await releaseAll(world);
  const { id: destinationId } = await addDestination(world, shop.seller, {
    kind: "mobile_money",
    phone: `0772 000 ${digits}`,
    network: "",
    name: "Achieng Otieno",
    password: testPassword,
  });
  return { destinationId, ask: () => ask(destinationId, on) };
}

async function ask(destinationId: number, on = world) {
  const id = crypto.randomUUID();
  await requestPayout(on, shop.seller, { id, destinationId, amount: "1000", password: testPassword });
  return id;
}

describe("suspending a store", () => {
  test("stops payments at once and restoring it lets them start again", async () => {
    await act("suspend");
    await expect(press(world, shop)).rejects.toEqual(new Refusal("store_suspended"));
    await act("restore");
    expect((await press(world, shop)).isNew).toBe(true);
  });

  test("pauses payouts: none can be asked for, and one that waits for our account goes out when it is restored", async () => {
    const poor = withRail(world, { balance: async () => [{ minor: 0n, currency: "UGX" }] });
    const { destinationId, ask: askPoor } = await payout("789", poor);
    const id = await askPoor();
    await act("suspend");
    await later(world, 11 * 60_000);
    await later(world, 11 * 60_000);
    expect((await readPayout(world, shop.live, id)).status).toBe("requested");
    await expect(ask(destinationId)).rejects.toThrow(/payout_suspended/);
    await act("restore");
    await later(world, 1_000);
    await later(world, 5_000);
    expect((await readPayout(world, shop.live, id)).status).toBe("paid");
  });

  test("leaves what was paid for as it is", async () => {
    await paidPayment(world, shop);
    const before = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
    await act("suspend");
    const after = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
    expect(after).toEqual(before);
  });

  test("keeps the reason for the owner to read, and forgets it when the store is restored", async () => {
    await act("suspend", "  Three buyers complained.  ");
    expect(await store()).toMatchObject({
      status: "suspended",
      suspendedAt: world.clock.now(),
      suspendedReason: "Three buyers complained.",
    });
    await act("restore", "They were refunded.");
    expect(await store()).toMatchObject({ status: "active", suspendedAt: null, suspendedReason: null });
  });
});

test("while developer access is blocked events wait, and payments go on", async () => {
  await endpointAt(world, shop.live, "http://localhost:4999/hooks");
  await act("block_developer_access");
  const { deliveries } = await emitEvent(world, shop.live);
  expect(deliveries).toMatchObject([{ status: "skipped", skippedReason: "developer_access_blocked" }]);
  expect((await press(world, shop)).isNew).toBe(true);
  await act("allow_developer_access");
  expect((await emitEvent(world, shop.live)).deliveries).toMatchObject([{ status: "pending" }]);
});

test("a seller who is rejected takes payments and cannot pay out; once verified they can", async () => {
  const { ask: askNow } = await payout();
  await act("reject", "The name on the licence is another.");
  await expect(askNow()).rejects.toThrow(/payout_unverified/);
  expect((await press(world, shop)).isNew).toBe(true);
  await act("check_again", "A new licence came.");
  expect(await store()).toMatchObject({ verificationStatus: "pending" });
  await expect(askNow()).rejects.toThrow(/payout_pending/);
  await act("verify", "The licence is theirs.");
  expect(await askNow()).toBeTruthy();
});

describe("every act", () => {
  test("can be undone by another", () => {
    for (const name of storeActs) {
      const rule = actRules[name];
      const undo = actRules[rule.undo];
      const changed = { ...shop.store, ...rule.change(world.clock.now(), "why") };
      expect(undo.applies(changed), `${name} by ${rule.undo}`).toBe(true);
    }
  });

  test("needs a reason", async () => {
    for (const name of storeActs)
      await refused(act(name, "  "), { reason: [expect.objectContaining({ code: expect.any(String) })] });
    await expect(act("suspend", "x".repeat(501))).rejects.toBeInstanceOf(Invalid);
    await expect(act("suspend", "\u0000")).rejects.toBeInstanceOf(Invalid);
    expect(await acts()).toEqual([]);
  });

  test("is logged with its reason and mailed to every owner with what it changes, word for word", async () => {
    await act("suspend");
    expect(await acts()).toMatchObject([
      {
        action: "store.suspended",
        reason: "Three buyers complained.",
        by: `Opal (${operator.email})`,
        store: { id: shop.store.id },
      },
    ]);
    const [mail, ...others] = await mails();
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ recipient: shop.owner.email, subject: "Test Store is suspended" });
    expect(mail?.body).toContain("What this changes: The API answers 403 store_suspended. Hosted pages stop");
    expect(mail?.body).toContain("Why: Three buyers complained.");
    expect(mail?.body).toContain(operator.email);
  });

  test("is mailed to an owner who reads French in French", async () => {
    await world.db.user.update({ where: { id: shop.owner.id }, data: { language: "fr" } });
    await act("suspend");
    const [mail] = await mails();
    await world.db.user.update({ where: { id: shop.owner.id }, data: { language: "en" } });
    expect(mail?.subject).toBe("Test Store est suspendue");
    expect(mail?.body).toContain("Pourquoi\u00a0: Three buyers complained.");
    expect(mail?.body).toContain("L’API répond 403 store_suspended.");
  });

  test("done again changes nothing and tells nobody, also when two operators press at once", async () => {
    const other = await newOperator(world);
    const both = await Promise.all([
      act("suspend"),
      actOnStore(world, other, {
        storeId: shop.store.id,
        act: "suspend",
        reason: "The same.",
        password: operatorPassword,
      }),
    ]);
    expect(both.filter(({ changed }) => changed)).toHaveLength(1);
    expect(await act("suspend")).toEqual({ changed: false });
    expect(await acts()).toHaveLength(1);
    expect(await mails()).toHaveLength(1);
  });

  test("asks for the operator's own password, and does nothing on a wrong one", async () => {
    const wish = { storeId: shop.store.id, act: "suspend" as const, reason: "Because." };
    for (const password of ["", "not the password"])
      await expect(actOnStore(world, operator, { ...wish, password })).rejects.toBeInstanceOf(Invalid);
    const plan = { storeId: shop.store.id, planCode: "basic", reason: "Because.", password: "wrong" };
    await expect(changePlan(world, operator, plan)).rejects.toBeInstanceOf(Invalid);
    expect(await store()).toEqual(shop.store);
  });

  test("is NotFound for a store that is not there", async () => {
    await expect(
      actOnStore(world, operator, {
        storeId: 2_147_483_647,
        act: "suspend",
        reason: "Because.",
        password: operatorPassword,
      }),
    ).rejects.toBeInstanceOf(NotFound);
  });
});

describe("moving a store to another plan", () => {
  beforeAll(async () => {
    await world.db.plan.createMany({
      data: [{ code: "small", name: "Small", includesApi: false, feePpm: 30_000, payoutFeePpm: 20_000 }],
      skipDuplicates: true,
    });
  });
  const move = (planCode: string) =>
    changePlan(world, operator, {
      storeId: shop.store.id,
      planCode,
      reason: "They asked for it.",
      password: operatorPassword,
    });

  test("changes the fee of the next payment and leaves the last one's", async () => {
    const first = await paidPayment(world, shop);
    await move("small");
    const second = await paidPayment(world, shop);
    const feeOf = async (id: number) => (await world.db.order.findUniqueOrThrow({ where: { id } })).feeMinor;
    expect(await feeOf(first.orderId)).toBe(750n);
    expect(await feeOf(second.orderId)).toBe(1_500n);
  });

  test("says what it changes, is logged from and to, mailed, and goes back the same way", async () => {
    await move("small");
    const [mail] = await mails();
    expect(mail?.subject).toBe("Test Store is on the plan Small now");
    expect(mail?.body).toContain(
      "The API answers 402 plan_required. No webhooks are sent; they wait and can be sent again later. Hosted pages go on taking payments. The fee on each new payment becomes 3\u00a0% (now 1.5\u00a0%). The fee on each new payout becomes 2\u00a0% (now 1\u00a0%).",
    );
    world.clock.advance(1_000);
    await move(shop.planCode);
    expect(await acts()).toMatchObject([
      { action: "store.plan_changed", details: { from: "small", to: shop.planCode } },
      { action: "store.plan_changed", details: { from: shop.planCode, to: "small" } },
    ]);
    expect(await mails()).toHaveLength(2);
    expect(await move(shop.planCode)).toEqual({ changed: false });
  });

  test("refuses a plan that is not there", async () => {
    await refused(move("gold"), { plan: [expect.objectContaining({ code: expect.any(String) })] });
  });

  test("in words says also what stays", () => {
    const plan = { name: "A", includesApi: true, feePpm: 0, payoutFeePpm: 10_000 };
    expect(sayIn("en", planEffect(plan, plan, "KES"))).toBe(
      "The API stays included. The fee on each new payment stays 0\u00a0%. The fee on each new payout stays 1\u00a0%.",
    );
  });
});

describe("the list of stores", () => {
  const find = async (filters: Parameters<typeof listStores>[2]) =>
    (await listStores(world, operator, filters, { skip: 0, take: 25 })).rows;

  test("shows owner, plan, status, what came in 30 days, the share that failed and the last payment", async () => {
    await paidPayment(world, shop);
    await paidPayment(world, shop, "049");
    const [row] = await find({ search: String(shop.store.id) });
    expect(row).toMatchObject({
      name: "Test Store",
      owner: { name: "Olive Owner", email: shop.owner.email },
      planName: shop.planCode,
      status: "active",
      verificationStatus: "verified",
    });
    expect(row?.activity).toMatchObject({
      volumes: [{ currency: "UGX", minor: 50_000n }],
      paid: 1,
      failed: 1,
      lastPaidAt: expect.any(Date),
    });
    world.clock.advance(31 * 24 * 60 * 60 * 1000);
    const [later] = await find({ search: String(shop.store.id) });
    expect(later?.activity).toMatchObject({ volumes: [], paid: 0, failed: 0, lastPaidAt: expect.any(Date) });
  });

  test("counts each try to pay, as the seller's own overview does", async () => {
    await paidPayment(world, shop, "049");
    const { id: _, ...failed } = await world.db.paymentAttempt.findFirstOrThrow({
      where: { storeId: shop.store.id, status: "failed" },
    });
    // The same order, tried once more.
    await world.db.paymentAttempt.create({
      data: { ...failed, id: randomUUID(), token: randomUUID(), railRef: null } as never,
    });
    await paidPayment(world, shop);
    const [row] = await find({ search: String(shop.store.id) });
    const { approvals } = await readOverview(world, shop.live, 30);
    expect(row?.activity).toMatchObject({ paid: 1, failed: 2 });
    expect(approvals.reduce((sum, way) => sum + way.refused, 0)).toBe(2);
  });

  test("finds by an owner's address, by name in any case, and by what is the matter", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { name: "Kahawa % Bora" } });
    const ids = async (filters: Parameters<typeof listStores>[2]) =>
      (await find(filters)).map(({ id }) => id);
    expect(await ids({ search: shop.owner.email })).toEqual([shop.store.id]);
    expect(await ids({ search: "kahawa % b" })).toEqual([shop.store.id]);
    expect(await ids({ search: "kahawa %% b" })).toEqual([]);
    expect(await ids({ search: "kahawa", status: "suspended" })).toEqual([]);
    await act("suspend");
    await act("block_developer_access");
    expect(await ids({ search: "kahawa", status: "suspended" })).toEqual([shop.store.id]);
    expect(await ids({ search: "kahawa", status: "blocked" })).toEqual([shop.store.id]);
    expect(await ids({ search: "kahawa", planCode: "small" })).toEqual([]);
  });
});

test("an operator's view of a store holds its people, its wallets, its tasks and what it told for verification", async () => {
  await paidPayment(world, shop);
  await releaseAll(world);
  const verificationSealed = world.secrets.seal(JSON.stringify({ legalName: "Maji Kwetu Ltd", number: 12 }));
  await world.db.store.update({ where: { id: shop.store.id }, data: { verificationSealed } });
  const found = await readStoreForOperator(world, operator, shop.store.id);
  expect(found).toMatchObject({
    people: [{ email: shop.owner.email, role: "owner" }],
    wallets: [{ currency: "UGX", availableMinor: 49_250n, pendingMinor: 0n }],
    openTasks: 0,
    verification: { legalName: "Maji Kwetu Ltd", number: "12" },
  });
  expect(found).not.toHaveProperty("verificationSealed");
});

test("the log of acts can be asked for a store, a kind of act, a person and a time", async () => {
  const other = await testStore(world);
  await act("suspend");
  const find = async (filters: Parameters<typeof listAudit>[2]) =>
    (await listAudit(world, operator, filters, { skip: 0, take: 100 })).rows.map(({ action }) => action);
  const storeId = shop.store.id;
  expect(await find({ storeId, action: "store." })).toEqual(["store.suspended"]);
  expect(await find({ storeId: other.store.id, action: "store." })).toEqual([]);
  expect(await find({ storeId, email: operator.email })).toEqual(["store.suspended"]);
  expect(await find({ storeId, email: "nobody@example.com" })).toEqual([]);
  expect(await find({ storeId, email: operator.email, until: world.clock.now() })).toEqual([]);
  expect(await find({ storeId, email: operator.email, from: world.clock.now() })).toHaveLength(1);
  expect(await find({ peopleOnly: true, action: "operator." })).toEqual([]);
});
