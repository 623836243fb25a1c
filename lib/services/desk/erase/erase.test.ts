import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { apiRoot, routes } from "@/app/api/v1/routes";
import { createRouter } from "@/lib/api/route";
import { Invalid, NotFound } from "@/lib/domain/refusal";
import { plannedTerms } from "@/lib/services/billing/invoices/draft";
import { addTag, writeNote } from "@/lib/services/billing/notes/notes";
import { fulfilOrder } from "@/lib/services/billing/orders/fulfil";
import { answerQuote, sendQuote } from "@/lib/services/billing/quotes/answer";
import { createQuote, readQuote } from "@/lib/services/billing/quotes/quotes";
import { cancelSubscription, publishCancelReason } from "@/lib/services/billing/subscriptions/cancel";
import { askContactCode } from "@/lib/services/billing/subscriptions/contact-code";
import { transact } from "@/lib/services/core/unit";
import { checkInvariants } from "@/lib/services/desk/invariants/check-invariants";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { requestRefund } from "@/lib/services/money/out/refunds/request";
import { workTransfers } from "@/lib/services/money/out/transfers/work";
import { undoPayment } from "@/lib/services/money/outside/record";
import { sellAtCounter } from "@/lib/services/money/outside/sell";
import { pollOpenAttempts } from "@/lib/services/money/settlement/poll";
import { tellDueAlerts } from "@/lib/services/notify/alerts/tell-due";
import { sendProof } from "@/lib/services/notify/proofs/proof";
import { NotAllowed, type Seller } from "@/lib/services/people/accounts/permit";
import { updateCustomer } from "@/lib/services/people/customers/update";
import { saveFormDraft } from "@/lib/services/people/drafts/drafts";
import { saveView } from "@/lib/services/people/views/views";
import { apiClient, newShop, type Shop } from "@/lib/testing/api/client";
import { inPayingWorld } from "@/lib/testing/in-paying-world";
import { giveTestPassword, testPassword } from "@/lib/testing/money";
import { type PayingWorld, press } from "@/lib/testing/payments";
import { paymentLink, product } from "@/lib/testing/products";
import { startReceiver } from "@/lib/testing/receiver";
import { endpointAt } from "@/lib/testing/webhooks";
import { databaseOfTheApp, type TestWorld } from "@/lib/testing/world";
import { columnsOfPayers, dataMap } from "../data-map";
import { eraseCustomer, erasePerson } from "./erase";

const proof = { password: testPassword };
/** Strings that stand nowhere else. The phone's last digits make the sandbox pay at once. */
const canary = {
  name: "Zanele Kanarievogel",
  email: "kanarie.pietje@example.com",
  phone: "+256772987789",
  place: "Plot 77 Kanariestraat",
  text: "kanarienotiz",
  ref: "kanarieref_9",
};
const marks = /kanarie|772[ -]?987[ -]?789|z\*\*\*|kan•••/i;

let world: PayingWorld;
let shop: Shop;
let seller: Seller;

inPayingWorld(
  (made) => newShop(made, { store: { verificationStatus: "verified" } }),
  (made) => {
    ({ world, shop } = made);
    seller = { ...shop.live, userId: shop.owner.id, role: "owner" };
  },
);

/** Every row of every table as text, sealed columns opened: what anybody with the database and the key could read. */
async function dump({ pool, secrets }: TestWorld): Promise<Map<string, string>> {
  const { rows: tables } = await pool.query<{ name: string; bytes: string[] }>(
    `SELECT c.relname AS name, coalesce(array_agg(a.attname::text) FILTER (WHERE a.atttypid = 'bytea'::regtype), '{}') AS bytes
     FROM pg_class c LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
     WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace GROUP BY 1`,
  );
  const opened = (value: Buffer | null) => {
    if (!value) return "";
    try {
      return secrets.open(value);
    } catch {
      return value.toString("utf8");
    }
  };
  const all = new Map<string, string>();
  for (const { name, bytes } of tables) {
    const { rows } = await pool.query(`SELECT t::text AS "as text", t.* FROM ${name} t`);
    const said = rows.map((row) =>
      [row["as text"], ...bytes.map((column) => opened(row[column]))].join("\n"),
    );
    all.set(name, said.join("\n"));
  }
  return all;
}

/** Where it can still be told who it was: the table, and what stands around the first trace in it. */
async function traces(): Promise<Record<string, string>> {
  const found = [...(await dump(world))].flatMap(([name, text]) => {
    const at = text.search(marks);
    return at < 0 ? [] : [[name, text.slice(Math.max(0, at - 300), at + 60)]];
  });
  return Object.fromEntries(found);
}

const payer = () => ({ name: canary.name, email: canary.email, phone: canary.phone });

async function pass(): Promise<void> {
  world.clock.advance(5_000);
  await pollOpenAttempts(world);
  await world.settled();
}

/** Every way in which a payer's data comes in: payments of each kind, the API, the dashboard, offers, answers of others. */
async function live(): Promise<number> {
  await giveTestPassword(world, shop.owner.id);
  const receiver = await startReceiver((_, response, { body }) => response.end(body));
  await endpointAt(world, shop.live, receiver.url);
  const call = apiClient(world, createRouter(routes, apiRoot));
  const key = shop.liveKey;
  let writes = 0;
  const write = (method: string, path: string, body: unknown) =>
    call(method, path, { key, body, headers: { "Idempotency-Key": `canary ${++writes}` } });

  await press(world, shop, {
    ...payer(),
    for: { kind: "subscription_start", productId: shop.products[0].id, ref: canary.ref },
  });
  await pass();
  const customer = await world.db.customer.findFirstOrThrow({ where: { email: canary.email } });
  const subscription = await world.db.subscription.findFirstOrThrow({ where: { ref: canary.ref } });
  await write("PATCH", `/subscriptions/${subscription.id}`, { metadata: { hint: canary.text } });
  await askContactCode(world, shop.live, {
    ...{ subscriptionId: subscription.id, channel: "email", language: "en" },
    value: `new.${canary.email}`,
  });
  // Before there was a subscription, and as a release before this one kept such codes.
  const early = { storeId: shop.store.id, livemode: true, purpose: "trial" as const };
  const proven = { channel: "email" as const, value: canary.email, language: "en" };
  await transact(world, (unit) => sendProof(unit, { ...early, whose: proven }, proven));
  const {
    id: _id,
    purpose: _purpose,
    valueHash: _hash,
    ...old
  } = await world.db.proof.findFirstOrThrow({
    where: { subscriptionId: subscription.id },
  });
  await world.db.contactCode.create({ data: { ...old, subscriptionId: subscription.id } });
  await call("GET", `/access?ref=${canary.ref}&product_id=${shop.products[0].id}`, { key });
  await cancelSubscription(world, shop.live, subscription.id);
  await publishCancelReason(world, shop.live, subscription.id, `I am ${canary.name}`);

  const jar = await product(world, shop, { kind: "physical", asksPlace: true });
  const delivery = {
    place: `${canary.place}\nthe blue gate`,
    contact: "0772 987 789",
  };
  await press(world, shop, {
    ...payer(),
    for: { kind: "product", productId: jar.id, quantity: 1, delivery },
  });
  await pass();
  const order = await world.db.order.findFirstOrThrow({
    where: { customerId: customer.id, delivery: { isNot: null } },
  });
  await fulfilOrder(world, seller, order.id, "fulfilled", `for ${canary.name}, ${canary.text}`);
  await requestRefund(world, seller, {
    ...{ orderId: order.id, requestKey: "canary", amountMinor: 1_000n },
    reason: `broken, says ${canary.name}`,
  });
  await workTransfers(world);
  const link = await paymentLink(world, shop, {
    title: `Rent of ${canary.name}`,
    customQuestion: "Which class?",
  });
  await press(world, shop, {
    ...payer(),
    for: { kind: "payment_link", linkId: link.id, amount: null, answer: canary.text },
  });
  await pass();

  await write("PATCH", `/customers/${customer.id}`, { address: canary.place, company: `${canary.text} Ltd` });
  await call("GET", `/customers?email=${encodeURIComponent(canary.email)}`, { key });
  const items = [{ description: `Lessons for ${canary.name}`, quantity: 1, unit_price: 9_000 }];
  const addressed = {
    customer_name: canary.name,
    customer_email: canary.email,
    customer_phone: canary.phone,
  };
  const body = { ...addressed, items, notes: canary.text };
  const invoice = await write("POST", "/invoices", { ...body, send: ["email"] });
  await press(world, shop, {
    ...payer(),
    for: { kind: "invoice", invoiceId: invoice.body.data.id, amount: null },
  });
  await pass();
  await write("POST", "/invoices", body);

  const wish = { dueDays: 7, validUntil: "2026-04-01", body: { ...body, send: undefined } };
  // Safe: as the form gives it.
  const quote = await createQuote(world, seller, wish as never);
  await sendQuote(world, seller, quote.id, ["email"]);
  await answerQuote(world, quote.token, { accepts: false });
  await createQuote(world, seller, wish as never);

  const till = await sellAtCounter(world, seller, {
    id: randomUUID(),
    lines: [{ name: `A cake for ${canary.name}`, quantity: "", price: "9000" }],
    customer: payer(),
    ...{ method: "cash", reference: "" },
  });
  await undoPayment(world, seller, { orderId: till.orderId, reason: `${canary.name} had not paid` });

  const subjects = [{ kind: "customer", id: customer.id } as const, { kind: "order", id: order.id } as const];
  for (const subject of subjects) {
    await writeNote(world, seller, subject, `${canary.text}: call 0772 987 789`);
    await addTag(world, seller, subject, canary.text);
  }
  const opened = { page: "links/new", opening: "6a0e1b38-1111-4111-8111-111111111111", turn: 1 };
  await saveFormDraft(world, seller, opened, { title: [`For ${canary.name}, 0772-987-789`] });
  await saveView(world, seller, {
    list: "/dashboard/customers",
    name: canary.name,
    query: `search=${encodeURIComponent(canary.email)}`,
  });
  await tellDueAlerts(world);
  await deliverDueWebhooks(world);
  await receiver.close();
  return customer.id;
}

test("after every way in, nothing in the whole database tells who it was, and the books are as they were", async () => {
  const id = await live();
  // A control: the data did go everywhere, so finding nothing afterwards says something.
  expect(Object.keys(await traces())).toEqual(
    expect.arrayContaining([
      ...["alerts", "customers", "events", "form_drafts", "idempotency_records", "invoice_items", "invoices"],
      ...["messages", "notes", "order_deliveries", "orders", "payment_attempts", "payment_links", "quotes"],
      ...[
        "rail_callbacks",
        "refunds",
        "request_log_details",
        "sandbox_records",
        "saved_views",
        "subscriptions",
      ],
      ...["tags", "webhook_attempts", "proofs", "contact_codes", "audit_entries"],
    ]),
  );
  const drafts = await world.db.invoice.findMany({ where: { sentAt: null } });
  expect(drafts).toHaveLength(1);
  const scope = { storeId: shop.store.id };
  const before = await checkInvariants(world, scope);
  const money = () =>
    world.db.order.findMany({
      where: { customerId: id },
      select: {
        id: true,
        number: true,
        totalMinor: true,
        refundedMinor: true,
        paidAt: true,
        paymentStatus: true,
      },
      orderBy: { id: "asc" },
    });
  const paid = await money();

  await eraseCustomer({ ...world, ...databaseOfTheApp() }, seller, id, proof);

  expect(await traces()).toEqual({});
  expect(await money()).toEqual(paid);
  expect(await checkInvariants(world, scope)).toEqual(before);
  const row = await world.db.customer.findUniqueOrThrow({ where: { id } });
  expect(row).toMatchObject({
    name: "Erased customer",
    email: null,
    phone: null,
    erasedAt: world.clock.now(),
  });
  const told = await world.db.event.findMany({
    where: { objectId: `customer/${id}` },
    orderBy: { sequence: "asc" },
  });
  expect(JSON.parse(told.at(-1)?.payload ?? "")).toMatchObject({
    ...{
      type: "customer.updated",
      data: { id, name: "Erased customer", email: null, phone: null, address: null },
    },
  });
  const quote = await world.db.quote.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(plannedTerms(await readQuote(world, seller, quote.id)).customerName).toBe("Erased customer");
  await expect(eraseCustomer(world, seller, id, proof)).rejects.toThrow(NotFound);
  await expect(updateCustomer(world, seller, id, { email: "new@example.com" })).rejects.toThrow(
    /customer_erased/,
  );
});

describe("what is refused", () => {
  const customerOf = async () =>
    (await world.db.customer.findFirstOrThrow({ where: { accountId: shop.accountId, phone: canary.phone } }))
      .id;

  test("while a subscription runs, with what to do", async () => {
    await giveTestPassword(world, shop.owner.id);
    await press(world, shop, payer());
    await pass();
    const id = await customerOf();
    await expect(eraseCustomer(world, seller, id, proof)).rejects.toThrow(/erase_subscription/);
    const { id: subscription } = await world.db.subscription.findFirstOrThrow({ where: { customerId: id } });
    await cancelSubscription(world, shop.live, subscription);
    await eraseCustomer(world, seller, id, proof);
    expect(await world.db.subscription.findUnique({ where: { id: subscription } })).toMatchObject({
      ref: null,
    });
  });

  test("while money is on its way, or an invoice is owed", async () => {
    await giveTestPassword(world, shop.owner.id);
    const call = apiClient(world, createRouter(routes, apiRoot));
    const items = [{ description: "Lessons", quantity: 1, unit_price: 9_000 }];
    const addressed = {
      customer_name: canary.name,
      customer_email: canary.email,
      customer_phone: canary.phone,
    };
    const made = await call("POST", "/invoices", {
      key: shop.liveKey,
      body: { ...addressed, items, send: ["email"] },
    });
    await press(world, shop, {
      ...payer(),
      for: { kind: "invoice", invoiceId: made.body.data.id, amount: null },
    });
    const error = await eraseCustomer(world, seller, await customerOf(), proof).catch((one: unknown) => one);
    if (!(error instanceof Invalid)) throw error;
    expect(error.errors.form?.map(({ code }) => code)).toEqual(["erase_money", "erase_invoice"]);
    expect(
      await world.db.customer.count({ where: { erasedAt: { not: null }, accountId: shop.accountId } }),
    ).toBe(0);
  });

  test("to everybody but an owner with the password, and of other accounts", async () => {
    await giveTestPassword(world, shop.owner.id);
    const link = await paymentLink(world, shop);
    await press(world, shop, {
      ...payer(),
      for: { kind: "payment_link", linkId: link.id, amount: null, answer: null },
    });
    await pass();
    const id = await customerOf();
    for (const role of ["admin", "support", "developer", "viewer"] as const)
      await expect(eraseCustomer(world, { ...seller, role }, id, proof)).rejects.toThrow(NotAllowed);
    await expect(eraseCustomer(world, seller, id, { password: "wrong" })).rejects.toThrow(/wrong_password/);
    const other = await newShop(world);
    await giveTestPassword(world, other.owner.id);
    const stranger: Seller = { ...other.live, userId: other.owner.id, role: "owner" };
    await expect(eraseCustomer(world, stranger, id, proof)).rejects.toThrow(NotFound);
  });
});

describe("the operator", () => {
  test("erases a person at every seller at once, or at none", async () => {
    const operator = { userId: shop.owner.id, actor: `user:${shop.owner.id}` };
    await world.db.user.update({ where: { id: shop.owner.id }, data: { isOperator: true } });
    await giveTestPassword(world, shop.owner.id);
    const other = await newShop(world);
    const link = await paymentLink(world, other);
    await press(world, other, {
      ...payer(),
      for: { kind: "payment_link", linkId: link.id, amount: null, answer: null },
    });
    await press(world, shop, payer());
    await pass();
    const wish = { contact: canary.email, reason: "They asked in writing", ...proof };
    await expect(erasePerson(world, operator, wish)).rejects.toThrow(/erase_blocked/);
    expect(await world.db.customer.count({ where: { email: canary.email, erasedAt: null } })).toBeGreaterThan(
      1,
    );
    for (const { id, accountId, storeId } of await world.db.subscription.findMany({
      where: { status: "active" },
    }))
      await cancelSubscription(world, { ...shop.live, accountId, storeId }, id);
    await world.db.invoice.updateMany({ where: { paidAt: null }, data: { cancelledAt: world.clock.now() } });
    await pass();
    expect(await erasePerson(world, operator, wish)).toBeGreaterThan(1);
    expect(await traces()).toEqual({});
    const mails = await world.db.message.findMany({ where: { template: "customer.erased" } });
    expect(mails.map(({ recipient }) => recipient)).toEqual(expect.arrayContaining([other.owner.email]));
    await expect(erasePerson(world, operator, wish)).rejects.toThrow(/nobody_has_contact/);
    await expect(erasePerson(world, operator, { ...wish, contact: "0772 987 789" })).rejects.toThrow(
      /contact_of_person/,
    );
  });
});

test("the app's role can take somebody out of an event or a reason, and change nothing else", async () => {
  await giveTestPassword(world, shop.owner.id);
  await press(world, shop, payer());
  await pass();
  const { pool } = databaseOfTheApp();
  const event = await world.db.event.findFirstOrThrow({
    where: { storeId: shop.store.id, type: "order.paid" },
  });
  const told = JSON.parse(event.payload);
  const erase = (payload: unknown) =>
    pool.query("SELECT erase_event($1, $2)", [event.id, JSON.stringify(payload)]);
  await expect(erase({ ...told, type: "order.refunded" })).rejects.toThrow("keeps what it is about");
  await erase({ ...told, data: {} });
  await expect(pool.query("UPDATE events SET payload = ''")).rejects.toThrow(/denied/);
  await expect(world.pool.query("UPDATE events SET payload = ''")).rejects.toThrow(/append-only/);
  const line = {
    actor: "user:1",
    action: "order.refund_requested",
    target: "order:1",
    createdAt: new Date(),
  };
  const { id } = await world.db.auditEntry.create({ data: { ...line, reason: "Amina wants 50% back" } });
  const clean = (reason: string) => pool.query("SELECT erase_reason($1, $2)", [String(id), reason]);
  await expect(clean("Somebody else wants 50% back")).rejects.toThrow("keeps its words");
  await expect(clean("… wants 60% back")).rejects.toThrow("keeps its words");
  await clean("… wants 50% back");
  await expect(pool.query("UPDATE audit_entries SET reason = ''")).rejects.toThrow(/denied/);
  await expect(world.pool.query("UPDATE audit_entries SET reason = ''")).rejects.toThrow(/append-only/);
});

describe("the list of columns", () => {
  let columns: { table: string; column: string; holds: boolean }[];
  beforeAll(async () => {
    const { rows } = await world.pool.query(
      `SELECT c.relname AS "table", a.attname AS "column",
         format_type(a.atttypid, NULL) ~ '^(text|json|jsonb|bytea|character)' AS holds
       FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
       WHERE c.relkind IN ('r', 'p') AND c.relnamespace = 'public'::regnamespace`,
    );
    columns = rows;
  });

  test("names every table of the schema", () => {
    const listed = Object.values(dataMap).flatMap((tables) => Object.keys(tables));
    expect(listed.sort()).toEqual([...new Set(columns.map(({ table }) => table))].sort());
  });

  test("and of tables with payers every column that can hold a text", () => {
    for (const [table, named] of columnsOfPayers()) {
      const holds = columns.filter((one) => one.table === table && one.holds).map(({ column }) => column);
      expect(named.sort(), table).toEqual(holds.sort());
    }
  });
});
