import { pollPlanEndMs } from "@/lib/domain/poll-plan";
import type { CallbackVerdict, RawCallback } from "@/lib/providers/rails/port";
import type { World } from "@/lib/services/core/world";

export type CallbackEvent = CallbackVerdict["events"][number];

/**
 * More than any rail sends about one thing. Cutting off the rest loses nothing, because no content of a body is
 * trusted.
 */
const bodyMax = 16 * 1024;
/** As often as the poll plan polls while a payer's page is open. */
const hintEveryMs = 10_000;

/** The id of the inbox row; null when the same event came before. */
export async function storeCallback(
  world: World,
  railId: string,
  raw: RawCallback,
  event: CallbackEvent,
): Promise<bigint | null> {
  const { rows } = await world.pool.query<{ id: string }>({
    name: "store-callback",
    text: `INSERT INTO rail_callbacks (rail, dedupe_key, event, headers, body, received_at)
      VALUES ($1, $2, $3::jsonb, $4::jsonb, $5, $6) ON CONFLICT DO NOTHING RETURNING id`,
    values: [
      ...[railId, event.dedupeKey, storedEventOf(event), evidenceOf(raw), sealedBody(world, raw)],
      world.clock.now(),
    ],
  });
  return rows[0] ? BigInt(rows[0].id) : null;
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
  return { ...Object.fromEntries(proofs), "x-client-ip": ip };
}

const evidence = /^(content-.+|signature.*|.+-signature|date|user-agent)$/;
