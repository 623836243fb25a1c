import { type Prisma, type PrismaClient, sqlState, type Tx } from "@/lib/db/client";
import { transact } from "../unit";
import type { Unit, World } from "../world";
import type { Claim, Kept } from "./claim";

/** Another request took the key over after this one had held it for too long: what this one did is undone. */
class LockLost extends Error {
  override name = "LockLost";
}

const triesMax = 5;

/**
 * Does the work of a request and keeps its answer, in one transaction: whoever repeats the request finds both or
 * neither. The verbs it calls join that transaction, so they must not call the network: see `noteStep` for those.
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
 * For work that cannot be one transaction, since somebody is called in between: runs its first part once and notes what
 * it gave, in one transaction. A request that was killed after that goes on from there when it is repeated.
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

/** Keeps an answer beside which there is no effect that it must be kept with. */
export async function storeAnswer(world: World, claim: Claim, answer: Kept): Promise<void> {
  await transact(world, (unit) => keep(unit, claim, { status: answer.status, body: answer.text }));
}

/**
 * The request came to nothing that is kept, so the key is free again. Where a step was noted the key stays with this
 * request, which may be repeated at once.
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
 * Verbs try again by themselves when they met others. Inside a transaction of ours they cannot, because an error ends all
 * of it, so all of it is tried again here.
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

/** Serialization failure, deadlock, unique violation, and what every statement after one of them is told. */
const metOthers = new Set(["40001", "40P01", "23505", "25P02"]);

/** Safe: verbs open transactions through `transact` alone, which joins; of the client they use its models and raw queries. */
function joinedDb(tx: Tx): PrismaClient {
  return tx as Prisma.TransactionClient as PrismaClient;
}
