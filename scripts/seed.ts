import { civilDateIn, instantAt } from "@/lib/domain/civil-date";
import { Invalid } from "@/lib/domain/refusal";
import { env } from "@/lib/env";
import { NewInvoice } from "@/lib/resources/invoice-input";
import { createInvoice } from "@/lib/services/billing/invoices/draft";
import type { World } from "@/lib/services/core/world";
import { pastWorld } from "@/lib/services/desk/demo/past-world";
import { systemWorld } from "@/lib/services/desk/system-world";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { createOperator } from "@/lib/services/people/accounts/operator";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { signUp } from "@/lib/services/people/accounts/sign-up";
import { createKey } from "@/lib/services/people/keys/keys";
import { problemText } from "@/lib/text/problem";
import { type Goods, makeGoods } from "./demo/goods";
import { beginOfLife, zone } from "./demo/life";
import { livePast } from "./demo/past";
import { openStall } from "./demo/stall";
import { Problem } from "./problem";
import type { DemoFile } from "./start/demo";

/**
 * Creates a store with everything that the README uses, and an operator. Runs on the first start, and again if that was
 * interrupted or demo.json was deleted. Throws Problem when DEMO_WEBHOOK_URL cannot be an endpoint.
 */
export async function seedDemo(now = systemWorld(), isFull = mayHavePast()): Promise<DemoFile> {
  const past = isFull ? pastWorld(now, beginOfLife(now.clock.now())) : null;
  const world = past ?? now;
  const owner = { email: await freeAddress(world, "owner"), password: newPassword(world) };
  const operator = { email: await freeAddress(world, "operator"), password: newPassword(world) };
  const seller = await openStore(world, owner);
  await createOperator(world, { ...operator, name: "Operator" });
  const goods = await makeGoods(world, seller);
  // Before there is an endpoint: what is over is sent to nobody.
  if (past) {
    const life = { goods, password: owner.password, now: now.clock.now() };
    await livePast(past, seller, life);
    await openStall(past, seller, life);
  }
  const doors = await openDoors(now, seller, goods);
  await flush(now, seller);
  return { owner, operator, ...doors };
}

/** Start does not wait for the disk at each commit; what waits for this one is on the disk with it. */
async function flush({ pool }: World, { storeId }: Seller): Promise<void> {
  await pool.query(
    `BEGIN; SET LOCAL synchronous_commit = on; UPDATE stores SET updated_at = updated_at WHERE id = ${Number(storeId)}; COMMIT`,
  );
}

/** Without the sandbox it would need real money to have a past, and what it shows came into a wallet. */
function mayHavePast(): boolean {
  return env().DEMO === "full" && env().ALLOW_SANDBOX_RAIL && env().WALLETS;
}

async function openStore(world: World, owner: { email: string; password: string }): Promise<Seller> {
  const { storeId, accountId, userId } = await signUp(world, {
    ...owner,
    name: "Achieng Otieno",
    storeName: "Maji Kwetu",
    ...{ country: "KE", currency: "KES", timeZone: zone },
    ip: null,
    isProven: true,
  });
  await world.db.account.update({ where: { id: accountId }, data: { isDemo: true } });
  await world.db.store.update({
    where: { id: storeId },
    data: {
      description: "Clean water, delivered.",
      contactPhone: "+254700000000",
      language: "en",
      // In a trial one person is both seller and operator, and payouts need a verified store.
      verificationStatus: "verified",
    },
  });
  return { storeId, accountId, userId, livemode: true, actor: `user:${userId}`, role: "owner" };
}

/** The keys, endpoints and addresses with which the README begins. */
async function openDoors(
  world: World,
  seller: Seller,
  goods: Goods,
): Promise<Omit<DemoFile, "owner" | "operator">> {
  const { siteUrl } = world.config;
  const { invoice } = await createInvoice(world, seller, demoInvoice(world));
  const live = await createKey(world, seller, { livemode: true, name: "Demo server" });
  const test = await createKey(world, seller, { livemode: false, name: "Demo laptop" });
  const { slug } = await world.db.store.findUniqueOrThrow({ where: { id: seller.storeId } });
  return {
    site_url: siteUrl,
    base_url: `${siteUrl}/api/v1`,
    store: { id: seller.storeId, slug },
    live_key: live.key,
    test_key: test.key,
    products: [goods.monthly, goods.weekly, goods.yearly].map(({ id, name, token }) => ({
      ...{ id, name },
      subscribe_url: `${siteUrl}/subscribe/${token}`,
    })),
    payment_link_url: `${siteUrl}/pay/${goods.well.token}`,
    invoice_url: `${siteUrl}/invoice/${invoice.token}`,
    product_url: `${siteUrl}/product/${goods.tank.token}`,
    mpesa_code: await yesterdaysCode(world, seller),
    webhook_test_secret: await demoEndpoint(world, { ...seller, livemode: false }),
    webhook_live_secret: await demoEndpoint(world, seller),
  };
}

/** What yesterday's last payer by M-PESA could read out; null in an empty store. */
async function yesterdaysCode(world: World, { storeId }: Seller): Promise<string | null> {
  const today = instantAt(civilDateIn(world.clock.now(), zone), 0, zone);
  const paid = await world.db.paymentAttempt.findFirst({
    where: { storeId, paidAt: { lt: today }, network: "mpesa_ke", suspenseReason: null },
    orderBy: { paidAt: "desc" },
    select: { receipt: true },
  });
  return paid?.receipt ?? null;
}

/** Sent, due in a fortnight, with part payments allowed. */
function demoInvoice(world: World) {
  const due = new Date(world.clock.now().getTime() + 14 * 24 * 60 * 60 * 1000);
  return NewInvoice.parse({
    customer_name: "Kilimani Primary School",
    customer_email: "accounts@school.example.com",
    items: [
      { description: "Drinking water, 20 litres", quantity: 12, unit_price: 250 },
      { description: "Dispenser, rent for a term", quantity: 1, unit_price: 1800 },
    ],
    tax_label: "VAT",
    tax_rate: 16,
    due_on: due.toISOString().slice(0, 10),
    notes: "Delivery every Monday before eight.",
    allow_part_payment: true,
    min_part_payment: 500,
    send: ["email"],
  });
}

/** An interrupted seed has left its users, and nobody knows their passwords. */
async function freeAddress(world: World, name: string): Promise<string> {
  for (let n = 1; ; n += 1) {
    const email = `${name}${n === 1 ? "" : `-${n}`}@demo.example.com`;
    if ((await world.db.user.findUnique({ where: { email }, select: { id: true } })) === null) return email;
  }
}

/** On a server that is not a trial, http://localhost is refused like any other private address. */
async function demoEndpoint(world: World, seller: Seller): Promise<string | null> {
  const url = env().DEMO_WEBHOOK_URL;
  if (url.startsWith("http://") && !world.config.allowLocalWebhooks) return null;
  const made = createEndpoint(world, seller, { url, description: "Demo listener" });
  return (await made.catch(blameTheVariable)).secret;
}

function blameTheVariable(error: unknown): never {
  if (!(error instanceof Invalid)) throw error;
  throw new Problem(`DEMO_WEBHOOK_URL cannot be used: ${problemText("en", error.first)}`);
}

function newPassword(world: World): string {
  return Buffer.from(world.random.bytes(15)).toString("base64url");
}
