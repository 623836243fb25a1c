import { beforeEach, expect, test } from "vitest";
import { quotas } from "@/lib/domain/limits";
import { transact } from "@/lib/services/core/unit";
import { takers } from "@/lib/testing/outbox";
import { type TestStore, type TestWorld, testStore, testWorld } from "@/lib/testing/world";
import { confirmProof, type ProofOf, readOpenProof, sendProof } from "./proof";

// With a subscription: lib/services/billing/subscriptions/contact-code.test.ts.

let world: TestWorld;
let shop: TestStore;
const phone = "+256772555789";
const email = "new@example.com";

beforeEach(async () => {
  world = testWorld();
  shop = await testStore(world);
});

test("a phone is proven before there is a subscription or a customer", async () => {
  const of = proofOf(phone);
  expect(await send(of, phone)).toBe("sent");
  expect(await readOpenProof(world, of)).toEqual({ channel: "sms", value: phone });
  const message = await world.db.message.findFirstOrThrow({ where: { storeId: shop.store.id } });
  expect(message).toMatchObject({ template: "contact_code", channel: "sms", recipient: phone });
  expect(await confirm(of, await code())).toEqual({ kind: "proven", channel: "sms", value: phone });
  expect(await readOpenProof(world, of)).toBeNull();
  expect(await confirm(of, await code())).toEqual({ kind: "over" });
  expect(await world.db.customer.count({ where: { accountId: shop.accountId } })).toBe(0);
});

test("neither the address nor the code can be read in the table", async () => {
  await send(proofOf(email), email);
  const { rows } = await world.pool.query("SELECT p::text AS said FROM proofs p");
  const said = rows[0].said.replaceAll("\\x", "");
  for (const secret of [email, await code()])
    expect([said.includes(secret), said.includes(Buffer.from(secret).toString("hex"))]).toEqual([
      false,
      false,
    ]);
});

test("an address gets three codes an hour, and one code five tries, tried at once or not", async () => {
  const of = proofOf(email);
  const sent = await Promise.all(Array.from({ length: 5 }, () => send(of, email)));
  expect(sent.sort()).toEqual(["sent", "sent", "sent", "too_many", "too_many"]);
  const right = await code();
  const wrong = right === "000000" ? "111111" : "000000";
  const said = await Promise.all(Array.from({ length: 8 }, () => confirm(of, wrong)));
  expect(said.filter(({ kind }) => kind === "wrong")).toHaveLength(4);
  expect(await confirm(of, right)).toEqual({ kind: "over" });
  world.clock.advance(60 * 60_000);
  expect(await send(of, email)).toBe("sent");
});

test("a code works for ten minutes", async () => {
  await send(proofOf(email), email);
  world.clock.advance(10 * 60_000);
  expect(await confirm(proofOf(email), await code())).toEqual({ kind: "over" });
});

test("a code proves one address, for one purpose, in one store and mode", async () => {
  const of = proofOf(email);
  await send(of, email);
  const other = await testStore(world);
  const right = await code();
  const others: ProofOf[] = [
    { ...of, whose: { value: "other@example.com" } },
    { ...of, purpose: "contact" },
    { ...of, storeId: other.store.id },
    { ...of, livemode: false },
  ];
  for (const one of others) expect(await confirm(one, right)).toEqual({ kind: "over" });
  expect((await confirm(of, right)).kind).toBe("proven");
});

test("strangers ask for as many texts a day as a new store may send, whatever the phones, and then for none", async () => {
  world = testWorld(takers());
  shop = await testStore(world);
  const answers = [];
  for (let nth = 0; nth <= quotas.fresh.sms; nth += 1) {
    const one = `+2567725580${String(nth).padStart(2, "0")}`;
    answers.push(await send(proofOf(one), one));
  }
  expect(answers).toEqual([...Array(quotas.fresh.sms).fill("sent"), "too_many"]);
  expect(await world.db.proof.count({ where: { storeId: shop.store.id } })).toBe(quotas.fresh.sms);
  world.clock.advance(24 * 60 * 60_000);
  expect(await send(proofOf(phone), phone)).toBe("sent");
});

test("in test mode nothing is sent", async () => {
  const of = { ...proofOf(phone), livemode: false };
  expect(await send(of, phone)).toBe("sent");
  expect(await world.db.message.count({ where: { storeId: shop.store.id } })).toBe(0);
});

function proofOf(value: string): ProofOf {
  return { storeId: shop.store.id, livemode: true, purpose: "trial", whose: { value } };
}

function send(of: ProofOf, value: string) {
  const channel = value.includes("@") ? ("email" as const) : ("sms" as const);
  return transact(world, (unit) => sendProof(unit, of, { channel, value, language: "en" }));
}

function confirm(of: ProofOf, typed: string) {
  return transact(world, (unit) => confirmProof(unit, of, typed));
}

/** The newest one. */
async function code(): Promise<string> {
  const { body } = await world.db.message.findFirstOrThrow({
    where: { storeId: shop.store.id },
    orderBy: { id: "desc" },
  });
  return /\b\d{6}\b/.exec(body)?.[0] ?? "none";
}
