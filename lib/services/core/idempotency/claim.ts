import { type Prisma, type PrismaClient, sqlState, type Tx } from "@/lib/db/client";
import { Refusal } from "@/lib/domain/refusal";
import { transact } from "../unit";
import type { Caller, Unit, World } from "../world";

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

/** Another request took over the key because this one held it for too long: this one is rolled back. */
class LockLost extends Error {
  override name = "LockLost";
}

const triesMax = 5;

/**
 * Does the work of a request and stores its answer in one transaction: a repeated request finds both or neither. The
 * verbs it calls join that transaction, so they must not call the network: see `noteStep` for those.
 */
export async function answerOnce(
  world: World,
  claim: Claim,
  work: (joined: World) => Promise<Kept>,
): Promise<Kept> {
  return inOne(world, async (joined, unit) => {
    const answer = await work(joined);
    await keep(unit, claim, { status: answer.status, body: answer.text });
    return answer;
  });
}

/**
 * For work that cannot be one transaction, because it calls the network in between: runs its first part once and stores
 * the result, in one transaction. If the request is killed after that, its repetition continues from there.
 */
export async function noteStep(
  world: World,
  claim: Claim,
  work: (joined: World) => Promise<string>,
): Promise<string> {
  if (claim.step !== null) return claim.step;
  return inOne(world, async (joined, unit) => {
    const step = await work(joined);
    await keep(unit, claim, { status: null, body: step });
    return step;
  });
}

/** Stores an answer that has no effects to commit with it. */
export async function storeAnswer(world: World, claim: Claim, answer: Kept): Promise<void> {
  await transact(world, (unit) => keep(unit, claim, { status: answer.status, body: answer.text }));
}

/**
 * Releases the key, because the request stored nothing. If a step was stored, the key stays with this request, which
 * may be repeated at once.
 */
export async function releaseKey(world: World, claim: Claim): Promise<void> {
  const { storeId, livemode, key, lockedUntil } = claim;
  const own = { storeId, livemode, key, lockedUntil, status: null };
  await world.db.idempotencyRecord.deleteMany({ where: { ...own, body: null } });
  await world.db.idempotencyRecord.updateMany({ where: own, data: { lockedUntil: world.clock.now() } });
}

async function keep(
  unit: Unit,
  { storeId, livemode, key, lockedUntil }: Claim,
  data: { status: number | null; body: string },
): Promise<void> {
  const { count } = await unit.tx.idempotencyRecord.updateMany({
    where: { storeId, livemode, key, lockedUntil, status: null },
    data,
  });
  if (count === 0) throw new LockLost("Somebody else holds this Idempotency-Key by now.");
}

/**
 * Verbs normally retry by themselves after a conflict. Inside our transaction they cannot, because an error ends the
 * whole transaction, so the whole of it is retried here.
 */
async function inOne<T>(world: World, work: (joined: World, unit: Unit) => Promise<T>): Promise<T> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await transact(world, (unit) => work({ ...world, db: joinedDb(unit.tx), unit }, unit));
    } catch (error) {
      if (tried >= triesMax || !metOthers.has(sqlState(error) ?? "")) throw error;
    }
  }
}

/** Serialization failure, deadlock, unique violation, and the error of every statement after one of them. */
const metOthers = new Set(["40001", "40P01", "23505", "25P02"]);

/**
 * Safe: verbs open transactions only through `transact`, which joins; of the client they use only its models and raw
 * queries.
 */
function joinedDb(tx: Tx): PrismaClient {
  return tx as Prisma.TransactionClient as PrismaClient;
}
