import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { pollPlanMs } from "@/lib/domain/attempt";
import { NotFound } from "@/lib/domain/refusal";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { addDestination } from "@/lib/services/money/out/payouts/add-destination";
import { requestPayout } from "@/lib/services/money/out/payouts/request";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { newOperator } from "@/lib/testing/operator";
import { refused } from "@/lib/testing/refused";
import {
  askAboutPayout,
  decidePayout,
  handOf,
  listOperatorPayouts,
  type PayoutView,
  readOperatorPayout,
} from "./payouts";

const { world, shop } = await openShop(sellingStore);
const operator = await newOperator(world);
const reason = "The provider’s support told us so.";
const evidence = "Ticket 4711, receipt MP240";

const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const payout = (id: string) => readOperatorPayout(world, operator, id);
const events = async (id: string) =>
  (await world.db.event.findMany({ where: { objectId: `payout/${id}` }, orderBy: { sequence: "asc" } })).map(
    ({ type }) => type,
  );

/** A payout of UGX 10,000, with a fee of 100, to a number that ends in these digits. */
async function asked(digits: string): Promise<string> {
  await paidPayment(world, shop);
  await releaseAll(world);
  const { id: destinationId } = await addDestination(world, shop.seller, {
    ...{ kind: "mobile_money", phone: `0772 000 ${digits}`, network: "", name: "Achieng Otieno" },
    password: testPassword,
  });
  // An account that was added beside another gets nothing for a day.
  const createdAt = new Date(world.clock.now().getTime() - 24 * 60 * 60_000);
  await world.db.payoutDestination.update({ where: { id: destinationId }, data: { createdAt } });
  const id = randomUUID();
  await requestPayout(world, shop.seller, {
    ...{ id, destinationId, amount: "10000", password: testPassword },
  });
  return id;
}

/** One of which the rail never says what became of it, and which nobody asks about any more. */
async function unknown(): Promise<string> {
  const id = await asked("129");
  const data = { pollsMade: pollPlanMs.length - 1, nextPollAt: world.clock.now() };
  await world.db.payout.update({ where: { id }, data });
  await later(world, 1_000);
  expect(handOf(await payout(id))).toBe("unknown");
  return id;
}

const decide = (payoutId: string, act: "paid" | "returned" | "came_back", more = {}, by = operator) =>
  decidePayout(world, by, { payoutId, act, reason, evidence, ...more });

describe("a payout of which nobody knows", () => {
  test("is marked as paid with the receipt that was seen; the owner and the log have the reason", async () => {
    const id = await unknown();
    for (const act of ["paid", "returned"] as const)
      await refused(decide(id, act, { evidence: " " }), { evidence: expect.anything() });
    await decide(id, "paid");
    expect(await payout(id)).toMatchObject({ status: "paid", receipt: evidence, failureReason: null });
    expect(await wallet()).toMatchObject({ availableMinor: 39_150n, payoutInFlightMinor: 0n });
    expect(await events(id)).toEqual(["payout.paid"]);
    const [entry] = await world.db.auditEntry.findMany({ where: { target: `payout:${id}`, reason } });
    expect(entry).toMatchObject({
      action: "payout.marked_paid",
      actor: operator.actor,
      details: expect.objectContaining({ evidence }),
    });
    const mail = await world.db.message.findFirstOrThrow({
      where: { template: "payout.marked_paid", storeId: shop.store.id },
    });
    expect(mail).toMatchObject({
      recipient: shop.owner.email,
      body: expect.stringContaining(`Why: ${reason}`),
    });
    expect(await world.db.task.count({ where: { subject: id, resolvedAt: null } })).toBe(0);
  });

  test("marked as paid by mistake is undone: amount and fee are in the wallet again", async () => {
    const id = await unknown();
    await decide(id, "paid");
    await decide(id, "came_back");
    expect(await payout(id)).toMatchObject({ status: "returned" });
    expect(await wallet()).toMatchObject({ availableMinor: 49_250n, payoutInFlightMinor: 0n });
    expect(await events(id)).toEqual(["payout.paid", "payout.failed"]);
    await refused(decide(id, "came_back"), { form: expect.anything() });
  });

  test("is returned to the wallet with its fee, once", async () => {
    const id = await unknown();
    const both = await Promise.allSettled([decide(id, "returned"), decide(id, "returned")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await wallet()).toMatchObject({ availableMinor: 49_250n, payoutInFlightMinor: 0n });
    expect(await events(id)).toEqual(["payout.failed"]);
  });

  test("can be asked about beside the plan", async () => {
    const id = await unknown();
    expect(await askAboutPayout(world, operator, id)).toMatchObject({ status: "sent" });
  });
});

describe("any other payout", () => {
  test("that the provider refused for want of money goes back to the wallet, and is not marked as paid", async () => {
    const id = await asked("219");
    await later(world, 4_000);
    expect(handOf(await payout(id))).toBe("refused");
    await refused(decide(id, "paid"), { form: expect.anything() });
    await decide(id, "returned", { evidence: "" });
    expect(await payout(id)).toMatchObject({ status: "returned", failureReason: "called_back" });
    expect(await wallet()).toMatchObject({ availableMinor: 49_250n, payoutInFlightMinor: 0n });
    expect(await world.db.task.count({ where: { subject: id, resolvedAt: null } })).toBe(0);
  });

  test("under way is left to the rail", async () => {
    const id = await asked("129");
    expect(handOf(await payout(id))).toBe("under_way");
    for (const act of ["paid", "returned", "came_back"] as const)
      await refused(decide(id, act), { form: expect.anything() });
    expect(await wallet()).toMatchObject({ payoutInFlightMinor: 10_100n });
  });

  test("needs a reason, an operator, and to be there", async () => {
    const id = await asked("219");
    await later(world, 4_000);
    await refused(decide(id, "returned", { reason: " " }), { reason: expect.anything() });
    await expect(decide(randomUUID(), "returned")).rejects.toBeInstanceOf(NotFound);
    await expect(decide("12", "returned")).rejects.toBeInstanceOf(NotFound);
    expect(await payout(id)).toMatchObject({ status: "requested" });
  });
});

test("the list shows each payout where it stands", async () => {
  const storeId = shop.store.id;
  const ids = async (view: PayoutView) =>
    (await listOperatorPayouts(world, operator, { view, storeId }, { skip: 0, take: 10 })).rows.map(
      ({ id }) => id,
    );
  const refused = await asked("219");
  await later(world, 4_000);
  const waits = await asked("129");
  expect({ hand: await ids("hand"), under_way: await ids("under_way") }).toEqual({
    hand: [refused],
    under_way: [waits],
  });
  await decide(refused, "returned");
  expect({ hand: await ids("hand"), done: await ids("done"), waiting: await ids("waiting") }).toEqual({
    ...{ hand: [], done: [refused], waiting: [] },
  });
});
