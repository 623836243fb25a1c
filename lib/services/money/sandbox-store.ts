import type { Pool, PoolClient } from "pg";
import type { SandboxRecord, SandboxStore } from "@/lib/providers/rails/sandbox/store";

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
