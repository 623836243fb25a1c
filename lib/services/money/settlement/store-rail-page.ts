import type { World } from "@/lib/services/core/world";

/**
 * The page on which the payer pays, as a status tells it: of use where the answer to the charge was lost, for without it
 * the payer has nowhere to go. What the charge itself said stays.
 */
export async function storeRailPage(world: World, attemptId: string, url: string): Promise<void> {
  await world.pool.query({
    name: "keep-page",
    text: `UPDATE payment_attempts SET status = 'pending', prompt = $2::jsonb
      WHERE id = $1 AND prompt IS NULL AND status IN ('created', 'pending')`,
    values: [attemptId, JSON.stringify({ kind: "redirect", url })],
  });
}
