import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { NotFound, say } from "@/lib/domain/refusal";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { NotAllowed } from "@/lib/services/people/accounts/permit";
import { openShop } from "@/lib/testing/in-paying-world";
import { later, paidPayment, releaseAll, sellingStore, testPassword } from "@/lib/testing/money";
import { withRail } from "@/lib/testing/payments";
import { receiveCallback } from "../../settlement/receive-callback";
import { requestRefund } from "../refunds/request";
import { workTransfers } from "../transfers/work";
import { addDestination, removeDestination } from "./add-destination";
import { quotePayout } from "./quote";
import { listDestinations, listPayouts, readPayout } from "./read";
import { cancelPayout, requestPayout } from "./request";
import { settlePayout } from "./settle";

const { world, shop } = await openShop(sellingStore);

const wallet = () => readWallet(world.db, shop.store.id, "UGX");
const payout = (id: string) => readPayout(world, shop.live, id);
const tasks = (subject: string) => world.db.task.findMany({ where: { subject } });

/** UGX 49,250 available and an account whose number ends in these digits. */
async function ready(digits = "789"): Promise<number> {
  await paidPayment(world, shop);
  await releaseAll(world);
  const { id } = await addDestination(world, shop.seller, {
    kind: "mobile_money",
    phone: `0772 000 ${digits}`,
    network: "",
    name: "Achieng Otieno",
    password: testPassword,
  });
  return id;
}

function ask(destinationId: number, more: { id?: string; amount?: string } = {}, on = world) {
  const { id = randomUUID(), amount = "10000" } = more;
  return requestPayout(on, shop.seller, { id, destinationId, amount, password: testPassword });
}

/** Passwords that many people type at once are many people's. */
async function anotherOwner(): Promise<typeof shop.seller> {
  const { passwordHash } = await world.db.user.findUniqueOrThrow({ where: { id: shop.owner.id } });
  const createdAt = world.clock.now();
  const user = await world.db.user.create({
    data: { email: `${randomUUID()}@example.com`, name: "Another", passwordHash, createdAt },
  });
  await world.db.member.create({
    data: { accountId: shop.accountId, userId: user.id, role: "owner", createdAt },
  });
  return { ...shop.seller, userId: user.id };
}

async function events(id: string): Promise<string[]> {
  const rows = await world.db.event.findMany({
    where: { storeId: shop.store.id, objectId: `payout/${id}` },
    orderBy: { sequence: "asc" },
  });
  return rows.map(({ type }) => type);
}

describe("an account that was added beside another", () => {
  const add = (digits: string) =>
    addDestination(world, shop.seller, {
      ...{ kind: "mobile_money", phone: `0772 000 ${digits}`, network: "" },
      ...{ name: "Achieng Otieno", password: testPassword },
    });

  test("gets nothing for a day; the first of a store waits for nothing", async () => {
    const first = await ready();
    const { id: second } = await add("111");
    await expect(ask(second)).rejects.toMatchObject({
      errors: { form: [say("payout_cooling", { hours: 24 })] },
    });
    await ask(first);
    await later(world, 23 * 60 * 60_000 + 60_000);
    await expect(ask(second)).rejects.toMatchObject({
      errors: { form: [say("payout_cooling", { hours: 1 })] },
    });
    await later(world, 60 * 60_000);
    expect(await ask(second)).toMatchObject({ isNew: true });
  });

  test("waits as well where the one before was removed", async () => {
    const first = await ready();
    await removeDestination(world, shop.seller, { id: first, password: testPassword });
    const { id } = await add("112");
    await expect(ask(id)).rejects.toMatchObject({ errors: { form: [{ code: "payout_cooling" }] } });
  });
});

describe("a payout", () => {
  test("takes amount and fee from what is available at once, and ends as paid with its receipt (number 789)", async () => {
    const { id } = await ask(await ready());
    expect(await payout(id)).toMatchObject({ status: "sent", amountMinor: 10_000n, feeMinor: 100n });
    expect(await wallet()).toMatchObject({ availableMinor: 39_150n, payoutInFlightMinor: 10_100n });
    await later(world, 4_000);
    expect(await payout(id)).toMatchObject({ status: "paid", failureReason: null });
    expect((await payout(id)).receipt).toMatch(/^SBX/);
    expect(await wallet()).toMatchObject({ availableMinor: 39_150n, payoutInFlightMinor: 0n });
    expect(await events(id)).toEqual(["payout.paid"]);
  });

  test.each([
    ["089", "recipient_not_found"],
    ["099", "recipient_limit"],
    ["109", "recipient_limit"],
    ["119", "unknown"],
    ["169", "provider_unavailable"],
  ])("to a number that ends in %s comes back with its fee: %s", async (digits, reason) => {
    const { id } = await ask(await ready(digits));
    await later(world, 4_000);
    expect(await payout(id)).toMatchObject({ status: "returned", failureReason: reason, nextPollAt: null });
    expect(await wallet()).toMatchObject({ availableMinor: 49_250n, payoutInFlightMinor: 0n });
    expect(await events(id)).toEqual(["payout.failed"]);
    const [message] = await world.db.message
      .findMany({ where: { template: "payout_returned" } })
      .then((rows) => rows.filter(({ storeId }) => storeId === shop.store.id));
    expect(message).toMatchObject({ recipient: shop.owner.email, channel: "email" });
    expect(message?.body).toMatch(/did not arrive/);
  });

  test("that the rail holds back for ever stays sent and is a task at the end of the plan (number 129)", async () => {
    const { id } = await ask(await ready("129"));
    for (let count = 0; count < 60; count += 1) await later(world, 24 * 3_600_000);
    expect(await payout(id)).toMatchObject({ status: "sent", nextPollAt: null });
    expect(await tasks(id)).toMatchObject([{ kind: "payout_no_answer", storeId: shop.store.id }]);
    expect(await wallet()).toMatchObject({ payoutInFlightMinor: 10_100n });
  }, 60_000);

  test("that arrived and came back is in the wallet again, with a task (number 209)", async () => {
    const { id } = await ask(await ready("209"));
    await later(world, 4_000);
    expect(await payout(id)).toMatchObject({ status: "paid" });
    await later(world, 150_000);
    expect(await payout(id)).toMatchObject({ status: "returned", failureReason: "reversed" });
    expect(await wallet()).toMatchObject({ availableMinor: 49_250n, payoutInFlightMinor: 0n });
    expect(await events(id)).toEqual(["payout.paid", "payout.failed"]);
    expect(await tasks(id)).toMatchObject([{ kind: "payout_reversed" }]);
  });

  test("that came back is found by polling too, when no callback says so", async () => {
    const id = (await ask(await ready("209"))).id;
    const deaf = { ...world, rails: { all: world.rails.all, sandbox: null } };
    world.clock.advance(4_000);
    await workTransfers(deaf);
    expect(await payout(id)).toMatchObject({ status: "paid" });
    world.clock.advance(61_000);
    await workTransfers(deaf);
    expect(await payout(id)).toMatchObject({ status: "returned", failureReason: "reversed" });
  });

  test("that our own account does not cover stays queued: the operator is told, not the seller (number 219)", async () => {
    const { id } = await ask(await ready("219"));
    await later(world, 4_000);
    expect(await payout(id)).toMatchObject({ status: "requested", failureReason: "insufficient_float" });
    expect(await tasks(id)).toMatchObject([{ kind: "insufficient_float", storeId: null }]);
    expect(await wallet()).toMatchObject({ payoutInFlightMinor: 10_100n });
    expect(await events(id)).toEqual([]);
    await cancelPayout(world, shop.seller, id);
    expect(await payout(id)).toMatchObject({ status: "returned", failureReason: "called_back" });
    expect(await wallet()).toMatchObject({ availableMinor: 49_250n, payoutInFlightMinor: 0n });
  });

  test("waits unsent while the float is short, and goes when there is enough", async () => {
    const destination = await ready();
    const short = withRail(world, { balance: async () => [{ minor: 9_999n, currency: "UGX" }] });
    const { id } = await ask(destination, {}, short);
    expect(await payout(id)).toMatchObject({ status: "requested", failureReason: null });
    expect(await world.sandbox.rail.payoutStatus?.({ payoutId: id })).toEqual({ kind: "not_found" });
    expect(await tasks(id)).toMatchObject([{ kind: "insufficient_float", storeId: null }]);
    await later(world, 11 * 60_000);
    await later(world, 4_000);
    expect(await payout(id)).toMatchObject({ status: "paid" });
  });

  test.each(["229", "239", "249", "259"])(
    "to a number that ends in %s is paid once, however its callbacks and answers come",
    async (digits) => {
      const { id } = await ask(await ready(digits));
      await later(world, 4_000);
      await later(world, 4_000);
      expect(await payout(id)).toMatchObject({ status: "paid" });
      expect(await events(id)).toEqual(["payout.paid"]);
      expect(await wallet()).toMatchObject({ availableMinor: 39_150n, payoutInFlightMinor: 0n });
    },
  );

  test("to a bank account is made out to the holder the bank tells", async () => {
    await paidPayment(world, shop);
    await releaseAll(world);
    const destination = await addDestination(world, shop.seller, {
      kind: "bank",
      bankCode: "SBX001",
      accountNumber: "00 1234-5678",
      name: "Somebody Else",
      password: testPassword,
    });
    expect(destination).toMatchObject({
      label: "Sandbox First Bank •••678, Sandbox Holder 678",
      accountName: "Sandbox Holder 678",
    });
    const { id } = await ask(destination.id);
    await later(world, 4_000);
    expect(await payout(id)).toMatchObject({ status: "paid", kind: "bank" });
  });
});

describe("a payout that meets bad luck", () => {
  test("pressed four times at once is one payout", async () => {
    const destination = await ready();
    const id = randomUUID();
    const made = await Promise.all(Array.from({ length: 4 }, () => ask(destination, { id })));
    expect(made.filter(({ isNew }) => isNew)).toHaveLength(1);
    await later(world, 4_000);
    expect(await wallet()).toMatchObject({ availableMinor: 39_150n, payoutInFlightMinor: 0n });
    expect((await listPayouts(world, shop.live, { skip: 0, take: 10 })).total).toBe(1);
  });

  test("never takes the wallet below zero, with 50 asked for at once", async () => {
    const destination = await ready();
    const sellers = await Promise.all(Array.from({ length: 13 }, anotherOwner));
    const results = await Promise.allSettled(
      Array.from({ length: 50 }, (_, index) => {
        const input = {
          id: randomUUID(),
          destinationId: destination,
          amount: "4000",
          password: testPassword,
        };
        return requestPayout(world, sellers[index % 13] ?? shop.seller, input);
      }),
    );
    const made = BigInt(results.filter(({ status }) => status === "fulfilled").length);
    // 49,250 holds twelve times 4,040. On a slow machine one may give up waiting for the wallet, which takes nothing.
    expect(made).toBeGreaterThan(0n);
    expect(made).toBeLessThanOrEqual(12n);
    const availableMinor = 49_250n - made * 4_040n;
    expect(await wallet()).toMatchObject({ availableMinor, payoutInFlightMinor: made * 4_040n });
    await later(world, 4_000);
    expect(await wallet()).toMatchObject({ availableMinor, payoutInFlightMinor: 0n });
  }, 60_000);

  test("whose call never left is sent by the worker, under the same id, once", async () => {
    const destination = await ready();
    let calls = 0;
    const dead = withRail(world, {
      payout: async () => {
        calls += 1;
        throw new Error("The process died here.");
      },
    });
    const { id } = await ask(destination, {}, dead);
    expect(await payout(id)).toMatchObject({ status: "sent", leasedUntil: null });
    await later(world, 3_000);
    await later(world, 4_000);
    expect(await payout(id)).toMatchObject({ status: "paid" });
    expect(calls).toBe(1);
    expect(await wallet()).toMatchObject({ availableMinor: 39_150n, payoutInFlightMinor: 0n });
  });

  test("that the rail never hears of is sent for a while, and comes back when nothing can be under way", async () => {
    const destination = await ready();
    const lost = withRail(world, {
      payout: async () => {
        throw new Error("timeout");
      },
    });
    const { id } = await ask(destination, {}, lost);
    const start = world.clock.now().getTime();
    while ((await payout(id)).status === "sent") {
      world.clock.advance(60_000);
      await workTransfers(lost);
      expect(world.clock.now().getTime() - start).toBeLessThan(3 * 3_600_000);
    }
    expect(world.clock.now().getTime() - start).toBeGreaterThan(20 * 60_000);
    expect(await payout(id)).toMatchObject({ status: "returned", failureReason: "provider_unavailable" });
    expect(await wallet()).toMatchObject({ availableMinor: 49_250n });
  }, 60_000);

  test("whose callback comes before the answer is paid once", async () => {
    const destination = await ready();
    const early = withRail(world, {
      payout: async (request) => {
        const answer = await world.sandbox.rail.payout?.(request);
        world.clock.advance(3_000);
        await world.sandbox.deliverDue();
        await world.settled();
        expect(await payout(request.payoutId)).toMatchObject({ status: "paid" });
        return answer ?? { kind: "not_found" };
      },
    });
    const { id } = await ask(destination, {}, early);
    expect(await payout(id)).toMatchObject({ status: "paid" });
    expect(await events(id)).toEqual(["payout.paid"]);
  });

  test("is sent by one of many workers", async () => {
    const destination = await ready();
    let calls = 0;
    const counted = withRail(world, {
      payout: async (request) => {
        calls += 1;
        return (await world.sandbox.rail.payout?.(request)) ?? { kind: "not_found" };
      },
    });
    await Promise.all([
      ask(destination, {}, counted),
      ...Array.from({ length: 6 }, () => workTransfers(counted)),
    ]);
    await Promise.all(Array.from({ length: 6 }, () => workTransfers(counted)));
    expect(calls).toBe(1);
  });

  test("that came back and arrives after all is a person's to see, and the wallet stays as it is", async () => {
    const { id } = await ask(await ready("089"));
    await later(world, 4_000);
    const before = await wallet();
    const liar = withRail(world, {
      payoutStatus: async () => ({ kind: "succeeded", railRef: `sbx_${id}`, at: world.clock.now() }),
      parseCallback: async () => ({
        authentic: true,
        auth: "signed",
        events: [{ op: "payout", ourId: id, dedupeKey: `again:${id}` }],
        reply: { status: 200 },
      }),
    });
    const raw = { method: "POST", host: "", path: "", query: new URLSearchParams(), headers: {}, ip: "" };
    const received = await receiveCallback(liar, "sandbox", { ...raw, body: Buffer.from("{}") });
    await received.work();
    expect(await wallet()).toEqual(before);
    expect(await tasks(id)).toMatchObject([{ kind: "contradiction" }]);
  });
});

describe("who may pay out, and what", () => {
  test("the owner alone, with the password", async () => {
    const destinationId = await ready();
    const input = { id: randomUUID(), destinationId, amount: "1000", password: testPassword };
    for (const role of ["admin", "support", "developer", "viewer"] as const)
      await expect(requestPayout(world, { ...shop.seller, role }, input)).rejects.toThrow(NotAllowed);
    await expect(requestPayout(world, shop.seller, { ...input, password: "wrong" })).rejects.toThrow(
      /wrong_password/,
    );
    expect((await listPayouts(world, shop.live, { skip: 0, take: 1 })).total).toBe(0);
  });

  test("a store that is not verified, or suspended, is refused in words", async () => {
    const destination = await ready();
    const { id } = shop.store;
    for (const [data, words] of [
      [{ verificationStatus: "unverified" }, /payout_unverified/],
      [{ verificationStatus: "pending" }, /payout_pending/],
      [{ verificationStatus: "verified", status: "suspended" }, /suspended/],
    ] as const) {
      await world.db.store.update({ where: { id }, data });
      await expect(ask(destination)).rejects.toThrow(words);
    }
    expect(await wallet()).toMatchObject({ availableMinor: 49_250n });
  });

  test("no more than is available with the fee on top; what is on hold is not", async () => {
    const destination = await ready();
    await paidPayment(world, shop);
    await expect(ask(destination, { amount: "48763" })).rejects.toThrow(/payout_short.*"48762"/);
    const { id } = await ask(destination, { amount: "48,762" });
    expect(await payout(id)).toMatchObject({ amountMinor: 48_762n, feeMinor: 488n });
    expect(await wallet()).toMatchObject({ availableMinor: 0n, pendingMinor: 49_250n });
  });

  test("amounts that the network moves: readable, within its limits", async () => {
    const destinationId = await ready();
    for (const [amount, words] of [
      ["", /amount_like/],
      ["abc", /amount_like/],
      ["0", /amount_above_zero/],
      ["100.5", /small_part/],
      ["499", /amount_from_to .*"500".*"5000000"/],
    ] as const)
      await expect(quotePayout(world, shop.live, { destinationId, amount })).rejects.toThrow(words);
    expect(await quotePayout(world, shop.live, { destinationId, amount: "500" })).toMatchObject({
      amountMinor: 500n,
      feeMinor: 5n,
      availableMinor: 49_250n,
    });
  });

  test("a refund that the wallet does not cover any more is refused, and nothing is changed", async () => {
    const { orderId } = await paidPayment(world, shop);
    await releaseAll(world);
    const { id: destinationId } = await addDestination(world, shop.seller, {
      kind: "mobile_money",
      phone: "0772 000 789",
      network: "mtn_ug",
      name: "Achieng Otieno",
      password: testPassword,
    });
    await ask(destinationId, { amount: "48762" });
    const before = await wallet();
    const asking = requestRefund(world, shop.seller, { orderId, reason: "x", requestKey: randomUUID() });
    await expect(asking).rejects.toThrow(/wallet_short.*"minor":"0"/);
    expect(await wallet()).toEqual(before);
  });

  test("another store's payouts and accounts are not there", async () => {
    const destination = await ready();
    const { id } = await ask(destination);
    const other = await sellingStore(world);
    await expect(readPayout(world, other.live, id)).rejects.toThrow(NotFound);
    await expect(cancelPayout(world, other.seller, id)).rejects.toThrow(NotFound);
    await expect(
      quotePayout(world, other.live, { destinationId: destination, amount: "500" }),
    ).rejects.toThrow(NotFound);
    const input = { id, destinationId: destination, amount: "500", password: testPassword };
    await expect(requestPayout(world, other.seller, input)).rejects.toThrow(
      /payout_incomplete|payout_less|payout_cooling/,
    );
  });
});

describe("where a store is paid out to", () => {
  test("is shown by the end of its number and its name, kept sealed, and every owner hears of it", async () => {
    const id = await ready("678");
    const [view] = await listDestinations(world, shop.live);
    expect(view).toMatchObject({ id, label: "MTN MoMo •••678, Achieng Otieno", kind: "mobile_money" });
    const row = await world.db.payoutDestination.findUniqueOrThrow({ where: { id } });
    expect(Buffer.from(row.detailsSealed).toString("latin1")).not.toContain("772000678");
    await removeDestination(world, shop.seller, { id, password: testPassword });
    await removeDestination(world, shop.seller, { id, password: testPassword });
    expect(await listDestinations(world, shop.live)).toEqual([]);
    await expect(ask(id)).rejects.toThrow(NotFound);
    const mails = await world.db.message.findMany({
      where: { storeId: shop.store.id, template: { startsWith: "payout_destination" } },
      orderBy: { id: "asc" },
    });
    expect(mails.map(({ template, recipient }) => [template, recipient])).toEqual([
      ["payout_destination_added", shop.owner.email],
      ["payout_destination_removed", shop.owner.email],
    ]);
  });

  test("is asked for with the owner's password, a number of the country, a network of the currency, a name", async () => {
    const input = {
      kind: "mobile_money",
      phone: "0772 000 678",
      network: "",
      name: "A",
      password: testPassword,
    };
    const add = (more: object) => addDestination(world, shop.seller, { ...input, ...more } as never);
    await expect(add({ password: "no" })).rejects.toThrow(/wrong_password/);
    await expect(add({ phone: "0722 000 67" })).rejects.toMatchObject({
      errors: { phone: [expect.objectContaining({ code: expect.any(String) })] },
    });
    await expect(add({ network: "mpesa_ke" })).rejects.toMatchObject({
      errors: { network: [expect.objectContaining({ code: expect.any(String) })] },
    });
    await expect(add({ name: " " })).rejects.toMatchObject({
      errors: { name: [expect.objectContaining({ code: expect.any(String) })] },
    });
    const bank = { kind: "bank", bankCode: "SBX001", accountNumber: "12345678" };
    await expect(add({ ...bank, bankCode: "NOPE" })).rejects.toMatchObject({
      errors: { bankCode: [expect.objectContaining({ code: expect.any(String) })] },
    });
    await expect(add({ ...bank, accountNumber: "1234089" })).rejects.toThrow(/account_unknown/);
    expect(await listDestinations(world, shop.live)).toEqual([]);
  });
});

test.each([
  ["in its currency is what the service bears", "UGX", 120n],
  ["in another currency is none of this ledger", "KES", 0n],
])("what a rail keeps of a payout %s", async (_, currency, kept) => {
  const destinationId = await ready("129");
  const { id } = await ask(destinationId);
  const balance = async (kind: string) => {
    const where = { account: { kind, currency: "UGX" } };
    const { _sum } = await world.db.ledgerBalance.aggregate({ where, _sum: { balanceMinor: true } });
    return _sum.balanceMinor ?? 0n;
  };
  const [cost, clearing] = [await balance("rail_cost"), await balance("clearing")];
  const paid = { kind: "succeeded", railRef: `sbx_${id}`, at: world.clock.now() } as const;
  await settlePayout(world, id, { ...paid, fee: { minor: 120n, currency } });
  expect((await payout(id)).status).toBe("paid");
  expect((await balance("rail_cost")) - cost).toBe(kept);
  expect((await balance("clearing")) - clearing).toBe(-10_000n - kept);
});
