import { expect, test } from "vitest";
import { type OrderRow, subscriptionInclude } from "@/lib/db/rows";
import { formatMoney } from "@/lib/domain/money";
import { ussdCodeOf } from "@/lib/domain/ussd-menu";
import { screenUse } from "@/lib/domain/ussd-screens";
import { agreeToRenewal } from "@/lib/services/billing/renewal/change";
import { lockSubscription } from "@/lib/services/billing/subscriptions/read";
import { transact } from "@/lib/services/core/unit";
import type { Unit } from "@/lib/services/core/world";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { discount } from "@/lib/testing/discounts";
import { inPayingWorld } from "@/lib/testing/in-paying-world";
import { testInvoice } from "@/lib/testing/invoices";
import { type PayingWorld, press } from "@/lib/testing/payments";
import { paymentLink } from "@/lib/testing/products";
import { luckOf } from "@/lib/testing/simulation/luck";
import { statementsOf } from "@/lib/testing/statements";
import { someEntries } from "@/lib/testing/ussd-entries";
import { type TestStore, testStore } from "@/lib/testing/world";
import { readRenewal } from "../renewal/on-manage-page";
import { answerUssd } from "./answer";
import { linkCodeOf } from "./settings";
import { endSession } from "./shown";
import { startDueActs } from "./start-due";

/** A number of its own for each test: what one may do in an hour is limited. */
let phone: string;
let stranger: string;
let world: PayingWorld;
let shop: TestStore;
inPayingWorld(
  (made) => testStore(made),
  (made) => {
    ({ world, shop } = made);
    numbers += 2;
    [phone, stranger] = [`+25677${2_000 + numbers}789`, `+25677${2_001 + numbers}789`];
  },
);

let numbers = 0;
let sessions = 0;

/** One session: each call posts what was entered so far with one entry more, as a provider does. */
function dial(from = phone, store = shop) {
  sessions += 1;
  const sessionId = `ATUid_${sessions}_${store.store.id}`;
  let text = ussdCodeOf(store.store.id);
  const post = (path: string) =>
    answerUssd(world, { provider: "sandbox", sessionId, phone: from, text: path });
  return {
    sessionId,
    post,
    open: () => post(text),
    path: () => text,
    enter: (entry: string) => {
      text = text === "" ? entry : `${text}*${entry}`;
      return post(text);
    },
  };
}

function attempts(): Promise<{ amountMinor: bigint; order: Pick<OrderRow, "source"> }[]> {
  return world.db.paymentAttempt.findMany({
    where: { storeId: shop.store.id },
    include: { order: { select: { source: true } } },
  });
}

async function sixSecondsLater(): Promise<void> {
  world.clock.advance(6_000);
  await startDueActs(world);
  await world.settled();
}

const plan = () => shop.products[0];
const price = () => formatMoney({ minor: plan().priceMinor, currency: plan().currency }, "en");

test("a payer subscribes: the session ends first, the phone is asked seconds later, once, for what the screen showed", async () => {
  const call = dial();
  expect((await call.open()).text).toContain("1 Renew");
  const plans = await call.enter("2");
  expect(plans).toMatchObject({ end: false, text: expect.stringContaining(`1 ${plan().name}`) });
  const asked = await call.enter("1");
  expect(asked.text).toContain(price());
  const last = await call.enter("1");
  expect(last).toMatchObject({ end: true, text: expect.stringContaining(price()) });
  await startDueActs(world);
  expect(await attempts()).toEqual([]);
  await sixSecondsLater();
  expect(await attempts()).toMatchObject([{ amountMinor: plan().priceMinor, order: { source: "ussd" } }]);
  await sixSecondsLater();
  expect(await attempts()).toHaveLength(1);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("the payment makes a subscription, whose order says that it was dialled, and it is renewed by its name", async () => {
  await paid(dial(), ["2", "1", "1"]);
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(row.paymentsCount).toBe(1);
  const again = dial();
  await again.open();
  expect((await again.enter("1")).text).toContain(plan().name);
  await again.enter("1");
  await sixSecondsLater();
  await pay();
  expect(await world.db.subscription.findUniqueOrThrow({ where: { id: row.id } })).toMatchObject({
    paymentsCount: 2,
  });
  const orders = await world.db.order.findMany({ where: { storeId: shop.store.id } });
  expect(orders.map(({ source, paymentStatus }) => [source, paymentStatus])).toEqual([
    ["ussd", "paid"],
    ["ussd", "paid"],
  ]);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("two hundred posts of one session at once are one act and one attempt", async () => {
  const call = dial();
  await call.open();
  await call.enter("2");
  await call.enter("1");
  const path = `${call.path()}*1`;
  const answers = await Promise.all(Array.from({ length: 200 }, () => call.post(path)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]?.end).toBe(true);
  world.clock.advance(6_000);
  await Promise.all(Array.from({ length: 20 }, () => startDueActs(world)));
  expect(await attempts()).toHaveLength(1);
  expect(await world.db.ussdAct.count({ where: { storeId: shop.store.id } })).toBe(1);
  expect((await call.post(`${call.path()}*1*1`)).end).toBe(true);
  await sixSecondsLater();
  expect(await attempts()).toHaveLength(1);
});

test("the end that the provider tells of starts the payment at once, and changes nothing twice", async () => {
  const call = dial();
  for (const entry of ["2", "1", "1"]) await call.enter(entry);
  await endSession(world, { provider: "sandbox", sessionId: call.sessionId });
  await startDueActs(world);
  expect(await attempts()).toHaveLength(1);
  await endSession(world, { provider: "sandbox", sessionId: call.sessionId });
  await startDueActs(world);
  expect(await attempts()).toHaveLength(1);
});

test("the end of a session in which nothing was agreed to does nothing", async () => {
  const call = dial();
  for (const entry of ["2", "1"]) await call.enter(entry);
  await endSession(world, { provider: "sandbox", sessionId: call.sessionId });
  await sixSecondsLater();
  expect(await attempts()).toEqual([]);
});

test("a process that dies after the attempt was written leaves one attempt, however often the act is repeated", async () => {
  const call = dial();
  for (const entry of ["2", "1", "1"]) await call.enter(entry);
  await sixSecondsLater();
  const act = await world.db.ussdAct.findFirstOrThrow({ where: { storeId: shop.store.id } });
  // As if the process had been killed before it wrote that the act is done.
  await world.db.ussdAct.update({
    where: { id: act.id },
    data: { doneAt: null, outcome: null, dueAt: world.clock.now(), leasedUntil: null },
  });
  await startDueActs(world);
  expect(await attempts()).toHaveLength(1);
  expect(await world.db.ussdAct.findUniqueOrThrow({ where: { id: act.id } })).toMatchObject({
    outcome: "done",
    dueAt: null,
  });
});

test("an act that a dead process held is done when its lease is over; an hour later nobody is asked any more", async () => {
  for (const laterMs of [2 * 60_000, 60 * 60_000]) {
    const call = dial(laterMs > 200_000 ? stranger : phone);
    for (const entry of ["2", "1", "1"]) await call.enter(entry);
    await world.db.ussdAct.updateMany({
      where: { sessionId: call.sessionId },
      data: { leasedUntil: new Date(world.clock.now().getTime() + 90_000) },
    });
    await sixSecondsLater();
    world.clock.advance(laterMs);
    await startDueActs(world);
  }
  expect(await attempts()).toHaveLength(1);
  const outcomes = await world.db.ussdAct.findMany({
    where: { storeId: shop.store.id },
    orderBy: { id: "asc" },
  });
  expect(outcomes.map(({ outcome }) => outcome)).toEqual(["done", "too_late"]);
});

test("a price that changed between the screen and the payment is not taken, and the payer hears so", async () => {
  const call = dial();
  for (const entry of ["2", "1", "1"]) await call.enter(entry);
  await world.db.product.update({
    where: { id: plan().id },
    data: { priceMinor: plan().priceMinor + 10_000n },
  });
  await sixSecondsLater();
  expect(await attempts()).toEqual([]);
  const [text] = await world.db.message.findMany({ where: { storeId: shop.store.id, channel: "sms" } });
  expect(text).toMatchObject({ recipient: phone, body: expect.stringContaining("nothing was taken") });
});

test("a screen that is posted again after the price changed does not raise what was shown", async () => {
  const call = dial();
  for (const entry of ["2", "1"]) await call.enter(entry);
  await world.db.product.update({
    where: { id: plan().id },
    data: { priceMinor: plan().priceMinor + 10_000n },
  });
  expect(await call.post(call.path())).toMatchObject({ end: true });
  await call.enter("1");
  await sixSecondsLater();
  expect(await attempts()).toEqual([]);
});

test('on a screen that says why nothing can be paid, "1" says it again, and the session goes on', async () => {
  const call = dial();
  for (const entry of ["3", "99999"]) await call.enter(entry);
  const again = await call.enter("1");
  expect(again).toMatchObject({ end: false, text: expect.stringContaining("Nothing is found here") });
  expect((await call.enter("0")).end).toBe(false);
});

test("posts in the wrong order agree to nothing that no screen showed", async () => {
  const call = dial();
  const root = call.path();
  expect((await call.post(`${root}*2*1*1`)).end).toBe(true);
  await call.post(`${root}*2*1`);
  await call.post(`${root}*2`);
  await sixSecondsLater();
  expect(await attempts()).toEqual([]);
  expect((await call.post(`${root}*2*1*1`)).end).toBe(true);
  await sixSecondsLater();
  expect(await attempts()).toHaveLength(1);
});

test("a session belongs to one number: another one agrees to nothing in it", async () => {
  const call = dial();
  for (const entry of ["2", "1"]) await call.enter(entry);
  const text = `${call.path()}*1`;
  const forged = { provider: "sandbox", sessionId: call.sessionId, phone: stranger, text };
  expect(await answerUssd(world, forged)).toMatchObject({ end: true });
  await sixSecondsLater();
  expect(await attempts()).toEqual([]);
});

test("another number may pay: it is the one that is asked, and the subscription is for who it names", async () => {
  const call = dial();
  for (const entry of ["2", "1", "2"]) await call.enter(entry);
  const asked = await call.enter("0772 555 789");
  expect(asked.text).toContain("0772 555789");
  expect((await call.enter("1")).text).toContain("0772 555789");
  await sixSecondsLater();
  const [attempt] = await world.db.paymentAttempt.findMany({ where: { storeId: shop.store.id } });
  expect(attempt?.phoneSealed && world.secrets.open(attempt.phoneSealed)).toBe("+256772555789");
});

test("only the number that dialled counts as its subscriber's own: another one that paid is never offered to renew", async () => {
  const offered = async () => {
    const where = { storeId: shop.store.id };
    const row = await world.db.subscription.findFirstOrThrow({ where, include: subscriptionInclude });
    const store = await world.db.store.findUniqueOrThrow({ where: { id: shop.store.id } });
    return (await readRenewal(world, row, store))?.otherPhone;
  };
  const known = (number: string) =>
    world.db.customer.updateMany({
      where: { accountId: shop.accountId },
      data: { email: "amina@example.com", phone: number },
    });
  await paid(dial(), ["2", "1", "1"]);
  await known(phone);
  expect(await offered()).toMatchObject({ totalMinor: plan().priceMinor });
  // Who is known by a number that they borrowed dials with their own, and lets the borrowed one pay.
  const call = dial();
  for (const entry of ["1", "2"]) await call.enter(entry);
  await call.enter("0772 555 789");
  await call.enter("1");
  await sixSecondsLater();
  await pay();
  await known("+256772555789");
  const last = await world.db.subscriptionPeriod.findFirstOrThrow({
    where: { storeId: shop.store.id },
    orderBy: { number: "desc" },
    include: { attempt: true },
  });
  expect(last.attempt?.phoneSealed && world.secrets.open(last.attempt.phoneSealed)).toBe("+256772555789");
  expect(await offered()).toBeNull();
});

test("an invoice is found by its number, by the phone to which it was made out alone, and never another store's", async () => {
  const invoice = await testInvoice(world, shop.live, { customer_phone: phone });
  const digits = invoice.number.replace(/\D/g, "");
  const call = dial();
  await call.enter("3");
  expect((await call.enter(String(Number(digits)))).text).toContain(invoice.number);
  const nosy = dial(stranger);
  await nosy.enter("3");
  expect((await nosy.enter(invoice.number)).text).toContain("Nothing is found");
  const other = await testStore(world);
  const elsewhere = dial(phone, other);
  await elsewhere.enter("3");
  expect((await elsewhere.enter(invoice.number)).text).toContain("Nothing is found");
  await paid(call, ["1"]);
  expect(await world.db.invoice.findUniqueOrThrow({ where: { id: invoice.id } })).toMatchObject({
    paidMinor: invoice.totalMinor,
  });
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

test("an invoice states its own tax, and its order has none of the store's when it was dialled either", async () => {
  const tax = { taxLabel: "VAT", taxRatePpm: 160_000, taxFrom: "2026-01-01" };
  await world.db.store.update({ where: { id: shop.store.id }, data: tax });
  const { number } = await testInvoice(world, shop.live, { customer_phone: phone });
  await paid(dial(), ["3", number, "1"]);
  const order = await world.db.order.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(order).toMatchObject({ source: "ussd", taxLabel: null, taxMinor: 0n });
});

test("who counts up numbers of invoices is stopped", async () => {
  for (let number = 1; number <= 10; number += 1) {
    const call = dial(stranger);
    await call.enter("3");
    expect((await call.enter(String(number))).text).toContain("Nothing is found");
  }
  const invoice = await testInvoice(world, shop.live, { customer_phone: stranger });
  const call = dial(stranger);
  await call.enter("3");
  expect((await call.enter(invoice.number)).text).toContain("Too many tries");
});

test("a link is paid by its code, with the amount that the payer types where the link leaves it to them", async () => {
  const fixed = await paymentLink(world, shop);
  const open = await paymentLink(world, shop, { amountType: "custom", amountMinor: null });
  const call = dial();
  await call.enter("4");
  await paid(call, [linkCodeOf(world, fixed), "1"]);
  const gift = dial(stranger);
  await gift.enter("4");
  expect((await gift.enter(linkCodeOf(world, open))).text).toContain("Type the amount");
  expect((await gift.enter("7000")).text).toContain("UGX 7,000");
  await gift.enter("1");
  await sixSecondsLater();
  const orders = await world.db.order.findMany({ where: { storeId: shop.store.id }, orderBy: { id: "asc" } });
  expect(orders.map(({ totalMinor, source }) => [totalMinor, source])).toEqual([
    [20_000n, "ussd"],
    [7_000n, "ussd"],
  ]);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
  const guess = dial();
  await guess.enter("4");
  const wrong = `${fixed.id}${String((Number(linkCodeOf(world, fixed).slice(-3)) + 1) % 1000).padStart(3, "0")}`;
  expect((await guess.enter(wrong)).text).toContain("Nothing is found");
});

test("a suspended store sells nothing, and neither does a plan that is off by the time it would be charged", async () => {
  const call = dial();
  for (const entry of ["2", "1", "1"]) await call.enter(entry);
  await world.db.product.update({ where: { id: plan().id }, data: { status: "archived" } });
  await sixSecondsLater();
  expect(await attempts()).toEqual([]);
  const act = await world.db.ussdAct.findFirstOrThrow({ where: { sessionId: call.sessionId } });
  expect(act.outcome).toBe("not_on_sale");
  await world.db.store.update({ where: { id: shop.store.id }, data: { status: "suspended" } });
  expect(await dial().open()).toMatchObject({ end: true, text: expect.stringContaining("nothing to pay") });
});

test("a payment that is open on the web is not begun a second time by dialling", async () => {
  await press(world, shop, { for: { kind: "subscription_start", productId: plan().id, ref: null }, phone });
  const call = dial();
  for (const entry of ["2", "1", "1"]) await call.enter(entry);
  await sixSecondsLater();
  expect(await attempts()).toHaveLength(1);
  expect(await world.db.ussdAct.findFirstOrThrow({ where: { sessionId: call.sessionId } })).toMatchObject({
    outcome: "payment_open",
  });
});

test("until when it is paid is written to the number itself, and stands on no screen", async () => {
  await paid(dial(), ["2", "1", "1"]);
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const year = String(row.currentPeriodEnd.getUTCFullYear());
  const call = dial();
  const screens = [await call.open()];
  for (const entry of ["5", "1", "1"]) screens.push(await call.enter(entry));
  expect(screens.map(({ text }) => text).join("\n")).not.toContain(year);
  const [text] = await world.db.message.findMany({
    where: { template: "ussd_until", storeId: shop.store.id },
  });
  expect(text).toMatchObject({ recipient: phone, body: expect.stringContaining(year) });
});

test("whoever reads Amharic or Arabic is written to in their own letters", async () => {
  await paid(dial(), ["2", "1", "1"]);
  for (const [language, letters] of [
    ["am", /\p{Script=Ethiopic}{3}/u],
    ["ar", /\p{Script=Arabic}{3}/u],
  ] as const) {
    await world.db.customer.updateMany({ where: { accountId: shop.accountId }, data: { language } });
    await world.db.message.deleteMany({ where: { template: "ussd_until", storeId: shop.store.id } });
    const call = dial();
    await call.open();
    for (const entry of ["5", "1", "1"]) await call.enter(entry);
    const { body } = await world.db.message.findFirstOrThrow({
      where: { template: "ussd_until", storeId: shop.store.id },
    });
    expect(body).toMatch(letters);
  }
});

test("a receipt goes to the number that paid; another number gets the same screens and no message", async () => {
  await paid(dial(), ["2", "1", "1"]);
  const { receipt } = await world.db.paymentAttempt.findFirstOrThrow({ where: { storeId: shop.store.id } });
  const endings = [];
  for (const from of [phone, stranger]) {
    const call = dial(from);
    for (const entry of ["5", "2", receipt ?? ""]) await call.enter(entry);
    endings.push(await call.enter("1"));
  }
  expect(endings[0]).toEqual(endings[1]);
  const texts = await world.db.message.findMany({
    where: { template: "ussd_receipt", storeId: shop.store.id },
  });
  expect(texts.map(({ recipient }) => recipient)).toEqual([phone]);
});

test("one who dials without a code sees the stores that the number knows, or is asked for a code", async () => {
  const nobody = await answerUssd(world, {
    provider: "sandbox",
    sessionId: "s1",
    phone: "+256772009009",
    text: "",
  });
  expect(nobody.text).toBe("Type the code of the seller");
  await paid(dial(stranger), ["2", "1", "1"]);
  const known = await answerUssd(world, {
    provider: "sandbox",
    sessionId: "s2",
    phone: stranger,
    text: "",
  });
  expect(known.text).toContain("1 Renew");
});

test("invariant 56 sees a payment that is not what its screen showed, and a dialled order without an act", async () => {
  await paid(dial(), ["2", "1", "1"]);
  const found = async (spoil: string) => {
    const client = await world.pool.connect();
    try {
      await client.query("BEGIN");
      await client.query(`${spoil} WHERE store_id = ${shop.store.id}`);
      return await checkInvariants({ ...world, pool: client }, { storeId: shop.store.id });
    } finally {
      await client.query("ROLLBACK");
      client.release();
    }
  };
  const wrong = [expect.stringContaining("56 A payment by dialling is not what its screen showed")];
  expect(await found("UPDATE ussd_acts SET shown_minor = shown_minor + 1")).toEqual(wrong);
  expect(await found("UPDATE ussd_acts SET agreed_at = agreed_at + interval '1 hour'")).toEqual(wrong);
  expect(await found("UPDATE ussd_acts SET attempt_id = gen_random_uuid()")).toHaveLength(2);
});

test("who renews by itself stops it by dialling, at once, and repeating it changes nothing", async () => {
  await paid(dial(), ["2", "1", "1"]);
  const row = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
  await transact(world, (unit) => renewsByPhone(unit, row.id));
  const call = dial();
  for (const entry of ["5", "3"]) await call.enter(entry);
  expect((await call.enter("1")).text).toContain("will not renew by itself");
  const last = await call.enter("1");
  expect(last).toMatchObject({
    end: true,
    text: expect.stringContaining("does not renew by itself any more"),
  });
  expect(await call.post(call.path())).toEqual(last);
  const now = await world.db.subscription.findUniqueOrThrow({ where: { id: row.id } });
  expect(now.renewalMode).toBe("manual");
});

test("a code on paper that takes everything off is agreed to by dialling, and nothing is charged", async () => {
  await discount(world, shop, { name: "Voucher", code: "GIFT", percent: 100 });
  const call = dial();
  for (const entry of ["2", "1", "3"]) await call.enter(entry);
  expect((await call.enter("GIFT")).text).toContain("Nothing to pay");
  await call.enter("1");
  await sixSecondsLater();
  expect(await attempts()).toEqual([]);
  const orders = await world.db.order.findMany({ where: { storeId: shop.store.id } });
  expect(orders).toMatchObject([{ source: "ussd", paymentMethod: "free", paymentStatus: "paid" }]);
  await startDueActs(world);
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(1);
  expect(await checkInvariants(world, { storeId: shop.store.id })).toEqual([]);
});

/** Dials all of this at once, as a phone that has it stored. */
const at = (path: string, from = phone) => dial(from).post(`${ussdCodeOf(shop.store.id)}*${path}`);

test("discount codes are not found by trying: after ten wrong ones a number's right one is not looked at", async () => {
  await discount(world, shop, { code: "SAVE20" });
  expect((await at("2*1*3*SAVE20")).text).toContain("40,000");
  for (let nth = 0; nth < 10; nth += 1)
    expect((await at(`2*1*3*WRONG${nth}`)).text).not.toContain("Too many");
  expect((await at("2*1*3*SAVE20")).text).toContain("Too many tries");
  expect((await at("2*1*3*SAVE20", stranger)).text).toContain("40,000");
  world.clock.advance(61 * 60_000);
  expect((await at("2*1*3*SAVE20")).text).toContain("40,000");
});

test("codes of links are not found by going back from them, and one slip counts once however long one goes on", async () => {
  const link = await paymentLink(world, shop, { amountType: "custom" });
  const row = await world.db.paymentLink.findUniqueOrThrow({ where: { id: link.id } });
  const code = linkCodeOf(world, row);
  for (let nth = 0; nth < 20; nth += 1) await at(`4*9999${"*0*0".repeat(nth % 2)}`, stranger);
  expect((await at(`4*${code}`, stranger)).text).not.toContain("Too many");
  for (let nth = 0; nth < 10; nth += 1) await at(`4*77${10 + nth}*0`);
  // It is a code like all others now, and the way to an amount is shut.
  expect((await at(`4*${code}`)).text).toContain("Too many tries");
  expect((await at(`4*${code}*0`)).text).toBe((await at("4*7799*0")).text);
  expect((await at(`4*${code}`, stranger)).text).not.toContain("Too many");
});

test("a code for first payments with other people's numbers is counted: it tells who is a customer", async () => {
  await discount(world, shop, { code: "FIRST", first_time_only: true });
  await paid(dial(), ["2", "1", "1"]);
  for (let nth = 0; nth < 10; nth += 1) await at(`2*1*2*${phone}*3*FIRST`, stranger);
  expect((await at(`2*1*2*${phone}*3*FIRST`, stranger)).text).not.toContain("Too many");
  for (let nth = 0; nth < 9; nth += 1) await at(`2*1*3*WRONG${nth}`, stranger);
  expect((await at(`2*1*2*${phone}*3*FIRST`, stranger)).text).toContain("Too many tries");
});

test("a screen takes few statements, and one that quotes a few more", async () => {
  await paid(dial(), ["2", "1", "1"]);
  const call = dial();
  const home = await statementsOf(() => call.open());
  expect(home.sent.length).toBeLessThanOrEqual(4);
  const quoted = await statementsOf(() => call.enter("1"));
  expect(quoted.sent.length).toBeLessThanOrEqual(14);
});

test("two thousand made-up sessions end in a screen each, start nothing, and keep within the length", async () => {
  const luck = luckOf(7);
  const code = ussdCodeOf(shop.store.id);
  const one = async (number: number) => {
    const text = [...(luck.once(4) ? [] : [code]), ...someEntries(luck, 7)].join("*");
    const answer = await answerUssd(world, {
      ...{ provider: "sandbox", sessionId: `fuzz-${number}`, text },
      phone: luck.once(20) ? "nonsense" : `+2567720${String(number).padStart(5, "0")}`,
    });
    const { used, max } = screenUse(answer.text);
    expect(used).toBeLessThanOrEqual(max);
    expect(used).toBeGreaterThan(0);
    expect(answer.text).not.toContain("{");
  };
  for (let start = 0; start < 2_000; start += 20)
    await Promise.all(Array.from({ length: 20 }, (_, place) => one(start + place)));
  expect(await attempts()).toEqual([]);
}, 240_000);

/** Enters the rest, lets the time pass and pays. */
async function paid(call: ReturnType<typeof dial>, entries: string[]): Promise<void> {
  for (const entry of entries) await call.enter(entry);
  await sixSecondsLater();
  await pay();
}

async function pay(): Promise<void> {
  const open = await world.db.paymentAttempt.findMany({
    where: { storeId: shop.store.id, status: { in: ["created", "pending"] } },
  });
  for (const { id } of open) {
    await world.sandbox.controls.resolve(id, { word: "succeeded" });
    await world.sandbox.controls.deliverCallback(id);
  }
  await world.settled();
}

/** The phone that paid is asked by itself from now on. */
async function renewsByPhone(unit: Unit, id: string): Promise<void> {
  const row = await lockSubscription(unit, { ...shop.live }, id);
  if (!row) throw new Error("The subscription is gone.");
  const said = { mode: "prompt" as const, text: "I agree.", language: "en", provenBy: "dialled" as const };
  const consent = { ...said, capMinor: row.amountMinor, interval: row.interval };
  await agreeToRenewal(unit, row, consent, { kind: "phone", phone, network: "mtn_ug" });
}
