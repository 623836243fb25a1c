import type { Pool } from "pg";
import { maskBody, maskQuery } from "@/lib/domain/mask";
import type { World } from "@/lib/services/core/world";
import type { RawDetails, RequestLine } from "./read";

interface Queue {
  lines: RequestLine[];
  /** How many of the lines have details, by store. */
  detailed: Map<number, number>;
  dropped: number;
  isWriting: boolean;
}

/** The most lines that may wait; further ones are dropped, so that the log never uses up the memory. */
const waitingMax = 5_000;
const batchMax = 500;
const pathMax = 300;
/** As many requests of a store wait with their bodies; further ones leave their line alone. */
const detailedMax = 50;
/** The same for all stores: half a batch, and 8 MB at most. */
const allDetailedMax = 250;
const gatheredMs = 200;

const queues = new WeakMap<Pool, Queue>();

/**
 * Logs a request for its seller after it was answered, without delaying it. Lines are written in batches, and are lost
 * when the database refuses them or the process ends within those 200 ms.
 */
export function logRequest(world: World, line: RequestLine): void {
  const queue = queueOf(world.pool);
  if (queue.lines.length >= waitingMax) {
    queue.dropped += 1;
    return;
  }
  const details = takesDetails(queue, line) ? line.details : null;
  queue.lines.push({ ...line, details, path: line.path.slice(0, pathMax) });
  if (queue.isWriting) return;
  queue.isWriting = true;
  // Waits for more lines: each write is a commit, and payments need the disk too.
  setTimeout(() => void writeAll(world, queue), gatheredMs);
}

function takesDetails({ detailed }: Queue, { storeId, details }: RequestLine): boolean {
  if (!details) return false;
  const own = detailed.get(storeId) ?? 0;
  const all = own < detailedMax ? [...detailed.values()].reduce((sum, count) => sum + count, 0) : 0;
  if (own >= detailedMax || all >= allDetailedMax) return false;
  detailed.set(storeId, own + 1);
  return true;
}

function queueOf(pool: Pool): Queue {
  const known = queues.get(pool);
  if (known) return known;
  const queue: Queue = { lines: [], detailed: new Map(), dropped: 0, isWriting: false };
  queues.set(pool, queue);
  return queue;
}

async function writeAll(world: World, queue: Queue): Promise<void> {
  while (queue.lines.length > 0) {
    const batch = queue.lines.splice(0, batchMax);
    if (queue.lines.length === 0) queue.detailed.clear();
    try {
      await write(world, batch);
      const detailed = batch.filter((line): line is DetailedLine => line.details !== null);
      if (detailed.length > 0) await writeDetails(world, detailed);
    } catch (error) {
      queue.dropped += batch.length;
      world.log.warn({ err: error, lines: queue.dropped }, "Lines of the request log were lost.");
      queue.dropped = 0;
    }
    if (queue.lines.length < batchMax) await new Promise((resolve) => setTimeout(resolve, gatheredMs));
  }
  queue.isWriting = false;
}

async function write(world: World, lines: RequestLine[]): Promise<void> {
  const column = (field: keyof RequestLine) => lines.map((line) => line[field]);
  await world.pool.query({
    name: "write-request-log",
    text: `
      INSERT INTO request_log_entries
        (store_id, livemode, key_id, request_id, method, path, status, duration_ms, created_at)
      SELECT * FROM unnest($1::int[], $2::bool[], $3::int[], $4::text[], $5::text[], $6::text[], $7::int[],
        $8::int[], $9::timestamptz[])`,
    values: (
      [
        "storeId",
        "livemode",
        "keyId",
        "requestId",
        "method",
        "path",
        "status",
        "durationMs",
        "createdAt",
      ] as const
    ).map(column),
  });
}

export type DetailedLine = RequestLine & { details: RawDetails };

/** The newest of each store and mode are retained, so that no seller's traffic fills the disk. */
export const detailsMax = 1_000;
/** Characters of a body that are stored. */
export const bodyMax = 8_192;
const queryMax = 2_048;
/** A longer text is masked by its patterns and not read as JSON, so that masking takes a few milliseconds at most. */
export const readMax = 16_384;

/** Masks and stores what these requests sent and got, then deletes what each store has too much. */
export async function writeDetails(world: World, lines: DetailedLine[]): Promise<void> {
  const rows = lines.map((line) => ({ ...line, ...masked(line.details) }));
  const column = (field: keyof (typeof rows)[number]) => rows.map((row) => row[field]);
  await world.pool.query({
    name: "write-request-details",
    text: `
      INSERT INTO request_log_details
        (store_id, livemode, request_id, key_last4, address, query, request_body, request_bytes, response_body,
         response_bytes, created_at)
      SELECT * FROM unnest($1::int[], $2::bool[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[],
        $8::int[], $9::text[], $10::int[], $11::timestamptz[])`,
    values: [
      ...[column("storeId"), column("livemode"), column("requestId"), column("keyLast4"), column("address")],
      ...[column("query"), column("requestBody"), column("requestBytes"), column("responseBody")],
      ...[column("responseBytes"), column("createdAt")],
    ],
  });
  await world.pool.query({
    name: "prune-request-details",
    text: `
      DELETE FROM request_log_details d
      USING (SELECT DISTINCT * FROM unnest($1::int[], $2::bool[]) AS one(store_id, livemode)) s
      WHERE d.store_id = s.store_id AND d.livemode = s.livemode AND d.id <= (
        SELECT id FROM request_log_details o
        WHERE o.store_id = s.store_id AND o.livemode = s.livemode
        ORDER BY id DESC OFFSET ${detailsMax} LIMIT 1)`,
    values: [column("storeId"), column("livemode")],
  });
}

function masked({ query, keyLast4, address, sent, answered }: RawDetails) {
  return {
    keyLast4: storable(keyLast4, 4),
    address,
    query: storable(maskQuery(cut(query, queryMax)), queryMax),
    requestBody: sent && shown(new TextDecoder().decode(sent)),
    requestBytes: sent === null ? null : sent.byteLength,
    responseBody: answered === null ? null : shown(answered),
    responseBytes: answered === null ? 0 : Buffer.byteLength(answered),
  };
}

function shown(text: string): string {
  return storable(maskBody(text.length > readMax ? cut(text, bodyMax) : text), bodyMax);
}

/** The beginning of a text, without a word that was cut: half a secret would not be known as one. */
function cut(text: string, max: number): string {
  return text.length <= max ? text : text.slice(0, max).replace(/[\w.+@~-]{0,512}$/, "");
}

/** The database takes no zero bytes. */
function storable(text: string, max: number): string {
  return text.replaceAll("\u0000", "␀").slice(0, max);
}
