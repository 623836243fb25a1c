import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import type { SubscriptionRow } from "@/lib/db/rows";
import { PayInvalid } from "@/lib/domain/pay-problem";
import { NotFound } from "@/lib/domain/refusal";
import { paidSubscription } from "@/lib/testing/subscription";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { askContactCode, type ContactChannel, confirmContactCode, readOpenCode } from "./contact-code";

let world: TestWorld;
let shop: TestStore;
let row: SubscriptionRow;

beforeEach(async () => {
  world = testWorld();
  shop = await testStore(world);
  row = await paidSubscription(world, shop, { livemode: true, ref: "user_1", email: "old@example.com" });
});

test("six digits go to the new address, and once they come back it is the customer's", async () => {
  expect(await ask("email", " New@Example.com ")).toBe("sent");
  const { recipient, body } = await newest();
  expect(recipient).toBe("new@example.com");
  expect(await email()).toBe("old@example.com");
  expect(await confirm(codeIn(body))).toMatchObject({ kind: "changed" });
  expect(await email()).toBe("new@example.com");
  const told = await world.db.event.findFirstOrThrow({ where: { objectId: `customer/${row.customerId}` } });
  expect(told.type).toBe("customer.updated");
  expect(JSON.parse(told.payload).data.email).toBe("new@example.com");
});

test("a phone number is proven the same way, by SMS", async () => {
  await ask("sms", "0772 555 789");
  expect(await readOpenCode(world, shop.live, row.id)).toEqual({ channel: "sms", value: "0772 555789" });
  const { channel, recipient, body } = await newest();
  expect([channel, recipient]).toEqual(["sms", "+256772555789"]);
  expect(await confirm(codeIn(body))).toMatchObject({ kind: "changed" });
  const customer = await world.db.customer.findUniqueOrThrow({ where: { id: row.customerId } });
  expect(customer).toMatchObject({ phone: "+256772555789", email: "old@example.com" });
});

test("five wrong tries use the code up, and even the right one is too late then", async () => {
  await ask("email", "new@example.com");
  const code = codeIn((await newest()).body);
  const wrong = code === "000000" ? "111111" : "000000";
  const said = [];
  for (let tried = 0; tried < 5; tried += 1) said.push(await confirm(wrong));
  expect(said.slice(0, 4)).toEqual([4, 3, 2, 1].map((triesLeft) => ({ kind: "wrong", triesLeft })));
  expect(said[4]).toEqual({ kind: "over" });
  expect(await confirm(code)).toEqual({ kind: "over" });
  expect(await email()).toBe("old@example.com");
});

test("one phone gets as many codes in a day as any text by request, of all subscriptions together", async () => {
  world = testWorld({ sms: { send: async () => ({ ref: "x" }) } });
  const said: string[] = [];
  for (const ref of ["a", "b", "c"]) {
    row = await paidSubscription(world, shop, { livemode: true, ref });
    for (let nth = 0; nth < 2; nth += 1) said.push(await ask("sms", "0772 556 789"));
  }
  expect(said).toEqual(["sent", "sent", "sent", "sent", "sent", "too_many"]);
  expect(await world.db.message.count({ where: { recipient: "+256772556789" } })).toBe(5);
});

test("tries sent at once are counted one by one", async () => {
  await ask("email", "new@example.com");
  const code = codeIn((await newest()).body);
  const wrong = code === "000000" ? "111111" : "000000";
  const said = await Promise.all(Array.from({ length: 8 }, () => confirm(wrong)));
  expect(said.filter(({ kind }) => kind === "wrong")).toHaveLength(4);
});

test("a code works for ten minutes and once", async () => {
  await ask("email", "new@example.com");
  const code = codeIn((await newest()).body);
  world.clock.advance(10 * 60_000);
  expect(await confirm(code)).toEqual({ kind: "over" });
  await ask("email", "new@example.com");
  const fresh = codeIn((await newest()).body);
  expect(await confirm(fresh)).toMatchObject({ kind: "changed" });
  expect(await confirm(fresh)).toEqual({ kind: "over" });
});

test("only the newest code counts, and there are three an hour", async () => {
  await ask("email", "one@example.com");
  const first = codeIn((await newest()).body);
  await ask("email", "two@example.com");
  const second = codeIn((await newest()).body);
  if (first !== second) expect((await confirm(first)).kind).toBe("wrong");
  expect(await ask("email", "three@example.com")).toBe("sent");
  expect(await ask("email", "four@example.com")).toBe("too_many");
  world.clock.advance(60 * 60_000);
  expect(await ask("email", "four@example.com")).toBe("sent");
});

test("a code that the release before this one sent a minute ago works on", async () => {
  await ask("email", "new@example.com");
  const columns =
    "store_id, livemode, subscription_id, channel, value_sealed, code_hash, tries_left, expires_at";
  await world.pool.query(
    `INSERT INTO contact_codes (${columns}, created_at) SELECT ${columns}, now() FROM proofs`,
  );
  await world.pool.query("DELETE FROM proofs");
  const sql = readFileSync("prisma/migrations/20261124110002_proofs/migration.sql", "utf8");
  await world.pool.query(sql.slice(sql.indexOf("INSERT INTO")));
  expect(await confirm(codeIn((await newest()).body))).toMatchObject({ kind: "changed" });
});

test("an address that another customer of the account has stays with that customer", async () => {
  await paidSubscription(world, shop, { livemode: true, ref: "user_2", email: "theirs@example.com" });
  await ask("email", "theirs@example.com");
  expect(await confirm(codeIn((await newest()).body))).toEqual({ kind: "taken" });
  expect(await email()).toBe("old@example.com");
});

test("what is no address is said in words of its field, and nothing is sent", async () => {
  await expect(ask("email", "nobody")).rejects.toMatchObject({ problems: [{ code: "email_unreadable" }] });
  await expect(ask("sms", "0772")).rejects.toBeInstanceOf(PayInvalid);
  expect(await world.db.message.count({ where: { storeId: shop.store.id } })).toBe(0);
});

test("another store's subscription is not there", async () => {
  const other = await testStore(world);
  const asked = { subscriptionId: row.id, channel: "email" as const, value: "a@example.com", language: "en" };
  await expect(askContactCode(world, other.live, asked)).rejects.toBeInstanceOf(NotFound);
  await expect(confirmContactCode(world, other.live, row.id, "123456")).rejects.toBeInstanceOf(NotFound);
});

function ask(channel: ContactChannel, value: string) {
  return askContactCode(world, shop.live, { subscriptionId: row.id, channel, value, language: "en" });
}

function confirm(code: string) {
  return confirmContactCode(world, shop.live, row.id, code);
}

function newest() {
  return world.db.message.findFirstOrThrow({
    where: { storeId: shop.store.id, template: "contact_code" },
    orderBy: { id: "desc" },
  });
}

function codeIn(body: string): string {
  return /\b\d{6}\b/.exec(body)?.[0] ?? "none";
}

async function email(): Promise<string | null> {
  return (await world.db.customer.findUniqueOrThrow({ where: { id: row.customerId } })).email;
}
