import { renewDue } from "@/lib/services/money/renewal/renew-due";
import { refusedInWords } from "./payers";
import type { Town } from "./town";

/**
 * A machine rests between writing a try down and giving it to the rail, and meanwhile somebody stops it: its payer or its
 * seller (`beside`), or the store is no longer let renew. Whoever stopped it by then is believed.
 */
export async function triesSlowly(town: Town, beside: (() => Promise<string>) | undefined): Promise<string> {
  if (beside && !town.luck.once(3)) return said(await resting(town, beside));
  const { world, shop } = town;
  const where = { id: shop.store.id };
  const suspend = async () => {
    await world.db.store.update({ where, data: { letsRenew: false } });
    return "not let any more";
  };
  const nextRenewalTryAt = { lte: world.clock.now() };
  const due = await world.db.subscription.count({ where: { storeId: shop.store.id, nextRenewalTryAt } });
  const result = await resting(town, suspend);
  await world.db.store.update({ where, data: { letsRenew: true } });
  // Of several, others may have been given to their rails before.
  if (due === 1 && result.rested && result.tried > 0)
    throw new Error("A rail was called for a store that may not renew.");
  return said(result);
}

interface Rested {
  tried: number;
  /** What was done meanwhile; null where no try was written down. */
  rested: string | null;
}

function said({ tried, rested }: Rested): string {
  return `${tried} tried, ${rested ?? "none written"}`;
}

/** Whoever asks for a connection next, after the try is committed, gets it when `beside` is done. */
async function resting({ world }: Town, beside: () => Promise<string>): Promise<Rested> {
  const { pool } = world;
  const connect = pool.connect.bind(pool) as (...given: unknown[]) => unknown;
  let isWritten = false;
  let rested: string | null = null;
  const rest = async () => {
    // Time passes, so that what is done now is later than the try, and the call later still.
    world.clock.advance(1_000);
    rested = await beside().catch(refusedInWords);
    world.clock.advance(1_000);
    return connect();
  };
  const slow = (...given: unknown[]) => {
    if (!isWritten || rested !== null || given.length > 0) return connect(...given);
    rested = "";
    return rest();
  };
  Object.assign(pool, { connect: slow });
  try {
    const wake: typeof world.wake = (topic) => {
      if (topic === "attempts") isWritten = true;
      world.wake(topic);
    };
    const { tried } = await renewDue({ ...world, wake });
    return { tried, rested };
  } finally {
    Reflect.deleteProperty(pool, "connect");
  }
}
