import { afterAll, beforeAll, expect, test } from "vitest";
import { startWhatsapp, type WhatsappEmulator } from "@/e2e/emulators/whatsapp";
import { answerWhatsappCall } from "@/lib/api/whatsapp-webhook";
import { subscriptionInclude } from "@/lib/db/rows";
import { cloudWhatsapp } from "@/lib/providers/whatsapp/cloud";
import { invoiceSending } from "@/lib/services/billing/invoices/sent";
import { transact } from "@/lib/services/core/unit";
import type { World } from "@/lib/services/core/world";
import { deliverDueMessages } from "@/lib/services/notify/messages/deliver-due";
import { notifySubscriber } from "@/lib/services/notify/messages/notify-subscriber";
import { writeConsent } from "@/lib/services/notify/whatsapp/consent";
import { fallBackDue } from "@/lib/services/notify/whatsapp/follow";
import { templateOf } from "@/lib/services/notify/whatsapp/templates";
import { checkLedger } from "@/lib/testing/check-ledger";
import { openFront, type Provider, provider } from "@/lib/testing/front";
import { openPages } from "@/lib/testing/in-paying-world";
import { callbackOf, listen } from "@/lib/testing/listen";
import { paidPayment } from "@/lib/testing/money";
import { deliverMessages, takers } from "@/lib/testing/outbox";
import { press } from "@/lib/testing/payments";
import { type TestStore, testStore } from "@/lib/testing/world";
import { pollOpenAttempts } from "../settlement/poll";

// A provider that takes connections and never answers, then answers 500, then is back. `npm run drills silent-whatsapp` is the
// same with the built app under load, and hundreds of people.

const texts = takers();
const world = await openPages({ sms: texts.sms, mailer: texts.mailer });
const minuteMs = 60_000;
/** As many as are sent at once, so that each silence is one. */
const count = 10;
const phones = Array.from({ length: count }, (_, index) => `+25677${3_000 + index}345`);
let whatsapp: WhatsappEmulator;
let at: Provider;
let front: Awaited<ReturnType<typeof openFront>>;
let server: Awaited<ReturnType<typeof listen>>;
let shop: TestStore;
let works: Promise<void>[] = [];

beforeAll(async () => {
  whatsapp = await startWhatsapp();
  at = provider(whatsapp.url);
  front = await openFront(() => at);
  const { token, appSecret, verifyToken, phoneNumberId: numberId } = whatsapp;
  const prices = { utility: null, marketing: null, authentication: null };
  const fallBack = { afterMs: 30 * minuteMs, unless: "delivered" as const };
  world.config.whatsapp = { ...world.config.whatsapp, fallBack };
  world.whatsapp = cloudWhatsapp({ token, appSecret, verifyToken, numberId, prices, baseUrl: front.url });
  server = await listen(async (incoming, response) => {
    const { path, headers, body } = await callbackOf(incoming);
    const request = new Request(`http://localhost${path}`, {
      ...{ method: "POST", headers, body: new Uint8Array(body) },
    });
    const answer = await answerWhatsappCall(request, (work) => void works.push(work()));
    response.writeHead(answer.status).end();
  });
  whatsapp.callbackUrl.current = `${server.url}/api/whatsapp`;
  const template = templateOf("renewal_one_day", "en", world.config.serviceName);
  whatsapp.approve(template.name, template.language, template.body, { replies: template.buttons });
  shop = await testStore(world);
  for (const phone of phones)
    await press(world, shop, {
      ...{ id: crypto.randomUUID(), phone },
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: phone },
    });
  world.clock.advance(4_000);
  await pollOpenAttempts(world);
  await world.settled();
  await deliverMessages(world);
  texts.taken.splice(0);
});
afterAll(async () => {
  await whatsapp.close();
  await front.close();
  await server.close();
});

async function remind(from: number, to: number): Promise<void> {
  for (const phone of phones.slice(from, to))
    await transact(world, async (unit) => {
      const said = { state: "in" as const, how: "settings" as const };
      writeConsent(unit, { storeId: shop.store.id, phone, userId: null, ...said });
      const row = await unit.tx.subscription.findFirstOrThrow({
        where: { storeId: shop.store.id, customer: { phone } },
        include: subscriptionInclude,
      });
      await notifySubscriber(unit, row, "renewal_one_day", "silent");
    });
}

async function pass(ms: number): Promise<void> {
  world.clock.advance(ms);
  await whatsapp.advance(ms);
  await Promise.all(works);
  works = [];
}

const textsTo = () => texts.taken.flatMap(({ channel, to }) => (channel === "sms" ? to : []));

/** How often each person got it, by which way. */
const got = () =>
  phones.map((phone) => ({
    whatsapp: whatsapp.sentTo(phone).length,
    sms: textsTo().filter((to) => to === phone).length,
  }));

test("each reminder arrives once, by one way, and nothing else waits for it", async () => {
  at.mood = "silent";
  await remind(0, count / 2);
  const other = await testStore(world);
  await paidPayment(world, other);
  await deliverDueMessages(world, invoiceSending);
  expect(textsTo()).toEqual(["+256772123789"]);
  expect(world.courier.numbers).toEqual(new Set([0]));
  await deliverMessages(world);
  expect(at.met.silent).toBe(count / 2);

  // Dead between the silence and its record: the lease of two minutes is waited out.
  await remind(count / 2, count);
  const updateMany = () => Promise.reject(new Error("dead"));
  const dead = world.db.$extends({ query: { message: { updateMany } } });
  at.mood = "broken";
  await deliverMessages({ ...world, db: dead as unknown as World["db"] });
  expect(at.met.broken).toBe(count / 2);
  await pass(3 * minuteMs);
  await deliverMessages(world);
  expect(at.met.broken).toBe(count / 2 + count);

  // The first half has its SMS before the provider is back; the second is sent by it.
  await world.db.whatsappMessage.updateMany({
    where: { phone: { in: phones.slice(0, count / 2) } },
    data: { fallBackAt: world.clock.now() },
  });
  expect(await fallBackDue(world)).toEqual({ fellBack: count / 2 });
  at.mood = "well";
  await pass(6 * minuteMs);
  await deliverMessages(world);
  await pass(10_000);
  const bySms = { whatsapp: 0, sms: 1 };
  const byWhatsapp = { whatsapp: 1, sms: 0 };
  const once = phones.map((_, index) => (index < count / 2 ? bySms : byWhatsapp));
  expect(got()).toEqual(once);

  // Nothing comes after it, for what was delivered is told.
  await pass(60 * minuteMs);
  expect(await fallBackDue(world)).toEqual({ fellBack: 0 });
  await deliverMessages(world);
  expect(got()).toEqual(once);
  expect(await checkLedger(world)).toEqual([]);
}, 90_000);
