import { type Filled, hasAccess } from "./fill";
import { fire, fireSteadily, type Load, type Shot } from "./load";
import { startBare } from "./until";
import { forgetTurns, type Instance } from "./world";

/** Requests per key in one run: as many as the rate limit allows in one minute. */
const perKey = 120;

export interface AccessFigures {
  fastLane: Load;
  throughNext: Load;
  /** A bare Node server with one prepared query of the same shape. */
  bare: Load;
  /** The fast lane at 500 requests a second: the median of three runs. */
  steady: Load;
  /** The same once more, to see what other work costs it. */
  ask(): Promise<Load>;
}

/** `GET /access` for random subscribers; each run uses the whole allowance of every key. */
export async function measureAccess(
  instance: Instance,
  filled: Filled,
  requests: number,
): Promise<AccessFigures> {
  const shots = shotsOf(filled, requests);
  const run = async (url: string, what: readonly Shot[], perSecond?: number) => {
    await forgetTurns(instance.databaseUrl);
    await fire(url, what.slice(0, 10_000));
    await forgetTurns(instance.databaseUrl);
    return perSecond ? fireSteadily(url, what, perSecond) : fire(url, what);
  };
  const ask = () => run(instance.url, shots.slice(0, 500 * 10), 500);
  // One stall of the machine, for any reason, fills one per cent of ten seconds.
  const middleOfThree = async () =>
    [await ask(), await ask(), await ask()].sort((a, b) => a.p99Ms - b.p99Ms)[1] as Load;
  const next = await instance.throughNext();
  try {
    return {
      throughNext: await run(next.url, shots.slice(0, Math.ceil(shots.length / 3))),
      bare: await measureBare(instance, filled, requests),
      fastLane: await run(instance.url, shots),
      steady: await middleOfThree(),
      ask,
    };
  } finally {
    await next.stop();
  }
}

/** What one prepared query of a bare Node server can do: with it, figures of different machines can be compared. */
export async function measureBare(instance: Instance, filled: Filled, requests: number): Promise<Load> {
  const bare = await startBare(instance.databaseUrl, bareSql);
  const shots = shotsOf(filled, requests).map(bareShot);
  try {
    await fire(bare.url, shots.slice(0, 10_000));
    return await fire(bare.url, shots);
  } finally {
    bare.stop();
  }
}

function shotsOf(filled: Filled, requests: number): Shot[] {
  return accessShots(filled, Math.min(requests, filled.keys.length * perKey));
}

export function accessShots({ keys, storeIds, subscribersPerStore }: Filled, count: number): Shot[] {
  const keysPerStore = keys.length / storeIds.length;
  let state = 0x2545f491;
  const roll = (sides: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % sides;
  };
  return Array.from({ length: count }, (_, index) => {
    const at = index % keys.length;
    const user = roll(subscribersPerStore);
    return {
      path: `/api/v1/access?ref=user_${user}`,
      headers: {
        authorization: `Bearer ${keys[at]}`,
        "x-store": String(storeIds[Math.floor(at / keysPerStore)]),
      },
      holds: `"has_access":${hasAccess(user)}`,
    };
  });
}

/** The bare server gets the store in the query, because it reads no key. */
function bareShot({ path, headers }: Shot): Shot {
  const ref = new URL(path, "http://internal").searchParams.get("ref") ?? "";
  return { path: `/?store=${headers?.["x-store"]}&ref=${ref}`, holds: `"ref":"${ref}"` };
}

const bareSql = `
  SELECT s.id, s.ref, s.status, s.interval, s.currency, s.amount_minor, s.current_period_end, s.ended_at, p.id AS product_id,
    p.name AS product_name
  FROM subscriptions s JOIN products p ON p.store_id = s.store_id AND p.id = s.product_id
  WHERE s.store_id = $1 AND s.livemode AND s.ref = $2`;
