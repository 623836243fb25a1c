import { openTransaction, Prisma, type Tx } from "@/lib/db/client";
import { sumsVersion } from "@/lib/domain/sums";
import type { World } from "../world";
import { type Addends, add, addendsOf, parsed, rowsOf, textOf } from "./addends";
import type { Source } from "./facts";

/** Orders and subscriptions that one turn sums, in one transaction of some milliseconds; and fewer where that fails. */
const turnSizes = [250, 30, 1];
/** So many turns, and so long, does somebody wait who reads. */
const turnsMax = 120;
const patienceMs = 2_000;
const storesMax = 100;

interface Turns {
  now: Promise<boolean>;
  /** For whoever asks meanwhile: the one under way may have read before their change was committed. */
  next: Promise<boolean> | null;
}

const running = new WeakMap<World["pool"], Map<number, Turns>>();

/**
 * Sums all that was committed before this call in the orders and subscriptions of a store, so that what is read then is
 * exact. Usually nothing is marked, and it costs one statement. Calls that come together share the work. False where too much
 * is left, or where it fails, on a full disk too: what is read is then as it was summed last. It never throws because of the
 * sums.
 */
export function sumUp(world: World, storeId: number): Promise<boolean> {
  const stores = running.get(world.pool) ?? new Map<number, Turns>();
  running.set(world.pool, stores);
  const turns = stores.get(storeId);
  if (!turns) {
    const own: Turns = { now: sumWhole(world, storeId), next: null };
    stores.set(storeId, own);
    return own.now.finally(() => stores.get(storeId) === own && stores.delete(storeId));
  }
  turns.next ??= turns.now
    .catch(() => false)
    .then(() => {
      stores.delete(storeId);
      return sumUp(world, storeId);
    });
  return turns.next;
}

async function sumWhole(world: World, storeId: number): Promise<boolean> {
  if (!(await isBehind(world, storeId))) return true;
  const until = performance.now() + patienceMs;
  // What is marked while this runs was not committed before the call: it is not waited for.
  for (let turns = 0; turns < turnsMax && performance.now() < until; turns += 1) {
    const turn = await tryTurn(world, storeId, "");
    if (turn !== "more") return turn === "done";
  }
  return false;
}

/** One turn; where it fails, one of fewer, so that what is too much together or is broken holds up no more than itself. */
async function tryTurn(
  world: World,
  storeId: number,
  whenHeld: "" | "SKIP LOCKED",
): Promise<"done" | "more" | "failed"> {
  for (const size of turnSizes)
    try {
      return (await sumSome(world, storeId, whenHeld, size)) ? "more" : "done";
    } catch (error) {
      world.log.warn({ err: error, store: storeId, size }, "A store could not be summed.");
    }
  return "failed";
}

/** Whether something of store $1 is still to be summed, to be read in the same moment as its sums. */
export const behindSql = `(EXISTS (SELECT 1 FROM sum_marks WHERE store_id = $1)
  OR NOT EXISTS (SELECT 1 FROM sum_states WHERE store_id = $1 AND version = ${sumsVersion}))`;

async function isBehind({ db }: World, storeId: number): Promise<boolean> {
  const [row] = await db.$queryRawUnsafe<{ behind: boolean }[]>(`SELECT ${behindSql} AS behind`, storeId);
  return row?.behind ?? false;
}

/**
 * Sums some of each store where something is marked or that was summed by another version, up to 100 stores, any of them.
 * Each gets one turn, so that a store with a million orders delays no other. True where something is left that can be summed.
 * Safe to repeat, and at once.
 */
export async function sumDue(world: World): Promise<boolean> {
  const { rows } = await world.pool.query<{ id: number }>(
    `SELECT s.id FROM stores s
     WHERE EXISTS (SELECT 1 FROM sum_marks m WHERE m.store_id = s.id)
       OR NOT EXISTS (SELECT 1 FROM sum_states t WHERE t.store_id = s.id AND t.version = $1)
     ORDER BY random() LIMIT ${storesMax + 1}`,
    [sumsVersion],
  );
  let more = rows.length > storesMax;
  for (const { id } of rows.slice(0, storesMax))
    more = (await tryTurn(world, id, "SKIP LOCKED")) === "more" || more;
  return more;
}

/** Sums what up to `size` marks of a store name, and as many that this version has not looked at yet. True where there may be more. */
function sumSome(
  world: World,
  storeId: number,
  whenHeld: "" | "SKIP LOCKED",
  size: number,
): Promise<boolean> {
  return openTransaction(
    world.db,
    async (tx) => {
      const state = await hold(tx, storeId, whenHeld);
      if (!state) return false;
      const marks = await takeMarks(tx, storeId, size);
      const others = state.version === sumsVersion ? [] : await walk(tx, storeId, state, size);
      await putSums(tx, storeId, await changesOf(tx, storeId, [...marks, ...others]));
      return marks.length === size || others.length > 0;
    },
    { maxWait: 10_000, timeout: 15_000 },
  );
}

interface State {
  /** By which all was summed; below zero: by which it is being summed. */
  version: number;
  /** Up to where that version has looked at orders and subscriptions. */
  orderId: number;
  subscriptionId: string;
}

async function hold(tx: Tx, storeId: number, whenHeld: string): Promise<State | undefined> {
  await tx.$executeRaw`INSERT INTO sum_states (store_id, version) VALUES (${storeId}, 0) ON CONFLICT DO NOTHING`;
  const [state] = await tx.$queryRaw<State[]>`
    SELECT version, order_id AS "orderId", subscription_id AS "subscriptionId" FROM sum_states
    WHERE store_id = ${storeId} FOR UPDATE ${Prisma.raw(whenHeld)}`;
  return state;
}

interface Mark {
  source: Source;
  id: string;
}

/**
 * The next orders, then the next subscriptions; once there are none, the store is summed by this version. It begins anew where
 * another version was at work, newer or older: two that run at once during an upgrade undo each other's sums until one stops.
 */
async function walk(tx: Tx, storeId: number, state: State, size: number): Promise<Mark[]> {
  const isOwn = state.version === -sumsVersion;
  const { orderId, subscriptionId } = isOwn ? state : { orderId: 0, subscriptionId: "" };
  const next = await tx.$queryRaw<Mark[]>`
    (SELECT 'order' AS source, id::text AS id FROM orders
      WHERE store_id = ${storeId} AND id > ${orderId} ORDER BY orders.id LIMIT ${size})
    UNION ALL
    (SELECT 'subscription', id FROM subscriptions
      WHERE store_id = ${storeId} AND id > ${subscriptionId} ORDER BY subscriptions.id LIMIT ${size})`;
  const lastOf = (source: Source) => next.findLast((one) => one.source === source)?.id;
  await tx.$executeRaw`
    UPDATE sum_states SET version = ${next.length === 0 ? sumsVersion : -sumsVersion},
      order_id = ${next.length === 0 ? 0 : Number(lastOf("order") ?? orderId)},
      subscription_id = ${next.length === 0 ? "" : (lastOf("subscription") ?? subscriptionId)}
    WHERE store_id = ${storeId}`;
  return next;
}

/** What is read after this sees at least what whoever left the marks has committed. What is committed later has a mark of its own. */
function takeMarks(tx: Tx, storeId: number, size: number): Promise<Mark[]> {
  return tx.$queryRaw<Mark[]>`
    DELETE FROM sum_marks WHERE ctid = ANY (ARRAY(
      SELECT ctid FROM sum_marks WHERE store_id = ${storeId} LIMIT ${size}))
    RETURNING source, source_id AS id`;
}

/** What the sums change by, and writes what each source adds from now on. */
async function changesOf(tx: Tx, storeId: number, marks: readonly Mark[]): Promise<Addends> {
  const changes: Addends = new Map();
  for (const source of ["order", "subscription"] as const) {
    const ids = [...new Set(marks.flatMap((mark) => (mark.source === source ? [mark.id] : [])))];
    if (ids.length === 0) continue;
    const old = await tx.$queryRaw<{ id: string; addends: string }[]>`
      SELECT source_id AS id, addends FROM contributions
      WHERE store_id = ${storeId} AND source = ${source} AND source_id = ANY (${ids})`;
    const now = await addendsOf((query) => tx.$queryRaw(query), source, ids);
    for (const { addends } of old) add(changes, parsed(addends), -1);
    for (const addends of now.values()) add(changes, addends, 1);
    await keep(tx, storeId, source, ids, now);
  }
  return changes;
}

async function keep(
  tx: Tx,
  storeId: number,
  source: Source,
  ids: readonly string[],
  now: ReadonlyMap<string, Addends>,
): Promise<void> {
  const gone = ids.filter((id) => !now.has(id));
  if (gone.length > 0)
    await tx.$executeRaw`DELETE FROM contributions
      WHERE store_id = ${storeId} AND source = ${source} AND source_id = ANY (${gone})`;
  await tx.$executeRaw`
    INSERT INTO contributions (store_id, source, source_id, addends)
    SELECT ${storeId}::int, ${source}, id, addends
    FROM unnest(${[...now.keys()]}::text[], ${[...now.values()].map(textOf)}::text[]) AS made (id, addends)
    ON CONFLICT (store_id, source, source_id) DO UPDATE SET addends = excluded.addends`;
}

/** Rows that come to nothing go: a currency of which nothing is left is not shown. */
async function putSums(tx: Tx, storeId: number, changes: Addends): Promise<void> {
  if (changes.size === 0) return;
  const rows = [...changes].flatMap(rowsOf);
  const of = (n: number) => rows.map((row) => row[n] ?? "");
  const [keys, values] = [
    Array.from({ length: 7 }, (_, n) => of(n)),
    Array.from({ length: 5 }, (_, n) => of(n + 7)),
  ];
  const changed = Prisma.sql`(
    SELECT livemode, grain, kind, at, number, name, currency, sum(count)::int AS count, sum(part)::int AS part,
      sum(other)::int AS other, sum(minor)::bigint AS minor, sum(yearly_minor)::bigint AS yearly_minor
    FROM unnest(${keys[0]}::boolean[], ${keys[1]}::text[], ${keys[2]}::text[], ${keys[3]}::timestamptz[], ${keys[4]}::int[],
      ${keys[5]}::text[], ${keys[6]}::text[], ${values[0]}::int[], ${values[1]}::int[], ${values[2]}::int[],
      ${values[3]}::bigint[], ${values[4]}::bigint[])
      AS c (livemode, grain, kind, at, number, name, currency, count, part, other, minor, yearly_minor)
    GROUP BY 1, 2, 3, 4, 5, 6, 7)`;
  await tx.$executeRaw`
    INSERT INTO sums (store_id, livemode, grain, kind, at, number, name, currency, count, part, other, minor, yearly_minor)
    SELECT ${storeId}::int, c.* FROM ${changed} c
    ON CONFLICT (store_id, livemode, grain, kind, at, number, name, currency) DO UPDATE SET count = sums.count + excluded.count,
      part = sums.part + excluded.part, other = sums.other + excluded.other, minor = sums.minor + excluded.minor,
      yearly_minor = sums.yearly_minor + excluded.yearly_minor`;
  await tx.$executeRaw`
    DELETE FROM sums s USING ${changed} c
    WHERE (s.store_id, s.livemode, s.grain, s.kind, s.at, s.number, s.name, s.currency)
        = (${storeId}::int, c.livemode, c.grain, c.kind, c.at, c.number, c.name, c.currency)
      AND (s.count, s.part, s.other, s.minor, s.yearly_minor) = (0, 0, 0, 0, 0)`;
}
