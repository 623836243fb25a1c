import { fingerprint } from "@/lib/providers/secrets";
import { type Batched, batch } from "@/lib/services/core/batch";
import type { World } from "@/lib/services/core/world";
import { holderOf, type KeyHolder, type KeyRow, keyColumns, keyJoins, markUsed } from "./authenticate";
import { type Rate, type RateRow, rateLimit, rateOf, turnInSql, windowText } from "./rate-limit";

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
