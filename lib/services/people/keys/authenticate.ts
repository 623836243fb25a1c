import type { KeyScope } from "@/lib/db/generated/enums";
import { parseKey } from "@/lib/domain/token";
import { fingerprint } from "@/lib/providers/secrets";
import type { Caller, World } from "@/lib/services/core/world";

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
