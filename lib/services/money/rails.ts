import type { Pool, PoolClient } from "pg";
import type { Clock } from "@/lib/providers/clock";
import { type RouteQuery, routeFor } from "@/lib/providers/rails/kinds";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { createSandbox } from "@/lib/providers/rails/sandbox/sandbox";
import type { SandboxRecord, SandboxStore } from "@/lib/providers/rails/sandbox/store";
import type { Secrets } from "@/lib/providers/secrets";
import type { Rails } from "@/lib/services/core/rails";

/**
 * What payers should know about their money: in the sandbox, or in the test mode of a rail, no money moves. Null: it
 * moves.
 */
export function playMoneyOf({ sandbox, routes }: Rails): "sandbox" | "test" | null {
  if (sandbox && (routes?.isOn("sandbox") ?? true)) return "sandbox";
  return routes?.isTest() ? "test" : null;
}

/** Null for a rail that is not set up (any more). */
export function railOf(world: { rails: Rails }, id: string): PaymentRail | null {
  return world.rails.all.find((rail) => rail.id === id) ?? null;
}

/** The rails that can do this and are on, best first, in the operator's order where there is one. */
export async function routeOf(world: { rails: Rails }, query: RouteQuery): Promise<PaymentRail[]> {
  const { routes } = world.rails;
  await routes?.ready();
  const open = world.rails.all.filter(({ id }) => routes?.isOn(id) ?? true);
  return routeFor(open, query, routes?.orderFor(query));
}

/** The sandbox, with play money. `sendCallback` posts to our own callback route and throws when refused. */
export function sandboxRails(options: {
  pool: Pool;
  clock: Clock;
  secrets: Secrets;
  siteUrl: string;
  merchantName: string;
  sendCallback(body: string, headers: Record<string, string>): Promise<void>;
  mode?: "auto" | "handset";
}): Rails {
  const sandbox = createSandbox({
    store: createSandboxStore(options.pool),
    now: () => options.clock.now(),
    siteUrl: options.siteUrl,
    merchantName: options.merchantName,
    callbackSecret: Buffer.from(options.secrets.mac("sandbox-callback", "1")).toString("hex"),
    sendCallback: options.sendCallback,
    mode: options.mode ?? "auto",
  });
  return { all: [sandbox.rail], sandbox };
}

const callbackTimeoutMs = 10_000;

/** Posts to the callback route of this server, the way a real rail would. */
export function callbackPoster(
  url: string,
): (body: string, headers: Record<string, string>) => Promise<void> {
  return async (body, headers) => {
    const signal = AbortSignal.timeout(callbackTimeoutMs);
    const answer = await fetch(url, { method: "POST", body, headers, signal, redirect: "error" });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`The callback route answered ${answer.status}.`);
  };
}

const listMax = 500;

/** Stores the records of the sandbox in our database, in place of a real provider's servers. */
export function createSandboxStore(pool: Pool): SandboxStore {
  return {
    async get(id) {
      const { rows } = await pool.query<Row>("SELECT record FROM sandbox_records WHERE id = $1", [id]);
      return rows[0]?.record ?? null;
    },
    async insert(record) {
      const { rowCount } = await pool.query(
        `INSERT INTO sandbox_records (id, phone, created_at_ms, next_callback_at_ms, record)
         VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
        [record.id, record.phone, record.createdAtMs, record.nextCallbackAtMs, JSON.stringify(record)],
      );
      return rowCount === 1;
    },
    async update(id, change) {
      return inTransaction(pool, async (client) => {
        const sql = "SELECT record FROM sandbox_records WHERE id = $1 FOR UPDATE";
        const { rows } = await client.query<Row>(sql, [id]);
        if (!rows[0]) return null;
        const changed = change(rows[0].record);
        await client.query(
          "UPDATE sandbox_records SET created_at_ms = $2, next_callback_at_ms = $3, record = $4 WHERE id = $1",
          [id, changed.createdAtMs, changed.nextCallbackAtMs, JSON.stringify(changed)],
        );
        return changed;
      });
    },
    async list({ phone, callbackBeforeMs }) {
      const { rows } = await pool.query<Row>(
        `SELECT record FROM sandbox_records
         WHERE ($1::text IS NULL OR phone = $1) AND ($2::bigint IS NULL OR next_callback_at_ms <= $2)
         ORDER BY created_at_ms, id LIMIT ${listMax}`,
        [phone ?? null, callbackBeforeMs ?? null],
      );
      return rows.map(({ record }) => record);
    },
    async between({ fromMs, toMs }) {
      const sql = "SELECT record FROM sandbox_records WHERE created_at_ms >= $1 AND created_at_ms < $2";
      const { rows } = await pool.query<Row>(sql, [fromMs, toMs]);
      return rows.map(({ record }) => record);
    },
  };
}

interface Row {
  record: SandboxRecord;
}

async function inTransaction<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    const result = await work(client);
    await client.query("COMMIT");
    return result;
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}
