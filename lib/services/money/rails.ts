import type { Pool, PoolClient } from "pg";
import { isOwnAccount } from "@/lib/domain/rail-account";
import type { Clock } from "@/lib/providers/clock";
import { type RouteQuery, railAddressed, routeFor } from "@/lib/providers/rails/kinds";
import type { PaymentRail } from "@/lib/providers/rails/port";
import { createSandbox } from "@/lib/providers/rails/sandbox/sandbox";
import type { SandboxRecord, SandboxStore } from "@/lib/providers/rails/sandbox/store";
import type { Secrets } from "@/lib/providers/secrets";
import type { Rails } from "@/lib/services/core/rails";

/**
 * What payers should know about their money: in the sandbox, or in the test mode of a rail, no money moves. Null: it
 * moves. `storeId`: for a store that may have accounts of its own.
 */
export function playMoneyOf({ sandbox, routes, own }: Rails, storeId?: number): "sandbox" | "test" | null {
  const theirs = storeId === undefined ? null : own?.modeOf(storeId);
  if (theirs) return theirs === "live" ? null : theirs;
  if (sandbox && (routes?.isOn("sandbox") ?? true)) return "sandbox";
  return routes?.isTest() ? "test" : null;
}

/** The rail of an account, by its key. Null for one that is not set up (any more). */
export function railOf({ rails }: { rails: Rails }, key: string): PaymentRail | null {
  if (isOwnAccount(key)) return rails.own?.find(key) ?? null;
  return rails.all.find(({ id }) => id === key) ?? null;
}

/** The rail whose callbacks come to `/api/rails/<address>`: the operator's, or behind a secret a store's own account. */
export async function railAt({ rails }: { rails: Rails }, address: string): Promise<PaymentRail | null> {
  const [called = "", secret, ...more] = address.split("/");
  const id = railAddressed(called);
  if (more.length > 0) return null;
  if (secret !== undefined) return (await rails.own?.findAt(id, secret)) ?? null;
  return rails.all.find((rail) => rail.id === id) ?? null;
}

/** Whether a payer of this store sends the money by themselves, because its first rail is a phone that asks nobody. */
export async function isSentByPayer(
  world: Parameters<typeof routeOf>[0],
  query: Pick<RouteQuery, "country" | "currency"> & { storeId: number; network: string },
): Promise<boolean> {
  const [first] = await routeOf(world, { ...query, op: "charge", method: "mobile_money" });
  return first?.phone !== undefined;
}

/** Whether new payments may begin with this account. */
export function isOn({ rails }: { rails: Rails }, key: string): boolean {
  if (isOwnAccount(key)) return rails.own?.isOn(key) ?? false;
  return rails.routes?.isOn(key) ?? true;
}

/** Every account by which money may be under way: the operator's, and all of stores' own. */
export function everyRail({ rails }: { rails: Rails }): PaymentRail[] {
  return [...rails.all, ...(rails.own?.all() ?? [])];
}

/**
 * The accounts that can do this and are on, best first: those of the store's own, then the operator's in their order.
 * Play money never stands in for real money: beside live accounts of the store's own no sandbox takes anything, and beside
 * play accounts no live rail does. Without
 * wallets nothing comes into the operator's, and nothing is paid out.
 */
export async function routeOf(
  world: { rails: Rails; config?: { wallets: boolean } },
  { storeId, ...query }: RouteQuery & { storeId: number | null },
): Promise<PaymentRail[]> {
  const { routes, own } = world.rails;
  await routes?.ready();
  const mode = storeId === null ? null : (own?.modeOf(storeId) ?? null);
  const isMixed = mode !== null && (mode === "live") !== (playMoneyOf(world.rails) === null);
  const open = isMixed ? [] : world.rails.all.filter(({ id }) => isOn(world, id));
  const theirs = storeId === null || query.op !== "charge" ? [] : (own?.taking(storeId, query) ?? []);
  const [direct, wallet] = await Promise.all([
    routeFor(theirs, query),
    world.config?.wallets === false ? [] : routeFor(open, query, routes?.orderFor(query)),
  ]);
  return [...direct, ...wallet];
}

/**
 * The sandbox, with play money. `sendCallback` posts to our own callback route, at `path` for an account of a store's own,
 * and throws when refused.
 */
export function sandboxRails(options: {
  pool: Pool;
  clock: Clock;
  secrets: Secrets;
  siteUrl: string;
  merchantName: string;
  sendCallback(body: string, headers: Record<string, string>, path?: string): Promise<string | undefined>;
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

/** Posts to the callback route of the server at `origin`, the way a real rail would. */
export function callbackPoster(
  origin: string,
): (body: string, headers: Record<string, string>, path?: string) => Promise<string> {
  return async (body, headers, path = "/api/rails/sandbox") => {
    const signal = AbortSignal.timeout(callbackTimeoutMs);
    const answer = await fetch(origin + path, { method: "POST", body, headers, signal, redirect: "error" });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`The callback route answered ${answer.status}.`);
    return text;
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
