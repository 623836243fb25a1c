import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { ReactNode } from "react";
import { beforeAll, expect, test } from "vitest";
import { freshForm } from "@/lib/auth/form-state";
import { serverCookie } from "@/lib/auth/sealed-cookie";
import { createStore } from "@/lib/services/people/accounts/write-store";
import { atPages, html, signIn } from "@/lib/testing/dashboard";
import { testInvoice } from "@/lib/testing/invoices";
import { paidOrder } from "@/lib/testing/order";
import { paymentLink, product } from "@/lib/testing/products";
import { jar } from "@/lib/testing/request";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";

// A member who has only one of two stores walks all pages and actions with the addresses of the other one.

const world = atPages(testWorld());
const root = "app/(seller)/dashboard";
/** In all that the other store has. */
const secret = "Zebrawood";
let first: TestStore;
let other: TestStore;
let ids: string[];

beforeAll(async () => {
  first = await testStore(world);
  const owner = { ...first.live, userId: first.owner.id, role: "owner" as const };
  const wish = { storeName: secret, country: "UG", currency: "UGX", timeZone: "Africa/Kampala" };
  const { id: storeId } = await createStore(world, owner, wish);
  const store = await world.db.store.findUniqueOrThrow({ where: { id: storeId } });
  const of = { ...first, store, live: { ...first.live, storeId }, test: { ...first.test, storeId } };
  const plan = await product(world, of, { name: secret, kind: "subscription", interval: "month" });
  other = { ...of, products: [plan, plan] };
  ids = await fill();
  await signIn(world, first);
  await limit([first.store.id]);
}, 120_000);

/** One of each thing that has a page or an act. */
async function fill(): Promise<string[]> {
  const { id: storeId } = other.store;
  const now = world.clock.now();
  const mail = { customer_name: secret, customer_email: "zebrawood@example.com" };
  const order = await paidOrder(world, other, { name: secret, email: "zebra@example.com" });
  const subscription = await paidSubscription(world, other, { livemode: true, ref: secret });
  await paidSubscription(world, other, { livemode: false, ref: secret });
  const invoice = await testInvoice(world, other.live, mail);
  const link = await paymentLink(world, other, { title: secret });
  const task = await world.db.task.create({
    data: { storeId, kind: "late_payment", subject: secret, details: {}, createdAt: now },
  });
  const key = await world.db.apiKey.create({
    data: {
      ...{ storeId, livemode: true, name: secret, last4: "wood", createdAt: now },
      hash: Buffer.from(secret.padEnd(32)),
    },
  });
  const endpoint = await world.db.webhookEndpoint.create({
    data: {
      ...{ storeId, livemode: true, url: `https://${secret}.example.com/`, types: [], createdAt: now },
      secretSealed: world.secrets.seal("x"),
    },
  });
  const events = await world.db.event.findMany({ where: { storeId }, take: 1 });
  await world.db.message.create({
    data: {
      ...{ storeId, accountId: other.accountId, channel: "email", recipient: "zebra@example.com" },
      ...{ template: "receipt_order", subject: secret, body: secret, dedupeKey: `limited/${storeId}` },
      createdAt: now,
    },
  });
  const things = [order, subscription, invoice, link, task, key, endpoint, ...events];
  return [
    ...things.map(({ id }) => String(id)),
    ...[order.customerId, subscription.customerId, invoice.customerId, other.products[0].id].map(String),
  ];
}

function limit(storeIds: number[]) {
  return world.db.member.updateMany({
    where: { userId: first.owner.id },
    data: { role: "admin", storeIds },
  });
}

function files(name: RegExp): string[] {
  return readdirSync(root, { recursive: true })
    .map(String)
    .filter((path) => name.test(path) && !path.includes(".test."))
    .sort();
}

const lookAtOther = () => jar.set(serverCookie("store").name, { value: String(other.store.id) });

/** What a page or a file shows; the answer that nothing is there and every redirect show nothing. */
async function shown(path: string, id: string): Promise<string> {
  lookAtOther();
  const loaded = await import(/* @vite-ignore */ `./${path}`);
  const params = Promise.resolve({ id });
  // A part of the word, so that the word itself is only in what was found.
  const query = { search: "zebraw", q: "zebraw", email: "zebra@example.com", order: id, id };
  try {
    if (!path.includes("route.ts"))
      return await html(
        loaded.default({ params, searchParams: Promise.resolve(query) }) as Promise<ReactNode>,
      );
    // Some only take something, and show nothing.
    if (!loaded.GET) return "";
    const address = `http://localhost:3000/dashboard?${new URLSearchParams(query)}`;
    return await (await loaded.GET(new Request(address), { params })).text();
  } catch (error) {
    const { digest } = error as { digest?: string };
    if (digest?.startsWith("NEXT_")) return digest;
    throw error;
  }
}

const seen = (page: string) => page.includes(secret);

test("no page and no file shows anything of the other store, under any of its addresses", async () => {
  const found: string[] = [];
  for (const path of files(/(^|\/)(page\.tsx|route\.tsx?)$/)) {
    const wanted = path.includes("[id]") ? ids : ["1"];
    for (const id of wanted) if (seen(await shown(path, id))) found.push(`${path} ${id}`);
  }
  expect(found).toEqual([]);
}, 600_000);

test("with all stores the same member is shown the other one", async () => {
  await limit([]);
  for (const path of [
    "products/page.tsx",
    "customers/page.tsx",
    "orders/page.tsx",
    "customers/export/route.ts",
  ])
    expect(seen(await shown(path, "1")), path).toBe(true);
  await limit([first.store.id]);
});

test("no action changes anything of the other store", async () => {
  const before = await rowsOfOther();
  expect(before.length).toBeGreaterThan(10);
  const odd: string[] = [];
  let called = 0;
  // Acts on oneself change no store.
  const paths = files(/actions?\.ts$/).filter((path) => !path.startsWith("account/"));
  for (const path of paths) {
    const actions: Record<string, (...args: unknown[]) => Promise<unknown>> = await import(
      /* @vite-ignore */ `./${path}`
    );
    for (const [name, act] of Object.entries(actions).filter(([, act]) => typeof act === "function"))
      for (const id of ids) {
        lookAtOther();
        const form = formWith(id, readFileSync(join(root, path), "utf8"));
        called += 1;
        try {
          await (act.length === 1 ? act(form) : act(freshForm, form));
        } catch (error) {
          if (!(error as { digest?: string }).digest?.startsWith("NEXT_")) odd.push(`${name}: ${error}`);
        }
      }
  }
  expect(called).toBeGreaterThan(300);
  expect(odd).toEqual([]);
  expect(await rowsOfOther()).toEqual(before);
}, 600_000);

/** Every name that a form of this file may have, holding the same thing. */
function formWith(id: string, source: string): FormData {
  const form = new FormData();
  const names = [...source.matchAll(/(\w+): (?:idField|textField|z\.)/g)].flatMap(([, name]) => name ?? []);
  for (const name of new Set([...names, "id", "reason", "amount"])) form.set(name, id);
  // Who would be the member of that number is not a thing of a store.
  form.set("member", "2000000000");
  form.set("confirm", "yes");
  return form;
}

async function rowsOfOther(): Promise<string[]> {
  const storeId = other.store.id;
  const where = { where: { storeId } };
  const customers = { where: { OR: [{ name: secret }, { orders: { some: { storeId } } }] } };
  const rows = await Promise.all([
    world.db.store.findMany({ where: { id: storeId } }),
    world.db.product.findMany(where),
    world.db.order.findMany(where),
    world.db.subscription.findMany(where),
    world.db.invoice.findMany(where),
    world.db.paymentLink.findMany(where),
    world.db.task.findMany(where),
    world.db.apiKey.findMany(where),
    world.db.webhookEndpoint.findMany(where),
    world.db.event.findMany(where),
    world.db.message.findMany(where),
    world.db.refund.findMany(where),
    world.db.payout.findMany(where),
    world.db.customer.findMany(customers),
  ]);
  return rows
    .flat()
    .map((row) => JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `${value}` : value)))
    .sort();
}
