import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { startWhatsapp, type WhatsappEmulator } from "@/e2e/emulators/whatsapp";
import type { World } from "@/lib/services/core/world";
import { openFront, type Provider, provider } from "@/lib/testing/front";
import { bodyOf, listen } from "@/lib/testing/listen";
import { type TestStore, testStore } from "@/lib/testing/world";
import { say } from "../../steps";
import { until } from "../bench/until";
import { openWorldOf } from "../bench/world";
import { compared, killApp, type Meanwhile, memoryOf, payMeanwhile } from "./meanwhile";
import { inPlace, openPlace, type Place } from "./place";
import { cut, type Outcome, underLoad } from "./under-load";

const count = Number(process.env.PEOPLE) || 400;
const fallBackMinutes = 3;
/** How long it takes to tell that a message arrived. */
const edgeMs = 5_000;
const withinMs = 600_000;
/** What a process may grow by while its calls hang. */
const growthMaxMb = 200;
/** An SMS is sent as soon as it is written; the machine is busy. */
const smsMaxMs = 5_000;

interface Scene {
  place: Place;
  world: World;
  whatsapp: WhatsappEmulator;
  at: Provider;
  texts: { to: string; at: number }[];
  /** When WhatsApp took a message to a phone, by its digits. */
  tookAt: Map<string, number[]>;
  shop: TestStore;
  phones: string[];
}

/**
 * The provider of WhatsApp takes connections and never answers, then answers 500, and is back; the app is killed while calls hang.
 * Reminders of one store are due meanwhile, and people pay at another one, which writes by SMS. Each reminder arrives once, by
 * one of both ways; no payment, no access and no SMS of the other store is slowed; memory is bounded.
 */
export async function silentWhatsapp(): Promise<Outcome> {
  const whatsapp = await startWhatsapp({ realTime: true, startMs: Date.now() });
  const at = provider(whatsapp.url);
  const tookAt: Scene["tookAt"] = new Map();
  const front = await openFront((_headers, text) => {
    const [, to] = /"to":"(\d+)"/.exec(text) ?? [];
    if (to && at.mood === "well") tookAt.set(to, [...(tookAt.get(to) ?? []), Date.now()]);
    return at;
  });
  const texts: Scene["texts"] = [];
  const sms = await listen(async (request, response) => {
    const form = new URLSearchParams((await bodyOf(request)).toString("utf8"));
    texts.push({ to: form.get("To") ?? "", at: Date.now() });
    response.writeHead(201, { "content-type": "application/json" }).end(`{"sid":"SM${randomUUID()}"}`);
  });
  const variables = {
    ...{ WHATSAPP_PHONE_NUMBER_ID: whatsapp.phoneNumberId, WHATSAPP_TOKEN: whatsapp.token },
    ...{ WHATSAPP_APP_SECRET: whatsapp.appSecret, WHATSAPP_VERIFY_TOKEN: whatsapp.verifyToken },
    ...{ WHATSAPP_BASE_URL: front.url, WHATSAPP_FALLBACK_MINUTES: String(fallBackMinutes) },
    ...{ SMS_PROVIDER: "twilio", TWILIO_ACCOUNT_SID: "AC1", TWILIO_AUTH_TOKEN: "t", TWILIO_FROM: "Sente" },
    ...{ SANDBOX_MODE: "auto", NODE_OPTIONS: `--import=${insteadOfTwilio(sms.url)}` },
  };
  try {
    return await inPlace(await openPlace(variables), async (place) => {
      const world = await openWorldOf(place.dataDir);
      const scene = {
        place,
        world,
        whatsapp,
        at,
        texts,
        tookAt,
        ...(await openStore(place, world, whatsapp)),
      };
      return dayOf(scene).finally(() => world.pool.end().catch(() => undefined));
    });
  } finally {
    await front.close();
    await sms.close();
    await whatsapp.close();
  }
}

/** The address of a provider of SMS is no setting: what the app would send there goes to this one, by a module before it. */
function insteadOfTwilio(url: string): string {
  const code = `const real = globalThis.fetch;
globalThis.fetch = (to, more) => real(typeof to === "string" ? to.replace("https://api.twilio.com", "${url}") : to, more);`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

/** A store with so many subscribers who want their messages by WhatsApp; and the demo store, whose payers get SMS. */
async function openStore(place: Place, world: World, whatsapp: WhatsappEmulator) {
  const { allTemplates } = await import("@/lib/services/notify/whatsapp/templates");
  const { startPayment } = await import("@/lib/services/money/checkout/start-payment");
  for (const { name, language, body, buttons } of allTemplates(world.config.serviceName))
    whatsapp.approve(name, language, body, { replies: buttons });
  if (!(await whatsapp.subscribe(`${place.url}/api/whatsapp`))) throw new Error("The webhook was not taken.");
  // Nothing leaves a demo's account otherwise.
  await world.db.account.updateMany({ data: { isDemo: false } });
  const shop = await testStore(world, { store: { verificationStatus: "verified" } });
  const phones = Array.from({ length: count }, (_, nth) => `+25677${String(nth).padStart(4, "0")}345`);
  for (const phone of phones)
    await startPayment(world, shop.live, {
      ...{ id: randomUUID(), browser: randomUUID(), method: "mobile_money", phone },
      for: { kind: "subscription_start", productId: shop.products[0].id, ref: phone },
    });
  const where = { storeId: shop.store.id };
  await until(async () => (await world.db.subscription.count({ where })) === count, {
    ...{ everyMs: 500, withinMs: 300_000, late: () => "Not every subscriber paid." },
  });
  const at = world.clock.now();
  await world.db.whatsappConsent.createMany({
    data: phones.map((phone) => ({ ...where, phone, state: "in", how: "settings", at })),
  });
  return { shop, phones };
}

async function dayOf(scene: Scene): Promise<Outcome> {
  const { place, texts } = scene;
  const wrong: string[] = [];
  let said = "";
  let from = 0;
  const load = await underLoad(
    place,
    async () => {
      // Their receipts came by SMS.
      await untilSent(scene);
      from = texts.length;
      const meanwhile = payMeanwhile(place);
      try {
        wrong.push(...(await hours(scene, meanwhile)));
      } finally {
        const times = compared(await meanwhile.end(), ["silent", "broken"]);
        said = `${meanwhile.paid()} payments; ${times.said}`;
        wrong.push(...times.wrong);
      }
      await untilSent(scene);
    },
    cut,
  );
  const reached = reachedBy(scene, from);
  return {
    said: `${reached.said}; ${said}; ${load.said}`,
    wrong: [...wrong, ...reached.wrong, ...load.wrong],
  };
}

/** What happens to the provider, in turn. */
async function hours(scene: Scene, meanwhile: Meanwhile): Promise<string[]> {
  const { place, world, at, shop, phones, whatsapp } = scene;
  const met = (mood: keyof Provider["met"], times: number) =>
    until(() => at.met[mood] >= times, {
      everyMs: 100,
      withinMs,
      late: () => `It was not asked ${times} times while ${mood}: ${JSON.stringify(at.met)}`,
    });
  const told = (what: string) =>
    say("", `${what}: ${meanwhile.paid()} paid, ${whatsapp.messages.length} by WhatsApp`);
  const [few, some, most] = [0.1, 0.4, 0.8].map((part) => Math.floor(count * part)) as [
    number,
    number,
    number,
  ];
  const wells = { from: new Date(), to: new Date() };
  meanwhile.phase("well");
  await remind(scene, phones.slice(0, few));
  await met("well", few);
  await until(() => meanwhile.paid() >= 60, { everyMs: 500, withinMs, late: () => "Too few paid." });
  wells.to = new Date();
  const memory = [memoryOf(place)];

  at.mood = "silent";
  const silence = { from: new Date(), to: new Date() };
  meanwhile.phase("silent");
  told("silent");
  await remind(scene, phones.slice(few, some));
  await met("silent", 20);
  memory.push(memoryOf(place));
  silence.to = new Date();
  meanwhile.phase(null);
  await killApp(place);

  at.mood = "broken";
  told("killed, then broken");
  meanwhile.phase("broken");
  await remind(scene, phones.slice(some, most));
  await met("broken", 30);
  // Those that met the silence have their SMS before it is over.
  const silent = {
    storeId: shop.store.id,
    phone: { in: phones.slice(few, some) },
    fallBackAt: { not: null },
  };
  await until(async () => (await world.db.whatsappMessage.count({ where: silent })) === 0, {
    ...{ everyMs: 500, withinMs, late: () => "No SMS went instead." },
  });
  memory.push(memoryOf(place));
  at.mood = "well";
  told("back");
  await remind(scene, phones.slice(most));
  const [well, then] = [await smsWaited(world, shop, wells), await smsWaited(world, shop, silence)];
  say(
    "",
    `SMS of the other store waited ${well} ms, ${then} ms while silent; memory ${memory.join(", ")} MB`,
  );
  return [
    ...(then > Math.max(smsMaxMs, 3 * well)
      ? [`an SMS of the other store waited ${then} ms, and ${well} before`]
      : []),
    ...(Math.max(...memory) > (memory[0] ?? 0) + growthMaxMb ? [`memory: ${memory.join(", ")} MB`] : []),
  ];
}

async function remind({ world, shop }: Scene, phones: string[]): Promise<void> {
  const { transact } = await import("@/lib/services/core/unit");
  const { notifySubscriber } = await import("@/lib/services/notify/messages/notify-subscriber");
  const { subscriptionInclude } = await import("@/lib/db/rows");
  const rows = await world.db.subscription.findMany({
    where: { storeId: shop.store.id, customer: { phone: { in: phones } } },
    include: subscriptionInclude,
  });
  for (const row of rows)
    await transact(world, (unit) => notifySubscriber(unit, row, "renewal_one_day", "drill"));
}

/** Of nearly all of what the other stores wrote by SMS then, the longest that one waited, in milliseconds. */
async function smsWaited(world: World, { store }: TestStore, { from, to }: { from: Date; to: Date }) {
  const { rows } = await world.pool.query<{ ms: number }>(
    `SELECT coalesce(percentile_disc(0.95) WITHIN GROUP (ORDER BY extract(epoch FROM sent_at - created_at)), 0) * 1000 AS ms
     FROM messages WHERE channel = 'sms' AND store_id <> $1 AND status = 'sent' AND created_at BETWEEN $2 AND $3`,
    [store.id, from, to],
  );
  return Math.round(Number(rows[0]?.ms));
}

/** Until nothing waits to be sent, and nothing to be told. */
async function untilSent({ world: { db } }: Scene): Promise<void> {
  let left: number[] = [];
  await until(
    async () => {
      left = [
        await db.message.count({ where: { status: "queued", channel: { in: ["sms", "whatsapp"] } } }),
        await db.whatsappMessage.count({ where: { fallBackAt: { not: null } } }),
      ];
      return left.every((one) => one === 0);
    },
    { everyMs: 1_000, withinMs, late: () => `Left at the end: ${left.join(", ")}` },
  ).catch((error: unknown) => say("", String(error)));
  await sleep(2_000);
}

/** How often each person got their reminder, and by which way; `from`: of the SMS, those after so many. */
function reachedBy({ whatsapp, texts, tookAt, phones }: Scene, from: number): Outcome {
  const sms = texts.slice(from);
  const ways = phones.map((phone) => ({
    phone,
    byWhatsapp: whatsapp.sentTo(phone).length,
    bySms: sms.filter(({ to }) => to === phone),
  }));
  const never = ways.filter(({ byWhatsapp, bySms }) => byWhatsapp + bySms.length === 0);
  const isTwice = ({ phone, byWhatsapp, bySms }: (typeof ways)[number]) => {
    if (byWhatsapp > 1 || bySms.length > 1) return true;
    const [took = 0] = tookAt.get(phone.slice(1)) ?? [];
    const [text] = bySms;
    // Taken when the SMS was due already, which a look each minute finds: that it arrived could not be told in time.
    const early = text ? text.at - took : 0;
    return byWhatsapp === 1 && (early > edgeMs + 60_000 || early < 0);
  };
  const twice = ways.filter((way) => isTwice(way));
  const both = ways.filter(({ byWhatsapp, bySms }) => byWhatsapp > 0 && bySms.length > 0).length;
  const counts = [
    ways.filter(({ byWhatsapp }) => byWhatsapp > 0).length,
    ways.filter(({ bySms }) => bySms.length > 0).length,
  ];
  return {
    said: `${count} people: ${counts[0]} by WhatsApp, ${counts[1]} by SMS, ${both} by both at the last moment`,
    wrong: [
      ...(never.length > 0 ? [`${never.length} people got no reminder`] : []),
      ...(twice.length > 0 ? [`${twice.length} people got it twice: ${JSON.stringify(twice[0])}`] : []),
      ...(both > count / 50 ? [`${both} people got it by both ways`] : []),
      ...(counts.some((one) => one === 0) ? ["one of the ways was not tried"] : []),
    ],
  };
}
