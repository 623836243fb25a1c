import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NotFound } from "@/lib/domain/refusal";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { newOperator } from "@/lib/testing/operator";
import { refused } from "@/lib/testing/refused";
import {
  actOnTask,
  listOperatorTasks,
  readOperatorTask,
  type SuspenseAct,
  settleSuspense,
  type TaskView,
} from "./tasks";

const { world, shop } = await openShop(sellingStore);
const operator = await newOperator(world);
const reason = "The seller asked us on the phone.";

const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const tasks = async (view: TaskView) =>
  (
    await listOperatorTasks(world, operator, { view, storeId: shop.store.id }, { skip: 0, take: 10 })
  ).rows.map(({ kind }) => kind);

/** UGX 49,999 of 50,000 that came and were set aside. */
async function setAside() {
  const paid = await paidPayment(world, shop, "269");
  const task = await world.db.task.findFirstOrThrow({ where: { subject: paid.attemptId } });
  return { ...paid, task };
}

function decide(attemptId: string, act: SuspenseAct, more = {}, by = operator) {
  return settleSuspense(world, by, { attemptId, act, reason, ...more });
}

describe("money that was set aside", () => {
  test("is accepted for its order by an operator, with a reason, in the log and by mail", async () => {
    const { attemptId, orderId } = await setAside();
    await decide(attemptId, "accept");
    expect(await world.db.order.findUniqueOrThrow({ where: { id: orderId } })).toMatchObject({
      paymentStatus: "paid",
      totalMinor: 49_999n,
    });
    expect(await wallet()).toMatchObject({ suspenseMinor: 0n });
    expect({ open: await tasks("sellers"), settled: await tasks("settled") }).toEqual({
      ...{ open: [], settled: ["suspense"] },
    });
    const entry = await world.db.auditEntry.findFirstOrThrow({ where: { storeId: shop.store.id, reason } });
    expect(entry).toMatchObject({ action: "suspense.accepted", actor: operator.actor });
    const mail = await world.db.message.findFirstOrThrow({
      where: { storeId: shop.store.id, template: "suspense.accepted" },
    });
    expect(mail).toMatchObject({
      recipient: shop.owner.email,
      body: expect.stringContaining(`Why: ${reason}`),
    });
  });

  test("goes back to its payer", async () => {
    const { attemptId, orderId } = await setAside();
    await decide(attemptId, "return");
    await later(world, 4_000);
    const [refund] = await world.db.refund.findMany({ where: { orderId } });
    expect(refund).toMatchObject({ status: "paid", amountMinor: 49_999n, requestedBy: operator.actor });
    expect(await wallet()).toMatchObject({ suspenseMinor: 0n, pendingMinor: 0n });
    await refused(decide(attemptId, "accept"), { form: expect.anything() });
  });

  test("stays set aside with a reason, and the task can be opened again and decided otherwise", async () => {
    const { attemptId, task } = await setAside();
    await decide(attemptId, "keep");
    expect(await wallet()).toMatchObject({ suspenseMinor: 49_999n });
    expect(await tasks("sellers")).toEqual([]);
    await actOnTask(world, operator, { id: task.id, act: "open", reason });
    expect(await tasks("sellers")).toEqual(["suspense"]);
    const close = { id: task.id, act: "close" as const, reason };
    await refused(actOnTask(world, operator, close), { form: expect.anything() });
    await decide(attemptId, "accept");
    expect(await wallet()).toMatchObject({ suspenseMinor: 0n });
    await actOnTask(world, operator, { id: task.id, act: "open", reason });
    await decide(attemptId, "keep");
    expect(await tasks("sellers")).toEqual([]);
  });

  test("is decided with a reason, where there is some", async () => {
    const { attemptId } = await setAside();
    for (const act of ["accept", "return", "keep"] as const) {
      await refused(decide(attemptId, act, { reason: "" }), { reason: expect.anything() });
      await expect(decide(randomUUID(), act)).rejects.toBeInstanceOf(NotFound);
    }
    expect(await wallet()).toMatchObject({ suspenseMinor: 49_999n });
    const told = { storeId: shop.store.id, template: { startsWith: "suspense." } };
    expect(await world.db.message.count({ where: told })).toBe(0);
  });
});

describe("a task", () => {
  test("of nobody's store is ours; it is closed and opened again, each with a reason in the log", async () => {
    const createdAt = world.clock.now();
    const details = { rail: "paystack", what: "refused", detail: "HTTP 401" };
    const { id } = await world.db.task.create({
      data: { storeId: null, kind: "rail_odd", subject: randomUUID(), details, createdAt },
    });
    const ours = async () =>
      (await listOperatorTasks(world, operator, { view: "ours" }, { skip: 0, take: 50 })).rows.some(
        (row) => row.id === id,
      );
    expect(await readOperatorTask(world, operator, id)).toMatchObject({ kind: "rail_odd", details });
    expect(await ours()).toBe(true);
    await actOnTask(world, operator, { id, act: "close", reason });
    expect(await ours()).toBe(false);
    await actOnTask(world, operator, { id, act: "close", reason });
    await actOnTask(world, operator, { id, act: "open", reason });
    expect(await ours()).toBe(true);
    const acts = await world.db.auditEntry.findMany({
      where: { target: `task:${id}` },
      orderBy: { id: "asc" },
    });
    expect(acts.map(({ action, reason: why }) => [action, why])).toEqual([
      ["task.resolved", reason],
      ["task.reopened", reason],
    ]);
  });

  test("needs a reason, and to be there", async () => {
    const { task } = await setAside();
    const { id } = task;
    await refused(actOnTask(world, operator, { id, act: "close", reason: "" }), {
      reason: expect.anything(),
    });
    await expect(actOnTask(world, operator, { id: 0n, act: "close", reason })).rejects.toBeInstanceOf(
      NotFound,
    );
    expect(await tasks("sellers")).toEqual(["suspense"]);
  });
});
