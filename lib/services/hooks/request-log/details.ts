import { maskBody, maskQuery } from "@/lib/domain/mask";
import type { World } from "@/lib/services/core/world";
import type { RawDetails, RequestLine } from "./line";

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
