import type { World } from "@/lib/services/core/world";
import { newSecret } from "@/lib/services/hooks/webhooks/sign";
import { freePort } from "../../ports";
import { Problem } from "../../problem";
import { fillStores } from "./fill";
import { type BenchReceiver, hangs, startBenchReceiver } from "./receiver";
import { until } from "./until";

const patienceMs = 300_000;

/** Sellers with servers of their own, all of them in this process, and the events that happen to them. */
export class Sellers {
  #batch = 0;

  private constructor(
    private readonly world: World,
    private readonly receiver: BenchReceiver,
    private readonly deadUrl: string,
  ) {}

  static async open(world: World): Promise<Sellers> {
    return new Sellers(world, await startBenchReceiver(), `http://127.0.0.1:${await freePort()}/`);
  }

  /** New stores, each of an account of its own. */
  async open(count: number): Promise<number[]> {
    const client = await this.world.pool.connect();
    try {
      return await fillStores(client, count);
    } finally {
      client.release();
    }
  }

  /** An endpoint for each of the stores, whose server answers, hangs, or is not there. */
  async addEndpoints(storeIds: number[], server: "answers" | "hangs" | "dead"): Promise<void> {
    const secret = newSecret(this.world);
    const urls = { hangs: () => this.receiver.urlOf(hangs), dead: () => this.deadUrl };
    for (const id of storeIds) this.receiver.secrets.set(nameOf(id), secret);
    await this.world.pool.query(
      `INSERT INTO webhook_endpoints (store_id, livemode, url, types, secret_sealed, created_at)
       SELECT id, true, url, '{order.paid}', $3, now() FROM unnest($1::int[], $2::text[]) AS store (id, url)`,
      [
        storeIds,
        storeIds.map((id) => (server === "answers" ? this.receiver.urlOf(nameOf(id)) : urls[server]())),
        this.world.secrets.seal(secret),
      ],
    );
  }

  /** Events as the outbox has them, `each` a store about so many objects, and a wake-up for the workers. */
  async publish(storeIds: number[], of: { each: number; objects: number }): Promise<string[]> {
    this.#batch += 1;
    const { rows } = await this.world.pool.query<{ key: string }>(publishSql, [
      storeIds,
      of.each,
      String(this.#batch),
      of.objects,
    ]);
    this.world.wake("webhooks");
    return rows.map(({ key }) => key);
  }

  /** When each of the events arrived. Throws Problem when one has not come in time, or its signature does not fit. */
  async untilArrived(events: string[]): Promise<number[]> {
    const { receiver } = this;
    const missing = [...events];
    await until(
      () => {
        // From the end: a look at all of them every time would cost what is measured here a part of its processor.
        while (missing.length > 0 && receiver.arrivedAt.has(missing.at(-1) ?? "")) missing.pop();
        return missing.length === 0;
      },
      {
        everyMs: 2,
        withinMs: patienceMs,
        late: () => `Of ${events.length} webhooks ${missing.length} have not arrived.`,
      },
    );
    if (receiver.forged > 0)
      throw new Problem(`${receiver.forged} webhooks had a signature that does not fit.`);
    return events.map((event) => receiver.arrivedAt.get(event) ?? Number.NaN);
  }

  /** These sellers are gone, with all that waits for them. */
  async retire(storeIds: number[]): Promise<void> {
    const { pool } = this.world;
    await pool.query("UPDATE webhook_endpoints SET deleted_at = now() WHERE store_id = ANY ($1::int[])", [
      storeIds,
    ]);
    await pool.query(
      `UPDATE webhook_deliveries SET status = 'skipped', skipped_reason = 'endpoint_deleted', next_attempt_at = NULL,
         leased_until = NULL, completed_at = now()
       WHERE status = 'pending' AND store_id = ANY ($1::int[])`,
      [storeIds],
    );
    this.receiver.hangUp();
  }

  async close(): Promise<void> {
    this.receiver.close();
    await this.world.pool.query("UPDATE webhook_endpoints SET deleted_at = now() WHERE deleted_at IS NULL");
  }
}

const nameOf = (storeId: number) => `store-${storeId}`;

const publishSql = `
  WITH made AS (
    INSERT INTO events (id, store_id, livemode, type, object_id, sequence, dedupe_key, payload, occurred_at, created_at)
    SELECT 'evt_bench_' || $3 || '_' || s || '_' || n, s, true, 'order.paid', $3 || '_' || n % $4, n,
      'bench/' || $3 || '/' || s || '/' || n,
      '{"id":"evt_bench_' || $3 || '_' || s || '_' || n || '","type":"order.paid","livemode":true,"data":{"note":"' || repeat('x', 1200) || '"}}',
      now(), now()
    FROM unnest($1::int[]) s, generate_series(1, $2::int) n
    RETURNING id, store_id, object_id, sequence
  ), waiting AS (
    INSERT INTO webhook_deliveries (store_id, livemode, event_id, endpoint_id, line, next_attempt_at, created_at)
    SELECT made.store_id, true, made.id, w.id, made.object_id, now(), now()
    FROM made JOIN webhook_endpoints w ON w.store_id = made.store_id AND w.livemode AND w.deleted_at IS NULL
    ORDER BY made.sequence
  )
  SELECT 'store-' || store_id || '/' || id AS key FROM made`;
