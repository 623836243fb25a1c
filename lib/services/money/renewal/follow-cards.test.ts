import { beforeEach, expect, test } from "vitest";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import type { CardChange } from "@/lib/providers/rails/kept-card";
import type { CallbackVerdict } from "@/lib/providers/rails/port";
import { turnOffRenewal } from "@/lib/services/billing/renewal/change";
import { openShop, renewalShop } from "@/lib/testing/in-paying-world";
import { press, withRail } from "@/lib/testing/payments";
import { pollOpenAttempts } from "../settlement/poll";
import { receiveCallback } from "../settlement/receive-callback";
import { forgetCards, warnOfCards } from "./follow-cards";
import { renewDue } from "./renew-due";

const { world, shop } = await openShop(renewalShop, "own");

beforeEach(async () => {
  await world.db.paymentInstrument.updateMany({ data: { nextForgetAt: null, tokenSealed: null } });
});

/** Pays by card with the box ticked; the subscription. */
async function subscriber({ ref = "user_1", expiry = "12/30" } = {}): Promise<SubscriptionRow> {
  const { id } = await press(world, shop, {
    for: { kind: "subscription_start", productId: shop.products[0].id, ref },
    ...{ method: "card", email: "ann@example.com", phone: undefined },
    renews: { language: "en", text: () => "Charge this card by itself." },
  });
  await world.sandbox.cardPage.pay(id, { number: "4242424242424242", expiry, cvc: "123" });
  await settleAll();
  return row(ref);
}

async function settleAll(): Promise<void> {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

const row = (ref = "user_1") =>
  world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id, ref },
    include: subscriptionInclude,
  });

const card = () =>
  world.db.paymentInstrument.findFirstOrThrow({
    where: { storeId: shop.store.id },
    orderBy: { id: "asc" },
  });

/** What we hold of the rail to charge it. */
async function token(): Promise<string> {
  return world.secrets.open((await card()).tokenSealed ?? new Uint8Array());
}

/** The rail says in a callback that a card has changed. */
async function hear(cards: CardChange[], auth: CallbackVerdict["auth"] = "signed"): Promise<void> {
  const verdict: CallbackVerdict = { authentic: true, auth, events: [], cards, reply: { status: 200 } };
  const says = withRail(world, { parseCallback: async () => verdict });
  const raw = {
    ...{ method: "POST", host: "pay.example.com", path: "/api/rails/sandbox", ip: "192.0.2.1" },
    ...{ query: new URLSearchParams(), headers: {}, body: Buffer.from("{}") },
  };
  const received = await receiveCallback(says, "sandbox", raw);
  expect(received.status).toBe(200);
  await received.work();
}

const replaced = (held: string, expYear = 2033): CardChange => ({
  token: held,
  card: {
    ...{ kind: "card" as const, token: held, brand: "mastercard", last4: "4444" },
    ...{ expMonth: 5, expYear, fingerprint: "another card" },
  },
});

const told = async ({ id }: SubscriptionRow) =>
  (
    await world.db.message.findMany({ where: { objectId: id, channel: "email" }, orderBy: { id: "asc" } })
  ).map(({ template }) => template);

const eventsOf = async ({ id }: SubscriptionRow) =>
  (
    await world.db.event.findMany({
      where: { objectId: id, type: "subscription.renewal_changed" },
      orderBy: { sequence: "asc" },
    })
  ).map(({ payload }) => JSON.parse(payload).data.renewal);

test("a card that its bank replaced goes on renewing, and everybody sees the new one", async () => {
  await subscriber();
  await hear([replaced(await token())]);
  const after = await row();
  expect(after).toMatchObject({
    renewalMode: "charge",
    renewalCard: { brand: "mastercard", last4: "4444", expMonth: 5, expYear: 2033 },
  });
  expect((await eventsOf(after)).at(-1)).toMatchObject({ mode: "charge" });
  expect(JSON.stringify((await eventsOf(after)).at(-1))).toContain("4444");
  world.clock.set(new Date("2026-04-11T07:00:00Z"));
  expect(await renewDue(world)).toMatchObject({ tried: 1, failed: 0 });
  await settleAll();
  expect(await row()).toMatchObject({ paymentsCount: 2 });
});

test("a replaced card is warned of anew before its own end", async () => {
  const one = await subscriber({ expiry: "04/26" });
  world.clock.set(new Date("2026-04-02T08:00:00Z"));
  expect(await warnOfCards(world)).toEqual({ warned: 1, ended: 0 });
  await hear([replaced(await token(), 2026)]);
  world.clock.set(new Date("2026-05-05T08:00:00Z"));
  expect(await warnOfCards(world)).toEqual({ warned: 1, ended: 0 });
  expect(await told(one)).toEqual(["card_ends", "card_ends"]);
});

test("a card that was paid with again after its bank gave it a later end is warned of anew", async () => {
  await subscriber({ expiry: "04/26" });
  world.clock.set(new Date("2026-04-02T08:00:00Z"));
  await warnOfCards(world);
  await subscriber({ ref: "user_2", expiry: "06/26" });
  expect(await card()).toMatchObject({ expMonth: 6, warnedDays: null });
});

test("a card that was taken off at the rail ends it for all who used it, and each is told once", async () => {
  await subscriber();
  await subscriber({ ref: "user_2" });
  const held = await token();
  await hear([{ token: held, card: null }]);
  await hear([{ token: held, card: null }]);
  for (const ref of ["user_1", "user_2"]) {
    const after = await row(ref);
    expect(after).toMatchObject({ renewalMode: "manual", renewalCard: null, instrumentId: null });
    expect(await told(after)).toEqual(["card_over"]);
  }
  expect(await card()).toMatchObject({ status: "revoked", tokenSealed: null, tokenHash: null });
});

test("what nobody uses, nobody knows or nobody signed changes nothing", async () => {
  await subscriber();
  const held = await token();
  await hear([{ token: "a token of somebody else", card: null }]);
  await hear([{ token: held, card: null }], "none");
  expect(await row()).toMatchObject({ renewalMode: "charge" });
  const payer = { storeId: shop.store.id, accountId: shop.accountId, livemode: true, actor: "payer" };
  await turnOffRenewal(world, payer, (await row()).id);
  await hear([replaced(held)]);
  expect(await card()).toMatchObject({ last4: "4242" });
  expect(await forgetCards(world)).toMatchObject({ failed: 0 });
  expect(await card()).toMatchObject({ tokenSealed: null, tokenHash: null });
  // The rail tells of what we asked it to forget.
  await hear([{ token: held, card: null }]);
  expect(await told(await row())).toEqual([]);
});
