import { clientAddressHeader } from "@/lib/domain/address-block";
import { pollPlanEndMs } from "@/lib/domain/attempt";
import type { CallbackVerdict, RawCallback } from "@/lib/providers/rails/port";
import { type Batched, batch } from "@/lib/services/core/batch";
import type { World } from "@/lib/services/core/world";

export type CallbackEvent = CallbackVerdict["events"][number];

/**
 * More than any rail sends about one thing. Cutting off the rest loses nothing, because no content of a body is
 * trusted.
 */
const bodyMax = 16 * 1024;
/** As often as the poll plan polls while a payer's page is open. */
const hintEveryMs = 10_000;

/** The columns of an inbox row. */
interface Row {
  rail: string;
  dedupe_key: string;
  event: object;
  headers: object;
  body: Uint8Array;
}

type Stored = bigint | null | Error;

const lines = new WeakMap<World, Batched<Row, Stored>>();

/**
 * The id of the inbox row; null when the same event came before. Callbacks that arrive while others are being stored
 * share a statement and its commit.
 */
export async function storeCallback(
  world: World,
  railId: string,
  raw: RawCallback,
  event: CallbackEvent,
): Promise<bigint | null> {
  let line = lines.get(world);
  if (!line) {
    const keyOf = (row: Row) => `${row.rail}/${row.dedupe_key}`;
    line = batch((rows: Row[]) => storeAll(world, rows), keyOf, { atOnce: 2 });
    lines.set(world, line);
  }
  const stored = await line({
    rail: railId,
    dedupe_key: event.dedupeKey,
    event: storedEventOf(event),
    headers: evidenceOf(raw),
    body: sealedBody(world, raw),
  });
  if (stored instanceof Error) throw stored;
  return stored;
}

/** If the database refuses one callback, the others must not be lost: then each is stored alone. */
async function storeAll(world: World, rows: Row[]): Promise<Stored[]> {
  const column = (name: keyof Row) => rows.map((row) => row[name]);
  try {
    const stored = await world.pool.query<{ id: string; rail: string; dedupe_key: string }>({
      name: "store-callbacks",
      text: `INSERT INTO rail_callbacks (rail, dedupe_key, event, headers, body, received_at)
        SELECT rail, dedupe_key, event, headers, body, $6
        FROM unnest($1::text[], $2::text[], $3::jsonb[], $4::jsonb[], $5::bytea[])
          AS given(rail, dedupe_key, event, headers, body)
        ORDER BY rail, dedupe_key
        ON CONFLICT DO NOTHING RETURNING id, rail, dedupe_key`,
      values: [
        ...[column("rail"), column("dedupe_key"), column("event"), column("headers"), column("body")],
        world.clock.now(),
      ],
    });
    const idOf = new Map(
      stored.rows.map(({ id, rail, dedupe_key }) => [`${rail}/${dedupe_key}`, BigInt(id)]),
    );
    return rows.map(({ rail, dedupe_key }) => idOf.get(`${rail}/${dedupe_key}`) ?? null);
  } catch (error) {
    if (rows.length === 1) return [error instanceof Error ? error : new Error(String(error))];
    return (await Promise.all(rows.map((row) => storeAll(world, [row])))).flat();
  }
}

/**
 * The same for an unproved callback, which is only a hint to poll for `id`. At most one in ten seconds is stored, and
 * none while an earlier one waits to be processed (for as long as the inbox tries), whatever its content. A thousand
 * callbacks thus cause one poll.
 */
export async function storeHint(
  world: World,
  railId: string,
  raw: RawCallback,
  event: CallbackEvent,
  id: string,
): Promise<bigint | null> {
  const now = world.clock.now();
  const about = `hint/${event.op}/${id}/`;
  const dedupeKey = `${about}${Math.floor(now.getTime() / hintEveryMs)}`;
  const [row] = await world.db.$queryRaw<{ id: bigint }[]>`
    INSERT INTO rail_callbacks (rail, dedupe_key, event, headers, body, received_at)
    SELECT ${railId}, ${dedupeKey}, ${storedEventOf(event)}::jsonb, ${evidenceOf(raw)}::jsonb,
      ${sealedBody(world, raw)}, ${now}
    WHERE NOT EXISTS (
      SELECT 1 FROM rail_callbacks
      WHERE processed_at IS NULL AND rail = ${railId} AND starts_with(dedupe_key, ${about})
        AND received_at > ${new Date(now.getTime() - pollPlanEndMs)})
    ON CONFLICT DO NOTHING RETURNING id`;
  return row?.id ?? null;
}

function storedEventOf({ op, ourId, railRef, chargeId }: CallbackEvent) {
  return {
    op,
    ...(ourId ? { ourId } : {}),
    ...(railRef ? { railRef } : {}),
    ...(chargeId ? { chargeId } : {}),
  };
}

/** The body contains names and phones of payers, so it is sealed; latin1 keeps each byte as one character. */
function sealedBody({ secrets }: World, { body }: RawCallback): Uint8Array<ArrayBuffer> {
  return secrets.seal(Buffer.from(body).subarray(0, bodyMax).toString("latin1"));
}

/** Headers that show the origin of a callback and its proof. A secret that is sent as a plain header is not stored. */
function evidenceOf({ headers, ip }: RawCallback): RawCallback["headers"] {
  const proofs = Object.entries(headers).filter(([name]) => evidence.test(name));
  return { ...Object.fromEntries(proofs), [clientAddressHeader]: ip };
}

const evidence = /^(content-.+|signature.*|.+-signature|date|user-agent)$/;
