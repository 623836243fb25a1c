import { inRequest } from "@/lib/providers/request-context";
import type { World } from "@/lib/services/core/world";
import { type Claimed, claimDue, nextDueAt, nextPlannedAt, placesMax, type Scope } from "./claim";
import { attemptDelivery, isSlow, isSuccess } from "./delivery-attempt";
import { type Outcome, recordAttempt, recordObstacle } from "./record";

// How an event reaches a seller's server: the outbox wrote a delivery for each endpoint; a pass, here, claims due
// deliveries (claim.ts), attempts each (delivery-attempt.ts) and records the result (record.ts). The limits are in
// claim.ts.

export interface DeliverResult {
  /** Deliveries that ended in a 2xx. */
  delivered: number;
  /** Attempts that did not. */
  failed: number;
  /** When the next delivery is due, possibly now; null when nothing waits. */
  nextDueAt: Date | null;
}

/** After this time a pass begins no attempts, so that it returns to its caller; the rest is for the next pass. */
const passMs = 25_000;
/** While attempts are open and no wake call comes, all due deliveries are looked up this often, */
const lookMs = 500;
/**
 * and this often while the last look found something: there may now be room for deliveries that the limits held back.
 */
const soonMs = 100;
/** Attempts that end within this time share one claim for the next deliveries. */
const gatherMs = 5;

/**
 * Delivers what is due, and what becomes due meanwhile, until no attempt is open or the time of the pass is over. Each
 * delivery is leased first and recorded after; if a worker dies in between, the lease expires, and the same id and
 * bytes are sent again. Safe to miss, to repeat, or to run twice at once: only one pass in each process begins
 * attempts; a second one makes it look again, and ends at once. Attempts that are open when a pass ends continue
 * without it.
 */
export async function deliverDueWebhooks(world: World, scope: Scope = {}): Promise<DeliverResult> {
  const { courier } = world;
  if (courier.look) {
    courier.look("everything");
    return { delivered: 0, failed: 0, nextDueAt: await nextPlannedAt(world, scope) };
  }
  await beginWhileThereIsRoom(world, scope);
  const { delivered, failed } = courier.ended;
  courier.ended = { delivered: 0, failed: 0 };
  // The next pass is due at once while attempts are open: when they end there may be room for more.
  const isBusy = courier.unrecorded > 0;
  return { delivered, failed, nextDueAt: isBusy ? world.clock.now() : await nextDueAt(world, scope) };
}

async function beginWhileThereIsRoom(world: World, scope: Scope): Promise<void> {
  const { courier } = world;
  const stopAt = performance.now() + passMs;
  /** When all endpoints are checked next; before that, only endpoints that got room. */
  let lookAt = 0;
  let wasFull = false;
  let wakeUp = () => {};
  courier.look = (at) => {
    if (at === "everything") lookAt = 0;
    wakeUp();
  };
  try {
    while (performance.now() < stopAt) {
      // Any endpoint may use a place that is free again.
      if (wasFull && courier.freed.size > 0) lookAt = 0;
      const all = performance.now() >= lookAt;
      if (!all && courier.freed.size > 0) await new Promise((resolve) => setTimeout(resolve, gatherMs));
      const only = all ? null : [...courier.freed];
      courier.freed.clear();
      if (all) lookAt = performance.now() + lookMs;
      const claimed = only?.length === 0 ? [] : await claimDue(world, scope, only);
      for (const delivery of claimed) void inRequest(delivery.requestId, () => send(world, delivery));
      wasFull = courier.unrecorded >= placesMax;
      const isTold = lookAt === 0;
      if (all && claimed.length > 0 && !isTold) lookAt = performance.now() + soonMs;
      if (isTold || courier.freed.size > 0) continue;
      if (courier.unrecorded > 0) await untilWoken(lookAt, (wake) => (wakeUp = wake));
      else if (all && claimed.length === 0) return;
      else lookAt = 0;
    }
  } finally {
    courier.look = null;
  }
}

function untilWoken(at: number, give: (wake: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, Math.max(0, at - performance.now()));
    give(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}

/**
 * Makes one attempt and records it. Never throws: an attempt that could not be recorded is repeated when its lease
 * ends.
 */
async function send(world: World, claimed: Claimed): Promise<void> {
  const { courier } = world;
  const free = takePlace(world, claimed);
  courier.unrecorded += 1;
  try {
    const outcome = await sendAndRecord(world, claimed, free);
    world.counts.add("webhook_attempts", { outcome });
    if (outcome === "delivered") courier.ended.delivered += 1;
    else if (outcome !== "skipped") courier.ended.failed += 1;
  } catch (error) {
    courier.ended.failed += 1;
    world.log.error(
      { err: error, delivery: String(claimed.deliveryId) },
      "A webhook attempt could not be recorded; it is made again when its lease ends.",
    );
  } finally {
    courier.unrecorded -= 1;
    free();
    courier.look?.("freed");
  }
}

/** Takes a place of the delivery's endpoint. Returns what gives it back, once. */
function takePlace({ courier }: World, { endpointId }: Claimed): () => void {
  courier.open.set(endpointId, (courier.open.get(endpointId) ?? 0) + 1);
  let isFree = false;
  return () => {
    if (isFree) return;
    isFree = true;
    const left = (courier.open.get(endpointId) ?? 1) - 1;
    if (left === 0) courier.open.delete(endpointId);
    else courier.open.set(endpointId, left);
    courier.freed.add(endpointId);
    courier.look?.("freed");
  };
}

/** The server that took it can have the next one while this one is recorded. */
async function sendAndRecord(world: World, claimed: Claimed, free: () => void): Promise<Outcome> {
  if (claimed.obstacle !== null) return recordObstacle(world, claimed, claimed.obstacle);
  const attempt = await attemptDelivery(world, claimed, claimed);
  if (isSuccess(attempt) && !isSlow(attempt)) free();
  return recordAttempt(world, claimed, attempt);
}
