import { beforeEach, describe, expect, test } from "vitest";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { usualRules } from "@/lib/providers/whatsapp/port";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { eraseCustomer } from "@/lib/services/desk/erase/erase";
import { readWhatsapp } from "@/lib/services/desk/operator/whatsapp";
import { notifySubscriber, type SubscriberKind } from "@/lib/services/notify/messages/notify-subscriber";
import {
  moveConsents,
  optOut,
  readCustomerWhatsapp,
  saysStop,
  stopCustomerWhatsapp,
  wantsWhatsapp,
  writeConsent,
} from "@/lib/services/notify/whatsapp/consent";
import { whatsappContent } from "@/lib/services/notify/whatsapp/content";
import { fallBackDue } from "@/lib/services/notify/whatsapp/follow";
import { workWhatsapp } from "@/lib/services/notify/whatsapp/inbox";
import { openStage } from "@/lib/testing/in-paying-world";
import { giveTestPassword, testPassword } from "@/lib/testing/money";
import { deliverMessages, takers } from "@/lib/testing/outbox";
import { press, withRail } from "@/lib/testing/payments";
import { tellWhatsapp, whatsappTaker } from "@/lib/testing/whatsapp";
import { databaseOfTheApp, type TestStore, testStore } from "@/lib/testing/world";
import { runs } from "@/scripts/lab/testing/slice";
import { pollOpenAttempts } from "../settlement/poll";
import { answerWhatsapp } from "./answer";
import { chooseWhatsapp, readWhatsappChoice } from "./choose";
import { minuteOfWhatsapp } from "./minute";

const taker = whatsappTaker();
const texts = takers();
const world = await openStage({ whatsapp: taker, sms: texts.sms, mailer: texts.mailer });
const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

let shop: TestStore;
let subscription: SubscriptionRow;
let phone: string;
let facts = 0;

beforeEach(async () => {
  await world.db.whatsappMessage.updateMany({ data: { fallBackAt: null, againAt: null } });
  world.clock.set(new Date("2026-03-12T12:00:00.000Z"));
  taker.codeOf = () => null;
  world.config.whatsapp = usualRules;
  shop = await testStore(world);
  // Its last digits leave the outcome of a payment to its holder, who pays.
  phone = `+25677${2_000 + facts}345`;
  facts += 1;
  await press(world, shop, { phone });
  world.clock.advance(4_000);
  await pollOpenAttempts(world);
  await world.settled();
  subscription = await world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id },
    include: subscriptionInclude,
  });
  world.clock.advance(minuteMs);
  await deliver();
  taker.taken.splice(0);
  texts.taken.splice(0);
});

const say = (state: "in" | "out", of: Partial<Parameters<typeof writeConsent>[1]> = {}) =>
  transact(world, async (unit) =>
    writeConsent(unit, { storeId: shop.store.id, phone, userId: null, state, how: "settings", ...of }),
  );
const wants = (of = phone) => wantsWhatsapp(world.db, shop.store.id, of);

async function remind(kind: SubscriberKind = "renewal_one_day"): Promise<void> {
  facts += 1;
  await transact(world, (unit) => notifySubscriber(unit, subscription, kind, facts));
  await deliverMessages(world, { storeId: shop.store.id });
}

interface Sent {
  ref: string;
  renew: string;
  later: string;
  stop: string;
}

const buttonOf = (payload: string) => ({ type: "button", button: { payload, text: "x" } });

/** A reminder that went by WhatsApp: its id there, and the payloads of its buttons. */
async function sent(): Promise<Sent> {
  await say("in");
  await remind();
  const last = taker.taken.at(-1);
  if (!last) throw new Error("Nothing went by WhatsApp.");
  const [renew = "", later = "", stop = ""] = last.payloads;
  return { ref: last.ref, renew, later, stop };
}

const status = (ref: string, what: string, more: object = {}) =>
  tellWhatsapp(world, { statuses: [{ id: ref, status: what, ...more }] });
const failed = (code: number) => ({ errors: [{ code }] });
const smsOf = () => texts.taken.filter(({ channel }) => channel === "sms");
const digits = () => phone.slice(1);

let spoken = 0;
function speak(message: object, from: object = { from: digits() }): Promise<number> {
  spoken += 1;
  return tellWhatsapp(world, { messages: [{ ...from, id: `wamid.in.${facts}.${spoken}`, ...message }] });
}
const pressButton = (about: string, payload: string, from?: object) =>
  speak({ type: "button", context: { id: about }, button: { payload, text: "x" } }, from);
const write = (body: string, about?: string, from?: object) =>
  speak({ type: "text", text: { body }, ...(about ? { context: { id: about } } : {}) }, from);
const row = (ref: string) => world.db.whatsappMessage.findUniqueOrThrow({ where: { wamid: ref } });
const deliver = () => deliverMessages(world, { storeId: shop.store.id });
const replies = () =>
  world.db.task.findMany({ where: { storeId: shop.store.id, kind: "whatsapp_reply", resolvedAt: null } });
const attempts = () => world.db.paymentAttempt.count({ where: { storeId: shop.store.id } });

/** The subscriber, who has nothing any more that goes on. */
async function erase(): Promise<void> {
  await giveTestPassword(world, shop.owner.id);
  const seller = { ...shop.live, userId: shop.owner.id, role: "owner" as const };
  const proof = { password: testPassword };
  await eraseCustomer({ ...world, ...databaseOfTheApp() }, seller, subscription.customerId, proof);
}

async function reread(): Promise<void> {
  const where = { id: subscription.id };
  subscription = await world.db.subscription.findUniqueOrThrow({ where, include: subscriptionInclude });
}
/** The subscriber has another phone from now on. */
async function moveTo(other: string): Promise<void> {
  await world.db.customer.update({ where: { id: subscription.customerId }, data: { phone: other } });
  await reread();
}

/** Renew asks nobody, and says where to pay. */
async function says(message: typeof sent, where: World = world): Promise<void> {
  phone = subscription.customer.phone ?? "";
  const { ref, renew } = await message();
  const before = await attempts();
  const button = { type: "button", context: { id: ref }, button: { payload: renew, text: "x" } };
  await tellWhatsapp(where, { messages: [{ from: digits(), id: `wamid.says.${ref}`, ...button }] });
  expect(await attempts()).toBe(before);
  await deliver();
  expect(smsOf().at(-1)?.text).toMatch(/nothing was taken for Gold.*\/manage\//);
}

/** One message by WhatsApp to each, who all want it. */
async function queueMany(phones: string[]): Promise<void> {
  await world.db.whatsappConsent.createMany({
    data: phones.map((to) => ({
      ...{ storeId: shop.store.id, phone: to, state: "in", how: "settings", at: world.clock.now() },
    })),
  });
  const voice = {
    ...{ language: "en" as const, timeZone: "UTC", serviceName: "Sente", seller: "Maji", contact: null },
  };
  const values = {
    ...{ plan: "Gold", amount: { minor: 1n, currency: "UGX" as const }, end: world.clock.now() },
    ...{ access: world.clock.now(), link: "https://example.com/manage/x" },
  };
  for (let from = 0; from < phones.length; from += 200)
    await transact(world, async (unit) => {
      for (const recipient of phones.slice(from, from + 200))
        await unit.queueMessage({
          ...{
            why: "paid",
            accountId: shop.accountId,
            storeId: shop.store.id,
            channel: "whatsapp",
            recipient,
          },
          ...{
            template: "renewal_one_day",
            subject: "",
            body: "b",
            dedupeKey: `${facts}/${recipient}/whatsapp`,
          },
          whatsapp: {
            content: whatsappContent("renewal_one_day", values, voice, `To ${recipient}`),
            isPlayed: false,
          },
        });
    });
}

const fellBackOf = (template: string) =>
  world.db.message.count({ where: { storeId: shop.store.id, channel: "sms", template } });

describe("who wants it", () => {
  test("nobody who did not say so: their reminder is an SMS", async () => {
    await remind();
    expect(taker.taken).toEqual([]);
    expect(smsOf()).toMatchObject([{ to: phone }]);
  });

  test("who does gets it so and no SMS; who stops gets an SMS again", async () => {
    await say("in");
    await remind();
    expect(taker.taken).toMatchObject([{ to: phone, template: "sente_renewal_one_day", language: "en" }]);
    expect(taker.taken[0]?.payloads).toHaveLength(3);
    expect(smsOf()).toEqual([]);
    await say("out");
    await remind();
    expect(taker.taken).toHaveLength(1);
    expect(smsOf()).toHaveLength(1);
  });

  test("of one store alone", async () => {
    await say("in");
    const other = await testStore(world);
    expect(await wantsWhatsapp(world.db, other.store.id, phone)).toBe(false);
  });

  test("a tick counts once that phone has paid, so nobody agrees for somebody else", async () => {
    const ticked = (number: string) =>
      press(world, shop, {
        phone: number,
        whatsapp: "Send me messages by WhatsApp, not SMS",
        for: { kind: "subscription_renewal", subscriptionId: subscription.id },
      });
    await ticked(phone);
    expect(await wants()).toBe(false);
    world.clock.advance(4_000);
    await pollOpenAttempts(world);
    await world.settled();
    expect(await wants()).toBe(true);
    expect(await world.db.whatsappConsent.findFirst({ where: { phone } })).toMatchObject({
      ...{ state: "in", how: "checkout", words: "Send me messages by WhatsApp, not SMS" },
    });
    await say("out");
    expect(await wants()).toBe(false);
  });

  test("the manage page turns it on and off, and nothing where there is no phone or no live subscription", async () => {
    const at = { phone: { phone, masked: "" }, store: shop.store, subscription };
    expect(await readWhatsappChoice(world, at)).toBe(false);
    await chooseWhatsapp(world, at, true, "words");
    await chooseWhatsapp(world, at, true, "words");
    expect(await readWhatsappChoice(world, at)).toBe(true);
    expect(await world.db.whatsappConsent.count({ where: { phone } })).toBe(1);
    await chooseWhatsapp(world, at, false, "words");
    expect(await wants()).toBe(false);
    expect(await readWhatsappChoice(world, { ...at, phone: null })).toBeNull();
    const test = { ...subscription, livemode: false };
    expect(await readWhatsappChoice(world, { ...at, subscription: test })).toBeNull();
    expect(await readWhatsappChoice({ ...world, whatsapp: null }, at)).toBeNull();
  });

  test("a seller ends it for a customer who told them so, once, and cannot begin it", async () => {
    await say("in");
    const id = subscription.customerId;
    expect(await readCustomerWhatsapp(world, shop.live, id)).toBe(true);
    await stopCustomerWhatsapp(world, shop.live, id);
    await stopCustomerWhatsapp(world, shop.live, id);
    expect(await readCustomerWhatsapp(world, shop.live, id)).toBe(false);
    expect(await world.db.whatsappConsent.count({ where: { phone, how: "seller" } })).toBe(1);
    const other = await testStore(world);
    await expect(stopCustomerWhatsapp(world, other.live, id)).rejects.toThrow();
  });

  test("an opt-out by the person's id alone holds for their phone too", async () => {
    const { ref } = await sent();
    await status(ref, "delivered", { recipient_user_id: "KE.9" });
    const said = { storeId: shop.store.id, how: "reply" as const, words: "stop" };
    await transact(world, (unit) => optOut(unit, { phone: null, userId: "KE.9" }, said));
    expect(await wants()).toBe(false);
  });

  test("what somebody said goes with them to another phone, and the phone that they left is nobody's", async () => {
    await say("in", { userId: "KE.1" });
    const other = `${phone.slice(0, -1)}${(Number(phone.at(-1)) + 5) % 10}`;
    await transact(world, (unit) =>
      moveConsents(unit, { phone, userId: "KE.1" }, { phone: other, userId: "KE.2" }, null),
    );
    expect([await wants(phone), await wants(other)]).toEqual([false, true]);
  });

  test("a phone that was left for one that is not told is written to by the new id", async () => {
    await say("in", { userId: "KE.1" });
    await tellWhatsapp(world, {
      messages: [
        {
          ...{ id: `wamid.sys.${facts}`, type: "system" },
          system: { type: "user_changed_user_id", user_id: "KE.2", previous_user_id: "KE.1" },
        },
      ],
    });
    await remind();
    expect(taker.taken).toMatchObject([{ to: phone, userId: "KE.2" }]);
    expect(smsOf()).toEqual([]);
  });

  test.each([
    "STOP",
    "stop!",
    " Arrêter ",
    "acha",
    "Simama.",
    "PARAR",
    "daina",
    "አቁም",
    "hagarika",
    "قف",
    "إيقاف",
  ])("%s ends messages", (word) => expect(saysStop(word)).toBe(true));
  test.each(["", "Please do not stop the water on Friday", "Don’t stop", "Is the shop open?", "1"])(
    "“%s” does not",
    (words) => expect(saysStop(words)).toBe(false),
  );
});

describe("an SMS goes instead", () => {
  test.each([131_026, 131_047, 132_001, 132_015, 132_016, 131_031, 368, 190])(
    "at once where it is refused with %i, once, with the same words and link",
    async (code) => {
      await say("in");
      taker.codeOf = () => code;
      await remind();
      await deliver();
      expect(smsOf()).toHaveLength(1);
      expect(smsOf()[0]?.text).toMatch(/ends tomorrow.*\/manage\//);
      world.clock.advance(dayMs / 2);
      expect(await fallBackDue(world)).toEqual({ fellBack: 0 });
      await deliver();
      expect(smsOf()).toHaveLength(1);
    },
  );

  test.each([131_026, 131_049, 131_000])(
    "where the provider says later that it failed with %i",
    async (code) => {
      const { ref } = await sent();
      await status(ref, "sent");
      await status(ref, "failed", failed(code));
      await status(ref, "failed", failed(code));
      await deliver();
      expect(smsOf()).toHaveLength(1);
      expect(await row(ref)).toMatchObject({ state: "failed", code });
    },
  );

  test.each([130_429, 131_056, 80_007])("not yet where there are too many at once (%i)", async (code) => {
    await say("in");
    taker.codeOf = () => code;
    await remind();
    expect(smsOf()).toEqual([]);
    taker.codeOf = () => null;
    world.clock.advance(2 * minuteMs);
    await deliver();
    expect(taker.taken).toHaveLength(1);
    expect(smsOf()).toEqual([]);
  });

  test("after half an hour of being refused for now, and then not by WhatsApp too", async () => {
    await say("in");
    taker.codeOf = () => 130_429;
    await remind();
    world.clock.advance(31 * minuteMs);
    expect(await fallBackDue(world)).toEqual({ fellBack: 1 });
    taker.codeOf = () => null;
    await deliver();
    world.clock.advance(dayMs);
    await deliver();
    expect([taker.taken.length, smsOf().length]).toEqual([0, 1]);
  });

  test("where it was not delivered in time; a status that comes later sends nothing again", async () => {
    const { ref } = await sent();
    world.clock.advance(29 * minuteMs);
    expect(await fallBackDue(world)).toEqual({ fellBack: 0 });
    world.clock.advance(2 * minuteMs);
    const both = await Promise.all([fallBackDue(world), fallBackDue(world)]);
    expect(both[0].fellBack + both[1].fellBack).toBe(1);
    for (const what of ["failed", "delivered", "read"]) await status(ref, what);
    await deliver();
    expect(smsOf()).toHaveLength(1);
    expect(await row(ref)).toMatchObject({ state: "read" });
  });

  test("not where it was delivered; where it has to be read, delivered is not enough", async () => {
    const { ref } = await sent();
    await status(ref, "delivered");
    world.clock.advance(31 * minuteMs);
    expect(await fallBackDue(world)).toEqual({ fellBack: 0 });
    world.config.whatsapp = { fallBack: { ...usualRules.fallBack, unless: "read" } };
    const second = await sent();
    await status(second.ref, "delivered");
    world.clock.advance(31 * minuteMs);
    expect(await fallBackDue(world)).toEqual({ fellBack: 1 });
  });

  test("not for a reminder whose payment came meanwhile", async () => {
    await sent();
    await press(world, shop, {
      phone,
      for: { kind: "subscription_renewal", subscriptionId: subscription.id },
    });
    world.clock.advance(4_000);
    await pollOpenAttempts(world);
    await world.settled();
    texts.taken.splice(0);
    world.clock.advance(31 * minuteMs);
    await fallBackDue(world);
    await deliver();
    expect(smsOf().filter(({ text }) => text.includes("ends tomorrow"))).toEqual([]);
  });

  test("not once it is older than it may be, nor for a reminder of what was cancelled since", async () => {
    await sent();
    world.clock.advance(25 * 60 * minuteMs);
    await fallBackDue(world);
    expect(await fellBackOf("renewal_one_day")).toBe(0);
    await sent();
    world.clock.advance(minuteMs);
    await cancelSubscription(world, shop.live, subscription.id);
    world.clock.advance(31 * minuteMs);
    await fallBackDue(world);
    expect(await fellBackOf("renewal_one_day")).toBe(0);
  });

  test("also after a payment, where it asks for none", async () => {
    await say("in");
    await remind("days_given");
    await press(world, shop, {
      phone,
      for: { kind: "subscription_renewal", subscriptionId: subscription.id },
    });
    world.clock.advance(4_000);
    await pollOpenAttempts(world);
    await world.settled();
    world.clock.advance(31 * minuteMs);
    await fallBackDue(world);
    expect(await fellBackOf("days_given")).toBe(1);
  });

  test("and counts as one with it in what may be sent in a day", async () => {
    await say("in");
    taker.codeOf = () => 131_026;
    await remind();
    await deliver();
    const counted = await world.db.sendingCount.findMany({
      where: { subject: { startsWith: `account/${shop.accountId}/sms` } },
    });
    expect(counted.map(({ sent }) => sent)).toEqual([1]);
  });

  test("what is wrong with the number or a template is told the operator once", async () => {
    await say("in");
    const tasks = (kind: string) => world.db.task.count({ where: { storeId: null, kind, resolvedAt: null } });
    await world.db.task.deleteMany({ where: { kind: { startsWith: "whatsapp_" } } });
    for (const code of [131_031, 131_031, 132_015, 132_015, 131_026]) {
      taker.codeOf = () => code;
      await remind();
    }
    expect([await tasks("whatsapp_account"), await tasks("whatsapp_template")]).toEqual([1, 1]);
  });

  test("each once of thousands, when a third is not reached", { timeout: 1_800_000 }, async () => {
    const many = runs(10_000, 50);
    const lost = (to: string) => Number(to.slice(-6)) % 3 === 0;
    taker.codeOf = ({ to }) => (lost(to) ? 131_026 : null);
    const phones = Array.from({ length: many }, (_, index) => `+256773${String(index).padStart(6, "0")}`);
    await queueMany(phones);
    // A pass waits a second for a number that still sends; its end wakes the next one.
    const left = () =>
      world.db.message.count({
        where: { storeId: shop.store.id, channel: { not: "email" }, status: "queued" },
      });
    while ((await left()) > 0) await deliver();
    expect(taker.taken).toHaveLength(phones.filter((to) => !lost(to)).length);
    const got = smsOf().map(({ to }) => to);
    expect(got.sort()).toEqual(phones.filter(lost));
    const statuses = taker.taken.map(({ ref }) => ({ id: ref, status: "delivered" }));
    for (let from = 0; from < statuses.length; from += 500)
      await tellWhatsapp(world, { statuses: statuses.slice(from, from + 500) });
    world.clock.advance(dayMs);
    expect(await fallBackDue(world)).toEqual({ fellBack: 0 });
    await deliver();
    expect(smsOf()).toHaveLength(got.length);
  });
});

test("where its provider is silent, a pass takes no more after ten seconds", async () => {
  const send = taker.send;
  taker.send = async (message) => {
    world.clock.advance(1_500);
    return send(message);
  };
  await queueMany(Array.from({ length: 15 }, (_, index) => `+2567730${10_000 + index}`));
  await deliver();
  taker.send = send;
  expect(taker.taken).toHaveLength(10);
  await deliver();
  expect(taker.taken).toHaveLength(15);
});

describe("what the provider tells", () => {
  test("doubled and in any order it never goes back", async () => {
    const { ref } = await sent();
    for (const what of ["delivered", "sent", "read", "delivered", "failed", "sent", "read"])
      expect(await status(ref, what)).toBe(200);
    expect(await row(ref)).toMatchObject({ state: "read" });
    await deliver();
    expect(smsOf()).toEqual([]);
  });

  test("before our own record is there, it is kept and found", async () => {
    await say("in");
    const early = "wamid.early";
    const send = taker.send;
    taker.send = async (message) => {
      await send(message);
      await status(early, "delivered", { pricing: { billable: true, category: "utility" } });
      return { ref: early };
    };
    await remind();
    taker.send = send;
    expect(await row(early)).toMatchObject({ state: "delivered", fallBackAt: null, billable: true });
  });

  test("about nothing of ours it is given up after an hour", async () => {
    expect(await status("wamid.nobody", "read")).toBe(200);
    world.clock.advance(minuteMs);
    await workWhatsapp(world, answerWhatsapp);
    const waits = () => world.db.whatsappEvent.count({ where: { ref: "wamid.nobody", processedAt: null } });
    expect(await waits()).toBe(1);
    world.clock.advance(61 * minuteMs);
    await workWhatsapp(world, answerWhatsapp);
    expect(await waits()).toBe(0);
  });

  test("unsigned it is refused and nothing is written; so it is where there is no number", async () => {
    const { ref } = await sent();
    const before = await world.db.whatsappEvent.count();
    const forged = { statuses: [{ id: ref, status: "failed" }] };
    expect(await tellWhatsapp(world, forged, { secret: "another" })).toBe(401);
    expect(await tellWhatsapp({ ...world, whatsapp: null }, forged)).toBe(404);
    expect(await world.db.whatsappEvent.count()).toBe(before);
    expect(await row(ref)).toMatchObject({ state: "sent" });
  });

  test("what is done keeps no word of it", async () => {
    const { ref } = await sent();
    await write("My name is Asha", ref);
    const kept = await world.db.whatsappEvent.findMany({ where: { processedAt: { not: null } } });
    expect(kept.length).toBeGreaterThan(0);
    expect(kept.every(({ bodySealed }) => bodySealed.length === 0)).toBe(true);
  });

  test("the month's cost is counted to the cent, by the price of the day, for what is charged", async () => {
    await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
    const operator = { userId: shop.owner.id, actor: "user:1" };
    const costs = async () =>
      (await readWhatsapp(world, operator)).costs.filter(({ store }) => store?.id === shop.store.id);
    const charged = (billable: boolean) => ({ pricing: { billable, category: "utility" } });
    const first = await sent();
    await status(first.ref, "sent", charged(true));
    await status(first.ref, "delivered", charged(true));
    const second = await sent();
    await status(second.ref, "delivered", charged(false));
    const third = await sent();
    taker.prices = { ...taker.prices, utility: { minor: 133n, currency: "KES" } };
    await status(third.ref, "delivered", charged(true));
    expect(await costs()).toEqual([
      {
        store: { id: shop.store.id, name: "Test Store" },
        ...{ messages: 2, billed: 2, cost: { minor: 253n, currency: "KES" } },
      },
      { store: { id: shop.store.id, name: "Test Store" }, messages: 1, billed: 0, cost: null },
    ]);
    taker.prices = { ...taker.prices, utility: { minor: 120n, currency: "KES" } };
    world.clock.set(new Date("2026-04-02T00:00:00Z"));
    expect(await costs()).toEqual([]);
    await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: false } });
    await expect(readWhatsapp(world, operator)).rejects.toThrow();
  });
});

describe("buttons", () => {
  test("Renew asks the phone once, however often it is pressed, and the payment renews", async () => {
    const { ref, renew } = await sent();
    const before = await attempts();
    await Promise.all([pressButton(ref, renew), pressButton(ref, renew)]);
    await pressButton(ref, renew);
    expect(await attempts()).toBe(before + 1);
    world.clock.advance(4_000);
    await pollOpenAttempts(world);
    await world.settled();
    const { paymentsCount } = await world.db.subscription.findUniqueOrThrow({
      where: { id: subscription.id },
    });
    expect(paymentsCount).toBe(2);
    await pressButton(ref, renew);
    expect(await attempts()).toBe(before + 1);
  });

  test("of another message, another phone, or made up they do nothing", async () => {
    const one = await sent();
    const two = await sent();
    const before = await attempts();
    await pressButton(two.ref, one.renew);
    await pressButton("wamid.nobody", one.renew);
    await pressButton(one.ref, one.renew, { from: "256700000000" });
    await pressButton(one.ref, `renew.${"A".repeat(22)}`);
    await pressButton(one.ref, "");
    await speak({ type: "button", button: { payload: one.stop } });
    expect(await attempts()).toBe(before);
    expect(await wants()).toBe(true);
  });

  test("Renew after a week, or after the payment came, does nothing", async () => {
    const late = await sent();
    world.clock.advance(8 * dayMs);
    const before = await attempts();
    await pressButton(late.ref, late.renew);
    expect(await attempts()).toBe(before);
  });

  test("Renew for another price than the message said asks nobody, and says where to pay", async () => {
    const { ref, renew } = await sent();
    await world.db.subscription.update({ where: { id: subscription.id }, data: { amountMinor: 60_000n } });
    const before = await attempts();
    await pressButton(ref, renew);
    expect(await attempts()).toBe(before);
    await deliver();
    expect(smsOf().at(-1)?.text).toMatch(/nothing was taken for Gold.*\/manage\//);
  });

  test("Renew where a network asks for a code first says where to pay, and blocks nothing", async () => {
    await world.db.store.update({ where: { id: shop.store.id }, data: { country: "GH" } });
    await moveTo("+233201234345");
    await world.db.subscription.update({ where: { id: subscription.id }, data: { currency: "GHS" } });
    await reread();
    await says(() => sent());
  });

  test("and so it does where the payer sends the money by themselves", async () => {
    const byHand = withRail(world, { phone: {} as NonNullable<PaymentRail["phone"]> });
    await says(() => sent(), byHand);
  });

  test("and so it does where charges come on top of the price that the message said", async () => {
    const where = { id: shop.store.id };
    await world.db.store.update({ where, data: { buyerPaysCharges: true } });
    await says(() => sent());
  });

  test("Later says it once more in a day, in words that are true then, and only once", async () => {
    const { ref, later } = await sent();
    await pressButton(ref, later);
    await pressButton(ref, later);
    world.clock.advance(dayMs - minuteMs);
    expect(await minuteOfWhatsapp(world)).toMatchObject({ again: 0 });
    world.clock.advance(2 * minuteMs);
    expect(await minuteOfWhatsapp(world)).toMatchObject({ again: 1 });
    await deliver();
    expect(taker.taken).toHaveLength(2);
    const again = taker.taken.at(-1);
    expect(again?.template).toBe("sente_renewal_asked");
    await pressButton(again?.ref ?? "", again?.payloads[1] ?? "");
    world.clock.advance(2 * dayMs);
    expect(await minuteOfWhatsapp(world)).toMatchObject({ again: 0 });
  });

  test("Later is nothing once it is paid or cancelled", async () => {
    const { ref, later } = await sent();
    await pressButton(ref, later);
    await cancelSubscription(world, shop.live, subscription.id);
    await deliver();
    taker.taken.splice(0);
    world.clock.advance(dayMs + minuteMs);
    await minuteOfWhatsapp(world);
    await deliver();
    expect(taker.taken).toEqual([]);
  });

  test("Renew and Later are nothing at a phone that the subscriber left; Stop is heard", async () => {
    const [one, two] = [await sent(), await sent()];
    await status(one.ref, "read");
    await status(two.ref, "read");
    await pressButton(one.ref, one.later);
    await moveTo("+256772009345");
    const before = await attempts();
    await pressButton(two.ref, two.later);
    await pressButton(two.ref, two.renew);
    await world.db.subscription.update({ where: { id: subscription.id }, data: { amountMinor: 60_000n } });
    await pressButton(one.ref, one.renew);
    world.clock.advance(dayMs + minuteMs);
    await minuteOfWhatsapp(world);
    await deliver();
    expect([await attempts(), taker.taken.length, smsOf()]).toEqual([before, 2, []]);
    await pressButton(one.ref, one.stop);
    expect(await wants()).toBe(false);
  });

  test("Stop ends what is queued and what was asked for again", async () => {
    const { ref, later, stop } = await sent();
    await status(ref, "read");
    await pressButton(ref, later);
    await transact(world, (unit) => notifySubscriber(unit, subscription, "renewal_end_day", facts));
    await pressButton(ref, stop);
    await deliver();
    await deliver();
    expect([taker.taken.length, smsOf().length]).toEqual([1, 1]);
    world.clock.advance(dayMs + minuteMs);
    expect(await minuteOfWhatsapp(world)).toMatchObject({ again: 0 });
  });

  test.each([{ sendsReminders: false }, { status: "suspended" as const }])(
    "Later is nothing where the store sends no reminders: %o",
    async (data) => {
      const { ref, later } = await sent();
      await status(ref, "read");
      await pressButton(ref, later);
      await world.db.store.update({ where: { id: shop.store.id }, data });
      world.clock.advance(dayMs + minuteMs);
      await minuteOfWhatsapp(world);
      await deliver();
      expect([taker.taken.length, smsOf()]).toEqual([1, []]);
    },
  );

  test("Stop ends it, also without a phone in what the provider tells", async () => {
    const { ref, stop } = await sent();
    await pressButton(ref, stop, { from_user_id: "KE.7" });
    expect(await wants()).toBe(false);
    expect(await world.db.whatsappConsent.findFirst({ where: { userId: "KE.7" } })).toMatchObject({
      ...{ phone, state: "out", how: "reply" },
    });
  });
});

describe("words", () => {
  test("reach the seller as one task that counts, with the newest and who wrote", async () => {
    const { ref } = await sent();
    await world.db.customer.update({ where: { id: subscription.customerId }, data: { name: "Asha" } });
    await write("Are you open?", ref);
    await write("x".repeat(2_000));
    expect(await replies()).toMatchObject([
      {
        details: {
          name: "Asha",
          text: `“Are you open?”\n“${"x".repeat(300)}”`,
          count: 2,
          about: "renewal_one_day",
        },
      },
    ]);
    const [task] = await replies();
    await world.db.task.update({ where: { id: task?.id ?? 0n }, data: { resolvedAt: world.clock.now() } });
    await write("Hello again", ref);
    expect(await replies()).toMatchObject([{ details: { text: "“Hello again”", count: 1 } }]);
  });

  test("that come at once are all kept, the last ten of many, also where no database takes their letters", async () => {
    const { ref } = await sent();
    const some = ["One", "Two", "Three", "Four"];
    await Promise.all(some.map((text) => write(text, ref)));
    const [{ details } = { details: null }] = await replies();
    expect(details).toMatchObject({ count: 4 });
    for (const text of some) expect(JSON.stringify(details)).toContain(`“${text}”`);
    await write("a\0b", ref);
    await write(`${"x".repeat(299)}\u{1F600}`, ref);
    for (let number = 1; number <= 8; number += 1) await write(`n${number}`, ref);
    const last = Array.from({ length: 8 }, (_, index) => `“n${index + 1}”`).join("\n");
    expect(await replies()).toMatchObject([
      { details: { text: `“ab”\n“${"x".repeat(299)}”\n${last}`, count: 14 } },
    ]);
  });

  test("told twice count once; of whom we never wrote to they are nothing", async () => {
    const { ref } = await sent();
    const message = { from: digits(), id: `wamid.twice.${facts}`, type: "text", context: { id: ref } };
    for (let times = 0; times < 3; times += 1)
      await tellWhatsapp(world, { messages: [{ ...message, text: { body: "Hi" } }] });
    await write("Hi", undefined, { from: "256799999999" });
    expect(await replies()).toMatchObject([{ details: { text: "“Hi”", count: 1 } }]);
    expect(
      await world.db.task.count({ where: { kind: "whatsapp_reply", resolvedAt: null } }),
    ).toBeGreaterThan(0);
  });

  test("of a person without a phone are found by the id that our message's status told", async () => {
    const { ref } = await sent();
    await status(ref, "delivered", { recipient_user_id: `KE.p${facts}` });
    await write("Hi", undefined, { from_user_id: `KE.p${facts}` });
    expect(await replies()).toMatchObject([{ details: { text: "“Hi”" } }]);
  });

  test("and all else that is known of a person goes when they are erased, also by that id alone", async () => {
    const userId = `KE.e${facts}`;
    const { ref } = await sent();
    await status(ref, "delivered", { recipient_user_id: userId });
    await say("in", { phone: null, userId });
    await write("My secret", ref);
    await write("My other secret", ref, { from_user_id: userId });
    const left = { kind: "status", dedupeKey: `left/${ref}`, ref, receivedAt: world.clock.now() };
    const bodySealed = new Uint8Array(world.secrets.seal(phone));
    await world.db.whatsappEvent.create({ data: { ...left, bodySealed } });
    await cancelSubscription(world, shop.live, subscription.id);
    await erase();
    expect(await world.db.whatsappConsent.count({ where: { OR: [{ phone }, { userId }] } })).toBe(0);
    expect(await world.db.whatsappMessage.count({ where: { OR: [{ phone }, { userId }] } })).toBe(0);
    const event = await world.db.whatsappEvent.findFirstOrThrow({ where: { dedupeKey: `left/${ref}` } });
    expect(event).toMatchObject({ processedAt: world.clock.now(), bodySealed: new Uint8Array() });
    const where = { storeId: shop.store.id, kind: "whatsapp_reply" };
    const tasks = await world.db.task.findMany({ where });
    expect(tasks.map(({ details, resolvedBy }) => ({ details, resolvedBy }))).toMatchObject(
      Array(2).fill({ details: { name: "", phone: "", text: "" }, resolvedBy: "system" }),
    );
  });

  test("STOP under a message ends that store's; alone it ends every store's", async () => {
    const { ref } = await sent();
    const other = await testStore(world);
    await say("in", { storeId: other.store.id });
    await write("STOP", ref);
    const theirs = () => wantsWhatsapp(world.db, other.store.id, phone);
    expect([await wants(), await theirs()]).toEqual([false, true]);
    await write("Arrêter");
    expect(await theirs()).toBe(false);
    expect(await replies()).toEqual([]);
  });
});

describe("what a person told before they were erased, and is done after", () => {
  const userId = () => `KE.x${facts}`;
  const from = () => ({ from: digits(), from_user_id: userId() });
  /** Nothing of the store names them: no word, no phone, no id. */
  async function expectNobody(): Promise<void> {
    const who = { OR: [{ phone }, { userId: userId() }] };
    const storeId = shop.store.id;
    expect(await world.db.whatsappConsent.count({ where: who })).toBe(0);
    const ids = { OR: [...who.OR, { wamid: { not: null } }, { againAt: { not: null } }] };
    expect(await world.db.whatsappMessage.count({ where: { storeId, ...ids } })).toBe(0);
    const byPhone = { storeId, channel: { in: ["sms" as const, "whatsapp" as const] } };
    const named = { ...byPhone, OR: [{ recipient: phone }, { providerRef: { not: null } }] };
    expect(await world.db.message.findMany({ where: named })).toEqual([]);
    expect(await replies()).toEqual([]);
    const waiting = { processedAt: null, dedupeKey: { endsWith: `.${facts}` } };
    expect(await world.db.whatsappEvent.count({ where: waiting })).toBe(0);
  }

  test.each([
    ["words", (): object => ({ type: "text", text: { body: "It is for my mother" } })],
    ["STOP", (): object => ({ type: "text", text: { body: "Stop" } })],
    ["a press of Renew, for another price by now,", ({ renew }: Sent): object => buttonOf(renew)],
    ["a press of Later", ({ later }: Sent): object => buttonOf(later)],
    ["a press of Stop", ({ stop }: Sent): object => buttonOf(stop)],
  ])("%s that was read before and is written after", async (_what, said) => {
    const message = await sent();
    await cancelSubscription(world, shop.live, subscription.id);
    await world.db.subscription.update({ where: { id: subscription.id }, data: { amountMinor: 60_000n } });
    const id = `wamid.late.${facts}`;
    const messages = [{ ...from(), id, context: { id: message.ref }, ...said(message) }];
    const answers: typeof answerWhatsapp = async (...of) => {
      const write = await answerWhatsapp(...of);
      await erase();
      return write;
    };
    await tellWhatsapp(world, { messages }, { answers });
    await deliver();
    await expectNobody();
  });

  test("words, STOP, a status and a changed number that wait", async () => {
    const { ref } = await sent();
    await cancelSubscription(world, shop.live, subscription.id);
    const text = (body: string, id: string, to: object = {}) => ({
      ...{ ...from(), id: `wamid.${id}.${facts}`, type: "text", text: { body }, ...to },
    });
    const dead: typeof answerWhatsapp = () => Promise.reject(new Error("dead"));
    const system = { type: "user_changed_number", wa_id: "256772999999", user_id: `${userId()}b` };
    const messages = [
      ...[text("Hi", "a", { context: { id: ref } }), text("Hello", "b"), text("STOP", "c")],
      { from: digits(), from_user_id: userId(), id: `wamid.d.${facts}`, type: "system", system },
    ];
    await tellWhatsapp(world, { messages: messages.slice(0, 3) }, { answers: dead });
    await erase();
    await tellWhatsapp(world, { messages: messages.slice(3) });
    await status(ref, "read", { recipient_user_id: userId() });
    world.clock.advance(2 * 60 * minuteMs);
    await workWhatsapp(world, answerWhatsapp);
    await expectNobody();
  });

  test("a message that was on its way to them: what became of it is not written down", async () => {
    await say("in");
    facts += 1;
    await transact(world, (unit) => notifySubscriber(unit, subscription, "renewal_one_day", facts));
    const send: typeof taker.send = async (message) => {
      await cancelSubscription(world, shop.live, subscription.id);
      await erase();
      return taker.send(message);
    };
    const slow = { ...world, whatsapp: { ...taker, send } };
    await deliverMessages(slow, { storeId: shop.store.id });
    const { ref } = taker.taken.at(-1) ?? { ref: "" };
    await status(ref, "delivered", { recipient_user_id: userId() });
    world.clock.advance(2 * 60 * minuteMs);
    await workWhatsapp(world, answerWhatsapp);
    await expectNobody();
  });
});
