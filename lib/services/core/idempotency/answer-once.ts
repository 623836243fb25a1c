import { type Prisma, type PrismaClient, sqlState, type Tx } from "@/lib/db/client";
import { transact } from "../unit";
import type { Unit, World } from "../world";
import type { Claim, Kept } from "./claim";

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
