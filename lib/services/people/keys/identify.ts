import { fingerprint } from "@/lib/providers/secrets";
import { type Batched, batch } from "@/lib/services/core/batch";
import type { World } from "@/lib/services/core/world";
import { holderOf, type KeyHolder, type KeyRow, keyColumns, keyJoins, markUsed } from "./authenticate";
import { type Rate, type RateRow, rateLimit, rateOf, turnInSql, windowText } from "./rate-limit";

/**
 * `authenticateKey` and `countRequest` in one statement and one round trip. Requests that wait at the same time share it.
 * Null when the key is wrong, deleted or past its overlap.
 */
export function identifyKey(world: World, key: string): Promise<{ holder: KeyHolder; rate: Rate } | null> {
  const line = lines.get(world) ?? batch((hashes: Buffer[]) => identifyAll(world, hashes), nameOf);
  lines.set(world, line);
  return line(Buffer.from(fingerprint(key)));
}

const lines = new WeakMap<World, Batched<Buffer, { holder: KeyHolder; rate: Rate } | null>>();
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
    if (!row) return null;
    markUsed(world, row, at);
    return { holder: holderOf(row), rate: rateOf(row, rateLimit.requests) };
  });
}

// Counted in the order of their subjects, so that two such statements cannot deadlock.
const statement = {
  name: "identify-keys",
  text: `
    WITH key AS (
      SELECT asked.n, ${keyColumns}, 'key:' || k.id AS subject
      FROM unnest($1::bytea[]) WITH ORDINALITY AS asked(hash, n), ${keyJoins}
      WHERE k.hash = asked.hash AND (k.expires_at IS NULL OR k.expires_at > $4)
    ), ${turnInSql("SELECT subject FROM key")}
    SELECT key.*, turn.allowed, turn.used, turn.oldest, turn.now FROM key JOIN turn USING (subject)`,
};
