import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { FailureReason } from "@/lib/domain/failure-reason";
import { inPayingWorld } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, press, withRail } from "@/lib/testing/payments";
import { requestRefund } from "../out/refunds/request";
import { checkRefund } from "../out/refunds/work";
import { workTransfers } from "../out/transfers/work";
import { pollOpenAttempts } from "../settlement/poll";
import { settle } from "../settlement/settle";
import { listTasks } from "./list";
import { resolveTask } from "./shown";

let world: PayingWorld;
let shop: Awaited<ReturnType<typeof sellingStore>>;

inPayingWorld(sellingStore, (made) => {
  ({ world, shop } = made);
});

const open = async () => (await listTasks(world, shop.live, {}, { skip: 0, take: 10 })).rows;
const kinds = async () => (await open()).map(({ kind }) => kind);

/** A person looked, and has done with it. */
async function resolveAll(): Promise<void> {
  for (const { id } of await open()) await resolveTask(world, shop.seller, id);
  expect(await kinds()).toEqual([]);
}

/** A rail whose every status of a charge, or of a refund, is a failure that says nothing certain. */
const doubtful = (reason: () => FailureReason) =>
  withRail(world, {
    chargeStatus: async () => ({ kind: "failed", failure: { reason: reason() } }),
    refundStatus: async () => ({ kind: "failed", failure: { reason: reason() } }),
  });

test("a contradiction that was settled opens again when the rail says it again", async () => {
  const { attemptId } = await paidPayment(world, shop);
  const fails = () => settle(world, attemptId, { kind: "failed", failure: { reason: "wrong_pin" } });
  for (let count = 0; count < 3; count += 1) {
    await fails();
    await fails();
    expect(await kinds()).toEqual(["contradiction"]);
    await resolveAll();
  }
});

test("what each poll of an open payment says again is settled for good, until it says something else", async () => {
  let reason: FailureReason = "insufficient_float";
  const rail = doubtful(() => reason);
  await press(rail, shop, { id: randomUUID(), phone: "0772 123 129" });
  const poll = async () => {
    world.clock.advance(60_000);
    await pollOpenAttempts(rail);
  };
  await poll();
  expect(await open()).toMatchObject([{ kind: "rail_problem", details: { reason } }]);
  await resolveAll();
  await poll();
  await poll();
  expect(await kinds()).toEqual([]);
  reason = "needs_manual_approval";
  await poll();
  expect(await open()).toMatchObject([{ kind: "rail_problem", details: { reason } }]);
});

test("so it is with a refund; whoever asks the rail anew is told again", async () => {
  const { orderId } = await paidPayment(world, shop);
  const asked = { orderId, reason: "They changed their mind", requestKey: randomUUID() };
  const { id } = await requestRefund(world, shop.seller, asked);
  await later(world, 4_000);
  expect(await world.db.refund.findUniqueOrThrow({ where: { id } })).toMatchObject({ status: "paid" });
  const rail = doubtful(() => "insufficient_float");
  const poll = async () => {
    world.clock.advance(3_600_000);
    await workTransfers(rail);
  };
  await poll();
  expect(await kinds()).toEqual(["contradiction"]);
  await resolveAll();
  await poll();
  await poll();
  expect(await kinds()).toEqual([]);
  await checkRefund(rail, id);
  expect(await kinds()).toEqual(["contradiction"]);
});
