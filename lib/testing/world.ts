import type { Pool } from "pg";
import { type Database, openDatabase } from "@/lib/db/client";
import { newPool } from "@/lib/db/connect";
import type { ProductRow, StoreRow } from "@/lib/db/rows";
import { defaultRetention } from "@/lib/domain/retention";
import { composeToken } from "@/lib/domain/token";
import { createSafePost } from "@/lib/providers/safe-post";
import { createSecrets } from "@/lib/providers/secrets";
import { systemRandom } from "@/lib/providers/totp";
import { newWakes } from "@/lib/providers/wake";
import { usualRules } from "@/lib/providers/whatsapp/port";
import { newCounts, newCourier, type World } from "@/lib/services/core/world";
import { sandboxRails } from "@/lib/services/money/rails";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { appDatabaseUrl, testDatabaseUrl } from "@/scripts/lab/testing/database";

/** A clock that stands still until it is moved. */
export interface TestClock {
  now(): Date;
  advance(ms: number): void;
  set(at: Date): void;
}

export interface TestWorld extends World {
  clock: TestClock;
  /** The topics the executor was woken for, in order. */
  woken: string[];
}

const poolSize = 8;
const walletHoldMs = 24 * 60 * 60 * 1000;
/** The ways into the database of the test file that runs now: a worker runs one file after the other. */
interface Open {
  url: string;
  asOwner: Database;
  asApp?: Database;
  checks?: Pool;
}

let latest: Open | undefined;

function open(): Open {
  const url = testDatabaseUrl();
  if (latest?.url === url) return latest;
  if (latest) void close(latest);
  latest = { url, asOwner: openDatabase(url, poolSize) };
  return latest;
}

/** The next file has a database of its own, and this one's can be dropped. */
function close({ asOwner, asApp, checks }: Open): Promise<unknown> {
  return Promise.all([asOwner.close(), asApp?.close(), checks?.end()]);
}

/** The test's database with no more rights than the app has; tests otherwise enter as the owner, to arrange things. */
export function databaseOfTheApp(): Pick<World, "db" | "pool"> {
  const here = open();
  here.asApp ??= openDatabase(appDatabaseUrl(), poolSize);
  return { db: here.asApp.prisma, pool: here.asApp.pool };
}

/**
 * For what is asked after every step of a life. PostgreSQL plans the invariants anew each time when the tables have grown,
 * and planning 35 parts costs more than running them does: here it keeps its plan, in one connection.
 */
export function poolOfChecks(): Pool {
  const here = open();
  const options = "-c plan_cache_mode=force_generic_plan";
  here.checks ??= newPool({ connectionString: appDatabaseUrl(), max: 1, options });
  return here.checks;
}

/**
 * The world with the real database, randomness, secrets and network to localhost; time stands still and logs go
 * nowhere. All worlds of a test file share one pool. Without overrides there is neither a mail server nor an SMS provider.
 */
export function testWorld(overrides: Partial<Omit<World, "clock">> & { clock?: TestClock } = {}): TestWorld {
  const { asOwner: database } = open();
  const woken: string[] = [];
  const clock = overrides.clock ?? testClock(new Date("2026-03-02T09:30:00.000Z"));
  const secrets = createSecrets(Buffer.alloc(32, 7));
  return {
    db: database.prisma,
    pool: database.pool,
    clock,
    random: systemRandom,
    secrets,
    rails: sandboxRails({
      pool: database.pool,
      clock,
      secrets,
      siteUrl: "http://localhost:3000",
      merchantName: "Sente",
      // Lost on the way. Tests of callbacks bring their own route.
      sendCallback: async () => {},
    }),
    post: createSafePost({ allowLocal: true }),
    mailer: null,
    sms: null,
    whatsapp: null,
    wake: (topic) => woken.push(topic),
    wakes: newWakes(),
    courier: newCourier(),
    counts: newCounts(),
    log: { info() {}, warn() {}, error() {} },
    config: {
      siteUrl: "http://localhost:3000",
      serviceName: "Sente",
      allowLocalWebhooks: true,
      smsPrice: null,
      whatsapp: usualRules,
      walletHoldMs,
      wallets: true,
      ownAccounts: { rails: null, verifiedOnly: false },
      feeStores: [],
      retention: defaultRetention,
      files: { storeMaxBytes: 1_073_741_824n, maxBytes: 10_737_418_240n },
      listenRestMs: 2,
    },
    woken,
    ...overrides,
  };
}

export function testClock(start: Date): TestClock {
  let current = start;
  return {
    now: () => new Date(current),
    advance(ms) {
      current = new Date(current.getTime() + ms);
    },
    set(at) {
      current = at;
    },
  };
}

export interface TestStore {
  accountId: number;
  owner: { id: number; email: string };
  store: StoreRow;
  planCode: string;
  /** A monthly and a yearly subscription, in this order. */
  products: [ProductRow, ProductRow];
  live: Seller;
  test: Seller;
}

/** A store of its own: account, owner, plan with the API, two subscription products, test mode on. */
export async function testStore(
  world: World,
  overrides: { store?: Partial<Omit<StoreRow, "id" | "accountId">>; includesApi?: boolean } = {},
): Promise<TestStore> {
  const now = world.clock.now();
  const name = composeToken(world.random.bytes(24));
  const includesApi = overrides.includesApi ?? true;
  const planCode = includesApi ? "test_api" : "test_basic";
  const plan = { code: planCode, name: planCode, includesApi, feePpm: 15_000 };
  await world.db.plan.createMany({ data: [plan], skipDuplicates: true });
  const account = await world.db.account.create({ data: { name, createdAt: now } });
  const owner = await world.db.user.create({
    data: {
      email: `owner-${name.toLowerCase()}@example.com`,
      name: "Olive Owner",
      emailVerifiedAt: now,
      createdAt: now,
    },
  });
  await world.db.member.create({
    data: { accountId: account.id, userId: owner.id, role: "owner", createdAt: now },
  });
  const store = await world.db.store.create({
    data: {
      accountId: account.id,
      planCode,
      slug: `store-${name.toLowerCase()}`,
      name: "Test Store",
      currency: "UGX",
      country: "UG",
      timeZone: "Africa/Kampala",
      testModeSince: now,
      createdAt: now,
      updatedAt: now,
      ...overrides.store,
    },
  });
  const owned = { userId: owner.id, actor: `user:${owner.id}`, role: "owner" as const };
  const caller = { storeId: store.id, accountId: account.id, ...owned };
  return {
    accountId: account.id,
    owner: { id: owner.id, email: owner.email },
    store,
    planCode,
    products: [
      await testProduct(world, store.id, "month", 50_000n),
      await testProduct(world, store.id, "year", 500_000n),
    ],
    live: { ...caller, livemode: true },
    test: { ...caller, livemode: false },
  };
}

function testProduct(
  world: World,
  storeId: number,
  interval: "month" | "year",
  priceMinor: bigint,
): Promise<ProductRow> {
  const now = world.clock.now();
  return world.db.product.create({
    data: {
      storeId,
      token: composeToken(world.random.bytes(24)),
      name: `Gold, each ${interval}`,
      kind: "subscription",
      currency: "UGX",
      priceMinor,
      interval,
      createdAt: now,
      updatedAt: now,
    },
  });
}
