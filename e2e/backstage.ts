import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import sharp from "sharp";
import { openDatabase } from "@/lib/db/client";
import { defaultRetention } from "@/lib/domain/retention";
import { systemClock } from "@/lib/providers/clock";
import { createSafePost } from "@/lib/providers/safe-post";
import { createSecrets } from "@/lib/providers/secrets";
import { systemRandom } from "@/lib/providers/totp";
import { newWakes } from "@/lib/providers/wake";
import { usualRules } from "@/lib/providers/whatsapp/port";
import { createProduct } from "@/lib/services/catalog/products/save";
import { releaseHeld } from "@/lib/services/core/ledger/hold";
import { noRails } from "@/lib/services/core/rails";
import { newCounts, newCourier, type World } from "@/lib/services/core/world";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { payOutOnSchedule } from "@/lib/services/money/out/payouts/run-schedules";
import { sandboxRails } from "@/lib/services/money/rails";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { signUp } from "@/lib/services/people/accounts/sign-up";
import { createKey } from "@/lib/services/people/keys/keys";
import { environmentOf } from "@/scripts/lab/bench/world";
import { sessionCookie } from "@/scripts/lab/testing/session-cookie";
import { embeddedDatabaseUrl, readSecrets } from "@/scripts/start/data-directory";
import { kenya, type Mode, type NewSeller, type Place } from "./seller";

// What a story needs and is not about is made behind its back: by the services that the pages call, on the database of
// the instance. Stories about a form fill it in.

/** A store for whose owner something is made. */
interface Owned {
  world: World;
  seller: Seller;
}

/** A new store, whose owner is signed in. */
export interface OpenedStore extends NewSeller, Owned {}

const worlds = new Map<string, World>();

/** A new seller and their store, signed in in this browser. */
export async function openStore(
  context: BrowserContext,
  { storeName = "Duka la Amani", place = kenya, dataDir = ownDataDir() }: NewStore = {},
): Promise<OpenedStore> {
  const world = worldOf(dataDir);
  const person = { email: `${randomUUID()}@example.com`, password: randomUUID(), storeName };
  const made = await signUp(world, { ...person, ...place, name: "Amani Njoroge", ip: null });
  const { storeId, accountId, userId } = made;
  await enter(context, person.email, dataDir);
  const owner = { role: "owner" as const, livemode: true, actor: `user:${userId}` };
  return { ...person, world, seller: { storeId, accountId, userId, ...owner } };
}

/** The first store of somebody who is there already, as its owner sees it. */
export async function storeOf(email: string): Promise<Owned> {
  const world = worldOf(ownDataDir());
  const { userId, role, account } = await world.db.member.findFirstOrThrow({
    where: { user: { email } },
    include: { account: { include: { stores: true } } },
  });
  const [store] = account.stores;
  if (!store) throw new Error(`${email} has no store.`);
  const scope = { storeId: store.id, accountId: account.id, livemode: true };
  return { world, seller: { ...scope, userId, role, actor: `user:${userId}` } };
}

interface NewStore {
  storeName?: string;
  place?: Place;
  /** Of an instance that is not the one of all stories. */
  dataDir?: string;
}

/** Signs somebody in in this browser, which they have used before. */
export async function enter(context: BrowserContext, email: string, dataDir = ownDataDir()): Promise<void> {
  const world = worldOf(dataDir);
  const { id } = await world.db.user.findUniqueOrThrow({ where: { email } });
  const cookie = await sessionCookie(world, id);
  await context.addCookies([{ ...cookie, url: world.config.siteUrl, httpOnly: true, sameSite: "Lax" }]);
}

/** A monthly plan of 1,500. Returns its subscribe page's address. */
export async function makePlan({ world, seller }: Owned, name = "Gold"): Promise<string> {
  const description = "Everything we have.";
  const plan = { name, description, kind: "subscription", price: "1500", salePrice: "", interval: "month" };
  const { token } = await createProduct(world, seller, plan);
  return `${world.config.siteUrl}/subscribe/${token}`;
}

/** A product of 1,200 with a picture. Returns its page's address. */
export async function makeProduct({ world, seller }: Owned, name: string): Promise<string> {
  const description = "Leaves from the hills of Kericho.";
  const typed = { name, description, kind: "service", price: "1200", salePrice: "", interval: "" };
  const size = { width: 900, height: 600, channels: 3 as const };
  const noise = { type: "gaussian" as const, mean: 150, sigma: 20 };
  const picture = await sharp({ create: { ...size, background: "#2e7d32", noise } })
    .png()
    .toBuffer();
  const { token } = await createProduct(world, seller, typed, new Uint8Array(picture));
  return `${world.config.siteUrl}/product/${token}`;
}

/** A physical product of 1,000 whose page asks where to bring it. Returns that page's address. */
export async function makeGoods({ world, seller }: Owned, name: string): Promise<string> {
  const typed = { name, description: "", kind: "physical", price: "1000", salePrice: "", interval: "" };
  const { token } = await createProduct(world, seller, { ...typed, asksPlace: true });
  return `${world.config.siteUrl}/product/${token}`;
}

export async function makeKey({ world, seller }: Owned, mode: Mode, name = "My server"): Promise<string> {
  return (await createKey(world, seller, { name, livemode: mode === "live" })).key;
}

/** Returns the signing secret and the page of the endpoint. */
export async function makeEndpoint({ world, seller }: Owned, mode: Mode, url: string) {
  const made = await createEndpoint(world, { ...seller, livemode: mode === "live" }, { url });
  const page = `${world.config.siteUrl}/dashboard/developers/endpoints/${made.endpoint.id}?mode=${mode}`;
  return { secret: made.secret, page };
}

/** A store that is ready to be tried: plan, test key and, when there is somebody to tell, a test endpoint, whose page is open. */
export async function setUpTestMode(page: Page, webhookUrl?: string) {
  const store = await openStore(page.context());
  const ready = {
    ...store,
    subscribeUrl: await makePlan(store),
    key: await makeKey(store, "test"),
    secret: "",
  };
  if (!webhookUrl) return ready;
  const endpoint = await makeEndpoint(store, "test", webhookUrl);
  await page.goto(endpoint.page);
  return { ...ready, secret: endpoint.secret };
}

/** What the clock does once a minute: payments whose hold is over can be paid out. */
export async function endHolds(dataDir = ownDataDir()): Promise<void> {
  await releaseHeld(worldOf(dataDir));
}

/** The next automatic payouts of all stores are due now, and made. */
export async function runSchedules(dataDir = ownDataDir()): Promise<void> {
  const world = worldOf(dataDir);
  const { siteUrl, serviceName: merchantName } = world.config;
  const rails = sandboxRails({ ...world, siteUrl, merchantName, sendCallback: async () => {} });
  await world.db.payoutSchedule.updateMany({
    where: { nextRunAt: { not: null } },
    data: { nextRunAt: world.clock.now() },
  });
  await payOutOnSchedule({ ...world, rails });
}

/** Has the clock look after refunds and payouts now, and not within the minute. */
export async function moveTransfers(dataDir = ownDataDir()): Promise<void> {
  const { INNGEST_BASE_URL, INNGEST_EVENT_KEY } = environmentOf(dataDir);
  const body = JSON.stringify({ name: "sente/transfers.due", data: {} });
  const door = new URL(`e/${INNGEST_EVENT_KEY}`, INNGEST_BASE_URL);
  const { status } = await fetch(door, { method: "POST", body });
  if (status !== 200) throw new Error(`The clock was not woken: ${status}.`);
}

/** The services of an instance, from outside of it. */
export function worldOf(dataDir: string): World {
  const known = worlds.get(dataDir);
  if (known) return known;
  const { site_url: siteUrl } = JSON.parse(readFileSync(path.join(dataDir, "demo.json"), "utf8"));
  const { prisma, pool } = openDatabase(embeddedDatabaseUrl(dataDir), 2);
  const world: World = {
    db: prisma,
    pool,
    clock: systemClock,
    random: systemRandom,
    secrets: createSecrets(Buffer.from(readSecrets(dataDir).secretKey, "utf8")),
    post: createSafePost({ allowLocal: true }),
    mailer: null,
    sms: null,
    whatsapp: null,
    rails: noRails,
    // The instance's own clock finds what there is to do.
    wake: () => {},
    wakes: newWakes(),
    courier: newCourier(),
    counts: newCounts(),
    log: { info() {}, warn() {}, error() {} },
    config: {
      ...{ siteUrl, serviceName: "Sente", allowLocalWebhooks: true, smsPrice: null, whatsapp: usualRules },
      files: { storeMaxBytes: 1_073_741_824n, maxBytes: 10_737_418_240n },
      ...{ walletHoldMs: 0, listenRestMs: 1_000, retention: defaultRetention },
      ...{ wallets: true, ownAccounts: { rails: null, verifiedOnly: false }, feeStores: [] },
    },
  };
  worlds.set(dataDir, world);
  return world;
}

/** Of the instance of all stories (instance.ts). */
export function ownDataDir(): string {
  return path.dirname(process.env.E2E_DEMO_FILE ?? "");
}
