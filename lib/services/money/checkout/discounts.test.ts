import { randomUUID } from "node:crypto";
import { afterAll, expect, test } from "vitest";
import { orderInclude, subscriptionInclude } from "@/lib/db/rows";
import { Refusal } from "@/lib/domain/refusal";
import { serializeOrder } from "@/lib/resources/order";
import { serializeSubscription } from "@/lib/resources/subscription";
import { expireOrders } from "@/lib/services/billing/orders/unpaid";
import { giveDiscount, takeDiscount } from "@/lib/services/billing/subscriptions/give";
import { startFreeDays } from "@/lib/services/billing/subscriptions/trial";
import { createCodes, deleteDiscount, updateDiscount } from "@/lib/services/catalog/discounts/save";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { discount } from "@/lib/testing/discounts";
import { later, sellingStore } from "@/lib/testing/money";
import { payingWorld, press } from "@/lib/testing/payments";
import { paymentLink, product } from "@/lib/testing/products";
import { requestRefund } from "../out/refunds/request";
import { pollOpenAttempts } from "../settlement/poll";
import { pressPay } from "./start-payment";

const world = await payingWorld();
afterAll(() => world.close());

type Shop = Awaited<ReturnType<typeof sellingStore>>;
type Input = Parameters<typeof press>[2];

/** A first payment with a code: until the end of its prompt, or of the poll plan. */
async function pay(shop: Shop, input: Input = {}): Promise<{ attempt: string; order: number }> {
  const { id } = await press(world, shop, { code: "SAVE20", ...input });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
  return { attempt: id, order: orderId };
}

function renewal(subscriptionId: string): Input {
  return { for: { kind: "subscription_renewal", subscriptionId }, code: "" };
}

const orderOf = (id: number) =>
  world.db.order.findUniqueOrThrow({ where: { id }, include: { ...orderInclude, redemption: true } });
const discountRow = (id: number) => world.db.discount.findUniqueOrThrow({ where: { id } });
async function subscription(shop: Shop) {
  return world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id },
    include: { ...subscriptionInclude, periods: { orderBy: { number: "asc" } } },
  });
}
async function allIsTrue(shop: Shop) {
  expect(await checkInvariants(world, { storeId: shop.store.id, quiet: false })).toEqual([]);
}
/** The problems of a press that is refused, as "field: code". */
async function refusal(shop: Shop, input: Input = {}): Promise<string> {
  return press(world, shop, { code: "SAVE20", ...input }).then(
    () => "paid",
    (error: Error) => error.message,
  );
}

test("a code takes its share off, charges are of the rest, and order, period and API say the same amounts", async () => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop);
  const { order } = await pay(shop, { code: " save20 " });
  const row = await orderOf(order);
  expect(row).toMatchObject({
    ...{ paymentStatus: "paid", subtotalMinor: 50_000n, discountMinor: 10_000n, totalMinor: 40_000n },
    ...{ feeMinor: 600n, netMinor: 39_400n, discountCode: "SAVE20" },
    redemption: { discountId: offer.id, state: "kept", counts: true, amountMinor: 10_000n },
  });
  expect(serializeOrder(row, "", null)).toMatchObject({
    discount: 10_000,
    discount_code: "SAVE20",
    total: 40_000,
  });
  const sub = await subscription(shop);
  expect(sub.periods).toMatchObject([{ listMinor: 50_000n, discountMinor: 10_000n, paidMinor: 40_000n }]);
  expect(serializeSubscription(sub, world.clock.now(), "")).toMatchObject({
    ...{ amount: 50_000, next_amount: 50_000, discount: null, total_paid: 40_000 },
  });
  expect(await discountRow(offer.id)).toMatchObject({
    ...{ placesTaken: 1, redemptionsCount: 1, totalDiscountedMinor: 10_000n },
  });
  const [told] = await world.db.event.findMany({
    where: { storeId: shop.store.id, type: "discount.redeemed" },
  });
  expect(JSON.parse(told?.payload ?? "{}").data).toMatchObject({
    ...{ object: "discount", redemptions_count: 1 },
    redemption: { order_id: order, code: "SAVE20", amount: 10_000 },
  });
  await allIsTrue(shop);
});

test("three periods stacked at once with two reduced ones: two reduced, one full", async () => {
  const shop = await sellingStore(world);
  await discount(world, shop, { duration: "periods", duration_periods: 2 });
  await pay(shop);
  const { id } = await subscription(shop);
  expect(serializeSubscription(await subscription(shop), world.clock.now(), "")).toMatchObject({
    ...{ amount: 50_000, next_amount: 40_000 },
    discount: { code: "SAVE20", percent: 20, amount: null, periods_left: 1 },
  });
  await pay(shop, renewal(id));
  await pay(shop, renewal(id));
  const sub = await subscription(shop);
  expect(sub.periods.map(({ paidMinor }) => paidMinor)).toEqual([40_000n, 40_000n, 50_000n]);
  expect(sub).toMatchObject({ discountId: null, discountPeriodsLeft: null, totalPaidMinor: 130_000n });
  // Its later period takes no place.
  expect(
    (await world.db.discount.findFirstOrThrow({ where: { storeId: shop.store.id } })).redemptionsCount,
  ).toBe(1);
  await allIsTrue(shop);
});

test("a period that another code reduces more leaves what the subscription has of its own", async () => {
  const shop = await sellingStore(world);
  const own = await discount(world, shop, { duration: "periods", duration_periods: 3 });
  await discount(world, shop, { code: "HALF", percent: 50 });
  await pay(shop);
  const { id } = await subscription(shop);
  const { order } = await pay(shop, { ...renewal(id), code: "HALF" });
  expect(await orderOf(order)).toMatchObject({ totalMinor: 25_000n, discountCode: "HALF" });
  expect(await subscription(shop)).toMatchObject({ discountId: own.id, discountPeriodsLeft: 2 });
  await allIsTrue(shop);
});

test("for ever: it is in the amount, each order says it, and it goes on when the discount is deleted", async () => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop, {
    duration: "forever",
    type: "amount",
    percent: null,
    amount: 10_000,
  });
  await pay(shop);
  await deleteDiscount(world, shop.live, offer.id);
  const { id } = await subscription(shop);
  const { order } = await pay(shop, renewal(id));
  expect(await orderOf(order)).toMatchObject({ discountMinor: 10_000n, totalMinor: 40_000n });
  const sub = await subscription(shop);
  expect(serializeSubscription(sub, world.clock.now(), "")).toMatchObject({
    ...{ amount: 40_000, next_amount: 40_000 },
    discount: { id: offer.id, amount: 10_000, percent: null, periods_left: null },
  });
  expect(await refusal(shop, { for: start(shop, "user_2") })).toBe("code: discount_not_found");
  await allIsTrue(shop);
});

function start(shop: Shop, ref: string) {
  return { kind: "subscription_start" as const, productId: shop.products[0].id, ref };
}

test("each refusal is on the code, by its own name", async () => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop);
  const change = (body: object) => updateDiscount(world, shop.live, offer.id, body);
  expect(await refusal(shop, { code: "NOPE" })).toBe("code: discount_not_found");
  expect(await refusal(shop, { code: "nö" })).toBe("code: discount_not_found");
  await change({ is_active: false });
  expect(await refusal(shop)).toBe("code: discount_not_found");
  await change({ is_active: true, starts_at: new Date(world.clock.now().getTime() + 1) });
  expect(await refusal(shop)).toBe("code: discount_not_found");
  await change({ starts_at: null, product_ids: [shop.products[1].id] });
  expect(await refusal(shop)).toBe("code: discount_not_for_product");
  await change({ product_ids: [], min_amount: 50_001 });
  expect(await refusal(shop)).toBe("code: discount_below_minimum");
  await change({ min_amount: null, max_redemptions: 0 });
  expect(await refusal(shop)).toBe("code: discount_used_up");
  await change({ max_redemptions: null, expires_at: new Date(world.clock.now().getTime() + 1_000) });
  world.clock.advance(1_000);
  expect(await refusal(shop)).toBe("code: discount_expired");
  await change({ expires_at: null, first_time_only: true, max_redemptions_per_customer: 1 });
  await pay(shop);
  expect(await refusal(shop, { for: start(shop, "user_2") })).toBe("code: discount_first_time_only");
  await change({ first_time_only: false });
  expect(await refusal(shop, { for: start(shop, "user_2") })).toBe("code: discount_used_by_customer");
  await allIsTrue(shop);
});

test("one person is known by the phone, by the e-mail without what follows a plus, and by the customer", async () => {
  const shop = await sellingStore(world);
  await discount(world, shop, { max_redemptions_per_customer: 1 });
  await pay(shop, { email: "juma+one@example.com" });
  const other = { for: start(shop, "user_2"), phone: "0772 999 789" };
  expect(await refusal(shop, { ...other, email: "juma+two@example.com" })).toBe(
    "code: discount_used_by_customer",
  );
  expect(await refusal(shop, { ...other, phone: "0772 123 789" })).toBe("code: discount_used_by_customer");
  await pay(shop, { ...other, email: "amina@example.com" });
  await allIsTrue(shop);
});

test("somebody whose payment never came is still new", async () => {
  const shop = await sellingStore(world);
  await discount(world, shop, { first_time_only: true });
  await pay(shop, { phone: "0772 123 129" });
  world.clock.advance(80 * 3_600_000);
  await pollOpenAttempts(world);
  await world.settled();
  const { order } = await pay(shop);
  expect(await orderOf(order)).toMatchObject({ paymentStatus: "paid", discountMinor: 10_000n });
  expect(await refusal(shop, { for: start(shop, "user_2") })).toBe("code: discount_first_time_only");
});

test("a failed payment gives its place back; the money that comes late is counted above the limit and flagged", async () => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop, { max_redemptions: 1 });
  const { id } = await press(world, shop, { code: "SAVE20", phone: "0772 123 129" });
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 1, redemptionsCount: 0 });
  expect(await refusal(shop, { for: start(shop, "user_2"), phone: "0772 555 789" })).toBe(
    "code: discount_used_up",
  );
  world.clock.advance(80 * 3_600_000);
  await pollOpenAttempts(world);
  await expireOrders(world);
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 0, redemptionsCount: 0 });
  await pay(shop, { for: start(shop, "user_2"), phone: "0772 555 789" });
  await world.sandbox.controls.resolve(id, { word: "succeeded" });
  await pollOpenAttempts(world);
  await world.settled();
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 2, redemptionsCount: 2 });
  expect(await world.db.discountRedemption.count({ where: { discountId: offer.id, overLimit: true } })).toBe(
    1,
  );
  expect(await world.db.task.count({ where: { storeId: shop.store.id, kind: "discount_over_limit" } })).toBe(
    1,
  );
  await allIsTrue(shop);
});

test.each([
  ["the limit of all", { max_redemptions: 1 }, "0772 555 129"],
  ["the limit of a person", { max_redemptions_per_customer: 1 }, "0772 123 129"],
  ["new people", { first_time_only: true }, "0772 123 129"],
])("money that comes late while another holds the place is the one above %s", async (_what, limit, phone) => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop, limit);
  const late = await press(world, shop, { code: "SAVE20", phone: "0772 123 129" });
  world.clock.advance(80 * 3_600_000);
  await pollOpenAttempts(world);
  await expireOrders(world);
  const holds = await press(world, shop, { code: "SAVE20", for: start(shop, "user_2"), phone });
  const comes = async ({ id }: { id: string }) => {
    await world.sandbox.controls.resolve(id, { word: "succeeded" });
    await world.sandbox.controls.deliverCallback(id);
    await world.settled();
    const { orderId } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    return world.db.discountRedemption.findUniqueOrThrow({ where: { orderId } });
  };
  expect(await comes(late)).toMatchObject({ state: "kept", overLimit: true });
  expect(await comes(holds)).toMatchObject({ state: "kept", overLimit: false });
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 2, redemptionsCount: 2 });
  expect(await world.db.task.count({ where: { storeId: shop.store.id, kind: "discount_over_limit" } })).toBe(
    1,
  );
  await allIsTrue(shop);
});

test("two payers race for the last redemption 200 times: one gets it", async () => {
  const shop = await sellingStore(world);
  const [offer] = [await discount(world, shop, { code: null })];
  const codes = await createCodes(world, shop.live, offer.id, { count: 200 });
  for (const [index, { code }] of codes.entries()) {
    const phones = [
      `0772 1${String(index).padStart(3, "0")} 29`,
      `0773 1${String(index).padStart(3, "0")} 29`,
    ];
    const ends = await Promise.all(
      phones.map((phone, side) =>
        refusal(shop, {
          code: code ?? "",
          phone: phone.replace(/ 29$/, "29"),
          for: start(shop, `u${index}-${side}`),
        }),
      ),
    );
    expect(ends.sort()).toEqual(["code: discount_used_up", "paid"]);
  }
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 200 });
  await allIsTrue(shop);
}, 120_000);

test.each([
  ["the last place of all", { max_redemptions: 1 }, "used_up", ["72", "73"]],
  ["the one use of a person", { max_redemptions_per_customer: 1 }, "used_by_customer", ["72", "72"]],
])("two presses race for %s, and one gets it", async (_what, limit, problem, starts) => {
  const shop = await sellingStore(world);
  for (let round = 0; round < 12; round += 1) {
    const code = `RACE${round}`;
    await discount(world, shop, { code, ...limit });
    const ends = await Promise.all(
      starts.map((begins, side) =>
        refusal(shop, {
          code,
          phone: `07${begins} 1${String(round).padStart(3, "0")}29`,
          for: start(shop, `u${round}-${side}`),
        }),
      ),
    );
    expect(ends.sort()).toEqual([`code: discount_${problem}`, "paid"]);
  }
  await allIsTrue(shop);
});

test("a payment that fails gives its place back at once, and a later period that took none gives none back", async () => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop, { duration: "periods", duration_periods: 3 });
  const { order } = await pay(shop, { phone: "0772 123 139" });
  expect(await orderOf(order)).toMatchObject({ paymentStatus: "failed" });
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 0 });
  await pay(shop, { for: start(shop, "user_2") });
  const { id } = await subscription(shop);
  const { order: later } = await pay(shop, { ...renewal(id), phone: "0772 123 139" });
  expect(await orderOf(later)).toMatchObject({ paymentStatus: "failed", discountMinor: 10_000n });
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 1, redemptionsCount: 1 });
});

test("the price agreed at the attempt holds, though the discount ends meanwhile; what was redeemed keeps its terms", async () => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop);
  const { id } = await press(world, shop, { code: "SAVE20" });
  await expect(updateDiscount(world, shop.live, offer.id, { percent: 10 })).rejects.toMatchObject({
    code: "discount_in_use",
  });
  await updateDiscount(world, shop.live, offer.id, { is_active: false, percent: 20 });
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
  const { order } = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id },
    include: { order: true },
  });
  expect(order).toMatchObject({ paymentStatus: "paid", totalMinor: 40_000n });
  await expect(updateDiscount(world, shop.live, offer.id, { duration: "forever" })).rejects.toThrow(Refusal);
  await expect(updateDiscount(world, shop.live, offer.id, { max_redemptions: 0 })).rejects.toThrow(
    "max_redemptions",
  );
  await updateDiscount(world, shop.live, offer.id, { max_redemptions: 5, name: "Later" });
});

test("a first price applies by itself to who is new, shown to all, and nobody pays another than they saw", async () => {
  const shop = await sellingStore(world);
  const terms = {
    code: null,
    is_automatic: true,
    first_time_only: true,
    duration: "periods",
    duration_periods: 2,
  };
  await discount(world, shop, { ...terms, type: "amount", percent: null, amount: 40_000 });
  const { order } = await pay(shop, { code: "" });
  expect(await orderOf(order)).toMatchObject({
    discountMinor: 40_000n,
    discountCode: null,
    totalMinor: 10_000n,
  });
  const { id } = await subscription(shop);
  const { order: next } = await pay(shop, renewal(id));
  expect(await orderOf(next)).toMatchObject({ totalMinor: 10_000n });
  const { order: later } = await pay(shop, renewal(id));
  expect(await orderOf(later)).toMatchObject({ totalMinor: 50_000n, discountMinor: 0n });
  const again = { for: start(shop, "user_2"), code: "", shownMinor: 10_000n };
  await expect(press(world, shop, again)).rejects.toThrow("amount_changed");
  await allIsTrue(shop);
});

test("one applies, the one that takes off most; a code that takes off no more is left for another day", async () => {
  const shop = await sellingStore(world);
  const ten = await discount(world, shop, { code: "TEN", percent: 10 });
  const thirty = await discount(world, shop, { code: "THIRTY", percent: 30 });
  const offer = await discount(world, shop, { code: null, is_automatic: true });
  const { order } = await pay(shop, { code: "TEN" });
  expect(await orderOf(order)).toMatchObject({
    totalMinor: 40_000n,
    discountCode: null,
    redemption: { discountId: offer.id },
  });
  expect(await discountRow(ten.id)).toMatchObject({ placesTaken: 0 });
  const same = await discount(world, shop, { code: "TWENTY", percent: 20 });
  await pay(shop, { code: "TWENTY", for: start(shop, "user_3") });
  expect(await discountRow(same.id)).toMatchObject({ placesTaken: 0 });
  const { order: other } = await pay(shop, { code: "THIRTY", for: start(shop, "user_2") });
  expect(await orderOf(other)).toMatchObject({ totalMinor: 35_000n, redemption: { discountId: thirty.id } });
  await allIsTrue(shop);
});

test("a voucher of 100 % is redeemed once, without rail, attempt or phone", async () => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop, {
    code: null,
    percent: 100,
    duration: "periods",
    duration_periods: 2,
  });
  const [voucher] = await createCodes(world, shop.live, offer.id, { count: 1, prefix: "GYM" });
  const input = {
    ...{ id: randomUUID(), browser: "thepayersownbrowser000", method: "mobile_money" as const },
    ...{ for: start(shop, "user_1"), email: "amina@example.com", code: voucher?.code ?? "" },
  };
  const yes = () => true;
  const [one, two] = await Promise.all([
    pressPay(world, shop.live, input, yes),
    pressPay(world, shop.live, input, yes),
  ]);
  expect(two).toEqual(one);
  expect(await pressPay(world, shop.live, input, yes)).toEqual(one);
  const other = { ...input, id: randomUUID(), for: start(shop, "user_2"), email: "juma@example.com" };
  await expect(pressPay(world, shop.live, other, yes)).rejects.toThrow("discount_used_up");
  const sub = await subscription(shop);
  expect(sub.periods).toMatchObject([{ kind: "free", paidMinor: 0n, listMinor: 50_000n }]);
  expect(sub).toMatchObject({ paymentsCount: 0, discountPeriodsLeft: 1, discountCode: voucher?.code });
  const renew = {
    ...input,
    id: randomUUID(),
    code: "",
    for: { kind: "subscription_renewal" as const, subscriptionId: sub.id },
  };
  expect((await pressPay(world, shop.live, renew, yes)).kind).toBe("free");
  expect(await subscription(shop)).toMatchObject({
    discountId: null,
    periods: [{ number: 1 }, { number: 2, kind: "free" }],
  });
  expect(await world.db.paymentAttempt.count({ where: { storeId: shop.store.id } })).toBe(0);
  await allIsTrue(shop);
});

test("a payment link takes a code: its place, its total and what it collected are those of the reduced price", async () => {
  const shop = await sellingStore(world);
  await discount(world, shop);
  const link = await paymentLink(world, shop, { amountMinor: 10_000n, maxPayments: 2 });
  const what = { kind: "payment_link" as const, linkId: link.id, amount: null, answer: null };
  const { order } = await pay(shop, { for: what });
  expect(await orderOf(order)).toMatchObject({ totalMinor: 8_000n, discountMinor: 2_000n });
  const all = await discount(world, shop, { code: "ALL", percent: 100 });
  const free = { id: randomUUID(), browser: "thepayersownbrowser000", method: "mobile_money" as const };
  const end = await pressPay(
    world,
    shop.live,
    { ...free, for: what, code: "ALL", phone: "0772 555 789" },
    () => true,
  );
  expect(end.kind).toBe("free");
  expect(await discountRow(all.id)).toMatchObject({ redemptionsCount: 1 });
  const row = await world.db.paymentLink.findUniqueOrThrow({ where: { id: link.id } });
  expect(row).toMatchObject({ paymentsCount: 2, slotsReserved: 2, totalPaidMinor: 8_000n });
  await allIsTrue(shop);
});

test("a refund of a discounted order gives back what was paid, with its share of the fee", async () => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop);
  const { order } = await pay(shop);
  const half = { orderId: order, reason: "half", requestKey: randomUUID() };
  await expect(requestRefund(world, shop.seller, { ...half, amountMinor: 40_001n })).rejects.toThrow();
  await requestRefund(world, shop.seller, { ...half, amountMinor: 20_000n });
  await later(world, 60_000);
  // 1.5 % of 40,000 was the fee; half of it comes back.
  expect(await world.db.refund.findFirst({ where: { orderId: order } })).toMatchObject({
    feeBackMinor: 300n,
  });
  expect(await orderOf(order)).toMatchObject({ totalMinor: 40_000n });
  // What was redeemed stays redeemed.
  expect(await discountRow(offer.id)).toMatchObject({ redemptionsCount: 1 });
  await allIsTrue(shop);
});

test("a seller gives a subscriber a discount, which counts at once, and takes it away", async () => {
  const shop = await sellingStore(world);
  const offer = await discount(world, shop, {
    duration: "periods",
    duration_periods: 2,
    max_redemptions_per_customer: 1,
  });
  await pay(shop, { code: "" });
  const { id } = await subscription(shop);
  await giveDiscount(world, shop.live, id, { code: "save20", discountId: null });
  expect(await subscription(shop)).toMatchObject({ discountPeriodsLeft: 2, discountCode: "SAVE20" });
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 1, redemptionsCount: 1 });
  const again = giveDiscount(world, shop.live, id, { code: null, discountId: offer.id });
  await expect(again).rejects.toMatchObject({ code: "discount_used_by_customer", field: "discount_id" });
  await takeDiscount(world, shop.live, id);
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 0, redemptionsCount: 0 });
  await giveDiscount(world, shop.live, id, { code: null, discountId: offer.id });
  const { order } = await pay(shop, renewal(id));
  expect(await orderOf(order)).toMatchObject({ totalMinor: 40_000n, redemption: { counts: false } });
  await takeDiscount(world, shop.live, id);
  expect(await subscription(shop)).toMatchObject({ discountId: null });
  // It was used, so its place stays taken.
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 1, redemptionsCount: 1 });
  await allIsTrue(shop);
});

test("a price that is left too small for a network is refused on the code with the network's name", async () => {
  const shop = await sellingStore(world);
  await discount(world, shop, { percent: 99.5 });
  const error = await press(world, shop, { code: "SAVE20" }).catch((thrown) => thrown);
  expect(error.problems).toMatchObject([
    { field: "code", code: "network_too_small", values: { network: "MTN MoMo" } },
  ]);
});

test("an offer that applies by itself is for the first payment after free days, and for no later one", async () => {
  const shop = await sellingStore(world);
  const [{ id: productId }] = shop.products;
  await world.db.product.update({ where: { id: productId }, data: { trialDays: 7 } });
  const offer = await discount(world, shop, { code: null, is_automatic: true });
  const { id } = await startFreeDays(world, shop.live, {
    ...{ productId, ref: "user_1", name: null, email: null, phone: "+256772123789" },
  });
  const first = await orderOf((await pay(shop, renewal(id))).order);
  expect(first).toMatchObject({ discountMinor: 10_000n, totalMinor: 40_000n, paymentStatus: "paid" });
  expect(await discountRow(offer.id)).toMatchObject({ placesTaken: 1 });
  const second = await orderOf((await pay(shop, renewal(id))).order);
  expect(second).toMatchObject({ discountMinor: 0n, totalMinor: 50_000n, paymentStatus: "paid" });
  await allIsTrue(shop);
});

test("what is left of a discount goes along to another plan", async () => {
  const shop = await sellingStore(world);
  await discount(world, shop, { duration: "periods", duration_periods: 3 });
  await pay(shop);
  const { id } = await subscription(shop);
  const dear = await product(world, shop, { kind: "subscription", interval: "month", priceMinor: 100_000n });
  const change = { kind: "subscription_change" as const, subscriptionId: id, productId: dear.id };
  const changed = await orderOf((await pay(shop, { for: change, code: "" })).order);
  // Unused time is all that is taken off a change.
  expect(changed).toMatchObject({ discountCode: null, discountMinor: 40_000n, totalMinor: 60_000n });
  expect(await subscription(shop)).toMatchObject({ productId: dear.id, discountPeriodsLeft: 2 });
  const next = await orderOf((await pay(shop, renewal(id))).order);
  expect(next).toMatchObject({ discountMinor: 20_000n, totalMinor: 80_000n });
  await allIsTrue(shop);
});
