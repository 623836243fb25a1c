import type { Pool } from "pg";
import { listen, watchChannel } from "@/lib/db/listen";
import type { World } from "./world";

// Pages that are looked at follow what happens in their store. The store's row says until when somebody looks, so that a
// payment of all others tells nobody: a told transaction waits for other told ones when it commits.

/** What is looked at is said again before it runs out. */
const watchedMs = 3 * 60_000;
const sayAgainMs = 60_000;

interface Watch {
  stores: Map<number, Set<() => void>>;
  stop(): void;
}

/** Of each process. */
const watches = new WeakMap<Pool, Watch>();

/** Calls `changed` after each event of the store, and when some may have been missed. Returns how to stop. */
export async function watchStore(world: World, storeId: number, changed: () => void): Promise<() => void> {
  // Of a store that this process watches already, the timer says it.
  if (!watches.get(world.pool)?.stores.has(storeId)) await sayWatched(world, [storeId]);
  const watch = watches.get(world.pool) ?? begin(world);
  const lookers = watch.stores.get(storeId) ?? new Set();
  watch.stores.set(storeId, lookers.add(changed));
  return () => {
    lookers.delete(changed);
    if (lookers.size > 0 || watch.stores.get(storeId) !== lookers) return;
    watch.stores.delete(storeId);
    if (watch.stores.size > 0 || watches.get(world.pool) !== watch) return;
    watches.delete(world.pool);
    watch.stop();
  };
}

/** An event has the time at which its transaction began. */
const slackMs = 5_000;

/** Whether anything happened in the store since a page of it was read. */
export async function hasChanged({ db }: World, storeId: number, readAtMs: number): Promise<boolean> {
  const createdAt = { gt: new Date(readAtMs - slackMs) };
  const where = { storeId, createdAt, OR: [{ livemode: true }, { livemode: false }] };
  return (await db.event.findFirst({ where, select: { id: true } })) !== null;
}

function begin(world: World): Watch {
  const stores: Watch["stores"] = new Map();
  const tell = (lookers: Iterable<() => void> = []) => {
    for (const changed of lookers) changed();
  };
  const sayAll = () =>
    sayWatched(world, [...stores.keys()]).catch((error: unknown) =>
      world.log.warn({ err: error }, "Pages that are open will not follow what happens for a minute."),
    );
  const stopListening = listen(world.pool, watchChannel, async (storeId) => {
    if (storeId !== null) return tell(stores.get(Number(storeId)));
    // What was said may have run out meanwhile.
    await sayAll();
    for (const lookers of stores.values()) tell(lookers);
  });
  const timer = setInterval(sayAll, sayAgainMs);
  timer.unref();
  const watch = {
    stores,
    stop() {
      clearInterval(timer);
      stopListening();
    },
  };
  watches.set(world.pool, watch);
  return watch;
}

async function sayWatched(world: World, storeIds: number[]): Promise<void> {
  const now = world.clock.now().getTime();
  await world.db.store.updateMany({
    where: {
      id: { in: storeIds },
      OR: [{ watchedUntil: null }, { watchedUntil: { lt: new Date(now + watchedMs - sayAgainMs / 2) } }],
    },
    data: { watchedUntil: new Date(now + watchedMs) },
  });
}
