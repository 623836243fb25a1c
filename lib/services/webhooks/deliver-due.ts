import type { World } from "../world";
import { attemptDelivery } from "./attempt";
import { atOnceMax, type Claimed, claimDue, type Scope } from "./claim";
import { type Outcome, recordAttempt, recordObstacle } from "./record-attempt";

export interface DeliverResult {
  /** Deliveries that ended in a 2xx. */
  delivered: number;
  /** Attempts that did not. */
  failed: number;
  /** When the next delivery is due, at once included; null when nothing waits. */
  nextDueAt: Date | null;
}

/** A pass starts no attempt after this long, so that its caller hears from it; the rest is for the next pass. */
const passMs = 25_000;
/** While attempts are open, events that become due meanwhile are looked for this often. */
const lookMs = 500;

/** Attempts open in this process, by endpoint: two passes at once share what one endpoint and all together may have. */
const running = new Map<number, number>();
let runningCount = 0;
/** Passes claim in turn, so that each counts what the others have just begun. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * Delivers what is due: up to 64 attempts at once and 4 an endpoint, so that one that hangs holds up no other. Each
 * delivery is leased first and recorded after; a worker that dies between the two lets the lease run out, and the same
 * id and bytes are sent again. Safe to miss, to repeat, or to run twice at once.
 */
export async function deliverDueWebhooks(world: World, scope: Scope = {}): Promise<DeliverResult> {
  const result = { delivered: 0, failed: 0 };
  const open = new Set<Promise<void>>();
  const stopAt = performance.now() + passMs;
  /** Endpoints that got room since everything was last looked at, which found nothing more. */
  let freed: Set<number> | null = null;
  let lookAt = 0;
  for (;;) {
    if (performance.now() >= lookAt) freed = null;
    const only: number[] | null = freed && [...freed];
    freed = new Set();
    const wasOpen = open.size;
    const started = await inTurn(async () => {
      const room = performance.now() < stopAt ? atOnceMax - runningCount : 0;
      const claimed = room > 0 ? await claimDue(world, scope, room, running, only) : [];
      for (const delivery of claimed) {
        const work = deliver(world, delivery, result).finally(() => {
          open.delete(work);
          freed?.add(delivery.endpointId);
        });
        open.add(work);
      }
      return claimed.length;
    });
    if (started > 0) continue;
    if (wasOpen === 0 && only === null) break;
    if (only === null) lookAt = performance.now() + lookMs;
    if (open.size > 0) await Promise.race([...open, look()]);
    else lookAt = 0;
  }
  return { ...result, nextDueAt: await nextDueAt(world, scope) };
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

async function deliver(
  world: World,
  claimed: Claimed,
  result: { delivered: number; failed: number },
): Promise<void> {
  running.set(claimed.endpointId, (running.get(claimed.endpointId) ?? 0) + 1);
  runningCount += 1;
  try {
    const outcome = await sendAndRecord(world, claimed);
    if (outcome === "delivered") result.delivered += 1;
    else if (outcome !== "skipped") result.failed += 1;
  } catch (error) {
    result.failed += 1;
    world.log.error(
      { err: error, delivery: String(claimed.deliveryId) },
      "A webhook attempt could not be recorded; it is made again when its lease ends.",
    );
  } finally {
    const left = (running.get(claimed.endpointId) ?? 1) - 1;
    if (left === 0) running.delete(claimed.endpointId);
    else running.set(claimed.endpointId, left);
    runningCount -= 1;
  }
}

async function sendAndRecord(world: World, claimed: Claimed): Promise<Outcome> {
  if (claimed.obstacle !== null) return recordObstacle(world, claimed, claimed.obstacle);
  return recordAttempt(world, claimed, await attemptDelivery(world, claimed, claimed));
}

function look(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, lookMs));
}

/** The soonest plan, or the soonest end of a lease whose worker may have died. */
async function nextDueAt(world: World, scope: Scope): Promise<Date | null> {
  const now = world.clock.now();
  const store = scope.storeId === undefined ? {} : { storeId: scope.storeId };
  const free = await world.db.webhookDelivery.findFirst({
    where: {
      ...store,
      status: "pending",
      nextAttemptAt: { not: null },
      OR: [{ leasedUntil: null }, { leasedUntil: { lte: now } }],
    },
    orderBy: { nextAttemptAt: "asc" },
    select: { nextAttemptAt: true },
  });
  const leased = await world.db.webhookDelivery.findFirst({
    where: { ...store, status: "pending", nextAttemptAt: { lte: now }, leasedUntil: { gt: now } },
    orderBy: { leasedUntil: "asc" },
    select: { leasedUntil: true },
  });
  const times = [free?.nextAttemptAt, leased?.leasedUntil].filter((time) => time instanceof Date);
  return times.length === 0 ? null : new Date(Math.min(...times.map((time) => time.getTime())));
}
