import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { orderInclude } from "@/lib/db/rows";
import { Invalid } from "@/lib/domain/refusal";
import { createPhone, phoneSecret } from "@/lib/providers/rails/phone/phone";
import { readOrderHistory } from "@/lib/services/billing/orders/history";
import { saveAccount, setWays } from "@/lib/services/desk/own-accounts/connect";
import { listAccounts } from "@/lib/services/desk/own-accounts/read";
import { readPayOptions } from "@/lib/services/money/checkout/pages/read-pay-options";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { isSentByPayer } from "@/lib/services/money/rails";
import { whyClosed } from "@/lib/services/money/renewal/source";
import { receiveCallback } from "@/lib/services/money/settlement/receive-callback";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openStage } from "@/lib/testing/in-paying-world";
import { testPassword as password, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { gatewayPost, Sim } from "@/lib/testing/phone-sim";
import { sealTillTask, sellTillPayment } from "../till/decide";
import { takeTillStatement } from "../till/statement";
import { claimPayment } from "./claim";
import { denyMessage } from "./deny";
import { answerGap, startChain } from "./gaps";
import { minuteOfPhones } from "./minute";
import { listMessages, readUnread } from "./read";
import { teachMessage } from "./teach";

const world = await openStage();
let shop: Awaited<ReturnType<typeof sellingStore>>;
let key: string;
let callbackUrl: string;
let sim: Sim;

beforeEach(async () => {
  shop = await sellingStore(world);
  const number = `0772 4${String(Math.floor(Math.random() * 90_000) + 10_000)}`;
  const saved = await saveAccount(world, shop.seller, {
    ...{ rail: "phone", livemode: true, label: "Shop phone", password },
    credentials: { network: "mtn_ug", number },
  });
  ({ key } = saved);
  callbackUrl = (await listAccounts(world, shop.seller))[0]?.callbackUrl ?? "";
  sim = new Sim(world.clock);
  await startChain(world, shop.seller, key, String(sim.balance));
  world.clock.advance(3 * 60_000);
});
afterEach(async () => {
  expect(await checkLedger(world)).toEqual([]);
});

/** The phone's forwarder posts these texts. */
async function hears(texts: string | string[], more: Partial<Parameters<typeof gatewayPost>[1]> = {}) {
  for (const text of [texts].flat()) {
    const { pathname } = new URL(callbackUrl);
    const { body, headers } = gatewayPost(text, {
      ...{ secret: phoneSecret(callbackUrl), at: world.clock.now() },
      ...more,
    });
    const received = await receiveCallback(world, pathname.replace("/api/rails/", ""), {
      ...{ method: "POST", host: "localhost", path: pathname, query: new URLSearchParams() },
      ...{ headers, body: Buffer.from(body), ip: "192.0.2.1" },
    });
    expect(received.status).toBe(200);
    await received.work();
  }
}

async function pressed(phone = "0772 123 789") {
  const { id, token } = await press(world, shop, {
    ...{ phone, for: { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() } },
  });
  const { amountMinor, rail } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  expect(rail).toBe(key);
  return { id, token, amount: Number(amountMinor) };
}

const statusOf = async (id: string) =>
  (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).status;
const states = async () =>
  (await world.db.phoneMessage.findMany({ where: { rail: key }, orderBy: { id: "asc" } })).map(
    ({ state }) => state,
  );
const tasks = async () =>
  (
    await world.db.task.findMany({
      where: { storeId: shop.store.id, resolvedAt: null },
      orderBy: { createdAt: "asc" },
    })
  ).map(({ kind }) => kind);

describe("a message that fits the chain", () => {
  test("of the payer's own phone and amount settles the one payment that waits, and is the seller's money at once", async () => {
    const { id, amount } = await pressed();
    await hears(sim.receives(amount));
    expect(await statusOf(id)).toBe("succeeded");
    const { order } = await world.db.paymentAttempt.findUniqueOrThrow({
      where: { id },
      include: { order: true },
    });
    expect(order).toMatchObject({ paymentStatus: "paid", ownAccount: key });
    expect(await tasks()).toEqual([]);
  });

  test("told twice, late, or by another forwarder, is one payment", async () => {
    const { id, amount } = await pressed();
    const text = sim.receives(amount);
    await hears([text, text, ` ${text.replaceAll(" ", "\n")}`]);
    expect(await statusOf(id)).toBe("succeeded");
    expect(await states()).toEqual(["fits"]);
    expect(await world.db.tillPayment.count({ where: { rail: key } })).toBe(1);
  });

  test("of nobody who waits is asked about; so is one that two payers could have sent", async () => {
    await hears(sim.receives(7_777));
    expect(await tasks()).toEqual(["till_payment"]);
    const [one, other] = [await pressed(), await pressed()];
    await hears(sim.receives(one.amount));
    expect([await statusOf(one.id), await statusOf(other.id)]).toEqual(["pending", "pending"]);
    expect(await tasks()).toEqual(["till_payment", "till_payment"]);
  });

  test("settles by the number that its payer typed, before it comes or after, from whatever phone, once", async () => {
    const [early, late] = [await pressed(), await pressed("0772 555 111")];
    const [first, second] = [
      sim.receives(early.amount, { from: "0772 999 999" }),
      sim.receives(late.amount, { from: "0772 888 888" }),
    ];
    const codeOf = (text: string) => / ID: (\d+)/.exec(text)?.[1] ?? "";
    expect(await claimPayment(world, early.token, codeOf(first))).toBe("kept");
    await hears(first);
    expect(await statusOf(early.id)).toBe("succeeded");
    await hears(second);
    expect(await statusOf(late.id)).toBe("pending");
    // Another's number, one that is used, and no number at all.
    expect(await claimPayment(world, late.token, codeOf(first))).toBe("kept");
    expect(await claimPayment(world, late.token, "paid already!")).toBe("no_code");
    expect(await statusOf(late.id)).toBe("pending");
    expect(await claimPayment(world, late.token, second)).toBe("taken");
    expect(await statusOf(late.id)).toBe("succeeded");
    expect(await tasks()).toEqual([]);
  });

  test("whose number somebody guessed takes nothing from whom the message shows: their seller is asked, or their own number decides", async () => {
    const [payer, guesser] = [await pressed("0772 123 789"), await pressed("0772 555 111")];
    const text = sim.receives(payer.amount, { from: "0772 123 789" });
    expect(await claimPayment(world, guesser.token, text)).toBe("kept");
    await hears(text);
    expect([await statusOf(payer.id), await statusOf(guesser.id)]).toEqual(["pending", "pending"]);
    expect(await tasks()).toEqual(["till_payment"]);
    expect(await claimPayment(world, guesser.token, text)).toBe("kept");
    expect(await claimPayment(world, payer.token, text)).toBe("taken");
    expect([await statusOf(payer.id), await statusOf(guesser.id)]).toEqual(["succeeded", "pending"]);
    expect(await tasks()).toEqual([]);
  });

  test("is found by 40 numbers at most that were typed for one payment", async () => {
    const { id, token } = await pressed();
    for (let tries = 0; tries < 12; tries += 1)
      await claimPayment(world, token, [0, 1, 2, 3, 4].map((nth) => `2000${tries + 10}000${nth}`).join(" "));
    expect(await world.db.phoneClaim.count({ where: { attemptId: id } })).toBe(40);
  });

  test("of another amount than the number's payment is not taken for it", async () => {
    const { id, token, amount } = await pressed();
    const text = sim.receives(amount - 1_000, { from: "0772 999 999" });
    await hears(text);
    expect(await claimPayment(world, token, text)).toBe("kept");
    expect(await statusOf(id)).toBe("pending");
  });
});

test("a number that was typed too long before its message came is typed again, and settles", async () => {
  const { id, token, amount } = await pressed();
  const text = sim.receives(amount, { from: "0772 999 999" });
  expect(await claimPayment(world, token, text)).toBe("kept");
  world.clock.advance(2 * 3_600_000);
  await hears(text);
  expect(await statusOf(id)).toBe("pending");
  expect(await claimPayment(world, token, text)).toBe("taken");
});

test("money that was sent long before an order was opened pays it only where its payer says so", async () => {
  const sentAt = world.clock.now();
  const text = sim.receives(50_000);
  world.clock.advance(20 * 3_600_000);
  const { id, token, amount } = await pressed();
  expect(amount).toBe(50_000);
  await hears(text, { at: sentAt });
  expect(await statusOf(id)).toBe("pending");
  expect(await tasks()).toEqual(["till_payment"]);
  expect(await claimPayment(world, token, text)).toBe("taken");
  expect(await tasks()).toEqual([]);
});

test("a network's number is taken for one, however few figures are in it", async () => {
  const { token } = await pressed();
  const seen = ["UCEIE9EQ8H", "TGE6WZSMPY", "det0kaixp5e", "PP140821.1336.F02587"];
  for (const code of seen) expect(await claimPayment(world, token, code)).toBe("kept");
  expect(await claimPayment(world, token, "CONFIRMED thanks")).toBe("no_code");
});

describe("a gap", () => {
  test("holds what comes behind it; the missing message closes it by itself", async () => {
    const { id, amount } = await pressed();
    const missing = sim.withdraws(1_200);
    await hears(sim.receives(amount));
    expect(await statusOf(id)).toBe("pending");
    expect(await states()).toEqual(["waiting"]);
    await hears(missing);
    expect(await statusOf(id)).toBe("succeeded");
  });

  test("is asked about once after two minutes, with its size; the owner's yes settles what waits", async () => {
    const { id, amount } = await pressed();
    sim.withdraws(1_200);
    await hears(sim.receives(amount));
    await minuteOfPhones(world);
    expect(await tasks()).toEqual([]);
    world.clock.advance(2 * 60_000);
    await minuteOfPhones(world);
    await minuteOfPhones(world);
    const [task] = await world.db.task.findMany({ where: { storeId: shop.store.id } });
    expect(task).toMatchObject({ kind: "phone_gap", details: { missing: "UGX 1200", isOut: true } });
    const before = BigInt(task?.subject.split("/")[1] ?? 0);
    await answerGap(world, shop.seller, key, before, true);
    await minuteOfPhones(world);
    expect(await statusOf(id)).toBe("succeeded");
    expect(await tasks()).toEqual([]);
  });

  test("of another size is another question; one that stood back for an earlier one is asked about again", async () => {
    const late = [sim.withdraws(1_200), sim.withdraws(300)] as const;
    world.clock.advance(10 * 60_000);
    const early = sim.receives(2_000, { from: "0772 999 999" });
    sim.withdraws(5_000);
    world.clock.advance(10 * 60_000);
    await hears(sim.receives(7_777));
    const asked = async () => {
      world.clock.advance(2 * 60_000);
      await minuteOfPhones(world);
      const open = await world.db.task.findMany({
        where: { storeId: shop.store.id, kind: "phone_gap", resolvedAt: null },
      });
      return open.map(({ details }) => Object(details).missing);
    };
    expect(await asked()).toEqual(["UGX 4500"]);
    await hears(late[0]);
    expect(await asked()).toEqual(["UGX 3300"]);
    await hears(early);
    expect(await asked()).toEqual(["UGX 300"]);
    await hears(late[1]);
    expect(await asked()).toEqual(["UGX 5000"]);
  });

  test("takes no typed number from who typed it in time: their payment is settled whenever the gap is answered", async () => {
    const { id, token, amount } = await pressed();
    sim.withdraws(1_200);
    const text = sim.receives(amount, { from: "0772 999 999" });
    expect(await claimPayment(world, token, text)).toBe("kept");
    await hears(text);
    world.clock.advance(3 * 3_600_000);
    const { gapBefore } = await world.db.phoneChain.findUniqueOrThrow({ where: { rail: key } });
    await answerGap(world, shop.seller, key, gapBefore ?? 0n, true);
    await minuteOfPhones(world);
    expect(await statusOf(id)).toBe("succeeded");
  });

  test("that is not right stops the phone, until its balance is typed: what leads to that balance is true", async () => {
    const { id, amount } = await pressed();
    sim.withdraws(1_200);
    await hears(sim.receives(amount));
    const { gapBefore } = await world.db.phoneChain.findUniqueOrThrow({ where: { rail: key } });
    await answerGap(world, shop.seller, key, gapBefore ?? 0n, false);
    await minuteOfPhones(world);
    expect(await statusOf(id)).toBe("pending");
    await startChain(world, shop.seller, key, String(sim.balance));
    await minuteOfPhones(world);
    expect(await statusOf(id)).toBe("succeeded");
    expect(await tasks()).toEqual([]);
  });

  test("that a forged message made is closed by the balance that is typed; nothing of it is booked", async () => {
    const { id, amount } = await pressed();
    await hears(sim.forged(amount, { balance: 999_000 }));
    const { gapBefore } = await world.db.phoneChain.findUniqueOrThrow({ where: { rail: key } });
    await answerGap(world, shop.seller, key, gapBefore ?? 0n, false);
    await startChain(world, shop.seller, key, String(sim.balance));
    world.clock.advance(10 * 60_000);
    await hears(sim.receives(amount));
    expect(await statusOf(id)).toBe("succeeded");
    expect(await states()).toEqual(["false", "fits"]);
    expect(await world.db.tillPayment.count({ where: { rail: key } })).toBe(1);
  });

  test("that was denied books nothing where the balance is the one that the chain had all along", async () => {
    // 3, describe "a gap"
    const { id, amount } = await pressed("0772 000 001");
    await hears(sim.forged(amount, { balance: sim.balance }));
    const { gapBefore } = await world.db.phoneChain.findUniqueOrThrow({ where: { rail: key } });
    await answerGap(world, shop.seller, key, gapBefore ?? 0n, false);
    await startChain(world, shop.seller, key, String(sim.balance));
    world.clock.advance(31 * 60_000);
    await minuteOfPhones(world);
    expect(await statusOf(id)).toBe("pending");
    expect(await states()).toEqual(["old"]);
    expect(await tasks()).toEqual(["till_payment"]);
  });
});

describe("a balance that is typed after a No", () => {
  test("which the chain had all along, asks also about what does not lead to it", async () => {
    await pressed();
    const before = sim.balance;
    sim.withdraws(1_200); // not heard
    const paid = sim.receives(7_000, { from: "0772 888 888" });
    sim.receives(3_000, { from: "0772 999 999" }); // not heard
    await hears([paid, sim.withdraws(sim.balance - before)]);
    await denies();
    expect(await states()).toEqual(["old", "old"]);
    world.clock.advance(31 * 60_000);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual(["till_payment"]);
  });

  const gap = async () =>
    (await world.db.phoneChain.findUniqueOrThrow({ where: { rail: key } })).gapBefore ?? 0n;
  const denies = async () => {
    await answerGap(world, shop.seller, key, await gap(), false);
    await startChain(world, shop.seller, key, String(sim.balance));
  };

  test("settles what was denied: it holds nothing that comes later, and the next gap is asked about", async () => {
    await hears(sim.forged(5_000, { balance: 999_000 }));
    await denies();
    expect(await states()).toEqual(["false"]);
    const { id, amount } = await pressed();
    world.clock.advance(10 * 60_000);
    sim.withdraws(1_200);
    await hears(sim.receives(amount));
    world.clock.advance(2 * 60_000);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual(["phone_gap"]);
    await answerGap(world, shop.seller, key, await gap(), true);
    await minuteOfPhones(world);
    expect(await statusOf(id)).toBe("succeeded");
  });

  test("believes what leads to it, and not what was forged before: that is asked about", async () => {
    const { id, amount } = await pressed();
    await hears(sim.forged(amount, { balance: 999_000 }));
    world.clock.advance(10 * 60_000);
    sim.withdraws(1_200);
    await hears([
      sim.receives(7_000, { from: "0772 555 111" }),
      sim.receives(8_000, { from: "0772 555 111" }),
    ]);
    await denies();
    expect(await states()).toEqual(["old", "fits", "fits"]);
    world.clock.advance(31 * 60_000);
    await minuteOfPhones(world);
    expect(await statusOf(id)).toBe("pending");
    expect(await tasks()).toEqual(["till_payment", "till_payment", "till_payment"]);
  });

  test("calls nothing false that tells no time and took money out: it may be from before", async () => {
    const paid =
      "You have paid UGX 500 for UMEME at a Fee of UGX 0.00. AccountNo.: 49410008999. New balance is UGX 104500.";
    await hears(`${paid} Transaction ID: 39304776339.`);
    world.clock.advance(10 * 60_000);
    await hears(sim.forged(1_000, { balance: 777_000 }));
    await denies();
    expect(await states()).toEqual(["old", "false"]);
  });
});

test("what was too late to be placed is never called false, when its time has been settled for days", async () => {
  await hears(sim.receives(5_000));
  sim.withdraws(300);
  const late = sim.withdraws(200);
  await hears(sim.receives(1_000));
  world.clock.advance(2 * 60_000);
  await minuteOfPhones(world);
  const { gapBefore } = await world.db.phoneChain.findUniqueOrThrow({ where: { rail: key } });
  await answerGap(world, shop.seller, key, gapBefore ?? 0n, true);
  await hears(late);
  world.clock.advance(10 * 60_000);
  await hears(sim.withdraws(10));
  expect(await states()).toEqual(["fits", "fits", "old", "fits"]);
  // What came before the last withdrawal is settled now, and that is not.
  for (const minutes of [3 * 24 * 60 - 5, 1]) {
    world.clock.advance(minutes * 60_000);
    await hears(sim.withdraws(10));
  }
  expect((await states()).slice(0, 3)).toEqual(["fits", "fits", "old"]);
  expect(await tasks()).not.toContain("phone_doubt");
});

describe("a message that cannot be true", () => {
  test("is never booked, and its owner is told at once: a balance below its amount, a time ahead, other figures under one number", async () => {
    const { id, amount } = await pressed();
    await hears(sim.forged(amount, { balance: amount - 1 }));
    expect(await tasks()).toEqual(["phone_doubt"]);
    await hears(
      sim.forged(amount, { balance: 500_000, at: new Date(world.clock.now().getTime() + 3_600_000) }),
    );
    const text = sim.receives(5_000, { from: "0772 999 999" });
    await hears([text, text.replace("5000", "50000")]);
    expect(await states()).toEqual(["false", "false", "fits", "false"]);
    expect(await statusOf(id)).toBe("pending");
    // A stranger's messages stop nothing: the payment that fits is asked about, as nobody waits for it.
    expect(await tasks()).toEqual(["phone_doubt", "till_payment"]);
  });

  test("takes no true one's place: of two under one number, that counts which fits, whichever came first", async () => {
    const { id, amount } = await pressed();
    const text = sim.receives(amount);
    await hears([
      text.replace(`UGX ${amount} from`, `UGX ${amount + 20_000} from`),
      text.replace(/balance: UGX \d+/, "balance: UGX 999000"),
      text,
      text.replace(/balance: UGX \d+/, "balance: UGX 998000"),
    ]);
    expect(await statusOf(id)).toBe("succeeded");
    expect(await states()).toEqual(["waiting", "waiting", "fits", "twice"]);
    world.clock.advance(10 * 60_000);
    await hears(sim.withdraws(500));
    expect(await states()).toEqual(["false", "false", "fits", "twice", "fits"]);
    expect(await world.db.tillPayment.count({ where: { rail: key } })).toBe(1);
  });

  test("is one that the account went on without", async () => {
    await hears(sim.forged(5_000, { balance: 777_000 }));
    expect(await states()).toEqual(["waiting"]);
    world.clock.advance(10 * 60_000);
    await hears(sim.withdraws(500));
    expect(await states()).toEqual(["false", "fits"]);
    expect(await tasks()).toEqual(["phone_doubt"]);
  });

  test("of another sender is not even kept, nor is what another SIM heard", async () => {
    await hears(sim.receives(5_000), { sender: "0772000000" });
    expect(await states()).toEqual([]);
  });
});

test("a balance that nobody typed proves nothing; what came before it was typed is asked about", async () => {
  await world.db.phoneChain.delete({ where: { rail: key } });
  const { id, amount } = await pressed();
  await hears(sim.receives(amount));
  expect(await statusOf(id)).toBe("pending");
  await startChain(world, shop.seller, key, String(sim.balance));
  world.clock.advance(31 * 60_000);
  await minuteOfPhones(world);
  expect(await statusOf(id)).toBe("pending");
  expect(await tasks()).toEqual(["till_payment"]);
});

describe("what the network takes back, by a message of its own that names the payment's number,", () => {
  beforeEach(async () => {
    shop = await sellingStore(world, { store: { currency: "KES", country: "KE" } });
    await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { currency: "KES" } });
    const credentials = { network: "mpesa_ke", number: "0722 400 400" };
    ({ key } = await saveAccount(world, shop.seller, {
      ...{ rail: "phone", livemode: true, label: "Shop phone", password, credentials },
    }));
    callbackUrl = (await listAccounts(world, shop.seller))[0]?.callbackUrl ?? "";
    sim = new Sim(world.clock, 10_000, "mpesa_ke");
    await startChain(world, shop.seller, key, "10000");
    world.clock.advance(3 * 60_000);
  });
  const sender = "MPESA";

  test("is paid no more", async () => {
    const { id, token } = await pressed("0722 123 789");
    const text = sim.receives(500, { from: "0722 123 789" });
    await hears(text, { sender });
    expect(await claimPayment(world, token, text)).toBe("taken");
    await hears(sim.takesBack(text.slice(0, 10), 500), { sender });
    expect(await states()).toEqual(["fits", "fits"]);
    expect(await statusOf(id)).toBe("reversed");
  });

  test("waits for its seller no more, and pays nothing, whoever names it", async () => {
    const text = sim.receives(500, { from: "0722 123 789" });
    await hears(text, { sender });
    const waiting = await world.db.tillPayment.findFirstOrThrow({ where: { rail: key } });
    const task = await world.db.task.findFirstOrThrow({
      where: { storeId: shop.store.id, resolvedAt: null },
    });
    const shown = { shop: { ...shop.seller, shown: sealTillTask(world, task) }, id: waiting.id };
    await hears(sim.takesBack(text.slice(0, 10), 500), { sender });
    expect(await tasks()).toEqual([]);
    await expect(sellTillPayment(world, shown.shop, shown.id)).rejects.toThrow(Invalid);
    const { id, token } = await pressed("0722 123 789");
    expect(await claimPayment(world, token, text)).toBe("kept");
    const list = `Receipt No.,Completion Time,Details,Transaction Status,Paid In\n${text.slice(0, 10)},2026-01-01 10:00:00,Funds received,Completed,500.00\n`;
    expect(await takeTillStatement(world, shop.seller, { key, file: list })).toMatchObject({ known: 1 });
    expect(await statusOf(id)).toBe("pending");
    expect(await tasks()).toEqual([]);
  });

  test("by a message that nothing proves, takes nothing back", async () => {
    const { id, token } = await pressed("0722 123 789");
    const text = sim.receives(500, { from: "0722 123 789" });
    await hears(text, { sender });
    expect(await claimPayment(world, token, text)).toBe("taken");
    const { balance } = sim;
    const hourAgo = new Date(world.clock.now().getTime() - 3_600_000);
    const forged = sim
      .takesBack(text.slice(0, 10), 500, hourAgo)
      .replace(/balance is Ksh\d+/, "balance is Ksh7777");
    sim.balance = balance;
    await hears(forged, { sender });
    expect(await states()).toEqual(["fits", "old"]);
    world.clock.advance(31 * 60_000);
    await minuteOfPhones(world);
    expect(await statusOf(id)).toBe("succeeded");
    expect(await tasks()).toEqual(["phone_doubt"]);
  });

  test("by a message that a forged one hid, is paid no more once the forged one is denied", async () => {
    const { id, token } = await pressed("0722 123 789");
    const text = sim.receives(500, { from: "0722 123 789" });
    await hears(text, { sender });
    expect(await claimPayment(world, token, text)).toBe("taken");
    world.clock.advance(10 * 60_000);
    const back = sim.takesBack(text.slice(0, 10), 500, new Date(world.clock.now().getTime() - 5 * 60_000));
    await hears([sim.forged(700, { balance: 11_200 }), back], { sender });
    expect(await states()).toEqual(["fits", "fits", "old"]);
    world.clock.advance(31 * 60_000);
    await minuteOfPhones(world);
    expect(await statusOf(id)).toBe("succeeded");
    const forged = await world.db.phoneMessage.findFirstOrThrow({
      where: { rail: key, movedMinor: 70_000n },
    });
    await denyMessage(world, shop.seller, forged.id);
    await minuteOfPhones(world);
    expect(await states()).toEqual(["fits", "false", "fits"]);
    expect(await statusOf(id)).toBe("reversed");
  });

  test("pays nothing when its own message comes after", async () => {
    const { id, token } = await pressed("0722 123 789");
    const text = sim.receives(500, { from: "0722 123 789" });
    const back = sim.takesBack(text.slice(0, 10), 500);
    await claimPayment(world, token, text);
    await hears([back, text], { sender });
    expect(await states()).toEqual(["fits", "fits"]);
    expect(await statusOf(id)).toBe("pending");
    expect(await tasks()).toEqual([]);
  });
});

test("a payment for which no message came in a day is over; one that comes after it still pays", async () => {
  const { id, amount } = await pressed();
  world.clock.advance(25 * 3_600_000);
  await world.db.paymentAttempt.update({ where: { id }, data: { nextPollAt: world.clock.now() } });
  const { pollOpenAttempts } = await import("../settlement/poll");
  await pollOpenAttempts(world);
  expect(await statusOf(id)).toBe("failed");
  const text = sim.receives(amount);
  await hears(text);
  expect(
    await claimPayment(
      world,
      (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).token,
      text,
    ),
  ).toBe("taken");
  expect(await statusOf(id)).toBe("succeeded");
});

test("nobody is asked by itself, nor by USSD: a phone of the seller's asks nobody", async () => {
  expect(await whyClosed(world, key)).toBe("closed");
  const place = { storeId: shop.store.id, country: "UG", currency: "UGX" };
  expect(await isSentByPayer(world, { ...place, network: "mtn_ug" })).toBe(true);
  const options = await readPayOptions(world, shop.store, "UGX");
  expect(options).toMatchObject({ asksPhones: false, mobileMoney: { isSent: true } });
});

test("a phone that is silent for longer than its habit, or nearly empty, is told of once", async () => {
  for (let index = 0; index < 25; index += 1) {
    world.clock.advance(30 * 60_000);
    await hears(sim.withdraws(10));
  }
  world.clock.advance(3 * 3_600_000);
  await minuteOfPhones(world);
  await minuteOfPhones(world);
  expect(await tasks()).toEqual(["phone_silent"]);
  await hears(sim.withdraws(10));
  expect(await tasks()).toEqual([]);
});

test("money that the owner says never came pays for nothing, and what came after it fits again", async () => {
  const [forged, real] = [await pressed("0772 000 001"), await pressed()];
  const { balance } = sim;
  // Somebody saw the balance over the seller's shoulder.
  await hears(sim.forged(forged.amount, { balance: balance + forged.amount }));
  expect(await statusOf(forged.id)).toBe("succeeded");
  world.clock.advance(60_000);
  await hears(sim.receives(real.amount));
  expect(await states()).toEqual(["fits", "waiting"]);
  const { id } = await world.db.phoneMessage.findFirstOrThrow({ where: { rail: key, state: "fits" } });
  await expect(denyMessage(world, { ...shop.seller, role: "viewer" }, id)).rejects.toThrow();
  await denyMessage(world, shop.seller, id);
  const { rows } = await listMessages(world, shop.seller, { key, skip: 0, take: 50 });
  expect(rows.find(({ state }) => state === "false")).toMatchObject({ why: "denied", order: null });
  await minuteOfPhones(world);
  expect(await states()).toEqual(["false", "fits"]);
  expect([await statusOf(forged.id), await statusOf(real.id)]).toEqual(["reversed", "succeeded"]);
  const { order } = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id: forged.id },
    include: { order: true },
  });
  expect(order.paymentStatus).toBe("refunded");
  await expect(denyMessage(world, shop.seller, id)).rejects.toThrow();
});

test("money that never came is taken back whole, whatever charge its message told", async () => {
  const { id, token, amount } = await pressed("0772 555 111");
  const at = new Date(world.clock.now().getTime() + 3 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");
  const forged = `You have received UGX ${amount} from MTU MFANO at ${at}. Fee: 250. Message: hi. New balance is: UGX ${sim.balance + amount - 250}. Transaction ID: 43852271098.`;
  await hears(forged);
  expect(await claimPayment(world, token, "43852271098")).toBe("taken");
  const row = await world.db.phoneMessage.findFirstOrThrow({ where: { rail: key, state: "fits" } });
  await denyMessage(world, shop.seller, row.id);
  expect(await statusOf(id)).toBe("reversed");
  const { order } = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id },
    include: { order: true },
  });
  expect(order).toMatchObject({ paymentStatus: "refunded", refundedMinor: BigInt(amount) });
});

test("money whose message tells more charge than is left of it is asked about, and its number takes it from nobody", async () => {
  const { id, token, amount } = await pressed();
  const at = new Date(world.clock.now().getTime() + 3 * 3_600_000)
    .toISOString()
    .slice(0, 19)
    .replace("T", " ");
  await hears(
    `You have received UGX ${amount} from MTU MFANO at ${at}. Fee: ${amount - 1}. Message: hi. New balance is: UGX ${sim.balance + 1}. Transaction ID: 43852271098.`,
  );
  expect(await states()).toEqual(["fits"]);
  expect(await tasks()).toEqual(["till_payment"]);
  expect(await claimPayment(world, token, "43852271098")).toBe("kept");
  expect(await statusOf(id)).toBe("pending");
});

test("money that waits for its seller's answer and never came is asked about no more", async () => {
  await hears(sim.receives(7_777).replace(/ID: \d+/, "ID: 20000000999"));
  expect(await tasks()).toEqual(["till_payment"]);
  const { id } = await world.db.phoneMessage.findFirstOrThrow({ where: { rail: key } });
  await denyMessage(world, shop.seller, id);
  expect(await tasks()).toEqual([]);
  expect(await world.db.tillPayment.count({ where: { rail: key } })).toBe(0);
});

describe("what is given back by hand from the phone", () => {
  const paidOrder = async () => {
    const { id, amount } = await pressed();
    await hears(sim.receives(amount));
    const { order } = await world.db.paymentAttempt.findUniqueOrThrow({
      where: { id },
      include: { order: { include: orderInclude } },
    });
    return { order, amount };
  };
  const giveBack = (orderId: number) =>
    requestRefund(world, shop.seller, { orderId, reason: "Broken", requestKey: randomUUID() });
  const refOf = async (id: string) => (await world.db.refund.findUniqueOrThrow({ where: { id } })).railRef;

  test("is confirmed by the message of it, told before it is recorded or after; once", async () => {
    const [first, second] = [await paidOrder(), await paidOrder()];
    await hears(sim.sends(first.amount, "0772 123 789"));
    const one = await giveBack(first.order.id);
    const other = await giveBack(second.order.id);
    expect([await refOf(one.id), await refOf(other.id)]).toEqual([expect.stringMatching(/^\d+$/), null]);
    await hears(sim.sends(second.amount, "0772 123 789"));
    expect(await refOf(other.id)).not.toBe(await refOf(one.id));
    expect(await refOf(other.id)).toMatch(/^\d+$/);
    const history = await readOrderHistory(world, shop.seller, first.order);
    expect(history.map(({ what }) => what.did)).toContain("refund_seen");
    const { rows } = await listMessages(world, shop.seller, { key, skip: 0, take: 10 });
    expect(rows[0]?.order?.id).toBe(second.order.id);
  });

  test("is not confirmed by money that went to somebody else, or was another amount", async () => {
    const { order, amount } = await paidOrder();
    const { id } = await giveBack(order.id);
    await hears([sim.sends(amount, "0772 999 111"), sim.sends(amount - 1, "0772 123 789")]);
    expect(await refOf(id)).toBeNull();
    const history = await readOrderHistory(world, shop.seller, order);
    expect(history.map(({ what }) => what.did)).toContain("refund_by_hand");
  });
});

test("phones on two networks take one way together: each payer is led to the one on their network", async () => {
  const second = await saveAccount(world, shop.seller, {
    ...{ rail: "phone", livemode: true, label: "Second phone", password },
    credentials: { network: "airtel_ug", number: "0752 400 400" },
  });
  const railOf = async (phone: string) => {
    const target = { kind: "subscription_start", productId: shop.products[0].id, ref: randomUUID() } as const;
    const { id } = await press(world, shop, { phone, for: target });
    return (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).rail;
  };
  expect([await railOf("0752 123 789"), await railOf("0772 123 789")]).toEqual([second.key, key]);
  await setWays(world, shop.seller, second.key, ["mobile_money/UG/UGX"]);
  const ways = (await listAccounts(world, shop.seller)).map((one) => one.ways);
  expect(ways).toEqual([["mobile_money/UG/UGX"], ["mobile_money/UG/UGX"]]);
  const options = await readPayOptions(world, shop.store, "UGX");
  expect(options?.mobileMoney?.networks.map(({ code }) => code)).toEqual(["mtn_ug", "airtel_ug"]);
});

const selcom = { network: "selcom_tz", number: "+255752400400", sim: null, key: undefined };

test("a wallet that no payer's number belongs to is reached from every network of its country", async () => {
  const rail = createPhone({ ...selcom, callbackUrl, now: () => world.clock.now() });
  const reached = await rail.networks({ country: "TZ", op: "charge" });
  expect(reached.map(({ code }) => code)).toContain("mpesa_tz");
  expect(reached.length).toBeGreaterThan(2);
});

test("the network's list shows what a message told and the network does not know", async () => {
  const listed = sim.receives(3_000);
  await hears(listed);
  world.clock.advance(60_000);
  await hears(sim.forged(4_000, { balance: sim.balance + 4_000 }));
  world.clock.advance(60_000);
  const last = / ID: (\d+)/;
  const at = world.clock.now().toISOString();
  const [code = ""] = last.exec(listed)?.slice(1) ?? [];
  const file = `Receipt,Time,Amount\n${code},2026-01-01 00:00:00,3000\n99999999999,${at},1000`;
  const { known, asked, unlisted } = await takeTillStatement(world, shop.seller, { key, file });
  expect({ known, asked }).toEqual({ known: 1, asked: 1 });
  const forged = await world.db.phoneMessage.findFirstOrThrow({ where: { rail: key, movedMinor: 4_000n } });
  expect(unlisted).toEqual([forged.receipt]);
});

describe("what nothing reads", () => {
  const advert = "Y'ello! Deposit UGX 5,000 today and win a goat. T&Cs apply.";
  const unknown = (balance: number) => `Dear customer, UGX 1,200 was moved. You now have UGX ${balance}.`;

  test("is told to the owner once where it speaks of money; without an amount it is nobody's matter", async () => {
    await hears("Y'ello! Thank you for being with us.");
    world.clock.advance(11 * 60_000);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual([]);
    await hears([unknown(98_800), unknown(97_600)]);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual([]);
    world.clock.advance(11 * 60_000);
    await minuteOfPhones(world);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual(["phone_unread"]);
    expect(
      await world.db.alert.count({ where: { storeId: shop.store.id, kind: "alert_phone_unread" } }),
    ).toBe(1);
  });

  test("and is longer than any network writes is kept in part, and shows that it went on", async () => {
    await hears(`${advert} ${"x".repeat(3_000)}`);
    const { rows } = await listMessages(world, shop.seller, { key, skip: 0, take: 1 });
    expect(rows[0]?.text).toMatch(/x…$/);
  });

  test("but moved nothing, as the next balance shows, is told to nobody", async () => {
    await hears(advert);
    world.clock.advance(60_000);
    await hears(sim.withdraws(10));
    world.clock.advance(11 * 60_000);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual([]);
  });

  test("is no question any more once a later message fits, or the seller said what it is", async () => {
    await hears(advert);
    world.clock.advance(11 * 60_000);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual(["phone_unread"]);
    await hears(sim.withdraws(10));
    await minuteOfPhones(world);
    expect(await tasks()).toEqual([]);
    world.clock.advance(60_000);
    sim.balance -= 1_200;
    await hears(unknown(sim.balance));
    world.clock.advance(11 * 60_000);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual(["phone_unread"]);
    const { id } = await world.db.phoneMessage.findFirstOrThrow({
      where: { rail: key, state: "unread" },
      orderBy: { id: "desc" },
    });
    const said = { kind: "charge", amount: "1,200", balance: String(sim.balance), fee: "", code: "" };
    await teachMessage(world, shop.seller, id, said);
    await minuteOfPhones(world);
    expect(await tasks()).toEqual([]);
  });

  test("its balance is shown to nobody who may not say what it is", async () => {
    await hears(unknown(98_800));
    const viewer = { ...shop.seller, role: "viewer" as const };
    const { rows } = await listMessages(world, viewer, { key, skip: 0, take: 1 });
    expect(rows[0]?.text ?? "").not.toContain("98800");
    const { text } = await readUnread(world, viewer, rows[0]?.id ?? 0n);
    expect(text ?? "").not.toContain("98800");
  });
});

test("what its seller said later is of when it was heard: a number that was typed in time still decides", async () => {
  // 4
  const { id, token, amount } = await pressed("0772 555 111");
  sim.balance += amount;
  await hears(
    `Dear customer, UGX ${amount} was moved with number TX20260301A. You now have UGX ${sim.balance}.`,
  );
  expect(await claimPayment(world, token, "TX20260301A")).toBe("kept");
  world.clock.advance(2 * 3_600_000);
  const { id: message } = await world.db.phoneMessage.findFirstOrThrow({
    where: { rail: key, state: "unread" },
  });
  const said = {
    kind: "received",
    amount: String(amount),
    balance: String(sim.balance),
    fee: "",
    code: "TX20260301A",
  };
  await teachMessage(world, shop.seller, message, said);
  await minuteOfPhones(world);
  expect(await states()).toEqual(["fits"]);
  expect(await statusOf(id)).toBe("succeeded");
});

test("money whose payer wrote with pictures is asked about too", async () => {
  await hears(sim.receives(7_777).replace("Reason: .", `Reason: a${"😀".repeat(40)}.`));
  expect(await states()).toEqual(["fits"]);
  expect(await tasks()).toEqual(["till_payment"]);
});

test("a sender who only looks like the network is not believed, and told of", async () => {
  const { id, amount } = await pressed();
  const text = sim.forged(amount, { balance: sim.balance + amount });
  await hears(text, { sender: "МTNMobMoney" });
  await hears(text, { sender: "Somebody" });
  expect(await statusOf(id)).toBe("pending");
  expect(await states()).toEqual(["false"]);
  expect(await tasks()).toEqual(["phone_doubt"]);
  await hears(sim.receives(amount));
  expect(await statusOf(id)).toBe("succeeded");
});

test("a message from tomorrow does not stand above all others until then", async () => {
  await hears(sim.forged(500, { balance: 1, at: new Date(world.clock.now().getTime() + 3 * 86_400_000) }));
  world.clock.advance(60_000);
  await hears(sim.withdraws(10));
  const { rows } = await listMessages(world, shop.seller, { key, skip: 0, take: 5 });
  expect(rows.map(({ state }) => state)).toEqual(["fits", "false"]);
});

test("money that the seller says never came is not called refunded, which nobody did", async () => {
  const { id, amount } = await pressed();
  await hears(sim.receives(amount));
  const row = await world.db.phoneMessage.findFirstOrThrow({ where: { rail: key, state: "fits" } });
  await denyMessage(world, shop.seller, row.id);
  const { order } = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id },
    include: { order: true },
  });
  expect(order).toMatchObject({ paymentStatus: "refunded", takenBackAt: world.clock.now() });
});
