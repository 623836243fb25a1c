import { beforeEach, describe, expect, test } from "vitest";
import { sqlState } from "@/lib/db/client";
import { paymentReversed, paymentSettled, payoutRequested } from "@/lib/domain/posting";
import { checkLedger } from "@/lib/testing/check-ledger";
import { type TestStore, testStore, testWorld } from "@/lib/testing/world";
import { transact } from "../unit";
import { readWallet, releaseHeld } from "./hold";

const world = testWorld();
let shop: TestStore;

beforeEach(async () => {
  shop = await testStore(world);
});

function scope(sourceId: string, currency = "UGX") {
  return { sourceId, storeId: shop.store.id, rail: "sandbox", currency };
}

async function pay(
  netMinor: bigint,
  feeMinor: bigint,
  id: string = crypto.randomUUID(),
  currency = "UGX",
): Promise<boolean> {
  return transact(world, async (unit) => {
    const of = scope(id, currency);
    const posted = await unit.post({ ...paymentSettled({ netMinor, feeMinor }), ...of });
    const releaseAt = new Date(unit.now.getTime() + world.config.walletHoldMs);
    const hold = { attemptId: id, storeId: of.storeId, currency, amountMinor: netMinor, releaseAt };
    if (posted) await unit.tx.walletHold.create({ data: hold });
    return posted;
  });
}

const wallet = (currency = "UGX") => readWallet(world.db, shop.store.id, currency);

describe("the ledger", () => {
  test("a payment is the seller's net, pending, and the service's fee; posting it again changes nothing", async () => {
    const id = crypto.randomUUID();
    expect(await pay(49_250n, 750n, id)).toBe(true);
    expect(await pay(49_250n, 750n, id)).toBe(false);
    expect(await wallet()).toMatchObject({ pendingMinor: 49_250n, availableMinor: 0n });
    expect(await checkLedger(world)).toEqual([]);
  });

  test("payments of one store at once add up to the unit, with one set of accounts", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => pay(BigInt(1000 + index), 10n)));
    expect((await wallet()).pendingMinor).toBe(20_190n);
    expect(await world.db.ledgerAccount.count({ where: { storeId: shop.store.id } })).toBe(1);
    expect(await checkLedger(world)).toEqual([]);
  });

  test("what was held long enough becomes available, once", async () => {
    await pay(5_000n, 100n);
    await releaseHeld(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 5_000n, availableMinor: 0n });
    world.clock.advance(world.config.walletHoldMs);
    await Promise.all([releaseHeld(world), releaseHeld(world), releaseHeld(world)]);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 5_000n });
    expect(await checkLedger(world)).toEqual([]);
  });

  test("many holds of one wallet end in one transaction, each with an entry of its own amount", async () => {
    const amounts = Array.from({ length: 12 }, (_, index) => BigInt(1_000 + index));
    for (const amount of amounts) await pay(amount, 10n);
    world.clock.advance(world.config.walletHoldMs);
    const results = await Promise.all([releaseHeld(world), releaseHeld(world), releaseHeld(world)]);
    expect(results.reduce((sum, { released }) => sum + released, 0)).toBe(12);
    const { rows } = await world.pool.query<{ amount: string; transactions: string }>(
      `SELECT p.amount_minor AS amount, count(*) OVER (PARTITION BY t.xmin::text) AS transactions
       FROM ledger_transactions t JOIN ledger_postings p ON p.transaction_id = t.id JOIN ledger_accounts a ON a.id = p.to_account_id
       WHERE t.kind = 'hold_released' AND a.store_id = $1 ORDER BY p.amount_minor`,
      [shop.store.id],
    );
    expect(rows.map(({ amount }) => BigInt(amount))).toEqual(amounts);
    expect(Math.min(...rows.map(({ transactions }) => Number(transactions)))).toBeGreaterThan(1);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n });
    expect(await checkLedger(world)).toEqual([]);
  });

  test("what a store owes is taken from what is released, and a hold releases no more than there is", async () => {
    await pay(3_000n, 0n);
    await transact(world, (unit) =>
      unit.post({
        ...paymentReversed({
          netMinor: 4_000n,
          feeMinor: 0n,
          wallet: { pendingMinor: 3_000n, availableMinor: 0n },
        }),
        ...scope("reversal"),
      }),
    );
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, debtMinor: 1_000n });
    await pay(2_500n, 0n);
    world.clock.advance(world.config.walletHoldMs);
    await releaseHeld(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 1_500n, debtMinor: 0n });
    expect(await checkLedger(world)).toEqual([]);
  });

  test("two currencies are two wallets: neither keeps back, releases or owes what is the other's", async () => {
    const nothing = { pendingMinor: 0n, availableMinor: 0n };
    const taken = paymentReversed({ netMinor: 400n, feeMinor: 0n, wallet: nothing });
    await transact(world, (unit) => unit.post({ ...taken, ...scope("reversal of KES", "KES") }));
    await pay(3_000n, 0n);
    world.clock.advance(world.config.walletHoldMs);
    await pay(1_000n, 0n, crypto.randomUUID(), "KES");
    await pay(500n, 0n);
    await releaseHeld(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 500n, availableMinor: 3_000n });
    expect(await wallet("KES")).toMatchObject({ pendingMinor: 1_000n, availableMinor: 0n, debtMinor: 400n });
    world.clock.advance(world.config.walletHoldMs);
    await releaseHeld(world);
    expect(await wallet()).toMatchObject({ pendingMinor: 0n, availableMinor: 3_500n });
    expect(await wallet("KES")).toMatchObject({ pendingMinor: 0n, availableMinor: 600n, debtMinor: 0n });
    expect(await checkLedger(world)).toEqual([]);
  });

  test("a wallet is never below zero: the database refuses the posting and nothing of it stays", async () => {
    const payout = { ...payoutRequested({ amountMinor: 1n, feeMinor: 0n }), ...scope("payout") };
    const error = await transact(world, (unit) => unit.post(payout)).catch((problem: unknown) => problem);
    expect(sqlState(error)).toBe("23514");
    expect(await world.db.ledgerTransaction.count({ where: { kind: "payout_requested" } })).toBe(0);
  });

  test("entries, postings and accounts are append-only, and balances move by postings alone", async () => {
    await pay(100n, 1n);
    for (const sql of [
      "UPDATE ledger_postings SET amount_minor = 2",
      "DELETE FROM ledger_postings",
      "UPDATE ledger_transactions SET kind = 'x'",
      "UPDATE ledger_accounts SET is_held = NOT is_held",
      "UPDATE ledger_balances SET balance_minor = 7",
      "DELETE FROM ledger_balances",
    ])
      await expect(world.pool.query(sql), sql).rejects.toMatchObject({ code: "23001" });
    await expect(
      world.pool.query(
        "INSERT INTO ledger_transactions (kind, source_id, occurred_at) VALUES ('x', 'y', now())",
      ),
    ).rejects.toMatchObject({ code: "23514" });
  });

  test("the check finds a balance that was bent behind the ledger's back", async () => {
    await pay(100n, 1n);
    const client = await world.pool.connect();
    try {
      await client.query("SET session_replication_role = replica");
      await client.query("UPDATE ledger_balances SET balance_minor = balance_minor + 1");
      const problems = await checkLedger(world);
      expect(problems.join("\n")).toMatch(/is not the sum of its postings/);
      await client.query("UPDATE ledger_balances SET balance_minor = balance_minor - 1");
    } finally {
      await client.query("SET session_replication_role = DEFAULT");
      client.release();
    }
    expect(await checkLedger(world)).toEqual([]);
  });
});
