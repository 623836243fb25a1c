import { describe, expect, test } from "vitest";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { maskedPhone } from "@/lib/providers/phone";
import type { RailDispute } from "@/lib/providers/rails/port";
import { scheduleChange } from "@/lib/services/billing/changes/change";
import { advanceDueSubscriptions, remindDueSubscriptions } from "@/lib/services/billing/reminders/sweeps";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { takeDiscount } from "@/lib/services/billing/subscriptions/give";
import { discount } from "@/lib/testing/discounts";
import { openShop, renewalShop } from "@/lib/testing/in-paying-world";
import { press } from "@/lib/testing/payments";
import { testStore } from "@/lib/testing/world";
import { recordDisputes } from "../settlement/disputes/record";
import { pollOpenAttempts } from "../settlement/poll";
import { settle } from "../settlement/settle";
import { agreeOnManagePage, readRenewal } from "./on-manage-page";
import { renewDue } from "./renew-due";

// What is taken by itself is what was agreed to, by whom, from what, and as it was announced.

const { world, shop } = await openShop(renewalShop, "own");

const box = { text: "By itself.", language: "en" };
const visa = "4242424242424242";

async function settleAll(): Promise<void> {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

async function goTo(at: string) {
  world.clock.set(new Date(at));
  await advanceDueSubscriptions(world);
  await remindDueSubscriptions(world);
  const result = await renewDue(world);
  await settleAll();
  return result;
}

const row = (ref: string): Promise<SubscriptionRow> =>
  world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id, ref },
    include: subscriptionInclude,
  });

const scheduled = (renewalOf: string) =>
  world.db.paymentAttempt.findMany({ where: { renewalOf }, orderBy: { createdAt: "asc" } });

const told = async (objectId: string) =>
  (await world.db.message.findMany({ where: { objectId, channel: "email" }, orderBy: { id: "asc" } })).map(
    ({ template }) => template,
  );

/** Pays the first period by card, with the box ticked; the attempt's id. */
async function byCard(ref: string, ticks = true): Promise<string> {
  const { id } = await press(world, shop, {
    for: { kind: "subscription_start", productId: shop.products[0].id, ref },
    ...{ method: "card", email: `${ref}@example.com`, phone: undefined },
    ...(ticks ? { renews: { ...box, text: () => box.text } } : {}),
  });
  await world.sandbox.cardPage.pay(id, { number: visa, expiry: "12/30", cvc: "123" });
  await settleAll();
  return id;
}

async function byPhone(ref: string, phone: string, more: object = {}): Promise<string> {
  const { id } = await press(world, shop, {
    for: { kind: "subscription_start", productId: shop.products[0].id, ref },
    ...{ phone, email: `${ref}@example.com`, ...more },
  });
  await settleAll();
  return id;
}

const ticked = { renews: { ...box, text: () => box.text } };

function disputed(attemptId: string, reason: string | undefined, state: RailDispute["state"]) {
  return recordDisputes(world, attemptId, [{ ref: `dp_${attemptId}`, reason, state }]);
}

async function takenBack(attemptId: string): Promise<void> {
  const { amountMinor, currency, railRef } = await world.db.paymentAttempt.findUniqueOrThrow({
    where: { id: attemptId },
  });
  const settlement = {
    ...{ railRef: railRef ?? "", amount: { minor: amountMinor, currency }, paidAt: world.clock.now() },
    method: "card" as const,
  };
  await settle(world, attemptId, { kind: "reversed", settlement });
}

describe("a payment that is disputed as fraud, lost or taken back", () => {
  const ways: [string, (id: string) => Promise<unknown>][] = [
    ["disputed as fraud", (id) => disputed(id, "fraudulent", "open")],
    ["disputed without a reason", (id) => disputed(id, undefined, "open")],
    ["lost, whatever it was about", (id) => disputed(id, "product_not_received", "lost")],
    ["taken back by the bank without a dispute", takenBack],
  ];

  test.each(ways)("%s: the card that was kept with it is not charged again", async (_, goesBack) => {
    const first = await byCard("user_1");
    await goesBack(first);
    const { id, renewalMode, renewalConsentId } = await row("user_1");
    expect({ renewalMode, renewalConsentId }).toEqual({ renewalMode: "manual", renewalConsentId: null });
    expect(await told(id)).toContain("renewal_disputed_off");
    await goTo("2026-04-11T07:00:00Z");
    await goTo("2026-04-12T07:00:00Z");
    expect(await scheduled(id)).toEqual([]);
  });

  test("ends what the same card pays elsewhere in the account; another card goes on", async () => {
    const first = await byCard("user_1", false);
    await byCard("user_2");
    const other = shop;
    const scope = { accountId: shop.accountId, livemode: true };
    const product = await world.db.product.findFirstOrThrow({ where: { id: shop.products[0].id } });
    expect(product.storeId).toBe(other.store.id);
    const { id } = await press(world, shop, {
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_3" },
      ...{ method: "card", email: "user_3@example.com", phone: undefined, ...ticked },
    });
    await world.sandbox.cardPage.pay(id, { number: "5555555555554444", expiry: "12/30", cvc: "123" });
    await settleAll();
    await disputed(first, "fraudulent", "open");
    const modes = await world.db.subscription.findMany({
      where: scope,
      select: { ref: true, renewalMode: true },
      orderBy: { ref: "asc" },
    });
    expect(modes).toEqual([
      { ref: "user_1", renewalMode: "manual" },
      { ref: "user_2", renewalMode: "manual" },
      { ref: "user_3", renewalMode: "charge" },
    ]);
  });

  test("of a scheduled charge ends those of other subscriptions with that card too", async () => {
    await byCard("user_1");
    await byCard("user_2");
    await goTo("2026-04-11T07:00:00Z");
    const [charge] = await scheduled((await row("user_1")).id);
    await disputed(charge?.id ?? "", "fraudulent", "open");
    const { id, renewalMode } = await row("user_2");
    expect(renewalMode).toBe("manual");
    // Each payer is told, also where another subscription was disputed.
    expect(await told(id)).toContain("renewal_disputed_off");
  });

  test("ends what that phone is asked for in another store of the account, and nothing of another account", async () => {
    const { accountId } = shop;
    const stranger = await testStore(world);
    const sister = await testStore(world);
    await world.db.store.update({ where: { id: sister.store.id }, data: { accountId } });
    const own = { ...sister, accountId, live: { ...sister.live, accountId } };
    const first = await byPhone("user_1", "0772123789", ticked);
    for (const store of [own, stranger]) {
      await press(world, store, {
        for: { kind: "subscription_start", productId: store.products[0].id, ref: "user_2" },
        ...{ phone: "0772123789", email: "user_2@example.com", ...ticked },
      });
      await settleAll();
    }
    await takenBack(first);
    const modeIn = async (storeId: number) =>
      (await world.db.subscription.findFirstOrThrow({ where: { storeId } })).renewalMode;
    expect(await modeIn(sister.store.id)).toBe("manual");
    expect(await modeIn(stranger.store.id)).toBe("prompt");
  });

  test("by phone ends what that phone is asked for", async () => {
    const first = await byPhone("user_1", "0772123789", ticked);
    await byPhone("user_2", "0772123789", ticked);
    await byPhone("user_3", "0772124789", ticked);
    await takenBack(first);
    expect((await row("user_1")).renewalMode).toBe("manual");
    expect((await row("user_2")).renewalMode).toBe("manual");
    expect((await row("user_3")).renewalMode).toBe("prompt");
  });

  test("about what was bought, while it is open, ends that subscription's alone", async () => {
    const first = await byCard("user_1");
    await byCard("user_2");
    await disputed(first, "product_not_received", "open");
    expect((await row("user_1")).renewalMode).toBe("manual");
    expect((await row("user_2")).renewalMode).toBe("charge");
  });

  test("and won: only a new consent opens it again", async () => {
    const first = await byCard("user_1");
    await disputed(first, "fraudulent", "open");
    await disputed(first, "fraudulent", "won");
    expect((await row("user_1")).renewalMode).toBe("manual");
    world.clock.advance(24 * 60 * 60_000);
    await byCard("user_1");
    expect((await row("user_1")).renewalMode).toBe("charge");
  });
});

describe("the consent is what was shown", () => {
  test("a plan that comes round more often since then is not charged until its payer agrees", async () => {
    await byCard("user_1", false);
    const { id } = await row("user_1");
    world.clock.advance(60_000);
    // The renewal's page is open, and its box is ticked: "50,000 each month".
    const { id: attempt } = await press(world, shop, {
      for: { kind: "subscription_renewal", subscriptionId: id },
      ...{ method: "card", email: "user_1@example.com", phone: undefined, ...ticked },
    });
    const weekly = await world.db.product.create({
      data: {
        ...{ storeId: shop.store.id, token: `w${shop.store.id}`.padEnd(22, "x"), name: "Weekly" },
        ...{ kind: "subscription", currency: "UGX", priceMinor: 45_000n, interval: "week" },
        ...{ createdAt: world.clock.now(), updatedAt: world.clock.now() },
      },
    });
    await scheduleChange(world, shop.live, id, weekly.id);
    await world.sandbox.cardPage.pay(attempt, { number: visa, expiry: "12/30", cvc: "123" });
    await settleAll();
    const consent = await world.db.renewalConsent.findFirstOrThrow({ where: { subscriptionId: id } });
    expect(consent).toMatchObject({ interval: "month", capMinor: 50_000n, provenBy: "ticked" });
    await world.db.subscription.update({ where: { id }, data: { nextRenewalTryAt: null } });
  });
});

test("a box that was ticked before it was switched off does not switch it on again", async () => {
  await byPhone("user_1", "0772123789", ticked);
  const { id } = await row("user_1");
  world.clock.advance(60_000);
  await press(world, shop, { for: { kind: "subscription_renewal", subscriptionId: id }, ...ticked });
  world.clock.advance(1_000);
  await turnOffRenewal(world, { ...shop.live, actor: "payer" }, id);
  await settleAll();
  expect(await row("user_1")).toMatchObject({ paymentsCount: 2, renewalMode: "manual" });
});

describe("somebody else who pays", () => {
  const friend = "0772555789";

  async function friendPays(more: object = {}): Promise<string> {
    await byPhone("user_1", "0772123789");
    const { id } = await row("user_1");
    world.clock.advance(60_000);
    await press(world, shop, {
      for: { kind: "subscription_renewal", subscriptionId: id, isByOther: true },
      ...{ phone: friend, email: "cousin@example.com", ...more },
    });
    await settleAll();
    return id;
  }

  /** Under the subscriber's ref, with the box ticked. */
  const friendStarts = (email: string) =>
    press(world, shop, {
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
      ...{ phone: friend, email, ...ticked },
    });

  async function offered() {
    const sub = await row("user_1");
    const store = await world.db.store.findUniqueOrThrow({ where: { id: shop.store.id } });
    return (await readRenewal(world, sub, store))?.otherPhone ?? null;
  }

  test("is not shown to the subscriber, and cannot be agreed to", async () => {
    const id = await friendPays();
    expect(await offered()).toBeNull();
    const agreed = { to: "phone" as const, ...box, totalMinor: 50_000n };
    await expect(agreeOnManagePage(world, shop.live, id, agreed)).rejects.toMatchObject({
      code: "not_active",
    });
  });

  test("who ticks the box agrees to nothing for the subscriber", async () => {
    const id = await friendPays(ticked);
    expect((await row("user_1")).renewalMode).toBe("manual");
    expect(await world.db.renewalConsent.count({ where: { subscriptionId: id } })).toBe(0);
  });

  test("under a ref that is another's by the time it comes pays a period and agrees to nothing", async () => {
    await byPhone("user_2", "0772123789");
    const { id } = await row("user_2");
    await friendStarts("cousin@example.com");
    await world.db.subscription.update({ where: { id }, data: { ref: "user_1" } });
    await settleAll();
    expect(await row("user_1")).toMatchObject({ id, renewalMode: "manual" });
    expect(await world.db.subscriptionPeriod.count({ where: { subscriptionId: id } })).toBe(2);
    expect(await world.db.renewalConsent.count({ where: { subscriptionId: id } })).toBe(0);
  });

  test("under the subscriber's ref and e-mail renews from their own phone, until the subscriber ends it", async () => {
    await byPhone("user_1", "0772123789");
    const { id } = await row("user_1");
    await friendStarts("user_1@example.com");
    await settleAll();
    expect(await row("user_1")).toMatchObject({
      id,
      renewalMode: "prompt",
      renewalPhone: maskedPhone("+256772555789"),
    });
    await turnOffRenewal(world, { ...shop.live, actor: "payer" }, id);
    expect(await row("user_1")).toMatchObject({ renewalMode: "manual", renewalPhone: null });
    expect(await world.db.renewalConsent.findMany({ where: { subscriptionId: id } })).toMatchObject([
      { provenBy: "ticked", endedBy: "payer" },
    ]);
  });

  test("a phone that paid once is not offered where its subscriber is known by another one", async () => {
    await byPhone("user_1", "0772123789");
    await world.db.customer.updateMany({
      where: { accountId: shop.accountId, email: "user_1@example.com" },
      data: { email: null, phone: "+256772000111" },
    });
    expect(await offered()).toBeNull();
  });

  test("a borrowed phone is not offered either, and one by which its subscriber is known is", async () => {
    await byPhone("user_1", "0772123789");
    expect(await offered()).toBeNull();
    await world.db.customer.updateMany({
      where: { accountId: shop.accountId, email: "user_1@example.com" },
      data: { email: null },
    });
    expect(await offered()).toMatchObject({ totalMinor: 50_000n });
  });
});

describe("what was announced is the most that is taken", () => {
  async function halfPrice(): Promise<string> {
    await discount(world, shop, { code: "HALF", percent: 50, duration: "periods", duration_periods: 6 });
    const { id: attempt } = await press(world, shop, {
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: "user_1" },
      ...{ method: "card", email: "user_1@example.com", phone: undefined, code: "half", ...ticked },
    });
    await world.sandbox.cardPage.pay(attempt, { number: visa, expiry: "12/30", cvc: "123" });
    await settleAll();
    return (await row("user_1")).id;
  }

  test("the notice is a row: how much, for which end, when, and by which channel it went", async () => {
    const id = await halfPrice();
    await goTo("2026-04-09T07:00:00Z");
    expect(await world.db.renewalNotice.findMany({ where: { subscriptionId: id } })).toMatchObject([
      {
        amountMinor: 25_000n,
        currency: "UGX",
        channels: ["email"],
        renewalEnd: new Date("2026-04-12T12:00:00.000Z"),
      },
    ]);
  });

  test("a discount that is taken away is announced anew, and three days pass before more is charged", async () => {
    const id = await halfPrice();
    await goTo("2026-04-09T07:00:00Z");
    world.clock.set(new Date("2026-04-10T12:00:00Z"));
    await takeDiscount(world, shop.live, id);
    expect((await world.db.renewalNotice.findMany({ where: { subscriptionId: id } })).at(-1)).toMatchObject({
      amountMinor: 50_000n,
      takenFrom: new Date("2026-04-13T12:00:00Z"),
    });
    for (const day of ["11", "12", "13"]) await goTo(`2026-04-${day}T07:00:00Z`);
    expect(await scheduled(id)).toEqual([]);
    await goTo("2026-04-14T07:00:00Z");
    expect(await scheduled(id)).toMatchObject([{ amountMinor: 50_000n, status: "succeeded" }]);
    expect((await told(id)).filter((kind) => kind === "renewal_notice_charge")).toHaveLength(2);
  });

  test("a price that rose unseen is announced at its try, and never taken where no try is left", async () => {
    const id = await halfPrice();
    await goTo("2026-04-09T07:00:00Z");
    // Not by an act that tells: as if an earlier release did it.
    await world.db.subscription.update({
      where: { id },
      data: { discountAmountMinor: 1n, discountPercent: null },
    });
    await goTo("2026-04-13T07:00:00Z");
    expect(await scheduled(id)).toEqual([]);
    expect((await told(id)).at(-1)).toBe("renewal_price_changed");
    await goTo("2026-04-14T07:00:00Z");
    expect(await scheduled(id)).toEqual([]);
    await world.db.subscription.update({
      where: { id },
      data: { discountAmountMinor: null, discountPercent: 5_000 },
    });
  });
});
