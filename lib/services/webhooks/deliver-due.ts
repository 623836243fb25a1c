import type { World } from "../world";
import { attemptDelivery } from "./attempt";
import { atOnceMax, type Claimed, claimDue, perEndpointMax, type Scope } from "./claim";
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

/** Attempts open in this process, by endpoint: passes share what one endpoint and all together may have. */
const running = new Map<number, number>();
let runningCount = 0;
/** Passes claim in turn, so that each counts what the others have just begun. */
let lastTurn: Promise<unknown> = Promise.resolve();
/** The pass of this process that begins what is due in a scope, until its time is over. */
const keepers = new WeakMap<World, Map<number | undefined, Keeper>>();

interface Keeper {
  /** Makes it look at once at everything that is due. */
  lookNow: () => void;
}

interface Pass {
  delivered: number;
  failed: number;
  open: Set<Promise<void>>;
}

/**
 * Delivers what is due: up to 64 attempts at once and 4 an endpoint, so that one that hangs holds up no other. Each
 * delivery is leased first and recorded after; a worker that dies between the two lets the lease run out, and the same
 * id and bytes are sent again. Safe to miss, to repeat, or to run twice at once: a pass that finds another at work in
 * this process makes it look, and ends at once, so that passes that wait for slow receivers never keep new events waiting.
 */
export async function deliverDueWebhooks(world: World, scope: Scope = {}): Promise<DeliverResult> {
  const inScopes = keepers.get(world) ?? new Map<number | undefined, Keeper>();
  keepers.set(world, inScopes);
  const keeper = inScopes.get(scope.storeId);
  if (keeper) {
    keeper.lookNow();
    return { delivered: 0, failed: 0, nextDueAt: await nextPlannedAt(world, scope) };
  }
  const pass: Pass = { delivered: 0, failed: 0, open: new Set() };
  await keepBeginning(world, scope, pass, (own) => {
    if (own) inScopes.set(scope.storeId, own);
    else inScopes.delete(scope.storeId);
  });
  await Promise.all(pass.open);
  const { delivered, failed } = pass;
  return { delivered, failed, nextDueAt: await nextDueAt(world, scope) };
}

/** Begins what is due, and what becomes due while attempts are open, until nothing is open or the time is over. */
async function keepBeginning(
  world: World,
  scope: Scope,
  pass: Pass,
  keep: (keeper: Keeper | null) => void,
): Promise<void> {
  const stopAt = performance.now() + passMs;
  /** Endpoints that got room since everything was last looked at, which found nothing more. Null: look at all. */
  let freed: Set<number> | null = null;
  /** When everything is looked at next; 0 is at once. */
  let lookAt = 0;
  let wakeUp = () => {};
  keep({
    lookNow: () => {
      lookAt = 0;
      wakeUp();
    },
  });
  try {
    while (performance.now() < stopAt) {
      if (performance.now() >= lookAt) freed = null;
      const only: number[] | null = freed && [...freed];
      freed = new Set();
      if (only === null) lookAt = performance.now() + lookMs;
      const wasOpen = pass.open.size;
      const begun = await begin(world, scope, pass, only, (endpointId) => freed?.add(endpointId));
      if (begun > 0 && only === null) lookAt = 0;
      // Or it was told to look while it looked.
      if (begun > 0 || lookAt === 0) continue;
      if (pass.open.size > 0) {
        const rest = new Promise<void>((resolve) => {
          wakeUp = resolve;
          setTimeout(resolve, lookMs);
        });
        await Promise.race([...pass.open, rest]);
      } else if (wasOpen === 0 && only === null) return;
      else lookAt = 0;
    }
  } finally {
    keep(null);
  }
  // It may have been told to look when its time was over; nobody tells it from here on.
  await begin(world, scope, pass, null, () => {});
}

/** Leases and begins what there is room for, of all endpoints or of `only` some. Gives how many. */
function begin(
  world: World,
  scope: Scope,
  pass: Pass,
  only: number[] | null,
  freed: (endpointId: number) => void,
): Promise<number> {
  return inTurn(async () => {
    const room = atOnceMax - runningCount;
    const claimed = room > 0 ? await claimDue(world, scope, room, running, only) : [];
    for (const delivery of claimed) {
      const work = deliver(world, delivery, pass).finally(() => {
        pass.open.delete(work);
        freed(delivery.endpointId);
      });
      pass.open.add(work);
    }
    return claimed.length;
  });
}

function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

async function deliver(world: World, claimed: Claimed, pass: Pass): Promise<void> {
  running.set(claimed.endpointId, (running.get(claimed.endpointId) ?? 0) + 1);
  runningCount += 1;
  try {
    const outcome = await sendAndRecord(world, claimed);
    if (outcome === "delivered") pass.delivered += 1;
    else if (outcome !== "skipped") pass.failed += 1;
  } catch (error) {
    pass.failed += 1;
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

/**
 * The soonest plan, or the soonest end of a lease whose worker may have died. What an endpoint of this process has no room
 * for is left to the pass that has its attempts open, and that looks again when they end.
 */
async function nextDueAt(world: World, scope: Scope): Promise<Date | null> {
  const now = world.clock.now();
  const store = scope.storeId === undefined ? {} : { storeId: scope.storeId };
  const full = [...running].filter(([, count]) => count >= perEndpointMax).map(([id]) => id);
  const free = await world.db.webhookDelivery.findFirst({
    where: {
      ...store,
      status: "pending",
      nextAttemptAt: { not: null },
      endpointId: { notIn: full },
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

/** The soonest plan after now: what is due already has somebody who sees to it. */
async function nextPlannedAt(world: World, scope: Scope): Promise<Date | null> {
  const next = await world.db.webhookDelivery.findFirst({
    where: {
      ...(scope.storeId === undefined ? {} : { storeId: scope.storeId }),
      status: "pending",
      nextAttemptAt: { gt: world.clock.now() },
    },
    orderBy: { nextAttemptAt: "asc" },
    select: { nextAttemptAt: true },
  });
  return next?.nextAttemptAt ?? null;
}
