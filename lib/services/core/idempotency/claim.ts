import { Refusal } from "@/lib/domain/refusal";
import type { Caller, World } from "../world";

/** Longer than any request may take: it expires only when a process died, and then the request may be repeated. */
const lockMs = 45_000;
const keptMs = 24 * 60 * 60 * 1000;

/** A key that only this request holds until it is answered. */
export interface Claim {
  storeId: number;
  livemode: boolean;
  key: string;
  /** Also distinguishes this holder from one that took over later. */
  lockedUntil: Date;
  /** The stored step of a request that was killed: see `noteStep`. */
  step: string | null;
}

/** An answer as it was sent: status and text, identical bytes on every repetition. */
export interface Kept {
  status: number;
  text: string;
}

/**
 * Claims the Idempotency-Key for this request, or returns the answer that was sent for it. `fingerprint` is the SHA-256
 * of method, path and body. Refusals: `idempotency_key_reused` for a different request, `idempotency_in_progress` while
 * the first one is still running.
 */
export async function claimKey(
  world: World,
  caller: Caller,
  key: string,
  fingerprint: Uint8Array,
): Promise<{ claim: Claim } | { kept: Kept }> {
  const now = world.clock.now();
  const lockedUntil = new Date(now.getTime() + lockMs);
  const scope = { storeId: caller.storeId, livemode: caller.livemode, key };
  // One statement, so that only one of many concurrent requests gets the key: a new key, an expired one, or one whose
  // holder died.
  const { rows } = await world.pool.query<{ step: string | null }>({
    name: "claim-idempotency-key",
    text: `
      INSERT INTO idempotency_records AS r (store_id, livemode, key, fingerprint, locked_until, created_at, expires_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7)
      ON CONFLICT (store_id, livemode, key) DO UPDATE
      SET fingerprint = excluded.fingerprint, locked_until = excluded.locked_until,
          created_at = excluded.created_at, expires_at = excluded.expires_at, status = NULL,
          body = CASE WHEN r.expires_at <= $6 THEN NULL ELSE r.body END
      WHERE r.expires_at <= $6
         OR (r.status IS NULL AND r.locked_until <= $6 AND r.fingerprint = excluded.fingerprint)
      RETURNING body AS step`,
    values: [
      scope.storeId,
      scope.livemode,
      key,
      fingerprint,
      lockedUntil,
      now,
      new Date(now.getTime() + keptMs),
    ],
  });
  if (rows[0]) return { claim: { ...scope, lockedUntil, step: rows[0].step } };
  const record = await world.db.idempotencyRecord.findUnique({
    where: { storeId_livemode_key: scope },
  });
  // Deleted in between: its holder was refused and released it. Answered as if it were still running.
  if (!record) throw new Refusal("idempotency_in_progress");
  if (Buffer.compare(record.fingerprint, fingerprint) !== 0) throw new Refusal("idempotency_key_reused");
  if (record.status === null || record.body === null) throw new Refusal("idempotency_in_progress");
  return { kept: { status: record.status, text: record.body } };
}
