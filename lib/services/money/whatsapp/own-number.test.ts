import { createHmac } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { startWhatsapp, type WhatsappEmulator } from "@/e2e/emulators/whatsapp";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { cloudWhatsapp } from "@/lib/providers/whatsapp/cloud";
import { invoiceSending } from "@/lib/services/billing/invoices/sent";
import { cancelSubscription } from "@/lib/services/billing/subscriptions/cancel";
import { transact } from "@/lib/services/core/unit";
import { eraseCustomer } from "@/lib/services/desk/erase/erase";
import { readWhatsapp } from "@/lib/services/desk/operator/whatsapp";
import { deliverDueMessages } from "@/lib/services/notify/messages/deliver-due";
import { notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { connectWhatsapp, readOwnWhatsapp, removeWhatsapp } from "@/lib/services/notify/whatsapp/connect";
import {
  stopCustomerWhatsapp,
  wantsWhatsapp,
  whatsappTo,
  writeConsent,
} from "@/lib/services/notify/whatsapp/consent";
import { payloadsOf } from "@/lib/services/notify/whatsapp/content";
import { fallBackDue } from "@/lib/services/notify/whatsapp/follow";
import { allTemplates } from "@/lib/services/notify/whatsapp/templates";
import { openPages } from "@/lib/testing/in-paying-world";
import { giveTestPassword, testPassword } from "@/lib/testing/money";
import { deliverMessages, takers } from "@/lib/testing/outbox";
import { press } from "@/lib/testing/payments";
import { hearWebhooks, openNumbers, typedOf } from "@/lib/testing/whatsapp";
import { databaseOfTheApp, type TestStore, testStore } from "@/lib/testing/world";
import { mayChooseWhatsapp } from "../checkout/pages/read-pay-options";
import { pollOpenAttempts } from "../settlement/poll";

// Stores' own numbers over HTTP: each with an app, a token and an address of its own, beside the installation's.

const texts = takers();
const world = await openPages({ sms: texts.sms, mailer: texts.mailer });
const numbers = await openNumbers(world);
const hooks = await hearWebhooks();
const dayMs = 24 * 60 * 60_000;
afterAll(async () => {
  await numbers.close();
  await hooks.close();
});
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

const ours = await openNumber();
const { baseUrl } = world.config.whatsapp;
const { token, appSecret, verifyToken, phoneNumberId } = ours;
const price = { minor: 120n, currency: "KES" as const };
const prices = { utility: price, marketing: price, authentication: price };
world.whatsapp = cloudWhatsapp({ token, appSecret, verifyToken, numberId: phoneNumberId, baseUrl, prices });
expect(await ours.subscribe(hooks.url)).toBe(true);

async function openNumber(): Promise<WhatsappEmulator> {
  const emulator = await numbers.open();
  for (const { name, language, body, buttons, lang } of allTemplates("Sente"))
    if (lang === "en") emulator.approve(name, language, body, { replies: buttons });
  return emulator;
}

let made = 0;

/** A store with a subscriber who wants messages by WhatsApp. */
async function open() {
  made += 1;
  const shop = await testStore(world);
  await giveTestPassword(world, shop.owner.id);
  const phone = `+25677${4_000 + made}345`;
  await press(world, shop, { phone });
  world.clock.advance(4_000);
  await pollOpenAttempts(world);
  await world.settled();
  const where = { storeId: shop.store.id };
  const subscription = await world.db.subscription.findFirstOrThrow({ where, include: subscriptionInclude });
  await deliverMessages(world, where);
  await transact(world, async (unit) =>
    writeConsent(unit, { ...where, phone, userId: null, state: "in", how: "settings" }),
  );
  texts.taken.splice(0);
  return { ...shop, seller: shop.live, phone, subscription };
}
type Shop = Awaited<ReturnType<typeof open>>;

const typed = (emulator: WhatsappEmulator, more = {}) => ({
  ...{ ...typedOf(emulator), password: testPassword },
  ...more,
});

async function subscribe({ seller }: Shop, emulator: WhatsappEmulator): Promise<string> {
  const webhook = (await readOwnWhatsapp(world, seller))?.webhook;
  const address = webhook?.address.split("/").at(-1) ?? "";
  expect(await emulator.subscribe(`${hooks.url}/${address}`, webhook?.word)).toBe(true);
  return address;
}

/** A store whose messages come from its own number. */
async function openOwn() {
  const shop = await open();
  const number = await openNumber();
  await connectWhatsapp(world, shop.seller, typed(number));
  return { ...shop, number, address: await subscribe(shop, number) };
}

let facts = 0;
async function queue({ subscription }: { subscription: SubscriptionRow }): Promise<void> {
  facts += 1;
  await transact(world, (unit) => notifySubscriber(unit, subscription, "renewal_one_day", facts));
}

async function remind(shop: Shop): Promise<void> {
  await queue(shop);
  await deliverMessages(world, { storeId: shop.store.id });
}

const last = ({ store }: TestStore) =>
  world.db.whatsappMessage.findFirstOrThrow({
    where: { storeId: store.id },
    orderBy: { messageId: "desc" },
  });
const smsTo = ({ phone }: Shop) => texts.taken.filter(({ channel, to }) => channel === "sms" && to === phone);
const from = (number: WhatsappEmulator, { phone }: Shop) => number.sentTo(phone).length;
const tasks = (kind: string, storeId: number | null) =>
  world.db.task.findMany({ where: { kind, storeId, resolvedAt: null }, select: { details: true } });

/** Whoever is told of time by an emulator, with what it tells. */
async function pass(...emulators: WhatsappEmulator[]): Promise<void> {
  for (const emulator of emulators) await emulator.advance(10_000);
  await hooks.settled();
}

/** A call at this address, signed with the secret of this number's app. */
async function call(
  address: string,
  by: WhatsappEmulator,
  value: object,
  about = by.phoneNumberId,
): Promise<number> {
  const whole = { metadata: { phone_number_id: about }, ...value };
  const body = JSON.stringify({ entry: [{ changes: [{ field: "messages", value: whole }] }] });
  const signature = `sha256=${createHmac("sha256", by.appSecret).update(body).digest("hex")}`;
  const headers = { "x-hub-signature-256": signature };
  const { status } = await fetch(`${hooks.url}${address && `/${address}`}`, {
    method: "POST",
    body,
    headers,
  });
  await hooks.settled();
  return status;
}
const events = () => world.db.whatsappEvent.count();

beforeEach(() => {
  // One phone gets five a day.
  world.clock.advance(dayMs);
  world.config.whatsapp = {
    ...world.config.whatsapp,
    fallBack: { afterMs: 30 * 60_000, unless: "delivered" },
  };
});

describe("a number of the store's own", () => {
  test("sends once its provider has called with the word, and the operator pays nothing for it", async () => {
    const shop = await open();
    const own = await openNumber();
    await connectWhatsapp(world, shop.seller, typed(own));
    await remind(shop);
    expect([from(ours, shop), from(own, shop)]).toEqual([1, 0]);
    const { webhook } = (await readOwnWhatsapp(world, shop.seller)) ?? {};
    const address = `${hooks.url}/${webhook?.address.split("/").at(-1)}`;
    expect(await own.subscribe(address, "another")).toBe(false);
    expect(await own.subscribe(address, verifyToken)).toBe(false);
    expect(await own.subscribe(hooks.url, webhook?.word)).toBe(false);
    expect(await readOwnWhatsapp(world, shop.seller)).toMatchObject({ isHeard: false });
    await subscribe(shop, own);
    await remind(shop);
    expect([from(ours, shop), from(own, shop), smsTo(shop)]).toEqual([1, 1, []]);
    await pass(own);
    const { ownNumber, ...row } = await last(shop);
    expect(row).toMatchObject({ state: "read", fallBackAt: null, billable: true, costMinor: null });
    expect(ownNumber).not.toBeNull();
    await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
    const { costs } = await readWhatsapp(world, { userId: shop.owner.id, actor: "user:1" });
    expect(costs.filter(({ store }) => store?.id === shop.store.id)).toMatchObject([
      { messages: 1, billed: 0 },
    ]);
  });

  test("costs what the store says that it costs, in its own count", async () => {
    const shop = await openOwn();
    await connectWhatsapp(world, shop.seller, typed(shop.number, { token: "", appSecret: "", price: "45" }));
    await remind(shop);
    await pass(shop.number);
    expect(await last(shop)).toMatchObject({ costMinor: 45n, costCurrency: "UGX" });
    expect((await readOwnWhatsapp(world, shop.seller))?.month).toEqual({
      ...{ messages: 1, billed: 1, cost: { minor: 45n, currency: "UGX" } },
    });
  });

  test("is offered to payers also where the installation has none; then messages of others go by SMS", async () => {
    const [shop, other] = [await openOwn(), await open()];
    const without = { ...world, whatsapp: null };
    const row = ({ store }: TestStore) => world.db.store.findUniqueOrThrow({ where: { id: store.id } });
    expect(mayChooseWhatsapp(without, await row(shop))).toBe(true);
    expect(mayChooseWhatsapp(without, await row(other))).toBe(false);
    facts += 1;
    for (const one of [shop, other]) {
      const { subscription } = one;
      await transact(without, (unit) => notifySubscriber(unit, subscription, "renewal_one_day", facts));
      await deliverMessages(without, { storeId: one.store.id });
    }
    expect([from(shop.number, shop), smsTo(shop).length, smsTo(other).length]).toEqual([1, 0, 1]);
  });

  test("hears buttons and words for its store", async () => {
    const shop = await openOwn();
    await remind(shop);
    await shop.number.writes(shop.phone, "Is it paid?", shop.number.sentTo(shop.phone)[0]?.id);
    await hooks.settled();
    expect(await tasks("whatsapp_reply", shop.store.id)).toMatchObject([
      { details: { text: "“Is it paid?”" } },
    ]);
    await shop.number.presses(shop.phone, "Renew");
    await hooks.settled();
    world.clock.advance(4_000);
    await pollOpenAttempts(world);
    await world.settled();
    const where = { id: shop.subscription.id };
    expect(await world.db.subscription.findUnique({ where })).toMatchObject({ paymentsCount: 2 });
  });

  test("STOP alone ends its own store's; at the installation's number every store's", async () => {
    const [shop, other] = [await openOwn(), await open()];
    const said = { storeId: other.store.id, phone: shop.phone, userId: null, how: "settings" as const };
    await transact(world, async (unit) => writeConsent(unit, { ...said, state: "in" }));
    const wants = () =>
      Promise.all([shop, other].map(({ store }) => wantsWhatsapp(world.db, store.id, shop.phone)));
    await remind(shop);
    await shop.number.writes(shop.phone, "STOP");
    await hooks.settled();
    expect(await wants()).toEqual([false, true]);
    await ours.writes(shop.phone, "Arrêter");
    await hooks.settled();
    expect(await wants()).toEqual([false, false]);
  });
});

describe("apart from the others", () => {
  test("what is signed with another app's secret is refused, and what names another number is nothing", async () => {
    const [a, b] = [await openOwn(), await openOwn()];
    await remind(b);
    const { wamid } = await last(b);
    const value = { statuses: [{ id: wamid, status: "failed", errors: [{ code: 131_026 }] }] };
    const before = await events();
    expect(await call(b.address, a.number, value, b.number.phoneNumberId)).toBe(401);
    expect(await call(b.address, ours, value, b.number.phoneNumberId)).toBe(401);
    expect(await call("", a.number, value)).toBe(401);
    expect(await call(a.address, a.number, value, b.number.phoneNumberId)).toBe(200);
    for (const nowhere of ["A".repeat(22), "a%00b", "x"])
      expect(await call(nowhere, a.number, value)).toBe(404);
    expect(await events()).toBe(before);
    expect(await last(b)).toMatchObject({ state: "sent" });
  });

  test("what one number tells touches no message, word or button of another store, and hides nothing", async () => {
    const [a, b] = [await openOwn(), await openOwn()];
    await remind(b);
    const { wamid, messageId } = await last(b);
    const told = (status: string) => ({ statuses: [{ id: wamid, status, errors: [{ code: 131_031 }] }] });
    for (const status of ["failed", "delivered", "read"])
      expect(await call(a.address, a.number, told(status))).toBe(200);
    const digits = b.phone.slice(1);
    const says = (message: object) => ({ messages: [{ from: digits, context: { id: wamid }, ...message }] });
    const [, , payload] = payloadsOf(world, messageId);
    await call(a.address, a.number, says({ id: "wamid.1", type: "button", button: { payload } }));
    await call(a.address, a.number, says({ id: "wamid.2", type: "text", text: { body: "STOP" } }));
    await call(a.address, a.number, says({ id: "wamid.3", type: "text", text: { body: "Give it to me" } }));
    await deliverMessages(world, { storeId: b.store.id });
    expect(await world.db.whatsappMessage.findUnique({ where: { messageId } })).toMatchObject({
      ...{ state: "sent", code: null, pressed: [] },
    });
    expect([smsTo(b), await wantsWhatsapp(world.db, b.store.id, b.phone)]).toEqual([[], true]);
    for (const { store } of [a, b])
      for (const kind of ["whatsapp_reply", "whatsapp_own_account"])
        expect(await tasks(kind, store.id)).toEqual([]);
    await pass(b.number);
    expect(await last(b)).toMatchObject({ state: "read" });
  });

  test.each([
    ["locked", 131_031],
    ["blocked", 368],
    ["revoked", 190],
  ] as const)(
    "one that is %s: its messages go by SMS and its owner is told what to do",
    async (what, code) => {
      const [a, b, c] = [await openOwn(), await openOwn(), await open()];
      const set = (isOn: boolean) => {
        if (what === "revoked") a.number.switches.revoked = isOn;
        else a.number.unkind.account = isOn ? what : "";
      };
      set(true);
      await world.db.task.deleteMany({ where: { storeId: null } });
      for (const shop of [a, a, b, c]) await queue(shop);
      await deliverMessages(world);
      await deliverMessages(world);
      expect([smsTo(a).length, from(b.number, b), from(ours, c), smsTo(b), smsTo(c)]).toEqual([
        2,
        1,
        1,
        [],
        [],
      ]);
      const kind = "whatsapp_own_account";
      expect(await tasks(kind, a.store.id)).toMatchObject([{ details: { code } }]);
      expect([await tasks(kind, b.store.id), await tasks("whatsapp_account", null)]).toEqual([[], []]);
      expect(await readOwnWhatsapp(world, a.seller)).toMatchObject({ problem: code });
      set(false);
      await remind(a);
      await pass(a.number);
      expect(await tasks(kind, a.store.id)).toEqual([]);
      expect(await readOwnWhatsapp(world, a.seller)).toMatchObject({ problem: null });
    },
  );

  test("one that never answers delays nobody else's, not even of a pass that begins meanwhile", async () => {
    const [a, b, c] = [await openOwn(), await openOwn(), await open()];
    a.number.switches.hang = true;
    // One more than it sends at once.
    for (const shop of [a, a, a, a, b, c]) await queue(shop);
    const startedAt = performance.now();
    const { nextDueAt } = await deliverDueMessages(world, invoiceSending);
    expect(performance.now() - startedAt).toBeLessThan(5_000);
    expect([from(b.number, b), from(ours, c), smsTo(a).length]).toEqual([1, 1, 0]);
    // Nothing of what waits behind it makes passes turn in circles.
    expect(nextDueAt === null || nextDueAt > world.clock.now()).toBe(true);
    await queue(b);
    await queue(a);
    const againAt = performance.now();
    await deliverDueMessages(world, invoiceSending);
    expect(performance.now() - againAt).toBeLessThan(5_000);
    expect(from(b.number, b)).toBe(2);
    expect([...world.courier.numbers]).toEqual([a.store.id]);
    world.woken.splice(0);
    while (world.courier.numbers.size > 0) await new Promise((go) => setTimeout(go, 100));
    expect(world.woken).toContain("messages");
    a.number.switches.hang = false;
    world.clock.advance(31 * 60_000);
    await fallBackDue(world);
    await deliverMessages(world);
    expect(smsTo(a)).toHaveLength(5);
  });

  test("a template is submitted for each number: where it is paused is told there, by its name", async () => {
    const [a, b] = [await openOwn(), await openOwn()];
    await a.number.decide("sente_renewal_one_day", "en", "PAUSED");
    for (const shop of [a, a, b]) await queue(shop);
    await deliverMessages(world);
    await deliverMessages(world);
    expect([smsTo(a).length, smsTo(b).length, from(b.number, b)]).toEqual([2, 0, 1]);
    expect(await tasks("whatsapp_own_template", a.store.id)).toEqual([
      { details: { code: 132_015, template: "sente_renewal_one_day", language: "en" } },
    ]);
    expect(await tasks("whatsapp_own_template", b.store.id)).toEqual([]);
  });
});

describe("connecting", () => {
  test("asks the provider, keeps secrets sealed, and says what is wrong", async () => {
    const [shop, number] = [await open(), await openNumber()];
    const refused = async (more: object, field: string, code: string) => {
      const problem = await connectWhatsapp(world, shop.seller, typed(number, more)).catch((error) => error);
      expect(problem.errors?.[field]?.[0]?.code).toBe(code);
    };
    await refused({ token: "EAAanother-token" }, "form", "whatsapp_refused");
    await refused({ appSecret: "another-secret" }, "form", "whatsapp_refused");
    await refused({ numberId: "1".repeat(15) }, "form", "whatsapp_no_answer");
    await refused({ numberId: "+254700" }, "numberId", "whatsapp_number_id");
    await refused({ token: "" }, "token", "whatsapp_token");
    await refused({ appSecret: "a b" }, "appSecret", "whatsapp_secret");
    await refused({ price: "-1" }, "price", "whatsapp_price");
    await refused({ numberId: ours.phoneNumberId }, "numberId", "whatsapp_taken");
    await refused({ password: "not this one" }, "password", "wrong_password");
    number.switches.down = true;
    await refused({}, "form", "whatsapp_no_answer");
    number.switches.down = false;
    expect(await readOwnWhatsapp(world, shop.seller)).toBeNull();
    await connectWhatsapp(world, shop.seller, typed(number));
    expect(await readOwnWhatsapp(world, shop.seller)).toMatchObject({
      ...{ display: "+254 700 000 555", name: "Jasper's Market", quality: "GREEN", problem: null },
    });
    const where = { storeId: shop.store.id };
    const row = await world.db.whatsappNumber.findFirstOrThrow({ where });
    const entries = await world.db.auditEntry.findMany({ where });
    expect(entries.map(({ action }) => action)).toContain("store.whatsapp_connected");
    const kept = Buffer.concat([
      row.tokenSealed,
      row.secretSealed,
      Buffer.from(JSON.stringify(entries, plain)),
    ]);
    for (const secret of [number.token, number.appSecret]) expect(kept.includes(secret)).toBe(false);
    const other = await open();
    await expect(connectWhatsapp(world, other.seller, typed(number))).rejects.toMatchObject({
      errors: { numberId: [{ code: "whatsapp_taken" }] },
    });
  });
  const plain = (_key: string, value: unknown) => (typeof value === "bigint" ? String(value) : value);

  test("is for the owner of that store alone; others see no word and no money they may not see", async () => {
    const [shop, other] = [await openOwn(), await open()];
    expect(await readOwnWhatsapp(world, other.seller)).toBeNull();
    const proof = { password: testPassword };
    await expect(removeWhatsapp(world, other.seller, proof)).rejects.toThrow("not_found");
    for (const role of ["admin", "support", "developer", "viewer"] as const) {
      const seller = { ...shop.seller, role };
      await expect(connectWhatsapp(world, seller, typed(shop.number))).rejects.toThrow("role_owner");
      await expect(removeWhatsapp(world, seller, proof)).rejects.toThrow("role_owner");
      const seen = await readOwnWhatsapp(world, seller);
      expect([seen?.webhook, seen?.month === null]).toEqual([null, role === "support"]);
    }
    await expect(removeWhatsapp(world, shop.seller, { password: "no" })).rejects.toThrow();
    expect(await readOwnWhatsapp(world, shop.seller)).toMatchObject({ isHeard: true });
  });

  test("another number takes its place: what the first still tells is heard for a week, and then refused", async () => {
    const shop = await openOwn();
    await remind(shop);
    const second = await openNumber();
    await connectWhatsapp(world, shop.seller, typed(second));
    await remind(shop);
    expect([from(shop.number, shop), from(second, shop), from(ours, shop)]).toEqual([1, 0, 1]);
    expect(await subscribe(shop, second)).toBe(shop.address);
    await remind(shop);
    expect([from(shop.number, shop), from(second, shop)]).toEqual([1, 1]);
    const first = { storeId: shop.store.id, numberId: shop.number.phoneNumberId };
    const before = await world.db.whatsappNumber.findFirstOrThrow({ where: first });
    expect(world.secrets.open(before.tokenSealed)).toBe("");
    await pass(shop.number);
    const sent = await world.db.whatsappMessage.findFirst({ where: { ownNumber: before.id } });
    expect(sent).toMatchObject({ state: "read" });
    await shop.number.presses(shop.phone, "Stop messages");
    await hooks.settled();
    expect(await wantsWhatsapp(world.db, shop.store.id, shop.phone)).toBe(false);
    world.clock.advance(8 * dayMs);
    expect(await call(shop.address, shop.number, {})).toBe(401);
    expect(await call(shop.address, second, {})).toBe(200);
    // Back again: its app has called before.
    await connectWhatsapp(world, shop.seller, typed(shop.number));
    expect(await readOwnWhatsapp(world, shop.seller)).toMatchObject({ isHeard: true });
  });

  test("the same number of another app sends nothing before that app has called", async () => {
    const shop = await openOwn();
    const { phoneNumberId } = shop.number;
    const moved = await startWhatsapp({
      own: { phoneNumberId, token: "EAAanother-app", appSecret: "f".repeat(32) },
    });
    const rules = world.config.whatsapp;
    world.config.whatsapp = { ...rules, baseUrl: moved.url };
    try {
      await connectWhatsapp(world, shop.seller, typed(moved));
      expect(await readOwnWhatsapp(world, shop.seller)).toMatchObject({ isHeard: false });
      expect(await subscribe(shop, moved)).toBe(shop.address);
      expect(await readOwnWhatsapp(world, shop.seller)).toMatchObject({ isHeard: true });
    } finally {
      world.config.whatsapp = rules;
      await moved.close();
    }
  });

  test("taken off, what waits goes by the installation's number, and another store may have it", async () => {
    const [shop, other] = [await openOwn(), await open()];
    await queue(shop);
    await removeWhatsapp(world, shop.seller, { password: testPassword });
    await deliverMessages(world, { storeId: shop.store.id });
    expect([from(shop.number, shop), from(ours, shop), await readOwnWhatsapp(world, shop.seller)]).toEqual([
      ...[0, 1, null],
    ]);
    await connectWhatsapp(world, other.seller, typed(shop.number));
    await subscribe(other, shop.number);
    await remind(other);
    expect(from(shop.number, other)).toBe(1);
    await expect(connectWhatsapp(world, shop.seller, typed(shop.number))).rejects.toThrow();
    const without = { ...world, whatsapp: null };
    await queue(other);
    await removeWhatsapp(world, other.seller, { password: testPassword });
    await deliverMessages(without, { storeId: other.store.id });
    await deliverMessages(without, { storeId: other.store.id });
    expect([from(shop.number, other), smsTo(other).length]).toEqual([1, 1]);
  });

  test("asked again, it says how the number is; two at once connect one", async () => {
    const shop = await openOwn();
    shop.number.number.quality_rating = "RED";
    await connectWhatsapp(world, shop.seller, typed(shop.number, { token: "", appSecret: "" }));
    expect(await readOwnWhatsapp(world, shop.seller)).toMatchObject({ quality: "RED" });
    const [second, third] = [await openNumber(), await openNumber()];
    await Promise.all([second, third].map((number) => connectWhatsapp(world, shop.seller, typed(number))));
    const where = { storeId: shop.store.id, removedAt: null };
    expect(await world.db.whatsappNumber.count({ where })).toBe(1);
  });
});

describe("a person who hides their phone", () => {
  async function move() {
    const shop = await openOwn();
    await remind(shop);
    await pass(shop.number);
    const person = shop.number.person(shop.phone);
    // Nothing went to this phone for long, so the provider tells of the person by the id alone.
    Object.assign(person, { username: "wanjiku", byPhoneMs: null });
    const other = `+25677${5_000 + made}345`;
    await shop.number.moves(shop.phone, other);
    await hooks.settled();
    return { shop, other, userId: shop.number.person(other).userId };
  }

  test("and moved to another is written to by the id that the provider told, never with a code", async () => {
    const { shop, other, userId } = await move();
    expect(await whatsappTo(world.db, shop.store.id, shop.phone)).toEqual({ userId });
    await remind(shop);
    // The first went to the phone that they had.
    const [, moved] = shop.number.sentTo(other);
    expect(moved).toMatchObject({ by: "user_id", json: { recipient: userId } });
    expect([moved?.json.to, smsTo(shop)]).toEqual([undefined, []]);
    await pass(shop.number);
    expect(await last(shop)).toMatchObject({ state: "read", userId });
    await shop.number.presses(other, "Stop messages");
    await hooks.settled();
    await remind(shop);
    expect([shop.number.sentTo(other).length, smsTo(shop).length]).toEqual([2, 1]);
  });

  test("and moved is written to no more once the seller was told so", async () => {
    const { shop } = await move();
    await stopCustomerWhatsapp(world, shop.seller, shop.subscription.customerId);
    expect(await whatsappTo(world.db, shop.store.id, shop.phone)).toBeNull();
  });

  test("and moved twice is found; whoever has the old phone and agrees there is written to there", async () => {
    const { shop, other } = await move();
    const third = `+25677${6_000 + made}345`;
    await shop.number.moves(other, third);
    await hooks.settled();
    const { userId } = shop.number.person(third);
    expect(await whatsappTo(world.db, shop.store.id, shop.phone)).toEqual({ userId });
    const said = { storeId: shop.store.id, phone: shop.phone, userId: null, how: "settings" as const };
    await transact(world, async (unit) => writeConsent(unit, { ...said, state: "in" }));
    expect(await whatsappTo(world.db, shop.store.id, shop.phone)).toEqual({ userId: null });
  });

  test("and is known to nobody by an id gets nothing and begins nothing", async () => {
    const shop = await openOwn();
    const before = await world.db.whatsappConsent.count();
    const stranger = { from_user_id: "KE.77", id: `wamid.${made}`, type: "text", text: { body: "Hi" } };
    expect(await call(shop.address, shop.number, { messages: [stranger] })).toBe(200);
    const system = { type: "user_changed_user_id", user_id: "KE.78", previous_user_id: "KE.77" };
    const change = { id: `wamid.s${made}`, type: "system", system };
    expect(await call(shop.address, shop.number, { messages: [change] })).toBe(200);
    expect(await world.db.whatsappConsent.count()).toBe(before);
    expect(await tasks("whatsapp_reply", shop.store.id)).toEqual([]);
  });

  test("and is erased goes with every id", async () => {
    const { shop, userId } = await move();
    await remind(shop);
    await cancelSubscription(world, shop.seller, shop.subscription.id);
    const app = { ...world, ...databaseOfTheApp() };
    await eraseCustomer(app, shop.seller, shop.subscription.customerId, { password: testPassword });
    const OR = [{ phone: shop.phone }, { userId }, { userId: { not: null } }];
    const where = { storeId: shop.store.id, OR };
    expect(await world.db.whatsappConsent.count({ where })).toBe(0);
    expect(await world.db.whatsappMessage.count({ where })).toBe(0);
  });
});
