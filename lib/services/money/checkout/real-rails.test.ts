import { randomUUID } from "node:crypto";
import { afterEach, expect, test } from "vitest";
import { startFlutterwave } from "@/e2e/emulators/flutterwave";
import { startPawapay } from "@/e2e/emulators/pawapay";
import { startPaystack } from "@/e2e/emulators/paystack";
import { createFlutterwave } from "@/lib/providers/rails/flutterwave/flutterwave";
import { createPawapay } from "@/lib/providers/rails/pawapay/pawapay";
import { createPaystack } from "@/lib/providers/rails/paystack/paystack";
import { readWallet } from "@/lib/services/core/ledger/hold";
import { checkLedger } from "@/lib/testing/check-ledger";
import { type EmulatedProvider, type RailWorld, railWorld } from "@/lib/testing/real-rails";
import { type TestStore, testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../settlement/poll";
import type { NewPayment } from "./open-attempt";
import { startPayment } from "./start-payment";

const open: { close(): Promise<void> }[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((one) => one.close()));
});

test("a payment over pawaPay: asked, told by a signed callback, credited once", async () => {
  const { world, shop } = await pawapay();
  const { id } = await press(world, shop);
  await world.later(5_000);
  expect(world.answered).toEqual([200]);
  await expectPaid(world, shop, id, { netMinor: 49_250n });
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  expect(attempt).toMatchObject({ rail: "pawapay", railRef: id, network: "mtn_ug" });
  expect(attempt.receipt).toMatch(/^PT/);
});

test("over pawaPay, a payment without a callback is found by asking; a repeated callback changes nothing", async () => {
  for (const switched of ["dropCallback", "dupCallback"] as const) {
    const { world, shop } = await pawapay();
    world.provider.switches[switched] = true;
    const { id } = await press(world, shop);
    await world.later(5_000);
    await pollOpenAttempts(world);
    await expectPaid(world, shop, id, { netMinor: 49_250n });
  }
});

test("over pawaPay, an answer that is lost is neither a failure nor a second prompt", async () => {
  const { world, shop } = await pawapay();
  world.provider.switches.http500AfterCommit = true;
  const { id } = await press(world, shop);
  expect(await statusOf(world, id)).toBe("pending");
  world.provider.switches.http500AfterCommit = false;
  await world.later(5_000);
  await expectPaid(world, shop, id, { netMinor: 49_250n });
});

test("over pawaPay, less than was asked for is set aside", async () => {
  const { world, shop } = await pawapay();
  world.provider.switches.wrongAmount = true;
  const { id } = await press(world, shop);
  await world.later(5_000);
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id },
    include: { order: true },
  });
  expect(attempt).toMatchObject({ status: "succeeded", suspenseReason: "underpaid" });
  expect(attempt.order.paymentStatus).toBe("pending");
  expect((await readWallet(world.db, shop.store.id, "UGX")).suspenseMinor).toBe(49_999n);
  expect(await checkLedger(world)).toEqual([]);
});

test("over pawaPay, a callback about somebody else's payment is a task, and no money", async () => {
  const { world, shop } = await pawapay();
  await world.provider.sendForeign();
  await world.settled();
  expect(world.answered).toEqual([200]);
  const tasks = await world.db.task.findMany({ where: { kind: "unknown_payment" } });
  expect(tasks.map(({ subject }) => subject.split("/")[0])).toContain("pawapay");
  expect((await readWallet(world.db, shop.store.id, "UGX")).pendingMinor).toBe(0n);
});

test("a payment over Paystack by mobile money: told by a signed callback, its fee in the books", async () => {
  const { world, shop } = await paystack();
  const { id } = await press(world, shop, { phone: "0551 234 987" });
  await world.later(5_000);
  await expectPaid(world, shop, id, { netMinor: 49_250n });
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  expect(attempt).toMatchObject({ rail: "paystack", railRef: id, network: "mtn_gh", railFeeMinor: 975n });
});

test("a payment over Paystack by card: its page, then the callback; a failure is found by asking", async () => {
  const { world, shop } = await paystack();
  const { id, token } = await press(world, shop, { method: "card", email: "ann@example.com" });
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  const url = `${world.provider.url}/checkout/${id}`;
  expect(attempt.prompt).toEqual({ kind: "redirect", url });
  const back = await fetch(url, {
    method: "POST",
    body: new URLSearchParams({ outcome: "ok" }),
    redirect: "manual",
  });
  expect(back.headers.get("location")).toContain(`${world.config.siteUrl}/attempt/${token}?`);
  await world.settled();
  await expectPaid(world, shop, id, { netMinor: 49_250n });
  const second = await press(world, shop, { id: randomUUID(), method: "card", email: "bob@example.com" });
  await world.provider.pay(second.id, "4084080000005408");
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  const failed = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id: second.id } });
  expect(failed).toMatchObject({ status: "failed", failureReason: "card_declined" });
});

test("a payment over Flutterwave: its callback is a hint, the status is what is believed", async () => {
  const { world, shop } = await flutterwave();
  const { id } = await press(world, shop, { phone: "0709 456 789" });
  await sendHint(world, id);
  expect(await statusOf(world, id)).toBe("pending");
  await world.later(5_000);
  await expectPaid(world, shop, id, { netMinor: 49_250n });
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  expect(attempt).toMatchObject({ rail: "flutterwave", railRef: id, network: "mpesa_ke" });
});

test("over Flutterwave by card: an open page is no failure, one nobody paid at is", async () => {
  const { world, shop } = await flutterwave();
  const paid = await press(world, shop, { method: "card", email: "ann@example.com" });
  world.clock.advance(20 * 60_000);
  await pollOpenAttempts(world);
  expect(await statusOf(world, paid.id)).toBe("pending");
  await world.provider.pay(paid.id, "5531886652142950");
  await world.settled();
  await expectPaid(world, shop, paid.id, { netMinor: 49_250n });
  const left = await press(world, shop, { method: "card", email: "bob@example.com" });
  world.clock.advance(40 * 60_000);
  await pollOpenAttempts(world);
  expect(await statusOf(world, left.id)).toBe("failed");
});

async function flutterwave() {
  const world = await railWorld(await startFlutterwave(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/flutterwave`;
    const { secretKey, webhookHash, url: baseUrl } = provider;
    const more = { mailDomain: "payers.example.com", senderName: "Sente" };
    return createFlutterwave({ secretKey, webhookHash, baseUrl, now: clock.now, ...more });
  });
  return opened(world, { country: "KE", currency: "KES" });
}

test("the secret that stands beside a callback is not kept with it", async () => {
  const { world, shop } = await flutterwave();
  const { id } = await press(world, shop, { phone: "0709 456 789" });
  await sendHint(world, id);
  const [kept] = await world.db.railCallback.findMany({
    where: { dedupeKey: { contains: "charge.completed" } },
  });
  expect(JSON.stringify(kept?.headers)).not.toContain(world.provider.webhookHash);
  expect(kept?.headers).toMatchObject({ "content-type": expect.any(String) });
});

test("however many callbacks are made up where nothing is signed, none is kept, and it is one task a day", async () => {
  const { world } = await pawapay(false);
  const kept = await world.db.railCallback.count();
  const made = () => ({ depositId: randomUUID(), status: "COMPLETED", amount: "900", currency: "UGX" });
  for (const claim of [made(), made(), { ...made(), depositId: undefined, payoutId: randomUUID() }, made()])
    await fetch(world.provider.callbackUrl.current, { method: "POST", body: JSON.stringify(claim) });
  await world.settled();
  expect(world.answered).toEqual([200, 200, 200, 200]);
  expect(await world.db.railCallback.count()).toBe(kept);
  const day = world.clock.now().toISOString().slice(0, 10);
  const where = { subject: { contains: day }, kind: { startsWith: "unknown" } };
  const tasks = await world.db.task.findMany({ where, orderBy: { kind: "asc" } });
  expect(tasks.map(({ kind, subject }) => `${kind} ${subject}`)).toEqual([
    `unknown_payment pawapay/${day}`,
    `unknown_transfer pawapay/${day}`,
  ]);
});

/** Says with the right secret that a charge is paid, before it is. */
async function sendHint(world: Awaited<ReturnType<typeof flutterwave>>["world"], id: string): Promise<void> {
  const body = JSON.stringify({
    event: "charge.completed",
    data: { id: 1, tx_ref: id, status: "successful" },
  });
  const headers = { "verif-hash": world.provider.webhookHash };
  await fetch(world.provider.callbackUrl.current, { method: "POST", body, headers });
  await world.settled();
}

async function paystack() {
  const world = await railWorld(await startPaystack(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/paystack`;
    const { secretKey, url: baseUrl } = provider;
    return createPaystack({ secretKey, baseUrl, mailDomain: "payers.example.com", now: clock.now });
  });
  return opened(world, { country: "GH", currency: "GHS" });
}

async function pawapay(requireSignedCallbacks = true) {
  const world = await railWorld(await startPawapay(), (provider, url, clock) => {
    provider.callbackUrl.current = `${url}/api/rails/pawapay`;
    const { token: apiToken, url: baseUrl } = provider;
    return createPawapay({ apiToken, baseUrl, now: clock.now, requireSignedCallbacks });
  });
  return opened(world);
}

/** The store sells for 50,000 of the smallest unit of its currency. */
async function opened<Provider extends EmulatedProvider>(
  world: RailWorld<Provider>,
  store: { country?: string; currency?: string } = {},
) {
  open.push(world);
  const shop = await testStore(world, { store });
  const { currency } = shop.store;
  await world.db.product.updateMany({ where: { storeId: shop.store.id }, data: { currency } });
  return { world, shop };
}

/** 50,000 for the store's monthly product, of which the plan keeps 1.5 %. */
function press<Provider extends EmulatedProvider>(
  world: RailWorld<Provider>,
  shop: TestStore,
  input: Partial<NewPayment> = {},
) {
  return startPayment(world, shop.live, {
    id: randomUUID(),
    browser: "thepayersownbrowser000",
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
    method: "mobile_money",
    phone: "0783 456 789",
    name: "Ann Payer",
    ...input,
  });
}

async function statusOf<Provider extends EmulatedProvider>(world: RailWorld<Provider>, id: string) {
  return (await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).status;
}

/** Paid, handed over, and in the books exactly once. */
async function expectPaid<Provider extends EmulatedProvider>(
  world: RailWorld<Provider>,
  shop: TestStore,
  id: string,
  { netMinor }: { netMinor: bigint },
): Promise<void> {
  const attempt = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id },
    include: { order: true, store: true },
  });
  expect(attempt).toMatchObject({ status: "succeeded", suspenseReason: null });
  expect(attempt.order).toMatchObject({ paymentStatus: "paid" });
  const { pendingMinor, suspenseMinor } = await readWallet(world.db, shop.store.id, attempt.currency);
  expect({ pendingMinor, suspenseMinor }).toEqual({ pendingMinor: netMinor, suspenseMinor: 0n });
  expect(await world.db.subscription.count({ where: { storeId: shop.store.id } })).toBe(1);
  expect(await checkLedger(world)).toEqual([]);
}
