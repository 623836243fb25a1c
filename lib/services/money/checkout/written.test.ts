import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { World } from "@/lib/services/core/world";
import { deliverDueWebhooks } from "@/lib/services/hooks/webhooks/deliver-due";
import { inPayingWorld } from "@/lib/testing/in-paying-world";
import { later, paidPayment, sellingStore } from "@/lib/testing/money";
import { type PayingWorld, press } from "@/lib/testing/payments";
import { sentInvoice } from "@/lib/testing/products";
import { type Receiver, startReceiver } from "@/lib/testing/receiver";
import { endpointAt } from "@/lib/testing/webhooks";
import { requestRefund } from "../out/refunds/request";
import type { PaymentFor } from "./purchase";

/** What PostgreSQL wrote for something: rows by table, and the bytes of its log. */
export interface Written {
  rows: Record<string, number>;
  total: number;
  logBytes: number;
}

/**
 * Read from the write-ahead log, which names each row that was written in this database, whoever else writes beside it.
 * Whole pages, which follow a checkpoint, do not count: they depend on the moment. Nor do the sandbox's own records: it
 * stands where a rail is asked by HTTP.
 */
export async function writtenBy(
  { pool }: Pick<World, "pool">,
  run: () => Promise<unknown>,
): Promise<Written> {
  await pool.query("CREATE EXTENSION IF NOT EXISTS pg_walinspect");
  const now = async () => (await pool.query("SELECT pg_current_wal_insert_lsn() AS at")).rows[0].at;
  const from = await now();
  await run();
  const to = await now();
  await pool.query("SELECT pg_logical_emit_message(false, 'written', '', true)");
  const { rows } = await pool.query<{ name: string | null; rows: number; bytes: number }>(
    `SELECT t.relname AS name,
       (count(*) FILTER (WHERE b.resource_manager LIKE 'Heap%' AND b.block_id = 0
         AND b.record_type ~ '^(INSERT|UPDATE|HOT_UPDATE|DELETE|MULTI_INSERT)'))::int AS rows,
       sum(CASE WHEN b.block_id = 0 THEN b.record_length - b.block_fpi_length ELSE -b.block_fpi_length END)::int AS bytes
     FROM pg_get_wal_block_info($1::pg_lsn, $2::pg_lsn, false) b
     LEFT JOIN pg_class t ON pg_relation_filenode(t.oid) = b.relfilenode AND t.relkind = 'r'
       AND t.relnamespace = 'public'::regnamespace
     WHERE b.reldatabase = (SELECT oid FROM pg_database WHERE datname = current_database())
       AND b.relfilenode <> pg_relation_filenode('sandbox_records')
     GROUP BY 1`,
    [from, to],
  );
  const tables = rows.flatMap(({ name, rows: written }) =>
    name && written > 0 ? [[name, written] as const] : [],
  );
  return {
    rows: Object.fromEntries(tables.sort()),
    total: tables.reduce((sum, [, written]) => sum + written, 0),
    logBytes: rows.reduce((sum, { bytes }) => sum + bytes, 0),
  };
}

// What is written for a payment is counted exactly. More than here is a step back: find out what for.

let world: PayingWorld;
let receiver: Receiver;
let shop: Awaited<ReturnType<typeof sellingStore>>;
inPayingWorld(sellingStore, (made) => {
  ({ world, shop } = made);
});

beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

/** Pressed, asked for, confirmed by the rail's callback, and money. */
async function paid(paymentFor: PaymentFor): Promise<void> {
  const { id } = await press(world, shop, {
    for: paymentFor,
    phone: `0772 ${Math.floor(Math.random() * 900) + 100} 129`,
  });
  await world.sandbox.controls.resolve(id, { word: "succeeded" });
  await world.sandbox.controls.deliverCallback(id);
  await world.settled();
  expect(await world.db.paymentAttempt.findUnique({ where: { id } })).toMatchObject({ status: "succeeded" });
}

const start = (): PaymentFor => ({
  kind: "subscription_start",
  productId: shop.products[0].id,
  ref: randomUUID(),
});

test.each([
  { what: "a subscriber's first payment", rows: 30, logBytes: 23_500, run: async () => () => paid(start()) },
  {
    what: "the payment of a next period",
    ...{ rows: 25, logBytes: 18_500 },
    run: async () => {
      await paid(start());
      const { id } = await world.db.subscription.findFirstOrThrow({ where: { storeId: shop.store.id } });
      return () => paid({ kind: "subscription_renewal", subscriptionId: id });
    },
  },
  {
    what: "an invoice's payment",
    ...{ rows: 26, logBytes: 19_700 },
    run: async () => {
      const { id: invoiceId } = await sentInvoice(world, shop, {});
      return () => paid({ kind: "invoice", invoiceId, amount: null });
    },
  },
  {
    what: "a refund, asked for and arrived",
    ...{ rows: 29, logBytes: 16_000 },
    run: async () => {
      const { orderId } = await paidPayment(world, shop);
      return async () => {
        await requestRefund(world, shop.seller, { orderId, reason: "Sorry", requestKey: randomUUID() });
        await later(world, 5_000);
      };
    },
  },
  {
    what: "a webhook, delivered",
    ...{ rows: 7, logBytes: 3_500 },
    run: async () => {
      await endpointAt(world, shop.live, receiver.url);
      await paid(start());
      return () => deliverDueWebhooks(world);
    },
  },
])("$what: at most $rows rows, and $logBytes bytes of log", async ({ rows, logBytes, run }) => {
  // The first payment of a store opens its accounts in the ledger.
  await paid(start());
  // A page of an index that happens to split just then is written whole: of three tries one has none.
  let written = await writtenBy(world, await run());
  for (let tried = 1; tried < 3 && written.logBytes > logBytes; tried += 1)
    written = await writtenBy(world, await run());
  expect(written.total, JSON.stringify(written.rows)).toBeLessThanOrEqual(rows);
  expect(written.logBytes).toBeLessThanOrEqual(logBytes);
});
