import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { startWhatsapp, type WhatsappEmulator } from "@/e2e/emulators/whatsapp";
import samples from "@/e2e/emulators/whatsapp-samples.json";
import { type SubscriptionRow, subscriptionInclude } from "@/lib/db/rows";
import { cloudWhatsapp } from "@/lib/providers/whatsapp/cloud";
import { readTold } from "@/lib/providers/whatsapp/webhook";
import { transact } from "@/lib/services/core/unit";
import { notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { wantsWhatsapp, writeConsent } from "@/lib/services/notify/whatsapp/consent";
import { fallBackDue } from "@/lib/services/notify/whatsapp/follow";
import { allTemplates, submitted } from "@/lib/services/notify/whatsapp/templates";
import { openPages } from "@/lib/testing/in-paying-world";
import { deliverMessages, takers } from "@/lib/testing/outbox";
import { press } from "@/lib/testing/payments";
import { hearWebhooks } from "@/lib/testing/whatsapp";
import { type TestStore, testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../settlement/poll";

// The whole way by HTTP, against the emulator that others wrote from the provider's documents.

const texts = takers();
const world = await openPages({ sms: texts.sms, mailer: texts.mailer });
const phone = "+256772456345";
let emulator: WhatsappEmulator;
let hooks: Awaited<ReturnType<typeof hearWebhooks>>;
let shop: TestStore;
let subscription: SubscriptionRow;
let facts = 0;

beforeAll(async () => {
  emulator = await startWhatsapp();
  const { token, appSecret, verifyToken, phoneNumberId: numberId, url: baseUrl } = emulator;
  const prices = {
    utility: { minor: 120n, currency: "KES" as const },
    marketing: null,
    authentication: null,
  };
  world.whatsapp = cloudWhatsapp({ token, appSecret, verifyToken, numberId, baseUrl, prices });
  hooks = await hearWebhooks();
  shop = await testStore(world);
  await press(world, shop, { phone });
  world.clock.advance(4_000);
  await pollOpenAttempts(world);
  await world.settled();
  subscription = await world.db.subscription.findFirstOrThrow({
    where: { storeId: shop.store.id },
    include: subscriptionInclude,
  });
  const said = {
    storeId: shop.store.id,
    phone,
    userId: null,
    state: "in" as const,
    how: "settings" as const,
  };
  await deliverMessages(world, { storeId: shop.store.id });
  await transact(world, async (unit) => writeConsent(unit, said));
});
afterAll(async () => {
  await emulator.close();
  await hooks.close();
});

async function remind(): Promise<void> {
  facts += 1;
  // One phone gets five a day.
  world.clock.advance(24 * 60 * 60_000);
  texts.taken.splice(0);
  await transact(world, (unit) => notifySubscriber(unit, subscription, "renewal_one_day", facts));
  await deliverMessages(world, { storeId: shop.store.id });
}

async function pass(ms: number): Promise<void> {
  await emulator.advance(ms);
  await hooks.settled();
}

const last = () =>
  world.db.whatsappMessage.findFirstOrThrow({
    where: { storeId: shop.store.id },
    orderBy: { messageId: "desc" },
  });

test("the address of the webhook is taken by its challenge, and with another word it is not", async () => {
  expect(await emulator.subscribe(hooks.url, "another")).toBe(false);
  expect(await emulator.subscribe(hooks.url)).toBe(true);
});

test("every template is taken as it stands in the file; before it is approved its message goes by SMS", async () => {
  for (const template of allTemplates("Sente")) {
    const answer = await fetch(`${emulator.url}/v24.0/${emulator.wabaId}/message_templates`, {
      method: "POST",
      headers: { authorization: `Bearer ${emulator.token}`, "content-type": "application/json" },
      body: JSON.stringify(submitted(template)),
    });
    expect([template.name, answer.status]).toEqual([template.name, 200]);
  }
  await remind();
  await deliverMessages(world, { storeId: shop.store.id });
  expect(await last()).toMatchObject({ state: "failed", code: 132_001 });
  expect(texts.taken).toMatchObject([{ channel: "sms", to: phone }]);
  for (const template of emulator.templates) template.status = "APPROVED";
});

test("a message is sent, delivered and read, and what it costs is known", async () => {
  await remind();
  expect(await last()).toMatchObject({ state: "sent" });
  await pass(10_000);
  expect(await last()).toMatchObject({
    ...{ state: "read", fallBackAt: null, billable: true, category: "utility", costMinor: 120n },
    userId: emulator.person(phone).userId,
  });
  emulator.unkind.backwards = true;
  await remind();
  await pass(10_000);
  expect(await last()).toMatchObject({ state: "read" });
  emulator.unkind.backwards = false;
  expect(texts.taken).toEqual([]);
});

test.each([true, false])("who has no WhatsApp gets one SMS (told in the answer: %s)", async (failsAtOnce) => {
  emulator.unkind.failsAtOnce = failsAtOnce;
  emulator.person(phone).hasWhatsapp = false;
  await remind();
  await pass(10_000);
  await deliverMessages(world, { storeId: shop.store.id });
  emulator.person(phone).hasWhatsapp = true;
  expect(await last()).toMatchObject({ state: "failed", code: 131_026 });
  expect(texts.taken).toHaveLength(1);
});

test("a phone that is off gets an SMS after half an hour, and what comes later sends nothing", async () => {
  emulator.person(phone).deliveredMs = null;
  await remind();
  await pass(10_000);
  emulator.person(phone).deliveredMs = 1_000;
  world.clock.advance(31 * 60_000);
  await fallBackDue(world);
  await deliverMessages(world, { storeId: shop.store.id });
  expect(texts.taken).toHaveLength(1);
});

test("a webhook that was changed on its way, or comes twice, changes nothing", async () => {
  emulator.switches.tamperBody = true;
  await remind();
  await pass(5_000);
  expect(await last()).toMatchObject({ state: "sent" });
  emulator.switches.tamperBody = false;
  emulator.switches.dupCallback = true;
  await remind();
  await pass(5_000);
  expect(await last()).toMatchObject({ state: "read" });
  emulator.switches.dupCallback = false;
});

test("Renew is pressed at the phone, and it is paid", async () => {
  await remind();
  await emulator.presses(phone, "Renew");
  await pass(0);
  world.clock.advance(4_000);
  await pollOpenAttempts(world);
  await world.settled();
  const { paymentsCount } = await world.db.subscription.findUniqueOrThrow({ where: { id: subscription.id } });
  expect(paymentsCount).toBe(2);
});

test("words of somebody who hides their phone reach the seller", async () => {
  emulator.unkind.contactBook = false;
  Object.assign(emulator.person(phone), { username: "wanjiku", byPhoneMs: null });
  await emulator.writes(phone, "Is it paid now?");
  await pass(0);
  const where = { storeId: shop.store.id, kind: "whatsapp_reply" };
  expect(await world.db.task.findFirst({ where })).toMatchObject({
    details: { text: "“Is it paid now?”", phone: "0772 •••345" },
  });
  Object.assign(emulator.person(phone), { username: null });
  emulator.unkind.contactBook = true;
});

test("a changed number is told in two ways: the phone that was left gets SMS, in either order once", async () => {
  const other = "+256772456999";
  await emulator.moves(phone, other);
  await pass(0);
  const wants = (of: string) => wantsWhatsapp(world.db, shop.store.id, of);
  expect([await wants(phone), await wants(other)]).toEqual([false, true]);
  const { userId } = emulator.person(other);
  const said = { storeId: shop.store.id, phone: other, userId, how: "settings" as const };
  await transact(world, async (unit) => writeConsent(unit, { ...said, state: "out" }));
  expect(await wants(other)).toBe(false);
});

test("Meta's own samples are read", () => {
  const told = (text: string) => readTold("106540352242922", Buffer.from(text));
  expect(told(samples.deliveredByPhone)).toMatchObject([
    { kind: "status", status: "delivered", userId: "US.13491208655302741918", pricing: { billable: true } },
  ]);
  expect(told(samples.failed)).toMatchObject([{ kind: "status", status: "failed", code: 131_049 }]);
  expect(told(samples.textWithoutPhone)).toMatchObject([
    { kind: "message", phone: null, userId: "US.13491208655302741918", name: "Sheena Nelson" },
  ]);
  expect(told(samples.button)).toMatchObject([
    { kind: "message", payload: "Unsubscribe", phone: "+16505551234" },
  ]);
  expect(told(samples.userIdUpdate)).toMatchObject([
    { kind: "user", from: { userId: "US.1" }, to: { userId: "US.2" } },
  ]);
});

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });
