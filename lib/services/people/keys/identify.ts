import type { KeyScope } from "@/lib/db/generated/enums";
import { parseKey } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import { type Batched, batch } from "@/lib/services/core/batch";
import type { Caller, World } from "@/lib/services/core/world";
import { type Rate, type RateRow, rateLimit, rateOf, turnInSql, windowText } from "./rate-limit";

/** The holder of a valid key, and the facts that decide whether their store may use the API. */
export interface KeyHolder {
  keyId: number;
  caller: Caller;
  /** It may GET, and change nothing. */
  readOnly: boolean;
  storeSuspended: boolean;
  developerAccessBlocked: boolean;
  planIncludesApi: boolean;
}

/** A row of `keyColumns` from `keyJoins`. */
export interface KeyRow {
  id: number;
  livemode: boolean;
  scope: KeyScope;
  last_used_at: Date | null;
  expires_at: Date | null;
  store_id: number;
  account_id: number;
  status: "active" | "suspended";
  developer_access_blocked_at: Date | null;
  includes_api: boolean;
}

const lastUsedStepMs = 60_000;

export const keyColumns = `k.id, k.livemode, k.scope, k.last_used_at, k.expires_at,
  s.id AS store_id, s.account_id, s.status, s.developer_access_blocked_at, p.includes_api`;
export const keyJoins = `api_keys k JOIN stores s ON s.id = k.store_id JOIN plans p ON p.code = s.plan_code`;

// Nothing is cached between calls, so a deleted key stops working at its next call.
const findKey = {
  name: "authenticate-key",
  text: `
    SELECT ${keyColumns} FROM ${keyJoins} WHERE k.hash = $1`,
};

/**
 * Finds the holder of a key with one query. Null when the key is wrong, deleted or past the end of its overlap (spec,
 * Authentication). Key, store and plan come in one row, so that they are from the same moment.
 */
export async function authenticateKey(world: World, key: string): Promise<KeyHolder | null> {
  if (!parseKey(key)) return null;
  const { rows } = await world.pool.query<KeyRow>({ ...findKey, values: [Buffer.from(fingerprint(key))] });
  const row = rows[0];
  const now = world.clock.now();
  if (!row || (row.expires_at !== null && row.expires_at <= now)) return null;
  markUsed(world, row, now);
  return holderOf(row);
}

export function holderOf(row: KeyRow): KeyHolder {
  return {
    keyId: row.id,
    caller: {
      storeId: row.store_id,
      accountId: row.account_id,
      livemode: row.livemode,
      actor: `key:${row.id}`,
    },
    readOnly: row.scope === "read",
    storeSuspended: row.status === "suspended",
    developerAccessBlocked: row.developer_access_blocked_at !== null,
    planIncludesApi: row.includes_api,
  };
}

/**
 * Stores the last use, which the owner sees to the minute. The answer does not wait for it: losing it is better than a
 * slower call.
 */
export function markUsed(world: World, row: Pick<KeyRow, "id" | "last_used_at">, now: Date): void {
  const before = new Date(now.getTime() - lastUsedStepMs);
  if (row.last_used_at && row.last_used_at > before) return;
  world.pool
    .query({
      name: "mark-key-used",
      text: "UPDATE api_keys SET last_used_at = $2 WHERE id = $1 AND (last_used_at IS NULL OR last_used_at <= $3)",
      values: [row.id, now, before],
    })
    .catch((error: unknown) =>
      world.log.warn({ err: error }, "When a key was last used could not be noted."),
    );
}

/** The key's holder, and whether the rate limit allows the request. */
export interface Identified {
  holder: KeyHolder;
  rate: Rate;
}

/**
 * The parts `key` and `turn` of a statement: each key of `asked` that works at the instant $4, with these columns of it, and
 * its turn. Requests are counted in the order of their subjects, so that two such statements cannot deadlock. $2 and $3 are
 * those of `turnInSql`.
 */
export const keysInSql = (asked: string, columns: string) => `
    key AS (
      SELECT ${columns}, ${keyColumns}, 'key:' || k.id AS subject FROM ${asked}, ${keyJoins}
      WHERE k.hash = asked.hash AND (k.expires_at IS NULL OR k.expires_at > $4)
    ), ${turnInSql("SELECT subject FROM key")}`;

/**
 * `authenticateKey` and `countRequest` in one statement and one round trip. Requests that wait at the same time share it.
 * Null when the key is wrong, deleted or past its overlap.
 */
export function identifyKey(world: World, key: string): Promise<Identified | null> {
  const line = lines.get(world) ?? batch((hashes: Buffer[]) => identifyAll(world, hashes), nameOf);
  lines.set(world, line);
  return line(Buffer.from(fingerprint(key)));
}

const lines = new WeakMap<World, Batched<Buffer, Identified | null>>();
/** One statement can count only one request of a key. */
const nameOf = (hash: Buffer) => hash.toString("latin1");

async function identifyAll(world: World, hashes: Buffer[]) {
  const at = world.clock.now();
  const { rows } = await world.pool.query<KeyRow & RateRow & { n: string }>({
    ...statement,
    values: [hashes, rateLimit.requests, windowText, at],
  });
  const found = new Map(rows.map((row) => [Number(row.n), row]));
  return hashes.map((_, index) => {
    const row = found.get(index + 1);
    return row ? identified(world, row, at) : null;
  });
}

/** What a row of `key` and `turn` says of a request, whose key is noted as used. */
export function identified(world: World, row: KeyRow & RateRow, at: Date): Identified {
  markUsed(world, row, at);
  return { holder: holderOf(row), rate: rateOf(row, rateLimit.requests) };
}

const statement = {
  name: "identify-keys",
  text: `
    WITH ${keysInSql("unnest($1::bytea[]) WITH ORDINALITY AS asked(hash, n)", "asked.n")}
    SELECT key.*, turn.allowed, turn.used, turn.oldest, turn.now FROM key JOIN turn USING (subject)`,
};
