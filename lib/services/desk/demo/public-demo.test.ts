import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { demoPassword } from "@/lib/domain/public-demo";
import { Invalid, Refusal } from "@/lib/domain/refusal";
import { closedPost } from "@/lib/providers/safe-post";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { createEndpoint } from "@/lib/services/hooks/webhooks/save-endpoint";
import { readHandset } from "@/lib/services/money/checkout/pages/play-sandbox";
import { pressPay } from "@/lib/services/money/checkout/start-payment";
import { listStoreMessages } from "@/lib/services/notify/messages/list";
import { confirmPerson } from "@/lib/services/people/accounts/confirm-person";
import { requestSignInLink } from "@/lib/services/people/accounts/mailed-links";
import { createOperator } from "@/lib/services/people/accounts/operator";
import type { Seller } from "@/lib/services/people/accounts/permit";
import { readSession, startSession } from "@/lib/services/people/accounts/sessions";
import { signUp } from "@/lib/services/people/accounts/sign-up";
import { createStore } from "@/lib/services/people/accounts/write-store";
import { authenticateKey } from "@/lib/services/people/keys/identify";
import { createKey } from "@/lib/services/people/keys/keys";
import { inviteMember } from "@/lib/services/people/team/invite";
import { newAccount } from "@/lib/testing/accounts";
import { emitEvent } from "@/lib/testing/webhooks";
import { databaseOfTheApp, testWorld } from "@/lib/testing/world";
import { closeDemoStores } from "./close-stores";
import { openDemoStore } from "./open-store";

const base = testWorld();
const hour = 60 * 60_000;

/** A public demo as strangers meet it: with the app's own rights, and nothing that goes out. */
const world = testWorld({
  ...databaseOfTheApp(),
  clock: base.clock,
  post: closedPost,
  config: { ...base.config, allowLocalWebhooks: false, publicDemo: { storesMax: 1_000 } },
});
const full = (storesMax: number) => ({ ...world, config: { ...world.config, publicDemo: { storesMax } } });

let addresses = 0;
const newIp = () => `203.0.${Math.floor(addresses / 250)}.${(addresses++ % 250) + 1}`;

async function open(ip = newIp(), at = world): Promise<Seller & { sessionVersion: number }> {
  const { filled, ...made } = await openDemoStore(at, { ip, language: "en" });
  await filled;
  return { ...made, livemode: true, actor: `user:${made.userId}`, role: "owner" };
}

const code = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (error: unknown) => (error instanceof Invalid ? error.first.code : String(error)),
  );

const page = { skip: 0, take: 100 };
const device = { userAgent: "", ip: null, isKnown: false };

test("a stranger gets a store with products, a link, an invoice, customers and payments, and nobody else is in it", async () => {
  const { storeId, accountId, userId } = await open();
  const store = await world.db.store.findUniqueOrThrow({
    where: { id: storeId },
    include: { account: true },
  });
  expect(store).toMatchObject({ verificationStatus: "verified", account: { isDemo: true } });
  const [products, links, invoices, customers, paid, failed] = await Promise.all([
    world.db.product.count({ where: { storeId } }),
    world.db.paymentLink.count({ where: { storeId } }),
    world.db.invoice.count({ where: { storeId, sentAt: { not: null } } }),
    world.db.customer.count({ where: { accountId } }),
    world.db.order.count({ where: { storeId, paidAt: { not: null } } }),
    world.db.paymentAttempt.count({ where: { storeId, status: "failed" } }),
  ]);
  expect({ products, links, invoices, customers, paid, failed }).toEqual({
    ...{ products: 2, links: 1, invoices: 1, customers: 6, paid: 5, failed: 1 },
  });
  expect(await world.db.member.findMany({ where: { accountId } })).toMatchObject([{ userId, role: "owner" }]);
  expect(await checkInvariants(world)).toEqual([]);
});

test("an act that asks for a password takes the one that the page shows", async () => {
  const { userId } = await open();
  await confirmPerson(world, userId, { password: demoPassword, code: "" });
  expect(await code(confirmPerson(world, userId, { password: "another", code: "" }))).not.toBeNull();
});

test("one address opens three stores in an hour and ten in a day, and stands in nobody else's way", async () => {
  const ip = newIp();
  const tries = async (count: number) => {
    const answers: (string | null)[] = [];
    for (let nth = 0; nth < count; nth += 1) answers.push(await code(open(ip)));
    return answers.filter((answer) => answer === null).length;
  };
  expect(await tries(5)).toBe(3);
  expect(await code(open(ip))).toBe("demo_often");
  expect(await code(open())).toBeNull();
  let opened = 3;
  for (let hours = 1; hours < 6; hours += 1) {
    world.clock.advance(hour + 1);
    opened += await tries(4);
  }
  expect(opened).toBe(10);
});

test("twenty stores are opened in a minute, whatever the addresses", async () => {
  world.clock.advance(hour);
  await base.pool.query(
    `INSERT INTO rate_limits (subject, hits) VALUES ('demo-stores', array_fill($1::timestamptz, ARRAY[19]))
     ON CONFLICT (subject) DO UPDATE SET hits = EXCLUDED.hits`,
    [world.clock.now()],
  );
  expect([await code(open()), await code(open())]).toEqual([null, "demo_full"]);
  world.clock.advance(60_001);
  expect(await code(open())).toBeNull();
});

test("where all places are taken the visitor is told so, and their own count is not touched", async () => {
  const taken = await world.db.account.count({ where: { isDemo: true, members: { some: {} } } });
  const ip = newIp();
  for (let nth = 0; nth < 5; nth += 1) expect(await code(open(ip, full(taken)))).toBe("demo_full");
  expect(await code(open(ip, full(taken + 1)))).toBeNull();
});

test("a visitor reads the messages of their own store, codes and links in them, and none of another's", async () => {
  const [mine, other] = [await open(), await open()];
  const wrote = (storeId: number, accountId: number, body: string) =>
    world.db.message.create({
      data: {
        ...{ storeId, accountId, channel: "sms", recipient: "+254712000123", template: "contact_code" },
        ...{ subject: "", body, dedupeKey: body, status: "kept", createdAt: world.clock.now() },
      },
    });
  await wrote(mine.storeId, mine.accountId, "Your code is 111222");
  await wrote(other.storeId, other.accountId, "Your code is 333444");
  const { rows } = await listStoreMessages(world, mine, {}, page);
  expect(rows[0]?.body).toBe("Your code is 111222");
  expect(rows.length).toBeGreaterThan(2);
  const ids = rows.map(({ id }) => id);
  expect(await world.db.message.count({ where: { id: { in: ids }, storeId: { not: mine.storeId } } })).toBe(
    0,
  );
  // The invoice of the store went to nobody, and can be read whole.
  expect(rows.find(({ template }) => template.startsWith("invoice_sent"))).toMatchObject({
    status: "kept",
    body: expect.stringContaining("/invoice/"),
  });
});

test("the simulated phone shows nobody the texts of a number, not even on a machine of one's own", async () => {
  const { storeId, accountId } = await open();
  const text = {
    channel: "sms" as const,
    recipient: "+254712000777",
    template: "contact_code",
    status: "kept" as const,
  };
  await world.db.message.create({
    data: {
      ...{ ...text, storeId, accountId, subject: "", body: "Your code is 555666" },
      ...{ dedupeKey: "text of a phone", createdAt: world.clock.now() },
    },
  });
  expect((await readHandset(world, "254712000777"))?.texts).toEqual([]);
  expect((await readHandset(base, "254712000777"))?.texts).toEqual(["Your code is 555666"]);
});

test("no way leads in but the button: no sign-up, link, invitation, second store or session for a visitor", async () => {
  const visitor = await open();
  const { email } = await world.db.user.findUniqueOrThrow({ where: { id: visitor.userId } });
  const place = { country: "KE", currency: "KES", timeZone: "Africa/Nairobi" };
  const refused = [
    signUp(world, newAccount(world, { ip: null })),
    requestSignInLink(world, { email, ip: "203.0.113.9" }),
    inviteMember(world, visitor, { email: "friend@example.com", role: "viewer" }),
    createStore(world, visitor, { storeName: "Another", ...place }),
    startSession(world, visitor.userId, { ...device, by: "password" }),
    startSession(world, visitor.userId, { ...device, by: "passkey" }),
  ];
  // All at once, so that none is refused before somebody listens.
  expect(await Promise.all(refused.map(code))).toEqual(refused.map(() => "public_demo"));
  expect(await world.db.session.count({ where: { userId: visitor.userId } })).toBe(0);
  const operator = { name: "O", email: `o${Date.now()}@example.com`, password: "three plain words" };
  const { userId } = await createOperator(world, operator);
  expect(await code(startSession(world, userId, { ...device, by: "password" }))).toBeNull();
});

test("no webhook goes out, and the log of its attempt says why; an inside address is refused at once", async () => {
  const visitor = await open();
  expect(await code(createEndpoint(world, visitor, { url: "http://localhost:5432/" }))).not.toBeNull();
  expect(
    await code(createEndpoint(world, visitor, { url: "https://169.254.169.254/latest" })),
  ).not.toBeNull();
  const { endpoint } = await createEndpoint(world, visitor, { url: "https://trap.example.com/hooks" });
  expect(endpoint.url).toBe("https://trap.example.com/hooks");
  await emitEvent(world, visitor);
  await deliverDueWebhooks(world, { storeId: visitor.storeId });
  const attempts = await world.db.webhookAttempt.findMany({
    where: { delivery: { storeId: visitor.storeId } },
  });
  expect(attempts).toMatchObject([
    { statusCode: null, errorClass: "blocked_address", responseBody: expect.stringContaining("public demo") },
  ]);
});

test("after a day a store is closed, and nothing of what was typed in it is left but in the log of acts", async () => {
  const visitor = await open();
  const { storeId, accountId, userId, sessionVersion } = visitor;
  const { id } = await startSession(world, userId, { ...device, by: "sign_up" });
  const { key } = await createKey(world, visitor, { livemode: true, name: "Mine" });
  const customer = await world.db.customer.findFirstOrThrow({ where: { accountId } });
  await world.db.customer.update({
    where: { id: customer.id },
    data: { name: "Kanarie", city: "Kanariestad" },
  });
  await world.db.store.update({
    where: { id: storeId },
    data: { name: "Kanarie shop", contactPhone: "+254700kanarie" },
  });
  await world.db.product.updateMany({ where: { storeId }, data: { name: "Kanarie tank" } });
  await world.db.note.create({
    data: {
      accountId,
      livemode: true,
      customerId: customer.id,
      text: "kanarie",
      createdAt: world.clock.now(),
    },
  });
  const link = await world.db.paymentLink.findFirstOrThrow({ where: { storeId } });

  world.clock.advance(23 * hour);
  await closeAll();
  expect(await readSession(world, { id, userId, sessionVersion })).not.toBeNull();
  world.clock.advance(2 * hour);
  await closeAll();

  expect(await readSession(world, { id, userId, sessionVersion })).toBeNull();
  expect(await world.db.user.findUnique({ where: { id: userId } })).toBeNull();
  expect(await authenticateKey(world, key)).toBeNull();
  expect(await pressOutcome(visitor, link.id)).toBe("store_suspended");
  expect(await traces(/kanarie|faith.mutua|kilimani|hassan abdi/i, storeId)).toEqual([]);
  expect(await checkInvariants(world)).toEqual([]);
  expect(await closeDemoStores(world)).toEqual({ closed: 0, more: false });
});

test("a real installation closes no store, however old, and opens none", async () => {
  const real = testWorld({ clock: base.clock });
  expect(await closeDemoStores(real)).toEqual({ closed: 0, more: false });
  expect(await code(openDemoStore(real, { ip: newIp(), language: "en" }))).toBe("NotFound: not_found");
});

async function closeAll(): Promise<void> {
  while ((await closeDemoStores(world)).more);
}

function pressOutcome(seller: Seller, linkId: number): Promise<string> {
  const input = {
    ...{ id: randomUUID(), browser: randomUUID(), method: "mobile_money" as const, phone: "0712 345 678" },
    ...{ name: "A", language: "en" as const },
    for: { kind: "payment_link" as const, linkId, amount: null, answer: null },
  };
  return pressPay(world, seller, input, () => true).then(
    ({ kind }) => kind,
    (error: unknown) => (error instanceof Refusal ? error.code : String(error)),
  );
}

/** The tables in which it still stands, sealed columns opened; the log of acts is never rewritten. */
async function traces(marks: RegExp, storeId: number): Promise<string[]> {
  const { rows: tables } = await base.pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.columns WHERE table_schema = 'public' AND column_name IN ('store_id', 'account_id')
       AND table_name NOT IN ('audit_entries', 'ledger_balances') GROUP BY 1`,
  );
  const found: string[] = [];
  for (const { name } of [...tables, { name: "stores" }]) {
    const { rows } = await base.pool.query(`SELECT t.* FROM ${name} t`);
    const mine = rows.filter(
      (row) => row.store_id === storeId || (name === "stores" && row.id === storeId) || row.store_id == null,
    );
    const said = mine.map((row) => Object.values(row).map(opened).join("\n")).join("\n");
    const hit = marks.exec(said);
    if (hit) found.push(`${name}: ${said.slice(Math.max(0, hit.index - 60), hit.index + 60)}`);
  }
  return found;
}

function opened(value: unknown): string {
  if (!(value instanceof Uint8Array))
    return JSON.stringify(value, (_, one) => (typeof one === "bigint" ? `${one}` : one)) ?? "";
  try {
    return world.secrets.open(value);
  } catch {
    return "";
  }
}
