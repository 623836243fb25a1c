import type { World } from "@/lib/services/core/world";
import type { Span } from "./span";

/** How tries at paying ended, by the way that was tried. What is not decided yet counts nowhere. */
export interface Approval {
  /** A network's code, or the method where there is no network. */
  way: string;
  approved: number;
  refused: number;
  /** Of the refused: nobody answered the prompt in time. */
  unanswered: number;
  /** What the approved ones brought, by currency. */
  collected: { currency: string; minor: bigint }[];
}

/** The way with most tries first. Orders of the span, made then, and so tried then or later; a payment that was taken back had been approved. */
export async function readApprovals(world: World, storeId: number, span: Span): Promise<Approval[]> {
  const rows = await world.db.$queryRaw<
    { way: string; currency: string; approved: bigint; refused: bigint; unanswered: bigint; minor: string }[]
  >`
    SELECT coalesce(a.network, a.method::text) AS way, a.currency,
      count(*) FILTER (WHERE a.status IN ('succeeded', 'reversed')) AS approved,
      count(*) FILTER (WHERE a.status = 'failed') AS refused,
      count(*) FILTER (WHERE a.status = 'failed' AND a.failure_reason = 'not_approved_in_time') AS unanswered,
      coalesce(sum(a.amount_minor) FILTER (WHERE a.status = 'succeeded'), 0)::text AS minor
    FROM payment_attempts a JOIN orders o ON o.id = a.order_id
    WHERE a.store_id = ${storeId} AND a.created_at >= ${span.start} AND o.store_id = ${storeId} AND o.created_at >= ${span.start} AND o.created_at < ${span.end}
      AND a.status IN ('succeeded', 'reversed', 'failed')
    GROUP BY 1, 2 ORDER BY 2`;
  const ways = new Map<string, Approval>();
  for (const { way, currency, minor, ...counts } of rows) {
    const known = ways.get(way) ?? { way, approved: 0, refused: 0, unanswered: 0, collected: [] };
    const collected = BigInt(minor) > 0n ? [{ currency, minor: BigInt(minor) }] : [];
    ways.set(way, {
      way,
      approved: known.approved + Number(counts.approved),
      refused: known.refused + Number(counts.refused),
      unanswered: known.unanswered + Number(counts.unanswered),
      collected: [...known.collected, ...collected],
    });
  }
  const tries = ({ approved, refused }: Approval) => approved + refused;
  return [...ways.values()].sort((a, b) => tries(b) - tries(a));
}
