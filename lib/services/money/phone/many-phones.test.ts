import { describe, expect, test } from "vitest";
import { phoneSecret } from "@/lib/providers/rails/phone/phone";
import { saveAccount } from "@/lib/services/desk/own-accounts/connect";
import { listAccounts } from "@/lib/services/desk/own-accounts/read";
import { openStage } from "@/lib/testing/in-paying-world";
import { testPassword as password, sellingStore } from "@/lib/testing/money";
import { press } from "@/lib/testing/payments";
import { gatewayPost, Sim } from "@/lib/testing/phone-sim";
import { pagesOf, statementsOf } from "@/lib/testing/statements";
import { receiveCallback } from "../settlement/receive-callback";
import { answerGap, startChain } from "./gaps";
import { minuteOfPhones } from "./minute";

const world = await openStage();
const phones = 1_000;
const each = 40;

async function openShop() {
  const shop = await sellingStore(world);
  const { key } = await saveAccount(world, shop.seller, {
    ...{ rail: "phone", livemode: true, label: "Shop phone", password },
    credentials: { network: "mtn_ug", number: "0772 400 400" },
  });
  const callbackUrl = (await listAccounts(world, shop.seller))[0]?.callbackUrl ?? "";
  const sim = new Sim(world.clock);
  await startChain(world, shop.seller, key, String(sim.balance));
  world.clock.advance(3 * 60_000);
  const hears = async (text: string) => {
    const { pathname } = new URL(callbackUrl);
    const at = world.clock.now();
    const { body, headers } = gatewayPost(text, { secret: phoneSecret(callbackUrl), at });
    const received = await receiveCallback(world, pathname.replace("/api/rails/", ""), {
      ...{ method: "POST", host: "localhost", path: pathname, query: new URLSearchParams(), headers },
      ...{ body: Buffer.from(body), ip: "192.0.2.1" },
    });
    await received.work();
  };
  const pays = async () => {
    const phone = `0772 ${100 + Math.floor(Math.random() * 900)} 129`;
    const ref = String(Math.random());
    const { id } = await press(world, shop, {
      ...{ phone, for: { kind: "subscription_start", productId: shop.products[0].id, ref } },
    });
    const { amountMinor } = await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } });
    const text = sim.receives(Number(amountMinor), { from: phone });
    const { sent } = await statementsOf(() => hears(text));
    expect(await world.db.paymentAttempt.findUniqueOrThrow({ where: { id } })).toMatchObject({
      status: "succeeded",
    });
    return sent.length;
  };
  return { shop, key, pays, hears, sim };
}

/** Other phones, each with a chain and messages of the last two weeks that are all taken in. */
async function fill(key: string): Promise<void> {
  const now = world.clock.now();
  await world.pool.query(
    `INSERT INTO rail_accounts SELECT (r).* FROM (
       SELECT jsonb_populate_record(a, jsonb_build_object('key', 'phone:other' || n, 'enabled', true,
         'address_hash', '\\x' || encode(sha256(n::text::bytea), 'hex'))) AS r
       FROM rail_accounts a, generate_series(1, $2::int) n WHERE a.key = $1) made`,
    [key, phones],
  );
  await world.pool.query(
    `INSERT INTO phone_chains SELECT (r).* FROM (
       SELECT jsonb_populate_record(c, jsonb_build_object('rail', 'phone:other' || n, 'heard_at', $3::timestamptz)) AS r
       FROM phone_chains c, generate_series(1, $2::int) n WHERE c.rail = $1) made`,
    [key, phones, now],
  );
  await world.pool.query(
    `INSERT INTO phone_messages (store_id, rail, digest, kind, receipt, currency, moved_minor, sealed, state, at, is_exact,
       is_behind, is_taken, heard_at)
     SELECT m.store_id, 'phone:other' || n, sha256((n || '/' || k)::bytea), m.kind, k::text, m.currency, m.moved_minor,
       m.sealed, 'fits', t, true, k > 6, true, t
     FROM (SELECT * FROM phone_messages WHERE rail = $1 LIMIT 1) m, generate_series(1, $2::int) n,
       generate_series(1, $3::int) k, LATERAL (SELECT $4::timestamptz - make_interval(hours => 8 * k) AS t) l`,
    [key, phones, each, now],
  );
  await world.pool.query("VACUUM ANALYZE rail_accounts, phone_chains, phone_messages");
}

/** Each of them behind a gap for an hour, which its seller was asked about. */
async function openGaps(): Promise<void> {
  await world.pool.query(
    `WITH gap AS (
       UPDATE phone_messages SET state = 'waiting' WHERE rail LIKE 'phone:other%' AND receipt = '1'
       RETURNING id, rail, store_id
     ), asked AS (
       INSERT INTO tasks (store_id, kind, subject, created_at)
       SELECT store_id, 'phone_gap', rail || '/' || id, $1 FROM gap
     )
     UPDATE phone_chains c SET gap_before = gap.id, gap_since = $1 FROM gap WHERE gap.rail = c.rail`,
    [new Date(world.clock.now().getTime() - 3_600_000)],
  );
}

describe("beside a thousand phones", () => {
  test("to hear a payment takes as many statements as alone, none of which reads more than a few pages", async () => {
    const { key, pays } = await openShop();
    await pays();
    const alone = await pays();
    await fill(key);
    expect(await pays()).toBe(alone);
    const read = await pagesOf(world.pool, pays);
    expect(read.filter(({ pages }) => pages > 30)).toEqual([]);
  });

  test("a minute in which nothing is due asks four questions, and looks at no messages of phones that are well", async () => {
    const { sent } = await statementsOf(() => minuteOfPhones(world));
    expect(sent).toHaveLength(4);
    const read = await pagesOf(world.pool, () => minuteOfPhones(world));
    expect(read.filter(({ pages }) => pages > 100)).toEqual([]);
  });

  test("the gap of the last is asked about while all others wait for an answer, which costs no minute more", async () => {
    await openGaps();
    const { pays, hears, sim, shop } = await openShop();
    await pays();
    sim.withdraws(1_200);
    await hears(sim.receives(7_777));
    world.clock.advance(2 * 60_000);
    await minuteOfPhones(world);
    const where = { kind: "phone_gap", storeId: shop.store.id };
    expect(await world.db.task.count({ where })).toBe(1);
    const { sent } = await statementsOf(() => minuteOfPhones(world));
    expect(sent).toHaveLength(4);
  });

  test("what is left of phones that were taken away holds nobody's payment", async () => {
    await world.pool.query(
      "UPDATE phone_messages SET is_taken = false, state = 'fits' WHERE rail LIKE 'phone:other%'",
    );
    await world.pool.query(
      "UPDATE rail_accounts SET removed_at = $1, updated_at = $1 WHERE key LIKE 'phone:other%'",
      [world.clock.now()],
    );
    await world.rails.own?.reload();
    const { hears, sim, shop, key } = await openShop();
    sim.withdraws(1_200);
    await hears(sim.receives(7_777));
    const { gapBefore } = await world.db.phoneChain.findUniqueOrThrow({ where: { rail: key } });
    await answerGap(world, shop.seller, key, gapBefore ?? 0n, true);
    await minuteOfPhones(world);
    expect(await world.db.tillPayment.count({ where: { rail: key } })).toBe(1);
  });
});
